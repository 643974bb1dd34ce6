import PodcastModel
import TestSupport
import Testing

@testable import Persistence

/// Whatever is done to a store, the log names exactly what has changed.
struct ChangeLogCompletenessTests {
    /// What of the store is seen through the interface, by kind and number.
    private typealias Sight = [String: String]

    private static func sight(_ unit: UnitOfWork) throws(PersistenceError) -> Sight {
        var sight: Sight = [:]
        for stored in try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true)) {
            sight["episode \(stored.id)"] = "\(stored.removedAt != nil) \(stored.episode)"
        }
        for stored in try unit.podcasts.podcasts(after: 0, limit: 1_000) {
            sight["podcast \(stored.id)"] = "\(stored.podcast)"
        }
        for stored in try unit.subscriptions.subscriptions(
            matching: SubscriptionQuery(states: Set(SubscriptionState.allCases))
        ) {
            // The podcast's own rows tell of its title and its episodes.
            sight["subscription \(stored.id)"] = "\(stored.feedURL) \(stored.state)"
        }
        return sight
    }

    @Test(arguments: 1...20)
    func namesExactlyWhatChanged(seed: UInt64) async throws {
        let store = try await TestStore(inMemory: true)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<150 {
            let (step, number) = (random.next(below: 9), random.next(below: 1_000))

            let (before, after, told) = try await store.context.save { unit throws(PersistenceError) in
                let before = try Self.sight(unit)
                let last = try unit.changes.lastSequence()
                try Self.act(step, number, unit)
                return (before, try Self.sight(unit), try unit.changes.changes(since: last, limit: 1_000))
            }

            let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
            #expect(Set(told.map { "\($0.entity.rawValue) \($0.id)" }) == changed, "step \(step)")
            for change in told {
                let key = "\(change.entity.rawValue) \(change.id)"
                if before[key] == nil { #expect(change.kind == .insert) }
                if after[key] == nil { #expect(change.kind == .remove) }
            }
        }
        #expect(try await store.integers("SELECT count(*) > 20 AND max(sequence) = count(*) FROM change") == [1])
    }

    /// One of the things that happen to a store.
    private static func act(_ step: Int, _ number: Int, _ unit: UnitOfWork) throws(PersistenceError) {
        let now = TestStore.now.adding(seconds: Int64(number))
        let episodes = try unit.episodes.episodes(matching: EpisodeQuery(includeRemoved: true))
        let podcasts = try unit.podcasts.podcasts(after: 0, limit: 100)
        let feeds = try unit.subscriptions.subscriptions(
            matching: SubscriptionQuery(states: Set(SubscriptionState.allCases))
        )
        switch step {
        case 0:
            _ = try unit.subscriptions.subscribe(
                to: NewSubscription(feedURL: "https://\(number % 9).example/"),
                at: now
            )
        case 1:
            guard let feed = feeds.element(number) else { return }
            var podcast = Podcast()
            podcast.title = "Title \(number % 3)"
            _ = try unit.podcasts.upsert(
                podcast,
                contentHash: UInt64(number % 3),
                computedGUID: nil,
                subscriptionID: feed.id,
                at: now
            )
        case 2:
            guard let podcast = podcasts.element(number),
                try unit.episodes.identity(ofPodcast: podcast.id, key: "guid-\(number)") == nil
            else { return }
            try unit.episodes.insert(Samples.incoming(number), podcastID: podcast.id, at: now, isBacklog: false)
        default:
            guard let episode = episodes.element(number) else { return }
            try act(step, number, on: episode, feeds.element(number), unit, at: now)
        }
    }

    private static func act(
        _ step: Int,
        _ number: Int,
        on stored: StoredEpisode,
        _ feed: Subscription?,
        _ unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) {
        var episode = stored.episode
        switch step {
        case 3:
            episode.title = "Title \(number % 2)"
            try unit.episodes.update(stored, with: Samples.incoming(episode), at: now)
        case 4:
            episode.key = "rekeyed-\(now.epochSeconds)-\(stored.id)"
            guard try unit.episodes.identity(ofPodcast: stored.podcastID, key: episode.key) == nil else { return }
            try unit.episodes.rekey(stored, to: Samples.incoming(episode), matchedBy: "x", detail: nil, at: now)
        case 5: try unit.episodes.markRemoved([stored.id], at: now, lastSeenAt: now)
        case 6: try unit.episodes.markListed([stored.id], at: now)
        case 7: try unit.episodes.delete(stored.id, at: now)
        default:
            guard let feed else { return }
            switch number % 4 {
            case 0: try unit.subscriptions.unsubscribe(feed.id, purges: number % 3 == 0, at: now)
            case 1: try unit.subscriptions.setState(.paused, of: feed.id, at: now)
            case 2: try unit.subscriptions.setState(.active, of: feed.id, at: now)
            default:
                _ = try unit.subscriptions.move(
                    feed.id,
                    to: "https://moved.example/\(number % 5)",
                    cause: .redirect,
                    at: now
                )
            }
        }
    }
}

extension Array {
    /// Some element; nil if there is none.
    fileprivate func element(_ number: Int) -> Element? {
        isEmpty ? nil : self[number % count]
    }
}
