/// For how long a process waits for the turn at a host that another one has.
///
/// No request takes a quarter of an hour. Who has a turn for so long, and has given it to nobody in between, is
/// stopped, as by Ctrl-Z in a terminal or with its control group, and would keep the feeds of the host waiting until
/// somebody notices. Its leases end after that time, too.
struct TurnPatience {
    /// Milliseconds.
    static let limit = ImportLeases.seconds * 1000
    /// Who asks again later than this has not waited in between.
    private static let longestPause: Int64 = 60_000

    private struct Refusal {
        var since: Int64
        var last: Int64
        /// Whether the turn is not waited for any more, until it is free again.
        var isOver = false
    }

    private var refusals: [UInt64: Refusal] = [:]

    /// Whether a host may be asked.
    ///
    /// - Parameters:
    ///   - place: that of its turn.
    ///   - isFree: whether no other process has the turn.
    ///   - lastAskedAt: when a turn there ended last; nil if that is not known.
    ///   - now: milliseconds of the same clock.
    /// - Returns: false if the turn is to be waited for.
    mutating func mayEnter(_ place: UInt64, isFree: Bool, lastAskedAt: Int64?, at now: Int64) -> Bool {
        if isFree {
            refusals[place] = nil
            return true
        }
        var refusal = refusals[place] ?? Refusal(since: now, last: now)
        if !refusal.isOver {
            if now - refusal.last > Self.longestPause { refusal.since = now }
            // Others go through the feeds of the host, one after the other.
            if let lastAskedAt { refusal.since = max(refusal.since, lastAskedAt) }
            refusal.isOver = now - refusal.since >= Self.limit
        }
        refusal.last = now
        refusals[place] = refusal
        return refusal.isOver
    }
}
