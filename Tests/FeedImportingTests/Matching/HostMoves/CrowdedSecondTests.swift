import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: a move that adds the name of the show to titles, where several episodes have one date.
struct CrowdedSecondTests {
    /// So many shows a week, all of one second.
    private func shows(_ titles: [String], weekly count: Int) -> [Episode] {
        titles.enumerated().map { index, title in
            .item(
                guid: "guid-\(index)",
                title: title,
                enclosure: "https://cdn.example.com/show/\(index).mp3",
                date: .day(7 * (index / count), hour: 0)
            )
        }
    }

    private func moved(_ shows: [Episode]) -> [Episode] {
        shows.movedElsewhere().map { show in
            var show = show
            show.title += " | The Show"
            return show
        }
    }

    @Test(arguments: [(1, isKnown: true), (2, true), (8, true), (9, false)])
    func c4Rule20TitlesTellApartWhatIsDatedAlike(count: Int, isKnown: Bool) {
        // Given days and no times, or the parts of a talk
        let shows = shows("abcdefghijklmnopqr".map { "The talk about letter \($0)" }, weekly: count)
        var store = ModelStore()
        store.importDocument(shows, at: .day(200))

        // When
        let plan = store.importDocument(moved(shows), at: .day(201))

        // Then: of more each title would have to be compared with too many
        #expect(plan.inserted.count == (isKnown ? 0 : shows.count))
        if isKnown { #expect(store.rowOfItem == (1...shows.count).map(Int64.init)) }
    }

    @Test func c4Rule18ATitleThatIsPartOfTwoTellsNothing() {
        // Given an episode and its bonus, each week
        let titles = "abcdefgh".flatMap { ["The talk about letter \($0)", "The talk about letter \($0), the bonus"] }
        let shows = shows(titles, weekly: 2)
        var store = ModelStore()
        store.importDocument(shows, at: .day(200))

        // When
        let plan = store.importDocument(moved(shows), at: .day(201))

        // Then
        #expect(plan.inserted.count == shows.count)
    }

    @Test(arguments: [("cdn.example.com", isMove: false), ("other.example", true)])
    func c4Rule20WhatTakesThePlaceOfTheOthersOfADayIsNewUnlessTheFilesMove(host: String, isMove: Bool) {
        // Given days and no times, in a feed of the last few
        let shows = shows(["News", "Sport", "Weather"], weekly: 3)
        var store = ModelStore()
        store.importDocument(shows, at: .day(1))

        // When, as the evening comes
        let evening = moved(shows).enumerated().map { index, show in
            var show = show
            show.enclosures[0].url = "https://\(host)/show/evening-\(index).mp3"
            return show
        }
        let plan = store.importDocument(evening, at: .day(1, hour: 20))

        // Then
        #expect(plan.inserted.count == (isMove ? 0 : 3))
        #expect(plan.isHostMigration == isMove)
    }
}
