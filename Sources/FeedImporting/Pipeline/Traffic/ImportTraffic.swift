import Operations
import PodcastModel

/// Lets feeds into the pipeline, no more than it has room for and no two of one
/// feed, and each to its host when the host's line says so.
///
/// One task puts feeds in (`add`, as long as `wantsMore`), one takes out what
/// may begin (`departures`). Both suspend while there is nothing to do; whoever
/// changes something wakes them up.
final class ImportTraffic: Sendable {
    /// What is to happen to a feed that waited.
    enum Departure: Sendable {
        case begin(WaitingFeed, HostPass)
        /// Its host is not to be asked now.
        case postpone(WaitingFeed, HostPause)
    }

    let clock: PipelineClock
    let now: @Sendable () -> Timestamp
    let configuration: FeedImporterConfiguration
    /// The turns of all processes that share the store; nil if there is no other.
    let turns: TurnFile?
    let state: Locked<State>
    /// Told when a feed might be loaded if the later stages left room for it.
    let loadMeter: StageMeter?
    /// Says what a host has asked other processes for since the run began.
    private let pauseElsewhere: @Sendable (_ host: String) async -> HostPause?

    init(
        configuration: FeedImporterConfiguration,
        lines: HostLines,
        turns: TurnFile? = nil,
        clock: PipelineClock,
        loadMeter: StageMeter? = nil,
        pauseElsewhere: @escaping @Sendable (_ host: String) async -> HostPause? = { _ in nil },
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.configuration = configuration
        self.turns = turns
        self.clock = clock
        self.loadMeter = loadMeter
        self.pauseElsewhere = pauseElsewhere
        self.now = now
        state = Locked(State(configuration: configuration, lines: lines))
    }

    // MARK: - Coming

    /// Puts a feed in the line of its host.
    ///
    /// If the same request is on its way already, its answer will do for both
    /// (http polling A5 55).
    ///
    /// - Parameter request: the feed.
    /// - Returns: false if no feed begins any more: it is not taken.
    func add(_ request: FeedImportRequest) -> Bool {
        var request = request
        request.fixWindowKey()
        let (key, feed) = (request.windowKey, WaitingFeed(request))
        return update { state in
            if state.isEnding { return false }
            if state.presence[key] != nil {
                state.presence[key]?.add(feed.request)
            } else {
                state.presence[key] = FeedPresence(feed)
                state.queue(feed, now: now())
            }
            return true
        }
    }

    /// Says that nothing more will be added.
    func endSource() {
        update { $0.isSourceDone = true }
    }

    // MARK: - Going

    /// Suspends until no feed is in flight.
    func drained() async {
        while true {
            let (isEmpty, version) = state.withLock { ($0.presence.isEmpty, $0.version) }
            if isEmpty { return }
            await wait(since: version, as: .dispatcher)
        }
    }

    /// Corrects how many bytes a feed in flight is counted with.
    ///
    /// - Parameters:
    ///   - key: the ``FeedImportRequest/windowKey`` of the feed.
    ///   - bytes: what its document weighs.
    func weigh(_ key: String, bytes: Int) {
        update { $0.window.weigh(key, bytes: bytes) }
    }

    /// Lets no more requests share the answers of feeds.
    ///
    /// - Parameter keys: the ``FeedImportRequest/windowKey`` of each feed.
    /// - Returns: the names of the requests that do, for each.
    func beginEnd(_ keys: [String]) -> [[String]] {
        update { state in keys.map { state.presence[$0]?.close() ?? [] } }
    }

    /// Gives the places of feeds back.
    ///
    /// - Parameter keys: the ``FeedImportRequest/windowKey`` of each feed.
    func end(_ keys: [String]) {
        update { state in
            for key in keys {
                state.window.leave(key)
                let presence = state.presence.removeValue(forKey: key)
                if let next = presence?.next() {
                    state.presence[key] = next.presence
                    state.queue(next.feed, now: now())
                }
            }
        }
    }

    /// Puts a feed whose turn came too early back in its line; false if no feed
    /// begins any more.
    func returnToLine(_ request: FeedImportRequest) -> Bool {
        update { state in
            guard !state.isEnding else { return false }
            state.window.leave(request.windowKey)
            state.queue(WaitingFeed(request), now: now())
            return true
        }
    }

    // MARK: - Hosts

    /// Waits for a turn at a host that a redirect or the next page leads to;
    /// returns the host's pause if it must not be asked now.
    ///
    /// - Throws: `CancellationError` if the traffic is closed.
    func turn(at host: String) async throws -> HostPause? {
        let pause = try await turnByItsLine(at: host)
        guard pause == nil, let told = await pauseElsewhere(host) else { return pause }
        // Before the turn is given back: nobody is to slip in between.
        self.pause(host, told)
        leave(host)
        return told
    }

    private func turnByItsLine(at host: String) async throws -> HostPause? {
        try await withCheckedThrowingContinuation { continuation in
            let isClosed = update { state in
                if !state.isClosed { state.queue(continuation, host: host, now: now()) }
                return state.isClosed
            }
            if isClosed { continuation.resume(throwing: CancellationError()) }
        }
    }

    /// A request to a host has ended, perhaps with an answer.
    func leave(_ host: String?, hasAnswered: Bool = false) {
        if let host { turns?.leave(host: host) }
        update { state in
            if hasAnswered, let host { state.lines.forgetFailures(of: host) }
            state.lines.end(host: host, at: clock.elapsed, now: now())
        }
    }

    /// Feeds have not changed: their hosts have answered, and are others' now, and there are no documents to weigh.
    ///
    /// - Parameter feeds: their keys in the window; with the host that was given back for them, if one was.
    func leave(_ feeds: [(key: String, host: String?)]) {
        for (_, host) in feeds { if let host { turns?.leave(host: host) } }
        update { state in
            for (key, host) in feeds {
                if let host {
                    state.lines.forgetFailures(of: host)
                    state.lines.end(host: host, at: clock.elapsed, now: now())
                }
                state.window.weigh(key, bytes: 0)
            }
        }
    }

    /// What is known of the hosts.
    var lines: HostLines { state.withLock(\.lines) }

    /// Changes what is known of the hosts.
    @discardableResult
    func withLines<Value>(_ change: (inout HostLines) -> Value) -> Value {
        update { change(&$0.lines) }
    }

    /// Lets nobody ask a host until a pause is over.
    func pause(_ host: String, _ pause: HostPause) {
        update { $0.lines.pause(host, pause, at: clock.elapsed, now: now()) }
    }

    /// Whether no feed begins any more.
    var isEnding: Bool { state.withLock(\.isEnding) }

    /// Lets no feed begin any more, and those in flight go on; returns how many of the feeds that were added have not
    /// begun.
    func endBeginning() -> Int {
        update { endBeginning(&$0) }
    }

    /// The same, and those in flight that have to wait for a host are told that it is over.
    func close() -> Int {
        let (feeds, hops) = update { state in
            state.isClosed = true
            return (endBeginning(&state), state.abandonHops())
        }
        for hop in hops { hop.resume(throwing: CancellationError()) }
        return feeds
    }

    private func endBeginning(_ state: inout State) -> Int {
        state.isEnding = true
        if state.heldBytes != nil { loadMeter?.giveUp() }
        return state.abandonFeeds()
    }
}
