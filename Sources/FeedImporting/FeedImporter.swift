package import FeedLoading
import Foundation
package import Logging
package import Persistence
package import PodcastModel

/// Imports feeds: loads, parses and stores them, three stages on three queues.
///
/// Each queue is as wide as the resource it uses: the network wide, the
/// processors one each, the writer narrow. Feeds are taken from the caller one
/// by one as there is room for them, in number and in bytes, and never two of
/// one feed at once. Every feed ends in exactly one ``FeedImportResult``; one
/// that fails stops no other.
package final class FeedImporter: Sendable {
    /// What a run is called back with; from any thread, one call at a time.
    package struct Callbacks: Sendable {
        package var onResult: @Sendable (FeedImportResult) -> Void
        package var onProgress: @Sendable (ImportProgress) -> Void

        package init(
            onResult: @escaping @Sendable (FeedImportResult) -> Void = { _ in },
            onProgress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
        ) {
            self.onResult = onResult
            self.onProgress = onProgress
        }
    }

    let tools: ImportTools
    private let configuration: FeedImporterConfiguration

    /// Makes an importer.
    ///
    /// - Parameters:
    ///   - loader: brings the bytes.
    ///   - persistence: a store, loaded.
    ///   - configuration: widths and limits.
    ///   - now: the clock; every time that is stored comes from it.
    ///   - logger: gets one line for each feed.
    package init(
        loader: PodcastFeedLoader,
        persistence: PersistenceManager,
        configuration: FeedImporterConfiguration,
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.configuration = configuration
        tools = ImportTools(
            loader: loader,
            persistence: persistence,
            reader: FeedDocumentReader(configuration: configuration.parser),
            policy: configuration.refreshPolicy,
            editHistoryLimit: configuration.editHistoryLimit,
            now: now,
            logger: logger
        )
    }

    /// Imports feeds and returns the sum.
    ///
    /// Cancelling the task ends the run: nothing new is begun, what is loading
    /// or parsing is given up, what has reached the writer is finished. The
    /// report says how many feeds were left.
    ///
    /// - Parameters:
    /// - requests: taken as there is room, so they may be a million.
    /// - total: how many there are, if that is known.
    /// - callbacks: told of every result and of the progress.
    /// - Returns: the sum of the run.
    /// - Throws: what `requests` throws; the feeds already taken are finished first.
    package func importFeeds(
        _ requests: some AsyncSequence<FeedImportRequest, any Error> & Sendable,
        total: Int? = nil,
        callbacks: Callbacks = Callbacks()
    ) async throws -> ImportReport {
        let run = ImportRunState(total: total, callbacks: callbacks)
        let window = ImportWindow(
            maximumFeeds: configuration.maximumFeedsInFlight,
            maximumBytes: configuration.maximumBytesInFlight
        )
        let stages = ImportStages(configuration: configuration)
        return try await withTaskCancellationHandler {
            do {
                for try await request in requests {
                    guard await window.admit(request.windowKey, assumedBytes: assumedBytes(of: request)) else {
                        run.leave()
                        break
                    }
                    begin(request, in: window, on: stages, run: run)
                }
            } catch {
                await window.drained()
                throw error
            }
            await window.drained()
            return run.report
        } onCancel: {
            window.close()
            stages.cancelUnwritten()
        }
    }

    private func begin(
        _ request: FeedImportRequest,
        in window: ImportWindow,
        on stages: ImportStages,
        run: ImportRunState
    ) {
        run.begin()
        let job = FeedImportJob(
            request: request,
            tools: tools,
            stages: stages,
            onWeight: { window.weigh(request.windowKey, bytes: $0) },
            onEnd: { result in
                run.end(result)
                window.leave(request.windowKey)
            }
        )
        job.begin()
    }

    /// A file says beforehand what it weighs; one that cannot be looked at is
    /// guessed, and its load says what is wrong with it.
    private func assumedBytes(of request: FeedImportRequest) -> Int {
        guard case .file(let path) = request.source,
            let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            let size = attributes[.size] as? Int
        else { return configuration.assumedDocumentBytes }
        return size
    }
}
