import FeedImporting
import FeedLoading
import Foundation
import Logging
import Persistence
import PodcastModel
import ServiceLifecycle
import TestSupport
import Testing

@testable import ImporterApp

/// The service that refreshes feeds, on a store that another process locks.
struct RefreshServiceTests {
    private static let logger = Logger.silent
    private static let now = Timestamp(epochSeconds: 1_793_491_200)

    @Test func goesOnThoughNothingCanBeGivenBackWhenTheSettingsChange() async throws {
        // When each run ends at once, as if the settings had changed, while somebody else writes
        let due = try await Self.dueAfterRuns(isLockedAtTheEnd: false)

        // Then it has begun anew, and the feed is due as before
        #expect(due == ["https://x.example/"])
    }

    @Test func endsInPeaceThoughNothingCanBeGivenBack() async throws {
        // When it is stopped while somebody else writes
        let due = try await Self.dueAfterRuns(isLockedAtTheEnd: true)

        // Then the feed is left to whoever sees that this process is gone
        #expect(due.isEmpty)
    }

    @Test(.timeLimit(.minutes(10))) func asksForFeedsWhileOldChangesAreStillBeingDeleted() async throws {
        let (readiness, ready) = AsyncStream<Void>.makeStream()

        // When deleting them takes until feeds are asked for
        let due = try await Self.dueAfterRuns(
            isLockedAtTheEnd: false,
            tidy: { for await _ in readiness {} },
            onReady: { ready.finish() }
        )

        // Then they are
        #expect(due == ["https://x.example/"])
    }

    /// What is due after two runs of the service on a store that somebody else has locked, and perhaps has still.
    private static func dueAfterRuns(
        isLockedAtTheEnd: Bool,
        tidy: @escaping @Sendable () async throws -> Void = {},
        onReady: @escaping @Sendable () -> Void = {}
    ) async throws -> [String] {
        // Given a feed that is due
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("store.sqlite").path
        var store = PersistenceConfiguration(location: .file(path: path))
        store.busyTimeoutSeconds = 0
        let persistence = PersistenceManager(configuration: store, logger: Self.logger)
        try await persistence.loadPersistentStore()
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://x.example/"), at: Self.now)
        }
        let other = try OtherProcess(path)
        let scheduler = RefreshScheduler(
            owner: "a",
            persistence: persistence,
            configuration: RefreshSchedulerConfiguration(),
            now: { Self.now },
            logger: Self.logger,
            makeRequest: { FeedImportRequest(name: $0.feedURL, source: .standardInput) }
        )
        let loader = try PodcastFeedLoader()
        let (starts, started) = AsyncStream<Void>.makeStream()
        let service = RefreshService(
            persistence: persistence,
            scheduler: scheduler,
            logger: Self.logger,
            makeImporter: {
                FeedImporter(
                    loader: loader,
                    persistence: persistence,
                    configuration: FeedImporterConfiguration(processorCount: 1),
                    now: { Self.now },
                    logger: Self.logger
                )
            },
            prepare: { started.yield() },
            tidy: tidy,
            onReady: {
                onReady()
                scheduler.end()
            },
            onResult: { _ in }
        )
        _ = await scheduler.next()

        try other.begin()
        let group = ServiceGroup(services: [service], logger: Self.logger)
        let running = Task {
            defer { started.finish() }
            try await group.run()
        }
        for await _ in starts { break }
        for await _ in starts { break }
        if !isLockedAtTheEnd { try other.end() }
        await group.triggerGracefulShutdown()
        try await running.value
        if isLockedAtTheEnd { try other.end() }

        let due = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            let ids = try unit.refreshes.dueSubscriptionIDs(at: Self.now)
            return try unit.refreshes.states(ids: ids).values.map(\.feedURL)
        }
        await loader.shutdown()
        try await persistence.close()
        return due
    }
}
