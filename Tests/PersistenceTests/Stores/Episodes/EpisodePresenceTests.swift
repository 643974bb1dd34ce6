import PodcastModel
import Testing

@testable import Persistence

struct EpisodePresenceTests {
    private let now = TestStore.now

    private func changeKinds(_ unit: UnitOfWork) throws(PersistenceError) -> [StoreChange.Kind] {
        try unit.changes.changes(since: 0, limit: 99).filter { $0.entity == .episode }.map(\.kind)
    }

    @Test func aListedEpisodeWasSeenByTheLastDocument() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2)])
        let (first, second) = (now.adding(seconds: 3_600), now.adding(seconds: 7_200))

        let seen = try await store.context.save { [now] unit throws(PersistenceError) in
            var seen: [Timestamp?] = [try unit.episodes.episode(id: added.episodes[0])?.lastSeenAt]
            for moment in [first, second] {
                try unit.refreshes.recordSuccess(
                    RefreshSuccess(at: moment, validators: HTTPValidators(), nextDueAt: now),
                    of: added.subscription
                )
                if moment == second {
                    try unit.episodes.markAbsent([added.episodes[1]], at: second, lastSeenAt: first)
                    try unit.episodes.markAbsent([added.episodes[1]], at: second.adding(seconds: 9), lastSeenAt: second)
                }
            }
            for id in added.episodes { seen.append(try unit.episodes.episode(id: id)?.lastSeenAt) }
            return seen
        }

        #expect(seen == [now, second, first])
        #expect(
            try await store.integers("SELECT absentSince FROM episode WHERE id = \(added.episodes[1])") == [
                second.epochSeconds
            ]
        )
    }

    @Test func leavingAndComingBackIsNoNewsUnlessItWasWithdrawn() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2)])

        let (removed, removedAgain, restored, kinds, identities) = try await store.context.save {
            [now] unit throws(PersistenceError) in
            try unit.episodes.markAbsent(added.episodes, at: now, lastSeenAt: now)
            let removed = try unit.episodes.markRemoved([added.episodes[0]], at: now, lastSeenAt: now)
            let removedAgain = try unit.episodes.markRemoved([added.episodes[0]], at: now, lastSeenAt: now)
            let listed = try unit.episodes.episodes(matching: EpisodeQuery()).map(\.id)
            #expect(listed == [added.episodes[1]])
            let restored = try unit.episodes.markListed(added.episodes, at: now)
            return (
                removed, removedAgain, restored, try changeKinds(unit),
                try unit.episodes.identities(ofPodcast: added.podcast)
            )
        }

        #expect(removed == 1)
        #expect(removedAgain == 0)
        #expect(restored == 1)
        #expect(kinds == [.insert, .insert, .remove, .restore])
        #expect(identities.allSatisfy { $0.absentSince == nil && $0.removedAt == nil })
    }

    @Test func aDeletedEpisodeLeavesTombstonesForAllItsKeys() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])

        let (tombstones, kinds) = try await store.context.save { [now] unit throws(PersistenceError) in
            let stored = try require(try unit.episodes.episode(id: added.episodes[0]))
            var episode = stored.episode
            episode.key = "second"
            try unit.episodes.rekey(stored, to: Samples.incoming(episode), matchedBy: "title", detail: nil, at: now)
            try unit.episodes.delete(stored.id, at: now)
            return (try unit.episodes.tombstones(ofPodcast: added.podcast), try changeKinds(unit))
        }

        #expect(tombstones.keys == ["guid-1", "second"])
        let sample = Samples.incoming(1)
        let deleted = DeletedEpisode(
            key: "second",
            canonicalEnclosure: sample.canonicalEnclosure,
            canonicalTitle: sample.canonicalTitle,
            publishedAt: sample.episode.publishedAt,
            durationSeconds: sample.episode.durationSeconds,
            formerKeyCount: 1
        )
        #expect(tombstones.episodes == [deleted])
        #expect(kinds == [.insert, .rekey, .remove])
        #expect(try await store.integers("SELECT count(*) FROM enclosure") == [0])
    }

    @Test func theDateOfTheFeedIsKnownBesideTheOneThatIsKept() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let kept = try #require(Samples.incoming(1).episode.publishedAt)

        // When the feed has another date, which is not believed, then the same as before, and then the episode is deleted
        let (between, after, deleted) = try await store.context.save { [now] unit throws(PersistenceError) in
            var seen: [EpisodeIdentity] = []
            for date in [now, nil, now] {
                let stored = try require(try unit.episodes.episode(id: added.episodes[0]))
                try unit.episodes.refresh(stored, with: Samples.incoming(stored.episode, feedPublishedAt: date))
                seen += try unit.episodes.identities(ofPodcast: added.podcast)
            }
            try unit.episodes.delete(added.episodes[0], at: now)
            return (seen[0], seen[1], try unit.episodes.tombstones(ofPodcast: added.podcast).episodes.first)
        }

        // Then it is recognised by the date of the feed
        #expect(between.publishedAt == now && between.keptPublishedAt == kept && between.storedPublishedAt == kept)
        #expect(after.publishedAt == kept && after.keptPublishedAt == nil)
        #expect(deleted?.publishedAt == now)
    }

    @Test func aKeyIsAnEpisodesOrAFormerOneOrThatOfADeletedOne() async throws {
        // Given an episode that had the key guid-1 before
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1), Samples.incoming(3)])
        let (first, second) = (added.episodes[0], added.episodes[1])
        let podcast = added.podcast

        let (aliases, tombstones) = try await store.context.save { [now] unit throws(PersistenceError) in
            var now = now
            func alias(_ key: String, of id: Int64) throws(PersistenceError) {
                let by = "duplicate"
                try unit.episodes.addAlias(key, ofEpisode: id, podcastID: podcast, matchedBy: by, detail: nil, at: now)
            }
            var aliases: [[ExactText: EpisodeAlias]] = []
            let stored = try require(try unit.episodes.episode(id: first))
            var episode = stored.episode
            episode.key = "second"
            try unit.episodes.rekey(stored, to: Samples.incoming(episode), matchedBy: "title", detail: nil, at: now)
            try alias("guid-2", of: first)
            // That they are said to be former ones once more makes them no later ones
            now = now.adding(seconds: 60)
            try alias("guid-2", of: first)
            aliases.append(try unit.episodes.aliases(ofPodcast: podcast, returning: "title"))

            // When another one gets it, or comes under it; and when it is said to be a former one of a third
            try unit.episodes.insert(Samples.incoming(1), podcastID: podcast, at: now, isBacklog: false)
            _ = try unit.episodes.insert([(Samples.incoming(2), false)], podcastID: podcast, at: now)
            for key in ["guid-1", "guid-2", "guid-3", "second"] { try alias(key, of: second) }
            aliases.append(try unit.episodes.aliases(ofPodcast: podcast, returning: "title"))

            // When the first is deleted, and its key comes again; and under one that the second had
            try unit.episodes.delete(first, at: now)
            try alias("third", of: second)
            try unit.episodes.addTombstones(["guid-1", "third"], podcastID: podcast, at: now)
            try alias("second", of: second)
            aliases.append(try unit.episodes.aliases(ofPodcast: podcast, returning: "title"))
            return (aliases, try unit.episodes.tombstones(ofPodcast: podcast).keys)
        }

        // Then
        let former: [ExactText: EpisodeAlias] = [
            "guid-1": EpisodeAlias(episodeID: first, since: now, isReturned: true),
            "guid-2": EpisodeAlias(episodeID: first, since: now),
        ]
        #expect(aliases == [former, [:], [:]])
        #expect(tombstones == ["second", "third"])
        #expect(try await store.manager.care().check().isSound)
    }

    @Test func thePageOfADeletedEpisodeIsRememberedWhereItHasNoFile() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        let items = [Samples.incoming(1), Samples.incoming(2)].map { item in
            var episode = item.episode
            if item.position == 1 { episode.enclosures = [] }
            episode.link = "https://example.com/\(item.position)"
            return Samples.incoming(episode)
        }
        let added = try await store.add(episodes: items)

        // When
        let deleted = try await store.context.save { [now] unit throws(PersistenceError) in
            for id in added.episodes { try unit.episodes.delete(id, at: now) }
            return try unit.episodes.tombstones(ofPodcast: added.podcast).episodes
        }

        // Then
        #expect(deleted.sorted { $0.key < $1.key }.map(\.page) == ["https://example.com/1", nil])
    }

    @Test func ofADeletedEpisodeThereIsOneDescriptionTheLatest() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let renewed = DeletedEpisode(
            key: "later",
            canonicalEnclosure: "example.com/later.mp3",
            canonicalTitle: "later title",
            publishedAt: now,
            durationSeconds: nil,
            page: "https://example.com/later",
            formerKeyCount: 1
        )
        let (podcast, id) = (added.podcast, added.episodes[0])
        let tombstones = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.episodes.delete(id, at: now)
            try unit.episodes.addTombstones(["later"], podcastID: podcast, at: now)
            try unit.episodes.renewTombstone(of: renewed, formerKey: "guid-1", podcastID: podcast)
            // One that is not known takes nothing from it.
            let unknown = DeletedEpisode(
                key: "unknown",
                canonicalEnclosure: nil,
                canonicalTitle: "t",
                publishedAt: nil,
                durationSeconds: nil
            )
            try unit.episodes.renewTombstone(of: unknown, formerKey: "later", podcastID: podcast)
            return try unit.episodes.tombstones(ofPodcast: podcast)
        }
        #expect(tombstones == Tombstones(keys: ["guid-1", "later"], episodes: [renewed]))
    }

    @Test func aKeyOfADeletedEpisodeThatIsAnotherEachTimeIsForgotten() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let (podcast, id) = (added.podcast, added.episodes[0])
        let renewed = ["second", "third", "unknown"].map { key in
            DeletedEpisode(
                key: key,
                canonicalEnclosure: nil,
                canonicalTitle: "title",
                publishedAt: now,
                durationSeconds: nil
            )
        }
        let tombstones = try await store.context.save { [now] unit throws(PersistenceError) in
            try unit.episodes.delete(id, at: now)
            try unit.episodes.addTombstones(["second", "third"], podcastID: podcast, at: now)
            try unit.episodes.renewTombstone(of: renewed[0], formerKey: "guid-1", podcastID: podcast)
            try unit.episodes.renewTombstone(
                of: renewed[1],
                formerKey: "second",
                forgetsFormerKey: true,
                podcastID: podcast
            )
            // What gives way to nothing stays
            try unit.episodes.renewTombstone(
                of: renewed[2],
                formerKey: "third",
                forgetsFormerKey: true,
                podcastID: podcast
            )
            return try unit.episodes.tombstones(ofPodcast: podcast)
        }
        #expect(tombstones == Tombstones(keys: ["guid-1", "third"], episodes: [renewed[1]]))
    }

    @Test func aRekeyedEpisodeKeepsItsNumberAndItsOldKeyAsAlias() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])
        let id = added.episodes[0]

        // When the publisher changes the guid, and then takes it back
        let (there, back, fields, matches) = try await store.context.save { [now] unit throws(PersistenceError) in
            var fields: [[String]] = []
            var aliases: [[ExactText: EpisodeAlias]] = []
            for key in ["new-1", "guid-1"] {
                let stored = try require(try unit.episodes.episode(id: id))
                var episode = stored.episode
                episode.key = key
                episode.guid = key
                fields.append(
                    try unit.episodes.rekey(
                        stored,
                        to: Samples.incoming(episode),
                        matchedBy: "enclosure",
                        detail: "same file",
                        at: now
                    )
                )
                aliases.append(try unit.episodes.aliases(ofPodcast: added.podcast, returning: "alias"))
            }
            return (aliases[0], aliases[1], fields, try unit.episodes.matches(ofPodcast: added.podcast))
        }

        #expect(there == ["guid-1": EpisodeAlias(episodeID: id, since: now)])
        #expect(back == ["new-1": EpisodeAlias(episodeID: id, since: now)])
        #expect(fields == [["guid", "key"], ["guid", "key"]])
        #expect(
            matches == [
                EpisodeMatch(episodeID: id, formerKey: "new-1", at: now, matchedBy: "enclosure", detail: "same file")
            ]
        )
        #expect(try await store.manager.care().check().isSound)
    }
}
