import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4: guids that are another known episode's, in a document where most are as they were.
struct ChangedPlacesTests {
    private func item(_ number: Int, guid: String? = nil) -> Episode {
        .item(
            guid: guid ?? "g\(number)",
            title: "Talk about \(number)",
            enclosure: "https://a.example/\(number).mp3",
            date: .day(number),
            duration: 1800
        )
    }

    private func store(of items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(100))
        return store
    }

    @Test(arguments: [3, 4, 10], [true, false])
    func c4Rule17AnExchangeOfGuidsIsNoneOfEpisodes(count: Int, withTitles: Bool) {
        // Given
        let items = (1...count).map { item($0) }
        var store = store(of: items)

        // When two guids are exchanged, twice
        var exchanged = items
        (exchanged[0].guid, exchanged[2].guid) = ("g3", "g1")
        if !withTitles { exchanged[0].title = "Speech on 1" }

        // Then each row has its own content, each time
        for (day, document) in [exchanged, exchanged.reversed(), items, exchanged].enumerated() {
            store.importDocument(document, at: .day(101 + day))
            #expect(store.rows.count == count)
            #expect(store.rowOfItem.count == count)
            for (item, row) in zip(document, store.rowOfItem) {
                #expect(store.rows.first { $0.id == row }?.episode.enclosures == item.enclosures)
                #expect(row == items.firstIndex { $0.enclosures == item.enclosures }.map { Int64($0 + 1) })
            }
            // and is found under the guid it has
            #expect(store.rows.allSatisfy { $0.identity.key == $0.episode.guid })
            #expect(store.aliases.isEmpty)
            #expect(store.breaches.isEmpty)
        }
    }

    @Test func c4Rule17SoItIsWithTexts() {
        // Given
        let items = (1...10).map { number in
            var text = item(number)
            (text.enclosures, text.link) = ([], "https://a.example/\(number)")
            return text
        }
        var store = store(of: items)

        // When
        var exchanged = items
        (exchanged[0].guid, exchanged[2].guid) = ("g3", "g1")
        store.importDocument(exchanged, at: .day(101))

        // Then
        #expect(store.rowOfItem == (1...10).map { Int64($0) })
        #expect(store.rows.allSatisfy { $0.identity.key == $0.episode.guid })
        #expect(store.breaches.isEmpty)

        // When one gets another title, and another another date
        (exchanged[0].title, exchanged[2].publishedAt) = ("Talk about one", .day(3, hour: 15))
        store.importDocument(exchanged, at: .day(102))

        // Then that is an edit
        #expect(store.rowOfItem == (1...10).map { Int64($0) })
    }

    @Test(arguments: [(count: 5, isTold: false), (6, true), (7, true)])
    func whereMostHaveChangedPlacesTheGuidsAreLeftToTheCircuitBreaker(count: Int, isTold: Bool) {
        // Given, of several episodes, three whose guids go round
        let items = (1...count).map { item($0) }
        var store = store(of: items)
        let turned = [item(1, guid: "g2"), item(2, guid: "g3"), item(3, guid: "g1")] + items.dropFirst(3)

        // When
        let plan = store.importDocument(turned, at: .day(101))

        // Then each keeps its row, unless that may as well be another show
        #expect(store.rowOfItem.prefix(3) == (isTold ? [1, 2, 3] : [2, 3, 1]))
        #expect(plan.decisions.prefix(3).allSatisfy { $0.by == (isTold ? .sharedKey : .guid) })
    }

    @Test(arguments: [(isComplete: false, isLaterPage: false), (true, true)], [1, 3, 10])
    func c4Rule17NorIsItInAPartOfAFeed(part: (isComplete: Bool, isLaterPage: Bool), count: Int) {
        // Given
        let items = (1...10).map { item($0) }
        var store = store(of: items)
        var exchanged = items
        (exchanged[0].guid, exchanged[2].guid) = ("g3", "g1")

        // When only a part of it comes, with or without the other of the two, and the same again
        let listed = Array(exchanged.prefix(count))
        for day in 101...102 {
            store.importDocument(listed, at: .day(day), isComplete: part.isComplete, isLaterPage: part.isLaterPage)
            #expect(store.rowOfItem == (1...count).map { Int64($0) })
            #expect(store.rows.map(\.episode.enclosures) == items.map(\.enclosures))
        }

        // Then the whole of it finds each where it was
        #expect(store.importDocument(exchanged, at: .day(103)).inserted.isEmpty)
        #expect(store.rowOfItem == (1...10).map { Int64($0) })
        #expect(store.rows.allSatisfy { $0.identity.key == $0.episode.guid })
        #expect(store.aliases.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test func whatAnEarlierPageHasListedIsNoOtherOfALaterOne() {
        // Given
        var store = store(of: (1...10).map { item($0) })

        // When an item behind it has the file and the title of one, another time, and the guid of a third
        var rerun = item(1, guid: "g3")
        rerun.publishedAt = .day(40)
        store.importDocument([rerun], at: .day(101), isComplete: false, isLaterPage: true, listedEarlier: [1])

        // Then that one is left alone
        #expect(store.row(1)?.episode.publishedAt == .day(1))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [1, 2, 9])
    func c4Rule17AGuidThatANewEpisodeTakesOverTakesNoRowAlong(count: Int) {
        // Given
        let items = (1...count).reversed().map { item($0) }
        var store = store(of: items)

        // When the newest gets another guid, as a new episode has its own
        let document = [item(50, guid: "g\(count)"), item(count, guid: "other")] + items.dropFirst()
        let plan = store.importDocument(document, at: .day(101))

        // Then
        #expect(plan.inserted.map(\.position) == [0])
        #expect(store.rowOfItem.dropFirst() == (1...count).map { Int64($0) }[...])
        #expect(store.rows.first?.episode.title == "Talk about \(count)")
        for day in 102...103 {
            let again = store.importDocument(document, at: .day(day))
            #expect(again.changed.isEmpty && again.inserted.isEmpty)
        }
        #expect(store.rows.count == count + 1)
        #expect(store.rows.allSatisfy { $0.identity.key == $0.episode.guid })
        #expect(store.breaches.isEmpty)

        // When its title and its file are another, as those of any that is known by its guid
        var edited = document
        (edited[0].title, edited[0].enclosures[0].url) = ("Talk about 50, corrected", "https://a.example/50-b.mp3")
        #expect(store.importDocument(edited, at: .day(104)).inserted.isEmpty)
    }

    /// What happens to two episodes that have exchanged their guids, 1 and 3 of six.
    enum Later: CaseIterable {
        case oneIsDeleted, titlesAndFilesChange, oneGetsANewGUID, oneLeavesAndComesBack
    }

    @Test(arguments: Later.allCases)
    func c4Rule17AfterAnExchangeEachIsTheEpisodeOfItsGuid(later: Later) {
        // Given
        let items = (1...6).map { item($0) }
        var store = store(of: items)
        var exchanged = items
        (exchanged[0].guid, exchanged[2].guid) = ("g3", "g1")
        store.importDocument(exchanged, at: .day(101))

        // When
        var expected: [Int64?] = [1, 2, 3, 4, 5, 6]
        switch later {
        case .oneIsDeleted:
            store.delete(1)
            expected[0] = nil
        case .titlesAndFilesChange:
            for index in [0, 2] {
                exchanged[index].title += ", corrected"
                exchanged[index].enclosures[0].url = "https://b.example/\(index).mp3"
            }
        case .oneGetsANewGUID: exchanged[2].guid = "new"
        case .oneLeavesAndComesBack: store.importDocument(Array(exchanged.dropFirst()), at: .day(102))
        }

        // Then
        for day in 103...105 {
            #expect(store.importDocument(exchanged, at: .day(day)).inserted.isEmpty)
            #expect(store.rowOfItem == expected)
            for row in store.rows { #expect(row.episode.title == exchanged[Int(row.id) - 1].title) }
        }
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true], [false, true])
    func c6Rule36NorUnderTheGuidThatAnotherHasHadSince(oldestFirst: Bool, isAlone: Bool) {
        // Given two episodes that have exchanged their guids, and one of them was deleted
        let items = (1...6).map { item($0) }
        var store = store(of: items)
        var exchanged = items
        (exchanged[1].guid, exchanged[2].guid) = ("g3", "g2")
        store.importDocument(exchanged, at: .day(101))
        store.delete(2)

        // When the exchange is undone; the other one may come later
        var documents = Array(repeating: items, count: 3)
        if isAlone { documents.insert(items.filter { $0.guid != "g3" }, at: 0) }
        for (day, document) in documents.enumerated() {
            let document = oldestFirst ? document : document.reversed()
            let plan = store.importDocument(document, at: .day(102 + day))

            // Then the deleted one stays away, and the other is what it was
            #expect(plan.inserted.isEmpty)
            let suppressed = plan.decisions.filter { $0.action == .suppress }.map(\.position)
            #expect(suppressed == [document.firstIndex(of: items[1])])
            #expect(store.rows.map(\.episode.enclosures) == (items[..<1] + items[2...]).map(\.enclosures))
        }
        let last = store.importDocument(items, at: .day(110))
        #expect(last.changed.isEmpty && last.warnings.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [2, 3, 9])
    func c4Rule17TitleAndTimeSpeakForTheGuid(count: Int) {
        // Given one title, and addresses that say how old a file is
        func document(_ newest: Int) -> [Episode] {
            (0..<count).map { age in
                .item(
                    guid: "g\(newest - age)",
                    title: "News",
                    enclosure: "https://a.example/latest\(age).mp3",
                    date: .day(newest - age)
                )
            }
        }
        var store = store(of: document(20))

        // Then every new one is new, and no other
        for newest in 21...24 {
            let plan = store.importDocument(document(newest), at: .day(100 + newest))
            #expect(plan.inserted.map(\.position) == [0])
            #expect(plan.decisions.dropFirst().allSatisfy { $0.by == .guid })
        }
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule17FilesThatAreExchangedStayWithTheirGuids() {
        // Given episodes of one moment
        var items = (1...4).map { item($0) }
        for index in items.indices { items[index].publishedAt = .day(1) }
        var store = store(of: items)

        // When
        let urls = items.map { $0.enclosures[0].url }
        (items[0].enclosures[0].url, items[1].enclosures[0].url) = (urls[1], urls[0])
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.decisions.allSatisfy { $0.by == .guid })
        #expect(store.rowOfItem == [1, 2, 3, 4])
    }
}
