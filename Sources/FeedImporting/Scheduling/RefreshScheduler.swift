import FeedLoading
package import Logging
import Operations
package import Persistence
package import PodcastModel

/// Hands out feeds when they are due, for as long as it is asked.
///
/// It takes due feeds from the store in small leased batches, so that several
/// processes can share a store and no feed is ever asked by two. Between due
/// times it sleeps: there is no tick. Whoever changes the store may wake it
/// (``storeHasChanged()``); new feeds and those that somebody asked for are then
/// handed out at once, before any backlog.
///
/// The pipeline asks for a feed when it has room (``next()``) and says what
/// became of it (``finish(_:)``). What was handed out and not finished is given
/// back by ``giveBack()``, due as before.
package final class RefreshScheduler: Sendable {
    /// Names this scheduler among all that share the store.
    package let owner: String
    let persistence: PersistenceManager
    let configuration: RefreshSchedulerConfiguration
    let clock: PipelineClock
    let now: @Sendable () -> Timestamp
    let logger: Logger
    let onSleep: @Sendable (RefreshSchedulerFigures) -> Void
    let makeRequest: FeedImporter.MakeRequest
    let state: Locked<State>

    /// Makes a scheduler; nothing is read yet.
    ///
    /// - Parameters:
    ///   - owner: names it among all that share the store; unique.
    ///   - persistence: the store, loaded.
    ///   - configuration: sizes and limits.
    ///   - clock: the monotonic clock it sleeps on.
    ///   - now: the wall clock, by which feeds are due.
    ///   - logger: told of clocks that were set and of a store that fails.
    ///   - onSleep: told what it is doing before it sleeps.
    ///   - makeRequest: makes the request for a feed that is due, named by its
    ///     stored address; throws if that cannot be used.
    package init(
        owner: String,
        persistence: PersistenceManager,
        configuration: RefreshSchedulerConfiguration,
        clock: PipelineClock = PipelineClock(ContinuousClock(), awake: SuspendingClock()),
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger,
        onSleep: @escaping @Sendable (RefreshSchedulerFigures) -> Void = { _ in },
        makeRequest: @escaping FeedImporter.MakeRequest
    ) {
        self.owner = owner
        self.persistence = persistence
        self.configuration = configuration
        self.clock = clock
        self.now = now
        self.logger = logger
        self.onSleep = onSleep
        self.makeRequest = makeRequest
        let elapsed = clock.elapsed
        state = Locked(
            State(
                feedsPerSecond: configuration.feedsPerSecond,
                clockCheck: ClockCheck(now: now(), elapsed: elapsed, tolerance: configuration.clockTolerance),
                at: elapsed
            )
        )
    }

    // MARK: - Handing out

    /// Suspends until a feed is due and may be asked, and returns the request;
    /// nil when the scheduler was ended or the task is cancelled.
    ///
    /// To be called by one task at a time.
    package func next() async -> FeedImportRequest? {
        await withTaskCancellationHandler {
            while true {
                // Read before anything is looked at, so that no change is slept through.
                let version = state.withLock(\.version)
                guard !Task.isCancelled, !state.withLock(\.isEnded) else { break }
                if let feed = takeReady() {
                    if let request = request(for: feed) { return request }
                    continue
                }
                await lookForDueFeeds(since: version)
            }
            state.withLock { $0.figures.activity = .ended }
            return nil
        } onCancel: {
            wake()
        }
    }

    /// Says what became of a feed that was handed out, by the number of its subscription: its address may be that of
    /// another one by now.
    func finish(_ result: FeedImportResult) {
        let time = now()
        let (elapsed, awake) = (clock.elapsed, clock.awake)
        let (isWantedAgain, beginsRest) = state.withLock { state in
            var beginsRest = false
            let isWantedAgain = result.subscriptionID.map(state.isWantedAgain) ?? false
            if let feed = result.subscriptionID.flatMap({ state.forget($0) }) {
                let provisionalDue = configuration.provisionalDue(feed, time)
                state.note(
                    feed,
                    isWritten: result.isWrittenDown,
                    isCutOff: result.isCutOff,
                    otherwiseDue: provisionalDue
                )
            }
            state.figures.refreshed += 1
            state.figures.lastResultAt = time
            state.figures.lastProgress = awake
            switch result.outcome {
            case .failed:
                state.figures.failed += 1
                // Nothing was recorded; others would fare no better now, nor have those that ended with it.
                if !result.isWrittenDown, state.restUntil ?? .zero <= elapsed {
                    state.restUntil = rest(&state, from: elapsed)
                    beginsRest = true
                }
            case .imported(let counts):
                state.figures.inserted += counts.inserted
            case .unchanged, .moved, .gone, .postponed:
                break
            }
            return (isWantedAgain, beginsRest)
        }
        if beginsRest { logLoss(result) }
        // A scheduler that sleeps until something is due has a feed to hand out or to give back before that.
        if isWantedAgain || !result.isWrittenDown { wake() }
    }

    /// What it is doing.
    package var figures: RefreshSchedulerFigures {
        state.withLock { state in
            var figures = state.figures
            figures.inFlight = state.outstanding.count - state.ready.count
            return figures
        }
    }

    /// Whether it is well now (``RefreshSchedulerFigures/isAlive(at:)``).
    ///
    /// Only the time counts that the machine was awake. Where it was suspended, nothing could come to an end: what wakes
    /// with the scheduler is not to take it for dead.
    package var isAlive: Bool { figures.isAlive(at: clock.awake) }

    // MARK: - Being told

    /// Looks at the store at once: somebody may have added a feed, or asked for
    /// one.
    func storeHasChanged() {
        state.withLock { $0.looksAtNewest = true }
        wake()
    }

    /// Hands out nothing more until ``resume()``; ``next()`` returns nil.
    package func end() {
        state.withLock { $0.isEnded = true }
        wake()
    }

    /// Sets how many feeds are handed out a second; nil for as many as fit their number.
    package func adopt(feedsPerSecond: Double?) {
        state.withLock { state in
            state.feedsPerSecond = feedsPerSecond
            state.hasStarted = false
        }
        wake()
    }

    /// Finds the pace anew for the feeds there are by now, and looks for dates that no clock can have written.
    package func startAnew() {
        state.withLock { $0.hasStarted = false }
        wake()
    }

    /// Hands out feeds again after ``end()``.
    package func resume() {
        state.withLock { state in
            state.isEnded = false
            state.figures.activity = .starting
        }
    }
}

extension RefreshScheduler {
    private func takeReady() -> RefreshState? {
        let awake = clock.awake
        return state.withLock { state in
            guard let feed = state.ready.popLast() else { return nil }
            state.figures.activity = .working
            state.figures.lastProgress = awake
            state.figures.sleepsUntil = nil
            return feed
        }
    }

    private func request(for feed: RefreshState) -> FeedImportRequest? {
        do {
            let request = try makeRequest(feed)
            let end = clock.awake + .milliseconds(request.options.timeLimits.total)
            state.withLock { $0.figures.loadsUntil = max($0.figures.loadsUntil, end) }
            return request
        } catch {
            // It stays leased until that ends, and is due at its provisional time.
            logger.error("a stored address cannot be used", metadata: ["subscription.id": "\(feed.subscriptionID)"])
            state.withLock { _ = $0.forget(feed.subscriptionID) }
            return nil
        }
    }

    /// Says that an outcome is lost, once for all that end with it: nobody else does, for the store may be as good as
    /// ever when it is looked at the next time.
    private func logLoss(_ result: FeedImportResult) {
        guard case .failed(let failure) = result.outcome, [.busy, .storage].contains(failure.failureClass)
        else { return }
        var metadata: Logger.Metadata = ["error": "\(failure.message)"]
        if let id = result.subscriptionID { metadata["subscription.id"] = "\(id)" }
        logger.warning("an outcome could not be stored; the feed is asked again when it can be", metadata: metadata)
    }
}
