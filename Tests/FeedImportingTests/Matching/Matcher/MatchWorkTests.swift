import PodcastModel
import Testing

@testable import FeedImporting

struct MatchWorkTests {
    @Test func leadsEachOfManyCopiesToTheOneThatIsKeptInOneStep() {
        // Given copies of one item, the oldest first, of which each is part of the next
        let items = (0..<1_000).map { number in
            var item = Episode.item(guid: "g", enclosure: "https://a.example/1.mp3", date: .day(number))
            item.key = "g"
            item.keyKind = .guid
            return item
        }
        var work = MatchWork(
            incoming: IncomingEpisode.list(from: items),
            stored: StoredEpisodes(identities: []),
            document: MatchDocument(now: .day(1_000), isFirstImport: true)
        )
        work.matchKeys()
        #expect(work.claims.originals == Dictionary(uniqueKeysWithValues: (0..<999).map { ($0, $0 + 1) }))

        // When
        let plan = work.finish()

        // Then
        #expect(plan.decisions.count == 1_000)
        #expect(plan.decisions.dropLast().allSatisfy { $0.action == .duplicate(of: 999) })
        #expect(work.claims.originals == Dictionary(uniqueKeysWithValues: (0..<999).map { ($0, 999) }))
    }

    @Test func looksForTheDeletedOnesOfAGuidAmongThoseThatHadIt() {
        // Given deleted episodes that had their guids in common with others, and one that had its own
        let keys = ["a", "b"].flatMap { guid in
            (0..<2).map { SyntheticKey.shared(guid, discriminator: SyntheticKey.link("\($0)")).key }
        }
        let deleted = (keys + ["a"]).map {
            DeletedEpisode(
                key: $0,
                canonicalEnclosure: nil,
                canonicalTitle: "talk",
                publishedAt: nil,
                durationSeconds: nil
            )
        }
        var work = MatchWork(
            incoming: [],
            stored: StoredEpisodes(identities: [], tombstones: Tombstones(episodes: deleted)),
            document: MatchDocument(now: .day(1), isFirstImport: false)
        )

        // Then
        let byBase = work.deletedEpisodes.byBase.mapValues { $0.map(\.key) }
        #expect(byBase == ["a": Array(keys[..<2]), "b": Array(keys[2...])])
        #expect(work.knownTitleCounts == ["talk": 5])
    }

    @Test func looksThroughAllItemsForNoMoreShiftsThanHaveOneReason() {
        // Given a host that writes no seconds, in summer and in winter, and a thousand amounts that are rarer
        let usual = [0, 3540].flatMap { hour in (0..<60).map { Int64(hour + $0) } }
        let others = (100..<1_100).map(Int64.init)

        // Then
        #expect(MatchWork.usualShifts(usual + usual) == usual)
        #expect(MatchWork.usualShifts(usual + usual + usual + others + others) == usual)
        #expect(MatchWork.usualShifts(others + others).count == MatchWork.mostShifts)
    }
}
