import FeedImporting
import Logging
import Persistence
import PodcastModel
import ServiceLifecycle
import Synchronization

/// Refreshes feeds when they are due, from the moment the store is loaded until
/// the service is asked to stop.
final class RefreshService: Service, CustomStringConvertible {
    /// Makes the importer for the settings that hold.
    typealias MakeImporter = @Sendable () throws -> FeedImporter

    private let persistence: PersistenceManager
    private let scheduler: RefreshScheduler
    private let makeImporter: MakeImporter
    private let prepare: @Sendable () async throws -> Void
    private let tidy: @Sendable () async throws -> Void
    private let onReady: @Sendable () -> Void
    private let onResult: @Sendable (FeedImportResult) -> Void
    private let logger: Logger
    private let current = Mutex<FeedImporter?>(nil)

    init(
        persistence: PersistenceManager,
        scheduler: RefreshScheduler,
        logger: Logger,
        makeImporter: @escaping MakeImporter,
        prepare: @escaping @Sendable () async throws -> Void,
        tidy: @escaping @Sendable () async throws -> Void,
        onReady: @escaping @Sendable () -> Void,
        onResult: @escaping @Sendable (FeedImportResult) -> Void
    ) {
        self.persistence = persistence
        self.scheduler = scheduler
        self.makeImporter = makeImporter
        self.prepare = prepare
        self.tidy = tidy
        self.onReady = onReady
        self.onResult = onResult
        self.logger = logger
    }

    var description: String { "refresh" }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                try await self.persistence.loaded()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await self.scheduler.keepLeases() }
                    // Beside the refreshes: of a log that grew for years millions of changes may be old.
                    group.addTask { await self.tidyUpDaily() }
                    while !Task.isCancelled { try await self.runUntilReloaded() }
                    group.cancelAll()
                }
            }
        } catch is CancellationError {
            // The stop came while something was waited for.
        } catch PersistenceError.interrupted {
            // It came while the store was asked.
        }
        try await giveBackAtTheEnd()
    }

    /// Lets new settings hold: what has begun is finished by the old ones.
    func restart() {
        scheduler.end()
        current.withLock { $0 }?.endRun()
    }

    private func tidyUpDaily() async {
        await tidyUp()
        while true {
            do {
                try await Task.sleep(for: .seconds(86_400))
            } catch {
                // The service stops.
                return
            }
            await tidyUp()
            scheduler.startAnew()
        }
    }

    private func tidyUp() async {
        do {
            try await tidy()
        } catch PersistenceError.interrupted {
            // The service stops; the rest is for the next time.
        } catch {
            // Feeds are refreshed all the same.
            logger.warning("the store was not tidied up", metadata: ["error": "\(error)"])
        }
    }

    /// Runs the pipeline until the settings change or the service stops.
    private func runUntilReloaded() async throws {
        scheduler.resume()
        do {
            try await prepare()
            let importer = try makeImporter()
            current.withLock { $0 = importer }
            try await importer.startListening(to: scheduler, onReady: onReady, onResult: onResult)
        } catch let error as PersistenceError where error != .interrupted {
            let reason = error.description(ofStoreAt: persistence.configuration.path)
            logger.error("the run was broken off by the store", metadata: ["error": "\(reason)"])
            try await Task.sleep(for: .seconds(10))
        }
        // On a stop this is done when the task is no longer cancelled.
        if !Task.isCancelled { await giveBack() }
    }

    /// Leaves nothing of the store to this process, if the store can be written.
    ///
    /// If not, that is not what the service failed for: the leases of a process that is gone are nobody's.
    private func giveBackAtTheEnd() async throws {
        do {
            try await scheduler.giveBack()
        } catch PersistenceError.busy, PersistenceError.full {
            let reason = "the store is full, or another process writes to it"
            logger.warning(
                "feeds were not given back; they are free when this process has ended",
                metadata: ["error": "\(reason)"]
            )
        }
    }

    private func giveBack() async {
        do {
            try await scheduler.giveBack()
        } catch {
            // With the next batch it is tried again.
            logger.warning("feeds could not be given back yet", metadata: ["error": "\(error)"])
        }
    }
}
