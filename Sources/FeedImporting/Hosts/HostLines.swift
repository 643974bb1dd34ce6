import PodcastModel

/// The lines of those who wait for a host, one for each host, and whose turn
/// it is (http polling A5 54).
///
/// A plain value: the times are given to it. What waits is known by its
/// ticket. Every step costs the logarithm of the number of hosts, however many
/// wait: ten thousand for one host, or one for each of ten thousand.
struct HostLines {
    /// Somebody's turn to ask a host.
    struct Turn: Hashable, Sendable {
        let ticket: Int
        /// Nil for what needs no host, such as files.
        let host: String?
        /// Set if the host is not to be asked: the turn takes no place there.
        let pause: HostPause?
    }

    private let limits: HostLimits
    private let maximumActive: Int
    private var lines: [String: HostLine] = [:]
    private var order = TimeHeap()
    private var unbound = TicketQueue()
    private var nextSweep = 1024
    private var clockCheck: ClockCheck?
    /// How many wait.
    private(set) var waitingCount = 0
    /// How many requests are under way, to whichever host.
    private(set) var activeCount = 0

    /// - Parameters:
    ///   - limits: for hosts that nothing else is said of.
    ///   - maximumActive: how many requests may be under way in all.
    init(limits: HostLimits, maximumActive: Int) {
        self.limits = limits
        self.maximumActive = max(1, maximumActive)
    }

    /// Puts a ticket at the end of its host's line.
    mutating func add(_ ticket: Int, host: String?, now: Timestamp) {
        waitingCount += 1
        guard let host else { return unbound.append(ticket) }
        lines[host, default: HostLine(limits: limits)].waiting.append(ticket)
        if lines[host]?.entry == nil { queue(host, now: now) }
    }

    /// Takes the next turn there is at this time, if there is one.
    mutating func next(at elapsed: Duration, now: Timestamp) -> Turn? {
        mindTheClock(at: elapsed, now: now)
        guard let host = readyHost(at: elapsed, now: now) else {
            guard activeCount < maximumActive, let ticket = unbound.popFirst() else { return nil }
            waitingCount -= 1
            activeCount += 1
            return Turn(ticket: ticket, host: nil, pause: nil)
        }
        order.removeFirst()
        let pause = lines[host]?.pause(at: now)
        guard let ticket = lines[host]?.waiting.popFirst() else { return nil }
        waitingCount -= 1
        if pause == nil {
            activeCount += 1
            lines[host]?.begin(at: elapsed)
        }
        queue(host, now: now)
        return Turn(ticket: ticket, host: host, pause: pause)
    }

    /// Takes a turn back that cannot be used before a time: another process is
    /// at the host.
    mutating func putBack(_ turn: Turn, until time: Duration, now: Timestamp) {
        guard let host = turn.host, turn.pause == nil else { return }
        waitingCount += 1
        activeCount -= 1
        lines[host]?.putBack(turn.ticket, until: time)
        queue(host, now: now)
    }

    /// How long a host is to be left alone between two requests.
    func spacing(of host: String) -> Duration { lines[host]?.limits.spacing ?? limits.spacing }

    /// Whether there is a turn at this time.
    mutating func hasNext(at elapsed: Duration, now: Timestamp) -> Bool {
        readyHost(at: elapsed, now: now) != nil || (activeCount < maximumActive && !unbound.isEmpty)
    }

    /// The next time at which there may be a turn; nil if that does not depend
    /// on the clock.
    var nextTime: Duration? { activeCount < maximumActive ? order.first?.time : nil }

    /// A request has ended.
    mutating func end(host: String?, at elapsed: Duration, now: Timestamp) {
        activeCount -= 1
        guard let host, lines[host] != nil else { return }
        lines[host]?.end(at: elapsed)
        queue(host, now: now)
        sweep(at: elapsed, now: now)
    }

    /// Nobody is to ask this host until the pause is over; the longer of two counts.
    mutating func pause(_ host: String, _ pause: HostPause, at elapsed: Duration, now: Timestamp) {
        mindTheClock(at: elapsed, now: now)
        if let old = lines[host]?.pause(at: now), old.until >= pause.until { return }
        lines[host, default: HostLine(limits: limits)].pause = pause
        queue(host, now: now)
    }

    /// Forgets that a host could not be reached; what it asked for stands.
    mutating func liftUnreachablePause(of host: String, now: Timestamp) {
        guard lines[host]?.pause?.reason == .unreachable else { return }
        lines[host]?.pause = nil
        lines[host]?.failures = 0
        queue(host, now: now)
    }

    /// Gives one host limits of its own.
    mutating func setLimits(_ limits: HostLimits, of host: String) {
        lines[host, default: HostLine(limits: limits)].limits = limits
        lines[host]?.hasOwnLimits = true
    }

    /// Counts a failure to reach a host; returns how many there were in a row.
    mutating func countFailure(of host: String) -> Int {
        lines[host, default: HostLine(limits: limits)].failures += 1
        return lines[host]?.failures ?? 1
    }

    /// Somebody answered there.
    mutating func forgetFailures(of host: String) {
        if lines[host]?.failures ?? 0 > 0 { lines[host]?.failures = 0 }
    }

    /// Empties all lines and returns who waited.
    mutating func removeAll() -> [Int] {
        var tickets: [Int] = []
        while let ticket = unbound.popFirst() { tickets.append(ticket) }
        for host in lines.keys {
            while let ticket = lines[host]?.waiting.popFirst() { tickets.append(ticket) }
            lines[host]?.entry = nil
        }
        waitingCount = 0
        return tickets
    }
}

extension HostLines {
    /// How far the clocks may differ before the wall clock counts as set, in seconds.
    private static let clockTolerance: Int64 = 60

    /// Moves the pauses along if the wall clock was set: a host is left alone
    /// for as long as it has asked for, whatever the clock says.
    private mutating func mindTheClock(at elapsed: Duration, now: Timestamp) {
        guard clockCheck != nil else {
            clockCheck = ClockCheck(now: now, elapsed: elapsed, tolerance: Self.clockTolerance)
            return
        }
        guard let seconds = clockCheck?.shift(now: now, elapsed: elapsed)?.seconds else { return }
        for (host, line) in lines {
            guard let pause = line.pause else { continue }
            lines[host]?.pause = HostPause(until: pause.until.adding(seconds: seconds), reason: pause.reason)
            queue(host, now: now)
        }
    }

    /// The host whose turn it is; its entry is the first in the order.
    private mutating func readyHost(at elapsed: Duration, now: Timestamp) -> String? {
        while let entry = order.first {
            guard let line = lines[entry.name], line.entry == entry.number else {
                order.removeFirst()
                continue
            }
            guard let time = line.time(at: now), time <= entry.time else {
                // Its pause is over, and with it the reason to be early.
                order.removeFirst()
                queue(entry.name, now: now)
                continue
            }
            let isFull = activeCount >= maximumActive && line.pause(at: now) == nil
            return entry.time <= elapsed && !isFull ? entry.name : nil
        }
        return nil
    }

    /// Gives a host its place in the order, if somebody waits there.
    private mutating func queue(_ host: String, now: Timestamp) {
        guard let time = lines[host]?.time(at: now) else {
            lines[host]?.entry = nil
            return
        }
        lines[host]?.entry = order.insert(host, at: time)
    }

    /// Forgets hosts of which there is nothing to remember; each is looked at
    /// rarely, whatever their number.
    private mutating func sweep(at elapsed: Duration, now: Timestamp) {
        guard lines.count >= nextSweep else { return }
        lines = lines.filter { !$0.value.isForgettable(at: elapsed, now: now) }
        nextSweep = max(1024, 2 * lines.count)
    }
}

/// The line of one host.
struct HostLine {
    var limits: HostLimits
    var hasOwnLimits = false
    var waiting = TicketQueue()
    var active = 0
    /// Not before this time, for the sake of the spacing.
    var readyAt = Duration.zero
    var pause: HostPause?
    /// Failures to reach the host in a row.
    var failures = 0
    /// The number of its entry in the order.
    var entry: Int?

    init(limits: HostLimits) {
        self.limits = limits
    }

    /// The pause that holds now.
    func pause(at now: Timestamp) -> HostPause? {
        guard let pause, pause.until > now else { return nil }
        return pause
    }

    /// When the first in the line has its turn; nil if that is not known yet.
    func time(at now: Timestamp) -> Duration? {
        guard !waiting.isEmpty else { return nil }
        // Who waits for a paused host waits for nothing, and is told so at once.
        if pause(at: now) != nil { return .zero }
        return active < limits.concurrency ? readyAt : nil
    }

    mutating func begin(at elapsed: Duration) {
        active += 1
        readyAt = elapsed + limits.spacing
    }

    /// The first in the line is that again.
    mutating func putBack(_ ticket: Int, until time: Duration) {
        active -= 1
        waiting.prepend(ticket)
        readyAt = time
    }

    mutating func end(at elapsed: Duration) {
        active -= 1
        readyAt = max(readyAt, elapsed + limits.spacing)
    }

    func isForgettable(at elapsed: Duration, now: Timestamp) -> Bool {
        waiting.isEmpty && active == 0 && readyAt <= elapsed && failures == 0 && !hasOwnLimits && pause(at: now) == nil
    }
}
