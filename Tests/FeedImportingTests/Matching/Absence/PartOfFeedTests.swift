import PodcastModel
import Testing

@testable import FeedImporting

/// Of a page, and of what was cut off, nobody knows what has left the feed: it may be on the next page.
struct PartOfFeedTests {
    private static let shows = (1...10).reversed().map { Episode.weekly($0) }

    /// Episode 3 once more, at its own address, long after.
    private static let rerun = Episode.item(
        guid: "rerun",
        title: "Rerun: talk about 3",
        enclosure: "https://cdn.example.com/show/3.mp3",
        date: .day(77)
    )

    private func imported(_ items: [Episode] = shows) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(90))
        return store
    }

    @Test(arguments: [(isComplete: false, isLaterPage: false), (true, true), (true, false)])
    func c4Rule17AFileAloneIsNoEvidenceInAPartOfAFeed(isComplete: Bool, isLaterPage: Bool) {
        var store = imported()
        let items = [Self.rerun] + Self.shows.prefix(4)
        let plan = store.importDocument(items, at: .day(91), isComplete: isComplete, isLaterPage: isLaterPage)
        #expect(plan.decisions[0].by == (isComplete && !isLaterPage ? .enclosure : .new))
    }

    @Test(arguments: [true, false])
    func c4Rule17NorIsATitleOnOneDay(isComplete: Bool) {
        var store = imported()
        let twin = Episode.item(
            guid: "twin",
            title: "Talk about 3",
            enclosure: "https://cdn.example.com/show/other.mp3",
            date: .day(21, hour: 16)
        )
        let items = Array(Self.shows.prefix(4)) + [twin, .weekly(1)]
        let plan = store.importDocument(items, at: .day(91), isComplete: isComplete)
        #expect(plan.decisions[4].by == (isComplete ? .titleAndDate : .new))
    }

    @Test(arguments: [true, false])
    func c4Rule17FileAndTitleOrTitleAndTimeStillAre(hasNewFile: Bool) {
        var store = imported()
        var changed = Episode.weekly(9, guid: "changed")
        if hasNewFile {
            changed.enclosures[0].url = "https://other.example/9.mp3"
        } else {
            changed.publishedAt = .day(70)
        }
        let plan = store.importDocument([.weekly(10), changed], at: .day(91), isComplete: false)
        #expect(plan.decisions[1].by == (hasNewFile ? .titleAndDate : .enclosure))
        #expect(store.rows.count == 10)
    }

    @Test(arguments: [
        ("a rerun before its original", Episode.weekly(3), rerun),
        ("one guid", .weekly(3, guid: "guid-20"), .weekly(20)),
        (
            "one title twice a day",
            .item(guid: "a", title: "News", enclosure: "https://h.example/a.mp3", date: .day(7, hour: 8)),
            .item(guid: "b", title: "News", enclosure: "https://h.example/b.mp3", date: .day(7, hour: 12))
        ),
        (
            "one title and address",
            .item(guid: "a", title: "News", enclosure: "https://h.example/n.mp3", date: .day(7)),
            .item(guid: "b", title: "News", enclosure: "https://h.example/n.mp3", date: .day(8))
        ),
        (
            "one page for ever latest",
            .item(title: "On 1", date: .day(1), link: "https://show.example/latest"),
            .item(title: "On 2", date: .day(8), link: "https://show.example/latest")
        ),
    ])
    func c4Rule18AnEpisodeOfAnEarlierPageIsNoOtherOfALaterOne(what: String, older: Episode, newer: Episode) {
        // Given
        var store = imported([.weekly(30), newer])
        let earlier = Set(store.rows.map(\.id))

        // When
        func readOn() -> MatchPlan {
            let items = [older, .weekly(1)]
            return store.importDocument(items, at: .day(90), isLaterPage: true, listedEarlier: earlier)
        }

        // Then, and the same once more
        #expect(readOn().inserted.count == 2, "\(what)")
        let again = readOn()
        #expect(again.inserted.isEmpty && again.rekeyed.isEmpty, "\(what)")
        #expect(store.importDocument([.weekly(30), newer], at: .day(91), isComplete: false).changed.isEmpty, "\(what)")
        #expect(store.rows.count == 4)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule18ACopyOnALaterPageIsTheEpisodeOfTheEarlierOne() {
        // Given pages that shift as they are read, and a member's copy
        var store = imported([.weekly(3), .weekly(2)])
        let earlier = Set(store.rows.map(\.id))
        let items = [Episode.weekly(2), .weekly(3, guid: "members"), .weekly(1)]
        let plan = store.importDocument(items, at: .day(90), isLaterPage: true, listedEarlier: earlier)
        #expect(plan.inserted.map(\.position) == [2])
    }
}
