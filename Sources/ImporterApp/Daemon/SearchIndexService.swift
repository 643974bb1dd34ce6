import Logging
import Persistence
import ServiceLifecycle
import Synchronization

/// Keeps the full-text index up to date behind the imports, from the moment the
/// store is loaded until the service is asked to stop.
///
/// Whatever goes wrong with the index, feeds are refreshed all the same: it is
/// tried again after a while, and goes on where it was; if it is damaged, it is built anew.
final class SearchIndexService: Service, CustomStringConvertible {
    private let persistence: PersistenceManager
    private let logger: Logger
    private let pause: Pause
    private let makeIndexer: @Sendable () -> SearchIndexer?
    private let (reloads, reload) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    /// How long the store is left alone after an error: twice as long each time, until the indexer gets on again.
    static let restAfterError = Duration.seconds(60)
    /// How long at most.
    static let longestRest = Duration.seconds(300)

    /// - Parameters:
    ///   - persistence: the store, loaded by another service.
    ///   - logger: gets what goes wrong.
    ///   - pause: how to wait.
    ///   - makeIndexer: the indexer; nil while the settings want no index.
    init(
        persistence: PersistenceManager,
        logger: Logger,
        pause: @escaping Pause = { try await Task.sleep(for: $0) },
        makeIndexer: @escaping @Sendable () -> SearchIndexer?
    ) {
        self.persistence = persistence
        self.logger = logger
        self.pause = pause
        self.makeIndexer = makeIndexer
    }

    var description: String { "search index" }

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                try await self.persistence.loaded()
                await self.indexUntilStopped()
            }
        } catch is CancellationError {
            // The stop came first.
        } catch PersistenceError.interrupted {
            // It came while the store was asked.
        }
    }

    /// Lets new settings hold.
    func restart() {
        reload.yield()
    }

    private func indexUntilStopped() async {
        var reloads = reloads.makeAsyncIterator()
        while !Task.isCancelled {
            // Imports go first: what is awaited for them has a higher priority.
            let indexing = makeIndexer().map { indexer in
                Task(priority: .background) { await self.index(with: indexer) }
            }
            _ = await reloads.next()
            indexing?.cancel()
            await indexing?.value
        }
    }

    private func index(with indexer: SearchIndexer) async {
        let rest = Mutex(Self.restAfterError)
        while !Task.isCancelled {
            do {
                try await indexer.run { [pause] duration in
                    // It pauses after what it could write.
                    rest.withLock { $0 = Self.restAfterError }
                    try await pause(duration)
                }
                return
            } catch {
                logger.warning("the search index lags; it is tried again", metadata: ["error": "\(error)"])
                if error.mayComeOfTheSearchIndex { await mend(indexer) }
            }
            do {
                let duration = rest.withLock { next in
                    defer { next = min(next * 2, Self.longestRest) }
                    return next
                }
                try await pause(duration)
            } catch {
                // The service stops, or is set anew.
                return
            }
        }
    }

    /// Lets an index that is damaged be built anew; elsewhere in the store, damage is not this service's to mend.
    private func mend(_ indexer: SearchIndexer) async {
        do throws(PersistenceError) {
            _ = try await indexer.mend()
        } catch {
            logger.warning("the search index cannot be built anew", metadata: ["error": "\(error)"])
        }
    }
}
