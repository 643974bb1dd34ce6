import PodcastModel

/// The waiting line of one host: first the feeds in flight that go on to it, then the feeds that have not begun.
struct HostLine {
    /// The waiters of one kind, in order.
    struct Waiting {
        var tickets = TicketQueue()
        /// The number of the host's entry in the order of this kind.
        var entry: Int?
    }

    private var feeds = Waiting()
    private var hops = Waiting()
    var limits: HostLimits
    var hasOwnLimits = false
    var active = 0
    /// The time before which the host is not asked, because of its spacing.
    var readyAt = Duration.zero
    var pause: HostPause?
    /// Failures to reach the host in a row.
    private(set) var failures = 0
    /// When the last of them was heard of.
    private var failedAt = Timestamp(epochSeconds: 0)

    init(limits: HostLimits) {
        self.limits = limits
    }

    /// The waiters of one kind.
    subscript(waiter: HostLines.Waiter) -> Waiting {
        get {
            switch waiter {
            case .feed: feeds
            case .hop: hops
            }
        }
        _modify {
            switch waiter {
            case .feed: yield &feeds
            case .hop: yield &hops
            }
        }
    }

    /// The pause that holds now.
    func pause(at now: Timestamp) -> HostPause? {
        guard let pause, pause.until > now else { return nil }
        return pause
    }

    /// When the first of a kind has its turn; nil if that is not known yet.
    func time(for waiter: HostLines.Waiter, at now: Timestamp) -> Duration? {
        guard !self[waiter].tickets.isEmpty else { return nil }
        // Nobody waits for a paused host: a waiter is given the pause at once.
        if pause(at: now) != nil { return .zero }
        return active < limits.concurrency ? readyAt : nil
    }

    mutating func begin(at elapsed: Duration) {
        active += 1
        readyAt = elapsed + limits.spacing
    }

    /// Puts a turn that cannot be used yet back at the front of its line.
    mutating func putBack(_ turn: HostLines.Turn, until time: Duration) {
        active -= 1
        self[turn.waiter].tickets.prepend(turn.ticket)
        readyAt = time
    }

    mutating func end(at elapsed: Duration) {
        active -= 1
        readyAt = max(readyAt, elapsed + limits.spacing)
    }

    /// Notes how many failures to reach the host there were in a row, the last of them now.
    mutating func setFailures(_ count: Int, at now: Timestamp) { (failures, failedAt) = (count, now) }

    mutating func forgetFailures() { failures = 0 }

    /// Removes those of a kind that wait; returns how many they were.
    mutating func removeWaiting(_ waiter: HostLines.Waiter) -> Int {
        defer { self[waiter] = Waiting() }
        return self[waiter].tickets.count
    }

    /// Whether nothing is to be remembered of the host.
    ///
    /// Its failures are not for ever: a feed that is redirected to a dead host of another name each time would leave
    /// one behind with every refresh.
    func isForgettable(at elapsed: Duration, now: Timestamp) -> Bool {
        let hasFailed = failures > 0 && failedAt.adding(seconds: HostPause.longestSeconds) > now
        return feeds.tickets.isEmpty && hops.tickets.isEmpty && active == 0 && readyAt <= elapsed && !hasFailed
            && !hasOwnLimits && pause(at: now) == nil
    }
}
