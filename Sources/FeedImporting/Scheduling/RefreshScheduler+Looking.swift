import Logging
import Operations
import Persistence
import PodcastModel

/// What is done when nothing is ready: looking for feeds that are due, and sleeping or resting until it is time.
extension RefreshScheduler {
    /// Takes a batch if any feed is due, or else sleeps until one is.
    func lookForDueFeeds(since version: Int) async {
        let elapsed = clock.elapsed
        if let rest = state.withLock(\.restUntil), rest > elapsed {
            await sleep(until: rest, since: version)
            return
        }
        do {
            // As they were dated: before the dates are moved along.
            try await giveBackUnwritten()
            try await adjustToClock()
            let room = state.withLock { $0.bucket.available(at: elapsed) }
            guard room > 0 else {
                let time = state.withLock { state in
                    state.figures.activity = .draining
                    return state.bucket.nextTime(at: elapsed)
                }
                await sleep(until: time, since: version)
                return
            }
            if try await takeBatch(limit: min(room, configuration.batchSize)) { return }
            try await sleepUntilDue(since: version)
            state.withLock { $0.storeFailures = 0 }
        } catch PersistenceError.interrupted {
            return
        } catch {
            let reason =
                (error as? PersistenceError)?.description(ofStoreAt: persistence.configuration.path) ?? "\(error)"
            logger.error("the store cannot be used; it is tried again", metadata: ["error": "\(reason)"])
            // The try itself may have taken long: a locked store is waited for.
            let failedAt = clock.elapsed
            state.withLock { state in
                state.figures.activity = .resting(reason)
                state.restUntil = rest(&state, from: failedAt)
            }
            onSleep(figures)
        }
    }

    private func sleepUntilDue(since version: Int) async throws {
        let due = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.refreshes.nextDueDate()
        }
        let (elapsed, awake) = (clock.elapsed, clock.awake)
        // Never at once again: it was not to be had a moment ago.
        let wait = due.map { Duration.seconds(max(1, $0.seconds(since: now()))) } ?? configuration.longestSleep
        let end = elapsed + min(wait, configuration.longestSleep)
        state.withLock { state in
            state.figures.activity = .sleeping(until: due)
            state.figures.lastProgress = awake
        }
        onSleep(figures)
        await sleep(until: end, since: version)
    }

    /// How long to leave the store alone.
    func rest(_ state: inout State, from elapsed: Duration) -> Duration {
        let rest = configuration.shortestRest * Double(1 << min(state.storeFailures, 16))
        state.storeFailures += 1
        return elapsed + min(rest, configuration.longestRest)
    }
}
