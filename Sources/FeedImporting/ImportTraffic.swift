import FeedLoading
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
        case begin(FeedImportRequest, HostPass)
        /// Its host is not to be asked now.
        case postpone(FeedImportRequest, HostPause)
    }

    let clock: PipelineClock
    private let now: @Sendable () -> Timestamp
    private let configuration: FeedImporterConfiguration
    /// The turns of all processes that share the store; nil if there is no other.
    let turns: TurnFile?
    private let state: Locked<State>

    init(
        configuration: FeedImporterConfiguration,
        lines: HostLines,
        turns: TurnFile? = nil,
        clock: PipelineClock,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.configuration = configuration
        self.turns = turns
        self.clock = clock
        self.now = now
        state = Locked(State(configuration: configuration, lines: lines))
    }

    // MARK: - Coming

    /// Puts a feed in the line of its host.
    ///
    /// If the same request is on its way already, its answer will do for both
    /// (http polling A5 55).
    func add(_ request: FeedImportRequest) {
        var request = request
        request.fixWindowKey()
        let (key, feed) = (request.windowKey, WaitingFeed(request))
        update { [request] state in
            guard state.presence[key] == nil else {
                state.presence[key]?.add(request)
                return
            }
            state.presence[key] = FeedPresence(feed)
            state.queue(feed, now: now())
        }
    }

    /// Says that nothing more will be added.
    func endSource() {
        update { $0.isSourceDone = true }
    }

    /// Suspends until there is room for a feed that is not there yet; false if
    /// the traffic is closed instead.
    ///
    /// Feeds are taken only when none of those that wait may begin: a long
    /// line for one host must not hide the feeds of others behind it.
    func wantsMore() async -> Bool {
        while true {
            let (answer, version) = state.withLock { state in (wantsMore(&state), state.version) }
            if let answer { return answer }
            await wait(since: version, as: .feeder)
        }
    }

    // MARK: - Going

    /// Suspends until feeds may begin, and returns them; empty when nothing
    /// waits or will come, or when the traffic is closed.
    func departures() async -> [Departure] {
        while true {
            var resumed: [(HopWaiter, HostPause?)] = []
            let step = state.withLock { state in nextStep(&state, resumed: &resumed) }
            for (waiter, pause) in resumed { waiter.resume(returning: pause) }
            switch step {
            case .depart(let departures): return departures
            case .wait(let version, let time): await wait(since: version, until: time, as: .dispatcher)
            }
        }
    }

    /// Suspends until no feed is in flight.
    func drained() async {
        while true {
            let (isEmpty, version) = state.withLock { ($0.presence.isEmpty, $0.version) }
            if isEmpty { return }
            await wait(since: version, as: .dispatcher)
        }
    }

    /// Whether no request is under way, and none will be without anybody
    /// doing something.
    var isQuiet: Bool {
        state.withLock { state in
            state.lines.activeCount == 0 && !state.lines.hasNext(at: clock.elapsed, now: now())
        }
    }

    /// Whether nothing more will be added.
    var isSourceDone: Bool { state.withLock(\.isSourceDone) }

    /// Corrects what a feed weighs.
    func weigh(_ request: FeedImportRequest, bytes: Int) {
        update { $0.window.weigh(request.windowKey, bytes: bytes) }
    }

    /// Lets nobody share the answer of a feed any more; returns under which
    /// names besides its own it was asked for.
    func beginEnd(_ request: FeedImportRequest) -> [String] {
        update { $0.presence[request.windowKey]?.close() ?? [] }
    }

    /// Gives the place of a feed back.
    func end(_ request: FeedImportRequest) {
        update { state in
            state.window.leave(request.windowKey)
            let presence = state.presence.removeValue(forKey: request.windowKey)
            if let next = presence?.next() {
                state.presence[request.windowKey] = next.presence
                state.queue(next.feed, now: now())
            }
        }
    }

    /// Puts a feed whose turn came too early back in its line; false if the
    /// traffic is closed.
    func returnToLine(_ request: FeedImportRequest) -> Bool {
        update { state in
            guard !state.isClosed else { return false }
            state.window.leave(request.windowKey)
            state.queue(WaitingFeed(request), now: now())
            return true
        }
    }

    // MARK: - Hosts

    /// Waits for a turn at a host that a redirect or the next page leads to;
    /// returns the pause if it is not to be asked.
    ///
    /// - Throws: `CancellationError` if the traffic is closed.
    func turn(at host: String) async throws -> HostPause? {
        try await withCheckedThrowingContinuation { continuation in
            let isClosed = update { state in
                if !state.isClosed { state.queue(continuation, host: host, now: now()) }
                return state.isClosed
            }
            if isClosed { continuation.resume(throwing: CancellationError()) }
        }
    }

    /// A request to a host has ended.
    func leave(_ host: String?) {
        if let host { turns?.leave(host: host) }
        update { $0.lines.end(host: host, at: clock.elapsed, now: now()) }
    }

    /// What is known of the hosts.
    var lines: HostLines { state.withLock(\.lines) }

    /// Changes what is known of the hosts.
    @discardableResult
    func withLines<Value>(_ change: (inout HostLines) -> Value) -> Value {
        update { change(&$0.lines) }
    }

    /// Lets nothing more begin; returns how many feeds had been taken in vain.
    func close() -> Int {
        let (feeds, hops) = update { state in
            state.isClosed = true
            if let turn = state.heldBack, turn.pause == nil, let host = turn.host { turns?.leave(host: host) }
            return state.abandonWaiting()
        }
        for hop in hops { hop.resume(throwing: CancellationError()) }
        return feeds
    }
}

extension ImportTraffic {
    private func wantsMore(_ state: inout State) -> Bool? {
        if state.isClosed { return false }
        guard state.lines.waitingCount < configuration.maximumFeedsWaiting, state.heldBack == nil,
            state.window.hasRoom(forBytes: 0),
            state.lines.activeCount < configuration.loadWidth,
            !state.lines.hasNext(at: clock.elapsed, now: now())
        else { return nil }
        return true
    }

    private enum Step {
        case depart([Departure])
        case wait(version: Int, until: Duration?)
    }

    private func nextStep(_ state: inout State, resumed: inout [(HopWaiter, HostPause?)]) -> Step {
        var departures: [Departure] = []
        let elapsed = clock.elapsed
        var hasRoom = true
        while !state.isClosed, hasRoom {
            guard let turn = state.heldBack ?? nextTurn(&state, at: elapsed) else { break }
            state.heldBack = nil
            if let hop = state.hops.removeValue(forKey: turn.ticket) {
                resumed.append((hop, turn.pause))
                continue
            }
            guard let waiting = state.feeds[turn.ticket] else { continue }
            let weight = turn.pause == nil ? waiting.assumedBytes(configuration) : 0
            hasRoom = state.window.hasRoom(forBytes: weight)
            guard hasRoom else {
                state.heldBack = turn
                break
            }
            state.feeds[turn.ticket] = nil
            state.window.enter(waiting.request.windowKey, bytes: weight)
            if let pause = turn.pause {
                departures.append(.postpone(waiting.request, pause))
            } else {
                departures.append(.begin(waiting.request, HostPass(at: turn.host, in: self)))
            }
        }
        if !departures.isEmpty || !resumed.isEmpty { state.version += 1 }
        wakeFeeder(&state)
        if !departures.isEmpty || state.isClosed || (state.isSourceDone && state.presence.isEmpty) {
            return .depart(departures)
        }
        return .wait(version: state.version, until: hasRoom ? state.lines.nextTime : nil)
    }

    /// The next turn that no other process stands in the way of.
    private func nextTurn(_ state: inout State, at elapsed: Duration) -> HostLines.Turn? {
        while let turn = state.lines.next(at: elapsed, now: now()) {
            guard let turns, let host = turn.host, turn.pause == nil else { return turn }
            let spacing = state.lines.spacing(of: host)
            guard spacing > .zero, let rest = turns.enter(host: host, spacing: spacing) else { return turn }
            state.lines.putBack(turn, until: elapsed + rest, now: now())
        }
        return nil
    }

    private func wakeFeeder(_ state: inout State) {
        guard state.waiters[.feeder] != nil, wantsMore(&state) != nil else { return }
        state.waiters.removeValue(forKey: .feeder)?.resume()
    }

    private func update<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, waiter) = state.withLock { state in
            let value = change(&state)
            state.version += 1
            wakeFeeder(&state)
            return (value, state.waiters.removeValue(forKey: .dispatcher))
        }
        waiter?.resume()
        return value
    }

    /// Suspends until something has changed since a version, or until a time.
    private func wait(since version: Int, until time: Duration? = nil, as role: State.Role) async {
        let alarm = time.map { time in
            Task {
                do {
                    try await clock.sleep(until: time)
                    update { _ in }
                } catch {
                    // Something else happened first.
                }
            }
        }
        await withCheckedContinuation { continuation in
            let hasChanged = state.withLock { state in
                if state.version != version { return true }
                state.waiters[role] = continuation
                return false
            }
            if hasChanged { continuation.resume() }
        }
        alarm?.cancel()
    }
}
