import Dispatch
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Documents made to break an importer: correct, bounded, and never without a
/// warning where something was decided.
struct HostileDocumentTests {
    enum Trick: CaseIterable {
        case oneGuid, noGuids, allIn2038, duplicatesBetween, oneGuidAndNothingElse
    }

    @Test(arguments: Trick.allCases)
    func twentyThousandItemsAreTheSameEpisodesTheSecondTime(trick: Trick) {
        // Given
        let items = Self.items(trick, count: 20_000)
        var store = HostileStore()

        // When
        let first = store.match(items, at: .day(400))
        let second = store.match(items.reversed(), at: .day(401))

        // Then
        let expected = trick == .duplicatesBetween ? 10_000 : trick == .oneGuidAndNothingElse ? 1 : 20_000
        #expect(first.plan.inserted.count == expected)
        #expect(second.plan.inserted.isEmpty && second.plan.rekeyed.isEmpty && second.plan.absences.isEmpty)
        switch trick {
        case .oneGuid: #expect(first.kinds == [.unreliableGuids])
        case .duplicatesBetween, .oneGuidAndNothingElse: #expect(first.kinds == [.duplicateItem])
        case .allIn2038: #expect(first.kinds == [.futureDate])
        case .noGuids: #expect(first.kinds.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func thousandsThatWereListedTwiceMoveWithoutBeingComparedPairByPair() {
        // Given a feed of one date that has listed all under two guids, of which one is left
        func items(_ host: String) -> [Episode] {
            (0..<6_000).map { number in
                let file = "https://\(host).example/\(number)/\(host)\(number).mp3"
                return .item(
                    guid: "\(host)-\(number)",
                    title: "Part \(number)",
                    enclosure: file,
                    date: .day(7, hour: 6, minute: 13)
                )
            }
        }
        var store = HostileStore()
        store.match(items("a"), at: .day(400))
        store.match(items("a") + items("b"), at: .day(401))
        store.match(items("b"), at: .day(402))

        // When
        let moved = store.match(items("c"), at: .day(403))

        // Then
        #expect(moved.plan.inserted.isEmpty)
    }

    @Test func datesIn2038MakeNothingOld() {
        var store = HostileStore()
        store.match(Self.items(.allIn2038, count: 300), at: .day(400))

        let item = Episode.item(guid: "next", title: "Next", enclosure: "https://x.example/next.mp3", date: .day(401))
        let next = store.match([item] + Self.items(.allIn2038, count: 300), at: .day(401))

        #expect(next.plan.announced.count == 1)
    }

    @Test func aReaderKeepsItsSnapshotWhileAnImportIsWritten() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // Given
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])
            let (reading, isReading) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)

            // When: a reader looks twice, and the import is written between
            async let counts = bed.read { unit throws(PersistenceError) in
                let before = try unit.changes.lastSequence()
                isReading.yield()
                gate.wait()
                return (before, try unit.changes.lastSequence())
            }
            for await _ in reading { break }
            _ = try bed.write(TestFeed.rss([TestFeed.item("a"), TestFeed.item("b", day: 2)]))
            let (_, report) = try await bed.importFiles([path])
            gate.signal()

            // Then
            #expect(report.counts.inserted == 1)
            let (before, after) = try await counts
            #expect(before == after)
            #expect(try await bed.episodes().count == 2)
        }
    }

    private static let in2038 = Timestamp(epochSeconds: 2_145_916_800)

    private static func items(_ trick: Trick, count: Int) -> [Episode] {
        (0..<count).map { number in
            let index = trick == .duplicatesBetween ? number % (count / 2) : number
            let own = "https://cdn.example/\(index).mp3"
            switch trick {
            case .oneGuid: return .item(guid: "show", title: "Part \(number)", enclosure: own, date: .day(1))
            case .noGuids: return .item(title: "News", enclosure: own, date: .day(1))
            case .allIn2038: return .item(guid: "g\(index)", title: "News", enclosure: own, date: in2038)
            case .duplicatesBetween:
                return .item(guid: "g\(index)", title: "Part \(index)", enclosure: own, date: .day(index % 300))
            case .oneGuidAndNothingElse: return .item(guid: "show", title: "News")
            }
        }
    }
}

/// As much of a store as matching needs, without a check of every step.
private struct HostileStore {
    private var rows: [EpisodeIdentity] = []

    @discardableResult
    mutating func match(_ items: [Episode], at now: Timestamp) -> (plan: MatchPlan, kinds: Set<ImportWarning.Kind>) {
        var episodes = items
        let warnings = EpisodeKeys.assign(to: &episodes, feedURL: nil, channelLink: nil)
        let incoming = IncomingEpisode.list(from: episodes)
        let plan = EpisodeMatcher.plan(
            incoming: incoming,
            stored: StoredEpisodes(identities: rows),
            document: MatchDocument(now: now, isFirstImport: rows.isEmpty, previousItemCount: items.count)
        )
        for decision in plan.inserted {
            let item = incoming[decision.position]
            rows.append(
                EpisodeIdentity(
                    id: Int64(rows.count + 1),
                    key: decision.key,
                    keyKind: decision.keyKind,
                    contentHash: item.contentHash,
                    canonicalEnclosure: item.canonicalEnclosure,
                    canonicalTitle: item.canonicalTitle,
                    publishedAt: item.episode.publishedAt,
                    durationSeconds: nil,
                    absentSince: nil,
                    removedAt: nil
                )
            )
        }
        for absence in plan.absences {
            let row = rows[Int(absence.episodeID) - 1]
            rows[Int(absence.episodeID) - 1] = EpisodeIdentity(
                id: row.id,
                key: row.key,
                keyKind: row.keyKind,
                contentHash: row.contentHash,
                canonicalEnclosure: row.canonicalEnclosure,
                canonicalTitle: row.canonicalTitle,
                publishedAt: row.publishedAt,
                durationSeconds: nil,
                absentSince: now,
                removedAt: nil
            )
        }
        #expect(Set(rows.map(\.key)).count == rows.count)
        return (plan, Set((warnings + plan.warnings).map(\.kind)))
    }
}
