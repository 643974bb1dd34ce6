import PodcastModel

/// The lines in which requests wait for their hosts, one for each host, and the
/// order in which they get their turns (http polling A5 54).
///
/// A plain value that is given the times and has no clock. A waiter is known by
/// its ticket. Every step takes logarithmic time in the number of hosts, however
/// the waiters are spread: ten thousand for one host, or one for each of ten
/// thousand hosts.
struct HostLines {
    /// What waits for a host.
    enum Waiter: Int, CaseIterable, Sendable {
        /// A feed that has not begun.
        case feed
        /// A feed in flight that has to ask another host, or the same one again.
        ///
        /// Such feeds have a line of their own and go before feeds that have not
        /// begun, which may have to wait until a feed in flight has ended.
        case hop
    }

    /// The turn to ask a host.
    struct Turn: Hashable, Sendable {
        let ticket: Int
        /// Nil for what needs no host, such as files.
        let host: String?
        /// Set if the host is not to be asked: the turn takes no place there.
        let pause: HostPause?
        var waiter = Waiter.feed
    }

    /// The name of the line of all that needs no host.
    private static let nowhere = ""

    private let usual: UsualLimits
    private let maximumActive: Int
    private var lines: [String: HostLine] = [:]
    /// The hosts that somebody waits for, by the kind of who waits.
    private var orders = Waiter.allCases.map { _ in TimeHeap() }
    private var nextSweep = 1024
    private var clockCheck: ClockCheck?
    /// How many wait.
    private(set) var waitingCount = 0
    /// How many requests are under way, to whichever host.
    private(set) var activeCount = 0

    /// - Parameters:
    ///   - limits: for hosts without limits of their own.
    ///   - rules: what some hosts have asked for.
    ///   - maximumActive: how many requests may be under way in all.
    init(limits: HostLimits, rules: [HostRule] = [], maximumActive: Int) {
        usual = UsualLimits(limits: limits, rules: rules.filter { $0.spacing != nil })
        self.maximumActive = max(1, maximumActive)
    }

    /// Puts a ticket at the end of its host's line.
    mutating func add(_ ticket: Int, host: String?, as waiter: Waiter = .feed, now: Timestamp) {
        waitingCount += 1
        let name = host ?? Self.nowhere
        if lines[name] == nil { lines[name] = HostLine(limits: host.map { usual[$0] } ?? .none) }
        guard let place = lines.index(forKey: name) else { return }
        lines.values[place][waiter].tickets.append(ticket)
        if lines.values[place][waiter].entry == nil { queue(name, at: place, waiter, now: now) }
    }

    /// Takes the next turn there is at this time, if there is one.
    mutating func next(_ waiter: Waiter = .feed, at elapsed: Duration, now: Timestamp) -> Turn? {
        guard let turn = first(waiter, at: elapsed, now: now) else { return nil }
        take(turn, at: elapsed, now: now)
        return turn
    }

    /// The turn that is next at this time, if there is one; only ``take(_:at:now:)`` takes it.
    mutating func first(_ waiter: Waiter = .feed, at elapsed: Duration, now: Timestamp) -> Turn? {
        adjustToClock(at: elapsed, now: now)
        guard let name = readyHost(for: waiter, at: elapsed, now: now), let line = lines[name],
            let ticket = line[waiter].tickets.first
        else { return nil }
        let host = name == Self.nowhere ? nil : name
        return Turn(ticket: ticket, host: host, pause: line.pause(at: now), waiter: waiter)
    }

    /// Takes the turn that is next.
    mutating func take(_ turn: Turn, at elapsed: Duration, now: Timestamp) {
        let name = turn.host ?? Self.nowhere
        orders[turn.waiter.rawValue].removeFirst()
        waitingCount -= 1
        if turn.pause == nil { activeCount += 1 }
        change(name, now: now) { line in
            _ = line[turn.waiter].tickets.popFirst()
            if turn.pause == nil { line.begin(at: elapsed) }
        }
    }

    /// Takes back a turn that cannot be used before a certain time, because
    /// another process is asking the host.
    mutating func putBack(_ turn: Turn, until time: Duration, now: Timestamp) {
        guard let host = turn.host, turn.pause == nil else { return }
        waitingCount += 1
        activeCount -= 1
        change(host, now: now) { $0.putBack(turn, until: time) }
    }

    /// How long a host is to be left alone between two requests.
    func spacing(of host: String) -> Duration { lines[host]?.limits.spacing ?? usual[host].spacing }

    /// What holds for a host that the store says nothing of.
    func limits(of host: String) -> HostLimits { usual[host] }

    /// Whether there is a turn at this time for somebody of a kind.
    mutating func hasNext(_ waiter: Waiter, at elapsed: Duration, now: Timestamp) -> Bool {
        readyHost(for: waiter, at: elapsed, now: now) != nil
    }

    /// The next time at which there may be a turn for somebody; nil if that does not depend on the clock.
    var nextTime: Duration? { Waiter.allCases.compactMap(nextTime(for:)).min() }

    /// The same for somebody of a kind.
    func nextTime(for waiter: Waiter) -> Duration? {
        activeCount < maximumActive ? orders[waiter.rawValue].first?.time : nil
    }

    /// A request has ended.
    mutating func end(host: String?, at elapsed: Duration, now: Timestamp) {
        activeCount -= 1
        change(host ?? Self.nowhere, now: now) { $0.end(at: elapsed) }
        sweep(at: elapsed, now: now)
    }

    /// Pauses a host, which is not asked until the pause is over; the longer of two pauses counts.
    mutating func pause(_ host: String, _ pause: HostPause, at elapsed: Duration, now: Timestamp) {
        adjustToClock(at: elapsed, now: now)
        if let old = lines[host]?.pause(at: now), old.until >= pause.until { return }
        if lines[host] == nil { lines[host] = HostLine(limits: usual[host]) }
        change(host, now: now) { $0.pause = pause }
    }

    /// Lifts the pause of a host that could not be reached; a pause that the host itself asked for stays.
    mutating func liftUnreachablePause(of host: String, now: Timestamp) {
        guard let line = lines[host] else { return }
        let isUnreachable = line.pause?.reason == .unreachable
        guard isUnreachable || line.failures > 0 else { return }
        change(host, now: now) { line in
            if isUnreachable { line.pause = nil }
            line.forgetFailures()
        }
    }

    /// Gives one host limits of its own.
    mutating func setLimits(_ limits: HostLimits, of host: String) {
        lines[host, default: HostLine(limits: limits)].limits = limits
        lines[host]?.hasOwnLimits = true
    }

    /// Goes on counting where another process has left off, which may have ended long ago.
    mutating func recall(failures: Int, of host: String, now: Timestamp) {
        guard failures > 0, lines[host]?.failures ?? 0 == 0 else { return }
        lines[host, default: HostLine(limits: usual[host])].setFailures(failures, at: now)
    }

    /// Counts a failure to reach a host; returns how many there were in a row, or 0 if it does not count.
    ///
    /// What fails at a host that is left alone was asked before that, and tells nothing new: failures that were not
    /// decided for a while come all at once, and each would make the pause longer.
    mutating func countFailure(of host: String, now: Timestamp) -> Int {
        if lines[host]?.pause(at: now) != nil { return 0 }
        let count = (lines[host]?.failures ?? 0) + 1
        lines[host, default: HostLine(limits: usual[host])].setFailures(count, at: now)
        return count
    }

    /// Resets the count of failures, after the host has answered.
    mutating func forgetFailures(of host: String) {
        if lines[host]?.failures ?? 0 > 0 { lines[host]?.forgetFailures() }
    }

    /// Empties the lines of all who wait for one thing.
    mutating func removeAll(_ waiter: Waiter) {
        for host in lines.keys { waitingCount -= lines[host]?.removeWaiting(waiter) ?? 0 }
    }
}

extension HostLines {
    /// How far the clocks may differ before the wall clock counts as set, in seconds.
    private static let clockTolerance: Int64 = 60

    /// Moves the pauses along if the wall clock was set: a host is left alone
    /// for as long as it has asked for, whatever the clock says.
    private mutating func adjustToClock(at elapsed: Duration, now: Timestamp) {
        guard clockCheck != nil else {
            clockCheck = ClockCheck(now: now, elapsed: elapsed, tolerance: Self.clockTolerance)
            return
        }
        guard let seconds = clockCheck?.shift(now: now, elapsed: elapsed)?.seconds else { return }
        for (host, line) in lines {
            guard let pause = line.pause else { continue }
            change(host, now: now) {
                $0.pause = HostPause(until: pause.until.adding(seconds: seconds), reason: pause.reason)
            }
        }
    }

    /// The host whose turn it is; its entry is the first in the order.
    private mutating func readyHost(for waiter: Waiter, at elapsed: Duration, now: Timestamp) -> String? {
        while let entry = orders[waiter.rawValue].first {
            guard let line = lines[entry.name], line[waiter].entry == entry.number else {
                orders[waiter.rawValue].removeFirst()
                continue
            }
            guard let time = line.time(for: waiter, at: now), time <= entry.time else {
                // It had a place at once because of a pause that is over now.
                orders[waiter.rawValue].removeFirst()
                change(entry.name, now: now) { _ in }
                continue
            }
            let isFull = activeCount >= maximumActive && line.pause(at: now) == nil
            return entry.time <= elapsed && !isFull ? entry.name : nil
        }
        return nil
    }

    /// Changes the line of a host, if there is one, and gives it its places in the orders, if somebody waits there.
    private mutating func change(_ host: String, now: Timestamp, _ change: (inout HostLine) -> Void) {
        // Every feed comes through here three times: the name is looked up once.
        guard let place = lines.index(forKey: host) else { return }
        change(&lines.values[place])
        for waiter in Waiter.allCases { queue(host, at: place, waiter, now: now) }
    }

    private mutating func queue(_ host: String, at place: [String: HostLine].Index, _ waiter: Waiter, now: Timestamp) {
        let time = lines.values[place].time(for: waiter, at: now)
        lines.values[place][waiter].entry = time.map { orders[waiter.rawValue].insert(host, at: $0) }
    }

    /// Removes the lines of hosts with nothing to remember, each time that the
    /// number of lines has doubled.
    private mutating func sweep(at elapsed: Duration, now: Timestamp) {
        guard lines.count >= nextSweep else { return }
        lines = lines.filter { !$0.value.isForgettable(at: elapsed, now: now) }
        nextSweep = max(1024, 2 * lines.count)
    }
}

extension HostLimits {
    /// What needs no host is bounded by ``maximumActive`` alone.
    fileprivate static let none = HostLimits(spacing: .zero, concurrency: .max)
}
