import FeedImporting
import PodcastModel
import Testing

/// Identity C2 10: guids that several episodes of a podcast have, over the weeks.
struct SharedGuidTests {
    private let others = (10...20).map { Episode.weekly($0) }

    private func shared(_ number: Int, title: String? = nil, guid: String = "same") -> Episode {
        .item(
            guid: guid,
            title: title ?? "Talk \(number)",
            enclosure: "https://h.example/\(number).mp3",
            date: .day(number)
        )
    }

    @Test func c4Rule19AFormerGuidOfSeveralEpisodesIsNobodysAlias() {
        // Given two with one guid, of which the older then gets its own
        var store = ModelStore()
        store.importDocument([shared(1), shared(2)] + others, at: .day(200))
        store.importDocument([shared(1, guid: "own"), shared(2)] + others, at: .day(201))
        #expect(store.row(1)?.identity.key == "own")

        // When both have left, and another one has the guid
        store.importDocument(others, at: .day(202))
        let plan = store.importDocument([shared(5)] + others, at: .day(203))

        // Then it is new
        #expect(plan.inserted.map(\.position) == [0])
        #expect(store.row(1)?.episode.title == "Talk 1")
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false])
    func c6Rule36AGuidOfSeveralKeepsOnlyTheDeletedOneOut(isDated: Bool) {
        // Given two with one guid, and the one that has the plain guid deleted
        func item(_ number: Int) -> Episode {
            var item = shared(number)
            if !isDated { (item.publishedAt, item.publishedRaw) = (nil, nil) }
            return item
        }
        var store = ModelStore()
        store.importDocument([item(1), item(2)] + others, at: .day(200))
        for row in store.rows where row.identity.key == "same" { store.delete(row.id) }
        let left = store.rows.count
        let deleted = store.row(titled: "Talk 1") == nil ? 1 : 2

        // Then it stays away, alone and with the other
        store.importDocument([item(1), item(2)] + others, at: .day(201))
        #expect(store.rows.count == left)
        store.importDocument([item(deleted)] + others, at: .day(202))
        #expect(store.rows.count == left)

        // But a third one is let in
        let plan = store.importDocument([item(5)] + others, at: .day(203))
        #expect(plan.inserted.map(\.position) == [0])
        #expect(store.importDocument([item(5)] + others, at: .day(204)).changed.isEmpty)
        #expect(store.breaches.isEmpty)
    }
}
