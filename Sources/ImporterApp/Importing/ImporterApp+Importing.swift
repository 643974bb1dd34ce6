import FeedImporting
import FeedLoading
import Foundation
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
        stops: AsyncStream<Void>? = nil,
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
            await loader.shutdown(.cancelling)
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

    /// Reads a feed and says what is in it; no store is touched.
    ///
    /// - Parameters:
    ///   - text: a URL, a path, or `-`.
    ///   - baseURL: what relative addresses are relative to, if not the feed's own.
    /// - Returns: the document as read.
    /// - Throws: ``ImporterAppError``.
    package func inspectFeed(_ text: String, baseURL: String?) async throws(ImporterAppError) -> FeedDocument {
        if let baseURL {
            do {
                _ = try FeedURL(baseURL)
            } catch {
                // Nothing is relative to it, so that it would be passed over.
                throw ImporterAppError(
                    .usage,
                    "--base \(FeedAddress.redacted(baseURL)): expected an address of the web"
                )
            }
        }
        return try await looking(at: text) { loader, address, options in
            try await FeedInspector(loader: loader, options: options, configuration: settings.pipeline)
                .inspect(address, baseURL: baseURL)
        }
    }

    /// Looks at what a user named, with a loader of its own; no store is touched.
    ///
    /// - Parameters:
    ///   - text: a URL, a path, or `-`.
    ///   - look: loads what is there.
    /// - Returns: what `look` has found.
    /// - Throws: ``ImporterAppError``, whatever `look` throws.
    func looking<Found>(
        at text: String,
        _ look: (PodcastFeedLoader, FeedAddress, TransferOptions) async throws -> Found
    ) async throws(ImporterAppError) -> Found {
        let naming = FeedNaming(currentDirectory: settings.currentDirectory)
        try checkSettingsFiles()
        do {
            let (address, options) = try addressToLoad(try naming.address(of: text))
            let loader = try makeLoader()
            let found = try await look(loader, address, options)
            await loader.shutdown(.cancelling)
            return found
        } catch let error as FeedURLError {
            throw ImporterAppError(.usage, FeedNaming.failure(error, text: text).message)
        } catch {
            throw ImporterAppError(loading: error)
        }
    }

    /// The names and passwords that are kept in files.
    func credentialsFile() throws(ImporterAppError) -> CredentialsFile {
        try CredentialsFile.load(
            path: settings.loading.credentialsFile,
            systemdDirectory: settings.loading.credentialsDirectory
        )
    }

    /// An address that is in no store, with the credentials there are for it.
    private func addressToLoad(_ address: FeedAddress) throws(ImporterAppError) -> (FeedAddress, TransferOptions) {
        var options = transferOptions
        guard case .http(let url) = address.source, address.credentials == nil,
            let entry = try credentialsFile().entry(for: url)
        else { return (address, options) }
        if entry.allowsHTTP { options.allowsCredentialsOverHTTP = true }
        let named = FeedAddress(
            source: address.source,
            alternative: address.alternative,
            credentials: entry.credentials
        )
        return (named, options)
    }

    /// The clock of the process.
    static let now: @Sendable () -> Timestamp = {
        Timestamp(epochSeconds: Int64(Date().timeIntervalSince1970))
    }

    /// Makes what brings the bytes of feeds.
    func makeLoader() throws(ImporterAppError) -> PodcastFeedLoader {
        do {
            return try PodcastFeedLoader(maximumTransfers: settings.pipeline.loadWidth, logger: logger)
        } catch {
            throw ImporterAppError(.feed, error.description)
        }
    }
}

extension ImporterAppError {
    /// Whatever was thrown where a feed, or a list of feeds, was loaded.
    init(loading error: any Error) {
        switch error {
        case let error as ImporterAppError: self = error
        case let failure as ImportFailure:
            self.init(failure.failureClass == .notAFeed ? .notAFeed : .feed, failure.message)
        default: self.init(.feed, String(describing: error))
        }
    }
}
