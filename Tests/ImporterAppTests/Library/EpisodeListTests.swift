import Foundation
import PodcastModel
import TestSupport
import Testing

@testable import ImporterApp
@testable import Persistence

struct EpisodeListTests {
    @Test func pagesGrowWhereTextsAreShort() async throws {
        // Given a store in which one episode has a text as long as a page may be
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()
        let store = PersistenceConfiguration(location: .file(path: try app.storePath))
        let persistence = PersistenceManager(configuration: store, logger: .silent)
        try await persistence.loadPersistentStore()
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            let now = ServerTestBed.now
            let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://a.example/f"), at: now).id
            let podcast = try unit.podcasts.upsert(
                Podcast(),
                contentHash: 1,
                computedGUID: nil,
                subscriptionID: id,
                at: now
            )
            let episodes = (0..<3_200).map { (incoming: Self.hourly($0), isBacklog: true) }
            let ids = try unit.episodes.insert(episodes, podcastID: podcast.id, at: now)
            // The 2,600th from the newest.
            let text = "printf('%.*c', \(ImporterApp.pageTextLimit), 'x')"
            try unit.execute("UPDATE episode SET description = \(text) WHERE id = \(ids[600])")
        }
        try await persistence.close()

        // When
        var (sizes, ids): ([Int], [Int64]) = ([], [])
        try await app.episodes(feed: nil, since: nil, limit: nil, includeRemoved: false) { page, _ in
            sizes.append(page.count)
            ids += page.map(\.id)
        }

        // Then
        #expect(sizes == [500, 1_000, 1_100, 600])
        #expect(ids == Array((1...3_200).reversed()))
        try FileManager.default.removeItem(atPath: folder)
    }

    private static func hourly(_ number: Int) -> IncomingEpisode {
        var episode = Episode()
        episode.guid = "\(number)"
        episode.key = "\(number)"
        episode.title = "Episode \(number)"
        episode.publishedAt = ServerTestBed.now.adding(seconds: Int64(number - 4_000) * 3600)
        return IncomingEpisode(
            episode: episode,
            contentHash: UInt64(number),
            canonicalEnclosure: nil,
            canonicalTitle: episode.title,
            position: 3_199 - number
        )
    }
}
