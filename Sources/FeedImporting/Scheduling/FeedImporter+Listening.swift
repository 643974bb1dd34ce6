import Persistence
package import PodcastModel

extension FeedImporter {
    /// Imports feeds as they fall due, and at once those that are subscribed to
    /// or asked for, by this process or another, until the scheduler is ended or
    /// the task cancelled.
    ///
    /// What is new is found by the scheduler, which leases it: a feed that two
    /// processes hear of is loaded by one of them, once.
    ///
    /// - Parameters:
    ///   - scheduler: hands out the feeds; its store is this importer's.
    ///   - onReady: called when feeds are asked for, before each.
    ///   - onResult: called after each feed.
    /// - Returns: the sum of the run.
    /// - Throws: ``PersistenceError`` if the store cannot be used.
    @discardableResult
    package func startListening(
        to scheduler: RefreshScheduler,
        onReady: @escaping @Sendable () -> Void = {},
        onResult: @escaping @Sendable (FeedImportResult) -> Void = { _ in }
    ) async throws -> ImportReport {
        // Before the first look at the store, so that no subscription slips in between.
        let commits = try tools.persistence.commits()
        var callbacks = Callbacks(onResult: { result in
            scheduler.finish(result)
            onResult(result)
        })
        callbacks.countsEpisodes = false
        // Whatever else a stop gives up is due as before (http polling A2 23).
        callbacks.onGivenUp = { if $0.isCutOff { scheduler.finish($0) } }
        let requests = AsyncThrowingStream {
            onReady()
            return await scheduler.next()
        }
        return try await withThrowingTaskGroup(of: Void.self) { [callbacks] group in
            group.addTask { await scheduler.listen(to: commits) }
            defer { group.cancelAll() }
            return try await importFeeds(
                requests,
                leaseOwner: scheduler.owner,
                makeRequest: scheduler.makeRequest,
                callbacks: callbacks
            )
        }
    }
}

extension RefreshScheduler {
    /// A burst of commits is one change: the store is not looked at more often.
    private static let listeningPause = Duration.milliseconds(250)

    /// Looks at the store whenever something was committed to it, until the
    /// commits end or the task is cancelled.
    func listen(to commits: AsyncStream<Void>) async {
        for await _ in commits {
            storeHasChanged()
            do {
                try await clock.sleep(until: clock.elapsed + Self.listeningPause)
            } catch {
                // Nobody listens any more.
                return
            }
        }
    }
}
