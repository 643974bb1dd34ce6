import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 36: episodes without dates that were deleted here, under other guids.
struct DeletedUndatedTests {
    enum Kind: CaseIterable {
        case file, text
    }

    private func item(_ number: Int, _ kind: Kind) -> Episode {
        .item(
            guid: "guid-\(number)",
            title: "On \(number)",
            enclosure: kind == .file ? "https://h.example/\(number).mp3" : nil,
            link: "https://show.example/\(number)"
        )
    }

    private func store(of items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(100))
        store.delete(3)
        return store
    }

    @Test(arguments: Kind.allCases)
    func c6Rule36NorAsTheOnlyOneThatHasAnotherGuid(kind: Kind) {
        // Given
        var items = (1...6).map { item($0, kind) }
        var store = store(of: items)

        // When its guid is changed, and once more
        for (day, guid) in ["other", "third"].enumerated() {
            items[2].guid = guid
            let plan = store.importDocument(items, at: .day(101 + day))

            // Then it stays away, which is said once
            #expect(plan.inserted.isEmpty)
            #expect(plan.decisions[2].action == .suppress)
            #expect(plan.warnings.map(\.kind) == [.deletedEpisode])
            let again = store.importDocument(items, at: .day(101 + day, hour: 13))
            #expect(again.warnings.isEmpty && again.inserted.isEmpty)
        }
        // But not what has a new guid each time
        items[2].guid = "fourth"
        #expect(store.importDocument(items, at: .day(103)).inserted.map(\.position) == [2])
        #expect(store.breaches.isEmpty)
    }

    /// What makes the item with the other guid another episode, or one of which nobody knows.
    enum Difference: CaseIterable {
        case title, date, neighbour, part, singleItem, pageOfTheShow
    }

    @Test(arguments: Kind.allCases, Difference.allCases)
    func c4Rule22ATitleAloneKeepsNothingOut(kind: Kind, difference: Difference) {
        // Given
        var items = (1...6).map { item($0, kind) }
        if difference == .pageOfTheShow { items[2].link = "https://example.com/" }
        var store = store(of: items)

        // When
        items[2].guid = "other"
        switch difference {
        case .title: items[2].title = "On something else"
        case .date: items[2].publishedAt = .day(101)
        case .neighbour:
            items[3].link = items[2].link
            items[3].enclosures = items[2].enclosures
        case .part, .pageOfTheShow: break
        case .singleItem: items = [items[2]]
        }
        let plan = store.importDocument(items, at: .day(101), isComplete: difference != .part)

        // Then, but for the page of the show where there is a file
        let isTheOne = kind == .file && difference == .pageOfTheShow
        let position = difference == .singleItem ? 0 : 2
        #expect((plan.decisions[position].action == .suppress) == isTheOne)
        #expect(plan.inserted.map(\.position) == (isTheOne ? [] : [position]))
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36NorDoProgrammesStayAwayThatAreNewEachTime() {
        // Given programmes of fixed titles and files, without dates, all of which were deleted
        let items = (1...3).map { item($0, .file) }
        var store = ModelStore()
        store.importDocument(items, at: .day(100))
        for id in Int64(1)...3 { store.delete(id) }

        // When all have new guids each time
        let counts = (1...4).map { time in
            let next = items.withGUIDs { "\(time)-\($0)" }
            return store.importDocument(next, at: .day(100 + time)).inserted.count
        }

        // Then they are episodes from the third time on, which are not deleted
        #expect(counts == [0, 0, 3, 0])
        #expect(store.rows.count == 3)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: ["7/{}.mp3", "{}/audio.mp3"])
    func c6Rule36NorInAMoveThatGivesAllOtherFiles(file: String) {
        // Given
        let items = (1...6).map { number in
            var item = item(number, .file)
            item.durationSeconds = 1000 + 31 * number
            return item
        }
        var store = store(of: items)

        // When files keep their names at the new host, or their lengths only
        let moved = items.withGUIDs { "moved-\($0)" }.enumerated().map { index, item in
            var item = item
            item.enclosures[0].url = "https://other.example/" + file.replacing("{}", with: "\(index + 1)")
            return item
        }
        let plan = store.importDocument(moved, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[2].action == .suppress)
        #expect(store.breaches.isEmpty)
    }
}
