import PodcastModel

@testable import Persistence

/// Asks a store whatever it can be asked, and does whatever can be done to it:
/// every statement runs at least once.
///
/// What the answers are is the matter of other tests. `SQLInSources` tells when
/// a statement is not on the way yet.
struct StoreTour {
    let store: TestStore
    private let now = TestStore.now

    init(of store: TestStore) {
        self.store = store
    }

    func run() async throws {
        try await FilledStore.fill(store.context)
        try await readEpisodes()
        try await readPodcasts()
        try await readSubscriptions()
        try await readTheRest()
        try await writeEpisodes()
        try await refresh()
        try await moveAndHold()
        try await search()
        try await write { unit throws(PersistenceError) in
            try unit.changes.trim(before: now, at: now)
            try unit.subscriptions.unsubscribe(1, purges: true, at: now)
        }
        _ = try await store.manager.care().check()
        _ = try await store.manager.care().statistics()
        try await store.manager.care().optimize()
    }

    private func read(_ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Void) async throws {
        try await store.manager.mainContext().perform(body)
    }

    private func write(_ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Void) async throws {
        try await store.context.save(body)
    }
}

// MARK: - Reading

extension StoreTour {
    private func readEpisodes() async throws {
        let place = EpisodePlace(sortedAt: now.epochSeconds, position: 1, id: 1)
        let (podcasts, moments, places): ([Int64?], [Timestamp?], [EpisodePlace?]) = (
            [nil, 1], [nil, now], [nil, place]
        )
        try await read { unit throws(PersistenceError) in
            for podcast in podcasts {
                for since in moments {
                    for after in places {
                        for includesRemoved in [false, true] {
                            _ = try unit.episodes.episodes(
                                matching: EpisodeQuery(
                                    podcastID: podcast,
                                    since: since,
                                    limit: 20,
                                    after: after,
                                    includeRemoved: includesRemoved
                                )
                            )
                        }
                    }
                    _ = try unit.episodes.episodes(
                        matching: EpisodeQuery(podcastID: podcast, since: since, limit: 20, order: .oldestFirst)
                    )
                }
            }
            _ = try unit.episodes.episodes(matching: EpisodeQuery(podcastID: 1, order: .serial))
            _ = try unit.episodes.episode(id: 1)
            _ = try unit.episodes.episodes(ids: [1, 2])
            _ = try unit.episodes.headings(ids: [1, 2])
            _ = try unit.episodes.place(of: 1)
            _ = try unit.episodes.title(of: 1)
            _ = try unit.episodes.count(ofPodcast: 1)
            _ = try unit.episodes.newestEpisodeDates(ofPodcast: 1, limit: 32)
            _ = try unit.episodes.edits(ofEpisode: 1)
            _ = try unit.episodes.identities(ofPodcast: 1)
            _ = try unit.episodes.aliases(ofPodcast: 1, returning: "alias")
            _ = try unit.episodes.guids(ofPodcast: 1)
            _ = try unit.episodes.matches(ofPodcast: 1)
            _ = try unit.episodes.tombstones(ofPodcast: 1)
            for podcast in podcasts {
                _ = try unit.episodes.episodes(
                    beyond: EpisodeRetention(episodeCount: 3, since: now),
                    podcastID: podcast
                )
            }
            _ = try unit.liveItems.liveItems(ofPodcast: 1)
            _ = try unit.liveItems.liveItems(ofEpisode: 1)
            _ = try unit.liveItems.recording(ofPodcast: 1, canonicalEnclosure: "example.com/1.mp3")
        }
    }

    private func readPodcasts() async throws {
        try await read { unit throws(PersistenceError) in
            _ = try unit.podcasts.podcast(id: 1)
            _ = try unit.podcasts.followedPodcasts(guid: "guid", limit: 5)
            _ = try unit.podcasts.podcasts(after: 0, limit: 20)
            _ = try unit.podcasts.podcasts(after: 1, limit: 20)
            _ = try unit.podcasts.titles(ids: [1, 2])
            _ = try unit.podcasts.count()
        }
    }

    /// What a refresh asks, it asks while it writes, with statements that are kept.
    private func readSubscriptions() async throws {
        try await write { unit throws(PersistenceError) in
            let subscriptions = unit.subscriptions
            for isFailing in [false, true] {
                _ = try subscriptions.subscriptions(matching: SubscriptionQuery(isFailing: isFailing, limit: 20))
            }
            _ = try subscriptions.subscriptions(matching: SubscriptionQuery(isHeld: true))
            _ = try subscriptions.subscriptions(after: 0, limit: 20)
            _ = try subscriptions.subscription(at: "https://example.com/feed.xml", otherThan: 2)
            for text in ["1", "https://example.com/feed.xml", "https://example.com/nothing"] {
                _ = try subscriptions.subscription(matching: text)
            }
            _ = try subscriptions.subscription(ofPodcast: 1)
            _ = try subscriptions.lookalikes(of: [1])
            _ = try subscriptions.subscriptions(movingTo: "https://example.com/c")
            _ = try subscriptions.listedFeeds()
            _ = try unit.refreshes.state(forFeedURL: "https://example.com/feed.xml")
            _ = try unit.refreshes.dueSubscriptionIDs(at: now)
            for withPodcast in [true, false] {
                _ = try unit.refreshes.states(ids: [1, 2], withPodcast: withPodcast)
            }
            _ = try unit.refreshes.polledSubscriptions()
            _ = try unit.refreshes.history(of: 1)
            _ = try unit.refreshes.dueReasons(of: 1)
            _ = try unit.refreshes.standing(of: 1, at: now)
            _ = try unit.fetches.newest(of: 1)
            _ = try unit.fetches.failureStreak(of: 1, kind: .notFound)
            _ = try unit.fetches.lastFreshness(of: 1)
            _ = try unit.refreshes.nextDueDate()
            _ = try unit.refreshes.scheduledCount()
            _ = try subscriptions.overview(at: now)
            _ = try unit.heldDocuments.document(of: 1)
            _ = try unit.heldDocuments.head(of: 1)
            _ = try unit.refreshes.itemMemory(of: 1)
            _ = try subscriptions.addressBeforeMove(of: 1)
            _ = try subscriptions.hasLeft("https://example.com/old.xml", subscription: 1)
        }
    }

    private func readTheRest() async throws {
        try await read { unit throws(PersistenceError) in
            _ = try unit.changes.changes(since: 0, limit: 20)
            _ = try (unit.changes.firstSequence(), unit.changes.lastSequence())
            _ = try (unit.changes.consumers(), unit.changes.consumer("hooks"))
            _ = try (unit.hosts.host(named: "example.com"), unit.hosts.specialHosts(at: now))
        }
    }
}

// MARK: - Writing

extension StoreTour {
    private func writeEpisodes() async throws {
        try await write { unit throws(PersistenceError) in
            let full = try unit.episodes.episodes(matching: EpisodeQuery(podcastID: 1, order: .oldestFirst))
            guard let first = full.first(where: { !$0.episode.chapters.isEmpty }) else {
                throw .notFound(entity: "episode", id: 1)
            }
            // Without any of its lists, and with a key that it had never before.
            var bare = Samples.incoming(900).episode
            bare.enclosures = []
            try unit.episodes.refresh(first, with: Samples.incoming(bare))
            try unit.episodes.markAbsent([first.id], at: now, lastSeenAt: now)
            try unit.episodes.setRemovalsDue([first.id: now], ofPodcast: 1)
            try unit.episodes.setRemovalsDue([:], ofPodcast: 1)
            try unit.episodes.setRemovalsDue([first.id: now], ofPodcast: 1)
            _ = try unit.episodes.removalsDue(ofPodcast: 1, at: now)
            _ = try unit.episodes.dueRemovals(ofPodcast: 1, at: now)
            _ = try unit.episodes.absentSince(1)
            try unit.episodes.removeDue(ofPodcast: 1, at: now)
            try unit.episodes.markListed([first.id], at: now)
            let stream = LiveItemDescription(
                key: "live",
                guid: "live",
                title: "Live",
                status: .live,
                startsAt: now,
                endsAt: nil,
                canonicalEnclosure: nil
            )
            try unit.liveItems.upsert(stream, ofPodcast: 1, at: now)
            try unit.liveItems.markAbsent(1, at: now)
            try unit.liveItems.link(1, toEpisode: first.id)
            try unit.liveItems.linkByGUID(ofPodcast: 1)
            let file = StoredChaptersFile(url: "https://example.com/1.json", askedAt: now)
            try unit.chaptersFiles.save(file, ofEpisode: first.id)
            _ = try unit.chaptersFiles.file(ofEpisode: first.id, at: file.url)
            var podcast = Podcast()
            for (number, guid) in [nil, "a-guid", "another"].enumerated() {
                podcast.guid = guid
                let hash = UInt64(number + 70)
                _ = try unit.podcasts.upsert(podcast, contentHash: hash, computedGUID: nil, subscriptionID: 1, at: now)
            }
            _ = try unit.podcasts.upsert(podcast, contentHash: 72, computedGUID: "c", subscriptionID: 1, at: now)
        }
    }

    private func refresh() async throws {
        let (now, later) = (now, now.adding(seconds: 600))
        try await write { unit throws(PersistenceError) in
            _ = try unit.leases.take(1, owner: "a", at: now, until: later, provisionalDue: later)
            _ = try unit.leases.take(1, owner: "b", at: now, until: later)
            do throws(PersistenceError) {
                _ = try unit.leases.take(999, owner: "a", at: now, until: later)
            } catch .notFound {
                // There is no such feed.
            }
            _ = try unit.leases.renew(on: [1], owner: "a", until: later)
            try unit.leases.end(1, owner: "a")
            _ = try unit.refreshes.request(of: 1, at: now)
            for newestFirst in [false, true] {
                for state in try unit.leases.takeDue(
                    at: now,
                    limit: 9,
                    newestFirst: newestFirst,
                    owner: "a",
                    until: later,
                    provisionalDue: { _ in later }
                ) {
                    try unit.leases.giveBack(state, owner: "a")
                }
            }
            if let state = try unit.refreshes.state(id: 1) {
                _ = try unit.refreshes.recordUnchanged(
                    state,
                    at: now,
                    nextDueAt: later,
                    dueReasons: [],
                    endingLeaseOf: "a"
                )
            }
            for _ in 0...FetchStore.fetchLimit {
                try unit.fetches.record(FetchRecord(at: now, outcome: "not-modified"), of: 1)
            }
            var unreached = FetchRecord(at: now, outcome: "failed")
            unreached.errorKind = .offline
            try unit.fetches.record(unreached, of: 1)
            _ = try unit.fetches.excusedSilence(of: 1, kind: .offline)
            _ = try unit.leases.holder(of: 1, at: now)
            _ = try unit.leases.owners(at: now)
            try unit.leases.endAll(of: "a")
            let failure = RefreshFailure(at: now, kind: .notFound, message: "nothing there", nextDueAt: later)
            try unit.refreshes.recordFailure(failure, of: 1)
            try unit.refreshes.postpone(1, until: later, reasons: [])
            try unit.refreshes.leaveAsRequested(
                1,
                because: "it was changed",
                standing: try unit.refreshes.standing(of: 1, at: now),
                at: now,
                askedAt: now,
                endingLeaseOf: "a"
            )
            let dates = ShiftedDates(first: now, last: later, seconds: -5, uncertain: (now, later))
            _ = try unit.refreshes.shiftAttempts(dates)
            try unit.hosts.shiftPauses(dates)
            try unit.hosts.mendFuturePauses(at: now)
            try unit.fetches.record(FetchRecord(at: later, outcome: "failed"), of: 1)
            try unit.refreshes.postpone(1, until: later, reasons: [], askedAt: later)
            _ = try unit.refreshes.mendFutureAttempts(at: now, longestPause: 86_400) { _ in now }
            try unit.hosts.noteFailure(of: "example.com", at: now)
            try unit.hosts.pause("example.com", until: later, reason: .unavailable, at: now)
            _ = try unit.hosts.askedPause(of: "example.com", at: now)
            try unit.hosts.noteAnswer(of: "example.com", address: "192.0.2.7", at: later)
            try unit.hosts.removeHosts(unusedSince: now)
            let delivery = ChangeDelivery(sequence: 3, file: "1-2", offset: 0, bytes: 9)
            _ = try unit.changes.announce(delivery, toConsumer: "hooks", from: 2, at: now)
            _ = try unit.changes.advance(consumer: "hooks", from: 2, to: 3, at: now)
            try unit.changes.removeConsumer("hooks")
        }
    }

    private func moveAndHold() async throws {
        let now = now
        try await write { unit throws(PersistenceError) in
            let subscriptions = unit.subscriptions
            _ = try subscriptions.noteMove(of: 1, to: "https://example.com/c", cause: .redirect, at: now)
            try subscriptions.noteLook(at: "https://example.com/c", problem: "nothing there", of: 1, at: now)
            _ = try subscriptions.move(1, to: "https://example.com/c", cause: .redirect, at: now)
            _ = try subscriptions.hasTurnedBack(from: "https://example.com/c", subscription: 1)
            _ = try subscriptions.follower(of: "https://example.com/c", otherThan: 2)
            _ = try subscriptions.undoMove(of: 1, at: now)
            try subscriptions.setCredentials(FeedCredentials(user: "a", password: "b"), of: 1, at: now)
            try subscriptions.setCredentials(nil, of: 1, at: now)
            try unit.refreshes.retryIfFailing(1, because: "it was changed", at: now)
            try subscriptions.beginAnew(1, at: now)
            _ = try subscriptions.feedsWantingCredentials()
            _ = try subscriptions.subscribe(to: NewSubscription(feedURL: "https://example.com/feed.xml"), at: now)
            for scheme in ["http", "https"] {
                try subscriptions.settleScheme(of: 1, by: "\(scheme)://example.com/feed.xml", at: now)
            }
            try subscriptions.setOverride("interval", to: "1h", of: 1)
            try subscriptions.setGUIDUnreliable(true, of: 1)
            try unit.refreshes.setItemMemory([1], of: 1)
            try unit.refreshes.setItemMemory(nil, of: 1)
            try unit.refreshes.setPendingPage("https://example.com/feed.xml?page=2", ofPodcast: 1)
            try subscriptions.noteNamedByUser("https://example.com/feed.xml", of: 1)
            _ = try unit.heldDocuments.refuse(of: 2, at: now)
            try unit.heldDocuments.release(of: 2, at: now)
            try subscriptions.setState(.paused, of: 1, at: now)
            try subscriptions.resume(1, at: now)
            try subscriptions.setState(.held, of: 1, at: now)
            try subscriptions.markDuplicate(2, of: 1, at: now)
            try subscriptions.exchangeAddresses(of: 1, with: 2, cause: .redirect, at: now)
            try subscriptions.forgetFormerAddresses(of: 1)
        }
    }

    private func search() async throws {
        let indexer = SearchIndexer(persistence: store.manager, plainText: { $0 }, now: { TestStore.now })
        _ = try await indexer.catchUp(episodeLimit: 1)
        try await indexer.catchUp(whereItKeepsChangesBefore: now, episodeLimit: 1)
        _ = try await indexer.catchUp()
        try await write { unit throws(PersistenceError) in
            var podcast = Podcast()
            podcast.title = "Renamed"
            _ = try unit.podcasts.upsert(podcast, contentHash: 99, computedGUID: nil, subscriptionID: 1, at: now)
        }
        _ = try await indexer.catchUp()
        for podcast in [nil, Int64(1)] {
            guard let query = SearchQuery("episode") else { continue }
            _ = try await indexer.search(query, podcastID: podcast, limit: 20)
        }
        try await indexer.tidy()
        try await store.manager.care().makeSearchIndexAnew(at: now)
        try await indexer.remove()
    }
}
