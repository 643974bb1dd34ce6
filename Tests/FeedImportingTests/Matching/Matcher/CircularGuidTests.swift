import FeedImporting
import PodcastModel
import Testing

/// Identity C2 10: guids that come again after a while, and never twice in one document.
struct CircularGuidTests {
    @Test(arguments: [(window: 4, circle: 4), (5, 5), (5, 7)])
    func c2Rule10TheNextUnderTheGuidOfTheOldestIsNew(window: Int, circle: Int) {
        // Given
        func items(_ newest: Int) -> [Episode] {
            (newest - window + 1...newest).reversed().map { .weekly($0, guid: "slot-\($0 % circle)") }
        }
        var store = ModelStore()
        store.importDocument(items(window), at: .day(7 * window))

        // When
        for newest in window + 1...window + 20 {
            let plan = store.importDocument(items(newest), at: .day(7 * newest))

            // Then
            #expect(plan.announced.map(\.position) == [0])
            #expect(plan.changed.isEmpty && plan.removed.isEmpty)
            let again = store.importDocument(items(newest), at: .day(7 * newest + 1))
            #expect(again.changed.isEmpty && again.inserted.isEmpty && again.absences.isEmpty)
        }
        #expect(store.rows.count == window + 20)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [1, 3])
    func c4Rule17AmongAFewTheGuidIsBelieved(count: Int) {
        // Given
        let shows = (1...count).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(42))

        // When the oldest comes on top, as if it were another
        let guid = shows[count - 1].guid
        let item = Episode.item(guid: guid, title: "All", enclosure: "https://x.example/all.mp3", date: .day(43))
        let plan = store.importDocument([item] + shows.dropLast(), at: .day(43))

        // Then
        #expect(plan.decisions[0].by == .guid)
        #expect(plan.inserted.isEmpty)
    }

    @Test(arguments: [0, 3])
    func c4Rule17WhatIsPublishedAnewUnderItsGuidIsTheSame(position: Int) {
        // Given
        let shows = (1...6).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(42))

        // When one that is not the oldest gets another title, file and date
        var items = shows
        let guid = shows[position].guid
        items[position] = .item(guid: guid, title: "All", enclosure: "https://x.example/all.mp3", date: .day(43))
        let plan = store.importDocument(items, at: .day(43))

        // Then
        #expect(plan.decisions[position].by == .guid)
        #expect(plan.inserted.isEmpty)
    }
}
