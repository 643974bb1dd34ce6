import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 36: episodes that were deleted here, beside others of their titles.
struct DeletedTitleTests {
    /// Eight episodes, of which the fourth and the fifth have one title.
    private func shows(hoursApart: Int64) -> [Episode] {
        var shows = (1...8).map { Episode.weekly($0) }
        for index in [3, 4] { shows[index].title = "Extra" }
        shows[4].publishedAt = shows[3].publishedAt?.adding(seconds: hoursApart * 3600)
        return shows
    }

    @Test(arguments: [Int64(3), 13], [true, false])
    func c6Rule36NorOverTheRowOfAnotherOfItsTitle(hours: Int64, isComplete: Bool) {
        // Given
        let shows = shows(hoursApart: hours)
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        store.delete(4)

        // When the feed moves, and the other one of that title has left it or is behind its end
        let items = shows.movedElsewhere().filter { $0.publishedAt != shows[4].publishedAt }
        let plan = store.importDocument(items, at: .day(101), isComplete: isComplete)

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[3].action == .suppress)
        #expect(store.row(5)?.episode.publishedAt == shows[4].publishedAt)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule18ATitleThatDeletedOnesHadTellsNone() {
        // Given three programmes that come every day, of which one edition each was not deleted here
        func programmes(_ day: Int, minutes: Int) -> [Episode] {
            ["Morning", "Noon", "Evening"].enumerated().map { index, title in
                .item(
                    guid: "\(day)-\(index)",
                    title: title,
                    enclosure: "https://h.example/\(day)/\(index).mp3",
                    date: .day(day, hour: 6, minute: minutes * index)
                )
            }
        }
        var store = ModelStore()
        store.importDocument((1...3).flatMap { programmes($0, minutes: 300) }, at: .day(4))
        for id: Int64 in [2, 3, 4, 6, 7, 8] { store.delete(id) }

        // When the next ones are published within an hour
        let plan = store.importDocument(programmes(5, minutes: 5), at: .day(5))

        // Then they are not the ones that are left, dated to the run of a tool
        #expect(plan.announced.count == 3)
        #expect(!plan.isHostMigration)
        #expect(store.rows.count == 6)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36AStoredOneOfThatTitleAndTimeIsLookedForFirst() {
        // Given the other one less than an hour later
        let shows = shows(hoursApart: 0).enumerated().map { index, show in
            var show = show
            if index == 4 { show.publishedAt = show.publishedAt?.adding(seconds: 1800) }
            return show
        }
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        store.delete(4)

        // When only one is listed at the new host, dated as the deleted one was
        let items = shows.movedElsewhere().filter { $0.publishedAt != shows[4].publishedAt }
        store.importDocument(items, at: .day(101))

        // Then nobody knows which it is, and the stored one is not lost
        #expect(store.rowOfItem[3] == 5)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36UnderAFormerGuidItIsTheOneOfItsVeryTitle() {
        // Given two that a tool has dated together, of whose titles one is part of the other; both got other guids and
        // were deleted
        var best = [(0, "Best of all"), (1, "Best of all, part two")].map { minute, title in
            Episode.item(
                guid: title,
                title: title,
                enclosure: "https://cdn.example.com/\(minute).mp3",
                date: .day(90, minute: minute),
                duration: 1800
            )
        }
        var store = ModelStore.imported(best + .talks)
        store.importDocument(best.withGUIDs { "other-\($0)" } + .talks, at: .day(151))
        for episode in best { store.row(titled: episode.title).map { store.delete($0.id) } }

        // When the second comes alone under the guid it had before, and later the first under one that nobody knows
        let second = store.importDocument([best[1]] + .talks, at: .day(152))
        best[0].guid = "new"
        best[0].enclosures[0].url = "https://cdn.example.com/new.mp3"
        let first = store.importDocument([best[0]] + .talks, at: .day(153))

        // Then
        #expect(second.inserted.isEmpty)
        #expect(first.inserted.isEmpty)
        #expect(store.breaches.isEmpty)
    }
}
