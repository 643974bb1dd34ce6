import PodcastModel
import Testing

@testable import FeedImporting

struct CommonTraitsTests {
    @Test func looksAtThoseOnlyThatHaveAnythingInCommonWithAnUnknownItem() {
        // Given a later page, and what the pages before it have brought
        let stored = Self.stored((1...1_000).map { .weekly($0) })
        var page = (1_001...1_100).map { Episode.weekly($0) }
        page[3].title = "#12 - Talk about 7"
        page[4].publishedAt = stored[8].publishedAt?.adding(seconds: 30)
        page[5].enclosures = [Enclosure(url: "https://cdn.example.com/show/11.mp3?x", length: 1, type: "audio/mpeg")]
        var work = MatchWork(
            incoming: Self.items(page),
            stored: StoredEpisodes(identities: stored),
            document: MatchDocument(now: .day(8_000), isFirstImport: true, isComplete: false, isLaterPage: true)
        )

        // When
        _ = work.matchStored()

        // Then
        #expect(work.rowsInQuestion.map { work.rows[$0].key } == ["guid-7", "guid-9", "guid-11"])
        #expect(work.claims.pending.count == 100)
    }

    @Test(arguments: [
        ("Talk", "Talk", true), ("Talk", "Talks", false), ("#3: The Talk", "S1E5 - The Talk", true),
        ("The Talk", "7. The Talk", true), ("12", "12", true), ("#1: AB", "AB", false),
        ("Café", "Ep. 5: CAFE\u{301}", true), ("Talk \u{212A}", "Talk k", true), ("J\u{30C}", "\u{1F0}", true),
    ])
    func titlesAreWhatTheyAreWithoutTheirNumbers(new: String, old: String, isCommon: Bool) throws {
        let row = try #require(Self.stored([.item(guid: "b", title: old)]).first)

        #expect(CommonTraits(of: Self.items([.item(guid: "a", title: new)])).areAny(of: row) == isCommon)
        let isEqual =
            CanonicalTitle.withoutNumber(CanonicalTitle.make(from: new))
            == CanonicalTitle.withoutNumber(row.canonicalTitle)
        #expect(isEqual == isCommon)
    }

    @Test func theNameOfAFileCountsWhereThereIsNoDate() throws {
        let old = try #require(
            Self.stored([.item(guid: "b", title: "Old", enclosure: "https://a.example/1/x.mp3", date: .day(1))]).first
        )
        let areCommon = [nil, Timestamp.day(9)].map { date in
            let item = Episode.item(guid: "a", title: "New", enclosure: "https://b.example/2/x.mp3", date: date)
            return CommonTraits(of: Self.items([item])).areAny(of: old)
        }

        #expect(areCommon == [true, false])
    }

    private static func items(_ episodes: [Episode]) -> [IncomingEpisode] {
        var episodes = episodes
        _ = EpisodeKeys.assign(to: &episodes, feedURL: nil, channelLink: nil)
        return IncomingEpisode.list(from: episodes)
    }

    /// What is stored once these have come.
    private static func stored(_ episodes: [Episode]) -> [EpisodeIdentity] {
        let items = items(episodes)
        let none = StoredEpisodes(identities: [])
        let document = MatchDocument(now: .day(8_000), isFirstImport: true)
        let plan = EpisodeMatcher.plan(incoming: items, stored: none, document: document)
        return none.adding(plan, of: items, changed: [:]).identities
    }
}
