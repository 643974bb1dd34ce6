import Logging
import Operations
package import Persistence
import PodcastModel

/// The feeds that the scheduler has leased from the store.
extension RefreshScheduler {
    /// Takes feeds that are due; false if there are none.
    func takeBatch(limit: Int) async throws -> Bool {
        let (owner, time, configuration) = (owner, now(), configuration)
        let newest = state.withLock { $0.newestShare(of: limit, atMost: configuration.newestPerBatch) }
        let end = time.adding(seconds: ImportLeases.seconds)
        // On a reading connection first, so that nothing is written when no feed is due.
        let isAnyDue = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try !unit.refreshes.dueSubscriptionIDs(at: time, limit: 1).isEmpty
        }
        guard isAnyDue else { return false }
        // Leases alone: the disk is not synced for them.
        let context = try persistence.newBackgroundContext()
        let batch = try await context.save(urgency: .gathering) { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            var batch: [RefreshState] = []
            for (count, newestFirst) in [(newest, true), (limit - newest, false)] where count > 0 {
                batch += try unit.leases.takeDue(
                    at: time,
                    limit: count,
                    newestFirst: newestFirst,
                    owner: owner,
                    until: end,
                    provisionalDue: { configuration.provisionalDue($0, time) }
                )
            }
            return batch
        }
        let keeper = state.withLock { state in
            state.add(batch)
            state.bucket.take(batch.count)
            state.storeFailures = 0
            defer { state.keeper = nil }
            return state.keeper
        }
        keeper?.resume()
        return !batch.isEmpty
    }

    /// Gives back what was handed out and not finished: it is due as before.
    ///
    /// To be called when no run is under way any more; also works in a task
    /// that is cancelled.
    package func giveBack() async throws(PersistenceError) {
        let (owner, persistence) = (owner, persistence)
        let feeds = state.withLock { $0.removeOutstanding() }
        guard !feeds.isEmpty else { return }
        // A task of its own: a stop must not keep feeds from being given back.
        let giving = Task { () -> PersistenceError? in
            do throws(PersistenceError) {
                try await Self.giveBack(feeds, owner: owner, to: persistence)
                return nil
            } catch {
                return error
            }
        }
        if let error = await giving.value {
            state.withLock { $0.unwritten += feeds }
            throw error
        }
    }

    /// Gives back the feeds whose outcome could not be written, and whose leases are in the store still.
    func giveBackUnwritten() async throws(PersistenceError) {
        let feeds = state.withLock { state in
            defer { state.unwritten = [] }
            return state.unwritten
        }
        guard !feeds.isEmpty else { return }
        do {
            try await Self.giveBack(feeds, owner: owner, to: persistence)
        } catch {
            // Others may have come to their end meanwhile, behind these.
            state.withLock { $0.unwritten = feeds + $0.unwritten }
            throw error
        }
    }

    private static func giveBack(
        _ feeds: [RefreshState],
        owner: String,
        to persistence: PersistenceManager
    ) async throws(PersistenceError) {
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            for feed in feeds { try unit.leases.giveBack(feed, owner: owner) }
        }
    }

    /// Prolongs the leases of feeds that take long, until the task is
    /// cancelled; sleeps while there are none.
    package func keepLeases() async {
        await withTaskCancellationHandler {
            repeat { await someAreOutstanding() } while await ImportLeases.prolonged(by: clock, logger, renewLeases)
        } onCancel: {
            state.withLock { state in
                defer { state.keeper = nil }
                return state.keeper
            }?.resume()
        }
    }

    /// Prolongs the leases of everything that is not finished.
    func renewLeases() async throws {
        let ids = state.withLock { $0.beginRenewing() }
        guard !ids.isEmpty else { return }
        let (owner, end) = (owner, now().adding(seconds: ImportLeases.seconds))
        let held = try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            return try unit.leases.renew(on: ids, owner: owner, until: end)
        }
        state.withLock { $0.endRenewing(held: Set(held)) }
    }

    private func someAreOutstanding() async {
        await withCheckedContinuation { continuation in
            let isNeeded = state.withLock { state in
                if !state.outstanding.isEmpty || Task.isCancelled { return true }
                state.keeper = continuation
                return false
            }
            if isNeeded { continuation.resume() }
        }
    }
}
