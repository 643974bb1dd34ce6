import PodcastModel

@testable import Persistence

/// A store in which every table has rows and every question has an answer.
enum FilledStore {
    static func make(inMemory: Bool = true) async throws -> TestStore {
        let store = try await TestStore(inMemory: inMemory)
        try await fill(store.context)
        return store
    }

    static func fill(_ context: PersistenceContext) async throws(PersistenceError) {
        try await context.save { unit throws(PersistenceError) in
            let now = TestStore.now
            let podcast = try importFirstPodcast(unit)
            try editAndRemove(ofPodcast: podcast, unit)
            let failing = try unit.subscriptions.subscribe(
                to: NewSubscription(
                    feedURL: "https://broken.example.com/feed",
                    title: "Broken",
                    link: "https://broken.example.com/",
                    folder: ["News", "Radio"],
                    credentials: FeedCredentials(user: "anna", password: "secret")
                ),
                at: now
            ).id
            try unit.refreshes.recordFailure(
                RefreshFailure(
                    at: now,
                    kind: .notFound,
                    message: "there is nothing at that address",
                    nextDueAt: now.adding(seconds: 86_400),
                    dueReasons: [DueReason(rule: .backOff, detail: "1 failure")]
                ),
                of: failing
            )
            try unit.heldDocuments.hold(
                failing,
                body: Array("<rss/>".utf8),
                bodyDigest: 7,
                contentType: "text/xml",
                reason: "mass-removal",
                detail: "295 of 300 episodes are gone",
                at: now
            )
            try unit.hosts.save(HostState(name: "example.com", lastAddresses: ["192.0.2.1"], lastUsedAt: now))
            try unit.changes.setPosition(ofConsumer: "hooks", to: 2, at: now)
        }
    }

    private static func importFirstPodcast(_ unit: UnitOfWork) throws(PersistenceError) -> Int64 {
        let now = TestStore.now
        let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "https://example.com/feed.xml"), at: now)
            .id
        let podcast = try unit.podcasts.upsert(
            Samples.fullPodcast,
            contentHash: 1,
            computedGUID: "guid",
            subscriptionID: id,
            at: now
        ).id
        try unit.episodes.insert(Samples.incoming(Samples.fullEpisode), podcastID: podcast, at: now, isBacklog: true)
        for number in 1...5 {
            try unit.episodes.insert(Samples.incoming(number), podcastID: podcast, at: now, isBacklog: number < 5)
        }
        var fetch = FetchRecord(at: now, outcome: "imported")
        (fetch.status, fetch.bytes) = (200, 1_000)
        fetch.received = ["ETag": "\"1\""]
        fetch.redirects = [.init(status: 301, location: "https://example.com/new.xml")]
        fetch.seconds = ["total": 0.25]
        try unit.fetches.record(fetch, of: id)
        try unit.refreshes.recordSuccess(
            RefreshSuccess(
                at: now,
                validators: HTTPValidators(etag: "\"1\"", lastModified: "Sun, 01 Nov 2026 00:00:00 GMT"),
                document: .init(bodyDigest: .max, parserVersion: 1, itemCount: 6),
                nextDueAt: now.adding(seconds: 3_600),
                dueReasons: [DueReason(rule: .interval, detail: "hourly")]
            ),
            of: id
        )
        _ = try unit.subscriptions.move(id, to: "https://example.com/new.xml", cause: .redirect, at: now)
        return podcast
    }

    private static func editAndRemove(ofPodcast podcast: Int64, _ unit: UnitOfWork) throws(PersistenceError) {
        let now = TestStore.now.adding(seconds: 86_400)
        let stored = try unit.episodes.episodes(matching: EpisodeQuery(podcastID: podcast, order: .oldestFirst))
        let byKey = Dictionary(uniqueKeysWithValues: stored.map { ($0.episode.key, $0) })
        guard let first = byKey["guid-1"], let second = byKey["guid-2"], let third = byKey["guid-3"],
            let fourth = byKey["guid-4"]
        else { throw .notFound(entity: "episode", id: 1) }
        try unit.episodes.giveUpKeys(ofEpisodes: [first.id])
        try unit.episodes.update(first, with: retitled(first, key: "guid-1"), at: now)
        try unit.episodes.rekey(
            second,
            to: retitled(second, key: "new-2"),
            matchedBy: "enclosure",
            detail: "same file",
            at: now
        )
        try unit.episodes.markRemoved([third.id], at: now, lastSeenAt: TestStore.now)
        try unit.episodes.delete(fourth.id, at: now)
        try unit.episodes.addTombstones(["new-4", "newer-4"], podcastID: podcast, at: now)
        let deleted = try unit.episodes.tombstones(ofPodcast: podcast).episodes
        for episode in deleted where episode.key == "guid-4" {
            for (former, key) in [("guid-4", "newer-4"), ("newer-4", "new-4")] {
                let renewed = DeletedEpisode(
                    key: key,
                    canonicalEnclosure: "example.com/new-4.mp3",
                    canonicalTitle: episode.canonicalTitle,
                    publishedAt: episode.publishedAt,
                    durationSeconds: episode.durationSeconds
                )
                try unit.episodes.renewTombstone(
                    of: renewed,
                    formerKey: former,
                    forgetsFormerKey: former == "newer-4",
                    podcastID: podcast
                )
            }
        }
    }

    private static func retitled(_ stored: StoredEpisode, key: String) -> IncomingEpisode {
        var episode = stored.episode
        episode.key = key
        episode.title += ", corrected"
        return Samples.incoming(episode, position: 3)
    }
}
