import FeedImporting
import FeedLoading
import Persistence
package import PodcastModel

extension ImporterApp {
    /// Imports feeds and returns the sum; each result is handed out when its
    /// feed is done.
    ///
    /// SIGINT and SIGTERM end the run in an orderly way: what has reached the
    /// writer is finished, the rest is left and counted.
    ///
    /// - Parameters:
    ///   - run: what is to be done.
    ///   - stops: ends the run as a signal does; nil if nothing but a signal is to end it.
    ///   - onResult: told of each feed.
    ///   - onProgress: told how far the run is.
    /// - Returns: the sum.
    /// - Throws: ``ImporterAppError`` if nothing could be imported at all.
    package func importFeeds(
        _ run: ImportRun,
        stops: AsyncStream<Void>?,
        onResult: @escaping @Sendable (FeedImportResult) -> Void,
        onProgress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws(ImporterAppError) -> ImportReport {
        let credentials = try checkedCredentials()
        return try await withStore(storeUse(of: run), waits: run.waits) { persistence in
            // Into a store that is not there nothing can be written.
            let run = persistence.configuration.path == nil ? run.rehearsed : run
            let loader = try makeLoader()
            // A dry run leaves nothing behind.
            let turns = run.isDryRun ? nil : turnFile(besideStore: try storePath)
            let importer = FeedImporter(
                loader: loader,
                persistence: persistence,
                configuration: settings.pipeline,
                turns: turns,
                now: Self.now,
                logger: logger
            )
            if !run.isDryRun { try await mendDates(in: persistence) }
            if run.selection == .due, !run.isDryRun {
                try await AbandonedLeases(turns: turns, persistence: persistence).end(at: Self.now())
                try await noteNewCredentials(credentials, in: persistence)
            }
            let source = try ImportRequestSource(
                run: run,
                app: self,
                credentials: credentials,
                persistence: persistence
            )
            let invalid = source.invalid
            for result in invalid { onResult(result) }
            var callbacks = FeedImporter.Callbacks(onResult: onResult, onProgress: onProgress)
            callbacks.countsEpisodes = run.countsEpisodes
            var report = try await Interruption.cancelling(or: stops) { [callbacks] in
                let report = try await importer.importFeeds(
                    source.requests,
                    total: source.total,
                    makeRequest: source.request,
                    callbacks: callbacks
                )
                // It may last for some seconds, and whoever stops it does not want to wait for them.
                if !run.isDryRun { await bringIndexForward(persistence) }
                return report
            }
            await loader.shutdown()
            for result in invalid { report.add(result) }
            // The run was not stopped before those.
            report.notStarted = max(0, report.notStarted - source.removedCount)
            // Whoever has stopped it does not want to wait for that, maybe for the lock of another process.
            if !run.isDryRun, report.notStarted == 0 { try await removeOutdated(persistence) }
            return report
        }
    }

    /// What a run does with the store: for feeds that cannot be found anywhere, none is made.
    private func storeUse(of run: ImportRun) -> StoreUse {
        if run.isDryRun { return .rehearsing }
        guard case .feeds(let texts) = run.selection else { return .making }
        let naming = FeedNaming(currentDirectory: settings.currentDirectory)
        return texts.contains(where: naming.mayLeadToFeed) ? .making : .seeking
    }

    /// Sets right what a clock that was ahead has left in the store.
    private func mendDates(in persistence: PersistenceManager) async throws {
        let policy = settings.pipeline.refreshPolicy
        let dates = FutureDates(
            persistence: persistence,
            earliest: Self.programDate,
            provisionalDue: { RefreshDecision.provisionalDue(of: $0, policy: policy, now: $1) },
            logger: logger
        )
        try await dates.mend(at: Self.now())
    }
}
