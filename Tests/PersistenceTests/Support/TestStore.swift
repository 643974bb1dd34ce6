import Foundation
import Logging
import PodcastModel

@testable import Persistence

/// A store of its own for one test, in a temporary folder or in memory.
final class TestStore: Sendable {
    let folder: String
    let manager: PersistenceManager
    let context: PersistenceContext

    /// The moment at which most tests take place: 2026-11-01T00:00:00Z.
    static let now = Timestamp(epochSeconds: 1_793_491_200)

    var path: String { folder + "/store.sqlite" }

    init(
        inMemory: Bool = false,
        pause: ManualPause? = nil,
        configure: (inout PersistenceConfiguration) -> Void = { _ in }
    ) async throws {
        folder = TestStore.newFolder()
        var configuration = PersistenceConfiguration(
            location: inMemory ? .memory : .file(path: folder + "/store.sqlite")
        )
        configure(&configuration)
        let logger = Logger(label: "test")
        manager =
            if let pause {
                PersistenceManager(configuration: configuration, logger: logger, pause: { try await pause.pause($0) })
            } else {
                PersistenceManager(configuration: configuration, logger: logger)
            }
        try await manager.loadPersistentStore()
        context = try manager.newBackgroundContext()
    }

    deinit {
        TestStore.remove(folder)
    }

    static func newFolder() -> String {
        let folder = FileManager.default.temporaryDirectory.path + "/podimport-store-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Subscribes to a feed and imports a podcast with these episodes.
    @discardableResult
    func add(
        podcast title: String = "A Podcast",
        feedURL: String = "https://example.com/feed.xml",
        episodes: [IncomingEpisode] = []
    ) async throws -> (subscription: Int64, podcast: Int64, episodes: [Int64]) {
        try await context.save { unit throws(PersistenceError) in
            let subscription = try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: feedURL),
                at: TestStore.now
            ).id
            var podcast = Podcast()
            podcast.title = title
            let id = try unit.podcasts.upsert(
                podcast,
                contentHash: 1,
                computedGUID: nil,
                subscriptionID: subscription,
                at: TestStore.now
            ).id
            var ids: [Int64] = []
            for episode in episodes {
                ids.append(try unit.episodes.insert(episode, podcastID: id, at: TestStore.now, isBacklog: false))
            }
            return (subscription, id, ids)
        }
    }

    /// Reads numbers straight from the tables.
    func integers(_ sql: String) async throws -> [Int64] {
        try await context.perform { unit throws(PersistenceError) in
            try unit.fetch(sql) { row in row.requiredInteger() }
        }
    }

    /// Runs a pragma that means nothing inside a transaction.
    func outside(_ sql: String) async throws {
        try manager.care().store.executeOutsideTransaction([sql])
    }

    /// Runs SQL that no store offers, as somebody with `sqlite3` could.
    func damage(_ sql: String) async throws {
        try await context.save { unit throws(PersistenceError) in
            _ = try unit.execute(sql)
        }
    }
}
