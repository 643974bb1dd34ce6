import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 36: a deleted episode under another guid, in the document that moves the times of all.
struct DeletedInShiftTests {
    private static let shows = (1...12).map { number in
        var show = Episode.weekly(number)
        show.publishedAt = .day(7 * number, hour: 6, minute: 7 * number % 60)
        return show
    }

    private func store(of shows: [Episode] = shows) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        store.delete(5)
        return store
    }

    /// With every other one in summer time, if that is wanted.
    private func shifted(_ shows: [Episode] = shows, hours: Int64, hasSummerTime: Bool = false) -> [Episode] {
        shows.enumerated().map { index, show in
            var show = show
            let summer: Int64 = hasSummerTime && index % 2 == 1 ? 3600 : 0
            show.publishedAt = show.publishedAt?.adding(seconds: hours * 3600 + summer)
            if index == 4 { show.guid = "other" }
            return show
        }
    }

    @Test(arguments: [-7, 1, 12], [false, true])
    func c6Rule36NorWhereAllTimesAreSetRight(hours: Int64, hasSummerTime: Bool) {
        for change in [\Episode.enclosures[0].url, \Episode.title] {
            // Given
            var store = store()

            // When it has another guid as well, and another file or title
            var items = shifted(hours: hours, hasSummerTime: hasSummerTime)
            items[4][keyPath: change] = "https://other.example/5.mp3"
            let plan = store.importDocument(items, at: .day(101))

            // Then
            #expect(plan.inserted.isEmpty)
            #expect(plan.decisions[4].action == .suppress)
            #expect(store.importDocument(items, at: .day(102)).inserted.isEmpty)
            #expect(store.breaches.isEmpty)
        }
    }

    @Test(arguments: [60, -3600 * 2])
    func norIsAnotherTimeThatOfTheOthers(seconds: Int64) {
        var store = store()
        var items = shifted(hours: 5)
        items[4].publishedAt = items[4].publishedAt?.adding(seconds: seconds)
        items[4].enclosures[0].url = "https://other.example/5.mp3"
        #expect(store.importDocument(items, at: .day(101)).inserted.map(\.position) == [4])
    }

    @Test(arguments: [8, 9])
    func itTakesFourFifthsOfTheOthers(moved: Int) {
        var store = store()
        var items = shifted(hours: 5)
        for index in items.indices.filter({ $0 != 4 }).dropFirst(moved) {
            items[index].publishedAt = Self.shows[index].publishedAt
        }
        items[4].enclosures[0].url = "https://other.example/5.mp3"
        let plan = store.importDocument(items, at: .day(101))
        #expect(plan.inserted.map(\.position) == (moved == 9 ? [] : [4]))
    }

    @Test func c4Rule21OfNewsUnderOneTitleTheNextIsNew() {
        // Given news of every hour under one title
        let news = (1...12).map { hour in
            Episode.item(
                guid: "guid-\(hour)",
                title: "News",
                enclosure: "https://h.example/\(hour).mp3",
                date: .day(1, hour: hour),
                duration: 300
            )
        }
        var store = store(of: news)
        var items = shifted(news, hours: 1)
        items[4].enclosures[0].url = "https://h.example/next.mp3"
        #expect(store.importDocument(items, at: .day(101)).inserted.map(\.position) == [4])
    }

    @Test func c6Rule36TheOneThatIsLeftIsNoNextEditionWhereAllHaveMoved() {
        // Given a feed of which all but one of the oldest was deleted
        let shows = (1...20).map { Episode.weekly($0) }
        var store = ModelStore.imported(shows)
        for id in store.rows.map(\.id) where id != 5 { store.delete(id) }

        // When it moves to a host that dates all somewhat later, and nearly all is newer than what is stored
        let items = shows.movedElsewhere().map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: 5400)
            return show
        }
        let plan = store.importDocument(items, at: .day(151))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...20).map { $0 == 5 ? 5 : nil })
        #expect(store.breaches.isEmpty)
    }
}
