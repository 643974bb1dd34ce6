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
        #expect(work.originals == Dictionary(uniqueKeysWithValues: (0..<999).map { ($0, $0 + 1) }))

        // When
        let plan = work.finish()

        // Then
        #expect(plan.decisions.count == 1_000)
        #expect(plan.decisions.dropLast().allSatisfy { $0.action == .duplicate(of: 999) })
        #expect(work.originals == Dictionary(uniqueKeysWithValues: (0..<999).map { ($0, 999) }))
    }
}
