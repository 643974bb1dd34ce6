import Operations
import PodcastModel

extension RefreshScheduler {
    /// Everything that is under the lock of the scheduler.
    struct State {
        var bucket: TokenBucket
        var clockCheck: ClockCheck
        var figures = RefreshSchedulerFigures()
        /// Taken from the store and not handed out yet; the next one is last.
        var ready: [RefreshState] = []
        /// Taken from the store and not finished, by their numbers.
        private(set) var outstanding: [Int64: RefreshState] = [:]
        /// Taken from the store once more before it was said what became of them.
        ///
        /// Somebody asked for them while they were loaded. They are handed out when that is said, or they would share
        /// the old answer.
        private var again: [Int64: RefreshState] = [:]
        /// The feeds whose leases are being prolonged, but for those that were taken anew meanwhile.
        private var renewing: Set<Int64> = []
        /// Feeds whose outcome could not be written; their leases are in the store still.
        var unwritten: [RefreshState] = []
        /// The feeds whose last outcome could not be written, by their numbers.
        private var lost: Set<Int64> = []
        /// How many feeds a second; nil for as many as fit their number.
        var feedsPerSecond: Double?
        /// Whether the pace is found, and what an earlier process left is mended.
        var hasStarted = false
        var isEnded = false
        /// Whether the feeds that fell due last are to be looked at first.
        var looksAtNewest = true
        /// Whether the odd one of a batch is for the feeds that fell due last.
        private var favoursNewest = true
        var storeFailures = 0
        /// On the monotonic clock; nil while the store is well.
        var restUntil: Duration?
        /// Counts the changes, so that none is slept through.
        var version = 0
        var waiter: CheckedContinuation<Void, Never>?
        /// Waits until there are leases to keep.
        var keeper: CheckedContinuation<Void, Never>?

        init(feedsPerSecond: Double?, clockCheck: ClockCheck, at elapsed: Duration) {
            self.feedsPerSecond = feedsPerSecond
            self.clockCheck = clockCheck
            bucket = TokenBucket(rate: feedsPerSecond ?? 50, at: elapsed)
        }

        mutating func add(_ batch: [RefreshState]) {
            var fresh: [RefreshState] = []
            for feed in batch {
                // Its lease may be younger than the look of whoever prolongs them.
                renewing.remove(feed.subscriptionID)
                if outstanding[feed.subscriptionID] != nil {
                    again[feed.subscriptionID] = feed
                } else {
                    outstanding[feed.subscriptionID] = feed
                    fresh.append(feed)
                }
            }
            ready = fresh.reversed() + ready
        }

        /// How many feeds of a batch are taken from those that fell due last: one in two at most, even if the batches
        /// are of one feed each.
        ///
        /// The store changes with every feed that ends, so most batches look at the newest first. If these took all of
        /// a slow pace, the feeds that have been due for longest would never be asked.
        mutating func newestShare(of limit: Int, atMost most: Int) -> Int {
            guard looksAtNewest, limit > 0 else { return 0 }
            let share = favoursNewest ? (limit + 1) / 2 : limit / 2
            if !limit.isMultiple(of: 2) { favoursNewest.toggle() }
            // A batch without room for them leaves the look to the next.
            looksAtNewest = share == 0
            return min(share, most)
        }

        /// Forgets a feed that has come to its end, by its number; returns it.
        @discardableResult
        mutating func forget(_ id: Int64) -> RefreshState? {
            guard let feed = outstanding.removeValue(forKey: id) else { return nil }
            if let next = again.removeValue(forKey: id) {
                outstanding[id] = next
                ready.append(next)
            }
            return feed
        }

        /// Whether a feed is to be handed out once more when it has come to its end.
        func isWantedAgain(_ id: Int64) -> Bool { again[id] != nil }

        /// Notes whether the outcome of a feed was stored; if not, the feed is to be given back.
        ///
        /// The first time it is then due as before. If its outcome is lost twice in a row, it may be that very outcome
        /// which the store cannot take: then the feed is due at the time it would have if the process had died over it.
        /// So it is at once if a stop has cut off what its server was asked for.
        mutating func note(
            _ feed: RefreshState,
            isWritten: Bool,
            isCutOff: Bool,
            otherwiseDue provisionalDue: Timestamp
        ) {
            guard !isWritten else {
                lost.remove(feed.subscriptionID)
                return
            }
            let isLostAgain = !lost.insert(feed.subscriptionID).inserted
            unwritten.append(isLostAgain || isCutOff ? feed.changing { $0.nextDueAt = provisionalDue } : feed)
        }

        /// The feeds whose leases are to be prolonged.
        mutating func beginRenewing() -> [Int64] {
            renewing = Set(outstanding.keys)
            return Array(renewing)
        }

        /// Forgets the feeds whose leases were found to be somebody else's now, or gone.
        mutating func endRenewing(held: Set<Int64>) {
            for id in renewing.subtracting(held) {
                again[id] = nil
                outstanding[id] = nil
            }
            ready.removeAll { outstanding[$0.subscriptionID] == nil }
        }

        /// Takes out all feeds that are not finished, or whose outcome could not be stored.
        mutating func removeOutstanding() -> [RefreshState] {
            defer {
                outstanding = [:]
                again = [:]
                ready = []
                unwritten = []
            }
            return outstanding.merging(again) { $1 }.values + unwritten
        }
    }

    /// Suspends until something has changed since a version, or until a time
    /// of the monotonic clock.
    func sleep(until time: Duration, since version: Int) async {
        let end = clock.awake + (time - clock.elapsed)
        state.withLock { $0.figures.sleepsUntil = end }
        let alarm = Task {
            do {
                try await clock.sleep(until: time)
                wake()
            } catch {
                // Something else happened first.
            }
        }
        await withCheckedContinuation { continuation in
            let hasChanged = state.withLock { state in
                if state.version != version { return true }
                state.waiter = continuation
                return false
            }
            if hasChanged { continuation.resume() }
        }
        alarm.cancel()
        let awake = clock.awake
        state.withLock { state in
            state.figures.sleepsUntil = nil
            state.figures.lastProgress = awake
        }
    }

    /// Ends a sleep, or the next one before it begins.
    func wake() {
        let waiter = state.withLock { state in
            state.version += 1
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
