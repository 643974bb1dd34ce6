import PodcastModel
import Testing

/// Identity C4: feeds of two items, of which no majority says what the publisher has done to the guids.
struct SmallFeedTests {
    /// What becomes of the guids.
    enum Renumbering: CaseIterable {
        case anew, swapped, up, down

        func guids(_ numbers: [Int]) -> [String] {
            switch self {
            case .anew: numbers.map { "new-\($0)" }
            case .swapped: numbers.reversed().map(String.init)
            case .up: numbers.map { String($0 + 1) }
            case .down: numbers.map { String($0 - 1) }
            }
        }
    }

    /// What stays as it was.
    enum Rest: CaseIterable {
        case all, titlesAndFiles, titlesAndDates, filesAndDates
    }

    private func item(_ number: Int, guid: String) -> Episode {
        .item(
            guid: guid,
            title: "Talk about \(number)",
            enclosure: "https://a.example/\(number).mp3",
            date: .day(number),
            duration: 1800
        )
    }

    private func changed(_ number: Int, guid: String, _ rest: Rest) -> Episode {
        var item = item(number, guid: guid)
        switch rest {
        case .all: break
        case .titlesAndFiles: item.publishedAt = item.publishedAt?.adding(seconds: 7200)
        case .titlesAndDates: item.enclosures[0].url = "https://b.example/\(number)/audio.mp3"
        case .filesAndDates: item.title = "Speech on \(number)"
        }
        return item
    }

    @Test(arguments: Renumbering.allCases, Rest.allCases)
    func c4Rule17RenumberedItemsAreTheSameEpisodes(renumbering: Renumbering, rest: Rest) {
        // Given
        var store = ModelStore()
        store.importDocument([item(6, guid: "6"), item(5, guid: "5")], at: .day(10))

        // When
        let guids = renumbering.guids([6, 5])
        let items = [changed(6, guid: guids[0], rest), changed(5, guid: guids[1], rest)]
        for day in 11...13 { store.importDocument(items, at: .day(day)) }

        // Then
        #expect(store.rows.count == 2)
        #expect(store.rowOfItem == [1, 2])
        #expect(store.rows.map(\.episode.title) == items.map(\.title))
        #expect(store.breaches.isEmpty)
        let again = store.importDocument(items.reversed(), at: .day(14))
        #expect(again.changed.isEmpty && again.inserted.isEmpty)
    }

    @Test func c4Rule17ItemsNumberedFromTheTopAreNewEachTime() {
        // Given: the newest has the guid 1
        var store = ModelStore()
        for number in 2...9 {
            let items = [item(number, guid: "1"), item(number - 1, guid: "2")]
            for hour in [0, 12] { store.importDocument(items, at: .day(number, hour: hour)) }
        }
        #expect(store.rows.map(\.episode.title).sorted() == (1...9).map { "Talk about \($0)" })
        #expect(store.breaches.isEmpty)
    }
}
