import PodcastModel

/// Distinguishes an outage of our own network from feeds that fail (http polling
/// A3 42): failures during an outage do not count against any feed.
///
/// A plain value. A load without any answer stays undecided until something
/// decides it: an answer from any host shows that the network works; the same
/// failure at several hosts that worked before shows that it does not. If these
/// hosts fail one after the other, the first failures have been charged to their
/// feeds before the outage can be recognised.
struct OutageDetector {
    /// One load that got no answer.
    struct Failure: Hashable, Sendable {
        let ticket: Int
        let host: String
        let testimony: Testimony
        /// Whether the system itself says that there is no route (ENETUNREACH).
        let isOffline: Bool
    }

    /// What the silence of a host says of the network.
    enum Testimony: Hashable, Sendable {
        /// That it may be down, for the host was well before.
        case witness
        /// By itself nothing, for nothing is known of the host yet; but it may be one of many.
        case newcomer
        /// Nothing: it is evidence about the host alone.
        case nothing
    }

    /// Whose fault a failure was.
    enum Verdict: Hashable, Sendable {
        /// To be charged to the feed.
        case feed
        /// An outage: it does not count against the feed, which is not to be tried again before this time.
        case outage(until: Timestamp)
    }

    /// Hosts that must fail together before the network is suspected.
    static let hostCount = 3
    /// How soon everything is tried again.
    static let retrySeconds: Int64 = 300

    private var undecided: [Failure] = []
    /// The hosts that worked before and have failed since the last answer from any host, charged failures included.
    private var silentHosts: Set<String> = []
    /// How long nothing is to be asked; nil while there is no outage.
    private(set) var outageUntil: Timestamp?

    /// Whether an answer would decide anything.
    var waitsForAnswer: Bool { isOutage || hasUndecided }

    /// Whether there is a failure of which it is not known whose fault it was.
    var hasUndecided: Bool { !undecided.isEmpty }

    /// Whether an outage was recognised and not yet seen to be over.
    var isOutage: Bool { outageUntil != nil }

    /// The time before which no host need be asked, because of an outage; nil if there is none.
    ///
    /// A clock that was ahead and has been set back leaves an end that lies far off. Nobody would be asked until then,
    /// so that nobody could answer and end it: it counts as over.
    func standstill(at now: Timestamp) -> Timestamp? {
        guard let outageUntil, outageUntil > now, outageUntil.seconds(since: now) <= 2 * Self.retrySeconds else {
            return nil
        }
        return outageUntil
    }

    /// Some server answered, whatever it said: returns what is decided by it.
    mutating func answered() -> [Int: Verdict] {
        outageUntil = nil
        silentHosts = []
        return decide(.feed)
    }

    /// A load got no answer: returns what is decided by it.
    mutating func failed(_ failure: Failure, at now: Timestamp) -> [Int: Verdict] {
        undecided.append(failure)
        if failure.testimony == .witness { silentHosts.insert(failure.host) }
        // A load that had begun before the outage was recognised. A load that begins after the standstill is judged
        // anew.
        if standstill(at: now) != nil { return beginOutage(at: now) }
        let hosts = Set(undecided.filter { $0.testimony == .witness || $0.isOffline }.map(\.host))
        return hosts.count >= Self.hostCount ? beginOutage(at: now) : [:]
    }

    /// Nothing is under way that could decide anything: returns the verdicts
    /// by what is known.
    mutating func settle(at now: Timestamp) -> [Int: Verdict] {
        undecided.contains(where: showsOutage) || newcomersShowOutage ? beginOutage(at: now) : decide(.feed)
    }

    /// Whether hosts that were never asked before show an outage, as where a list of feeds was added to a machine without
    /// a network: enough have failed since the last answer, together with those that were well.
    ///
    /// Only when nothing else is under way: among the addresses of an old list there are dead ones, and these fail before
    /// the first of the others has answered.
    private var newcomersShowOutage: Bool {
        let newcomers = undecided.filter { $0.testimony == .newcomer }.map(\.host)
        return !newcomers.isEmpty && silentHosts.union(newcomers).count >= Self.hostCount
    }

    /// Whether a failure by itself shows an outage.
    ///
    /// It does if the host worked before and enough other such hosts have failed since the last answer. A host that has
    /// been failing for long shows nothing, however many others fail.
    private func showsOutage(_ failure: Failure) -> Bool {
        failure.isOffline || (failure.testimony == .witness && silentHosts.count >= Self.hostCount)
    }

    private mutating func beginOutage(at now: Timestamp) -> [Int: Verdict] {
        let until = now.adding(seconds: Self.retrySeconds)
        outageUntil = until
        return decide(.outage(until: until))
    }

    private mutating func decide(_ verdict: Verdict) -> [Int: Verdict] {
        defer { undecided = [] }
        return Dictionary(uniqueKeysWithValues: undecided.map { ($0.ticket, verdict) })
    }
}
