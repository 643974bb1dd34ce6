import PodcastModel
import Testing

@testable import FeedImporting

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

    @Test(arguments: [1, 2])
    func c2Rule10AnEqualTitleTakesNoRowOfAnotherDateAndFile(leaving: Int) {
        // Given two with one guid, of which one or both have left
        var store = ModelStore()
        store.importDocument([shared(1, title: "Q and A"), shared(2)] + others, at: .day(200))
        let left = leaving == 1 ? [shared(2)] : []
        store.importDocument(left + others, at: .day(201))

        // When a third one comes, under the title of the first
        let items = left + [shared(5, title: "Q and A")] + others
        let plan = store.importDocument(items, at: .day(202))

        // Then it is new, and the next one as well
        #expect(plan.inserted.map(\.position) == [left.count])
        #expect(store.row(1)?.episode.publishedAt == .day(1))
        #expect(
            store.importDocument([shared(6), shared(5, title: "Q and A")] + others, at: .day(203)).inserted.count == 1
        )
        #expect(store.row(titled: "Talk 2")?.id == 2)
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10AnItemThatComesAloneTakesNoRowOfTheOnesThatLeft() {
        var store = ModelStore()
        store.importDocument([shared(1), shared(2)] + others, at: .day(200))
        store.importDocument(others, at: .day(201))
        #expect(store.importDocument([shared(5)] + others, at: .day(202)).inserted.map(\.position) == [0])
        #expect(store.importDocument([shared(5)] + others, at: .day(203)).changed.isEmpty)
        #expect(store.importDocument([shared(6), shared(5)] + others, at: .day(204)).inserted.map(\.position) == [0])
        #expect(["Talk 1", "Talk 2", "Talk 5", "Talk 6"].allSatisfy { store.row(titled: $0) != nil })
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false], [true, false])
    func c2Rule10AnEditOfTheOldestThatIsListedIsAnEdit(hasPages: Bool, hasThird: Bool) {
        // Given episodes without files that share a guid
        func item(_ number: Int, title: String? = nil) -> Episode {
            .item(
                guid: "same",
                title: title ?? "Talk \(number)",
                date: .day(number),
                link: hasPages ? "https://show.example/\(number)" : nil
            )
        }
        let rest = (hasThird ? [item(3)] : []) + others
        var store = ModelStore()
        store.importDocument([item(1), item(2)] + rest, at: .day(200))

        // When the first leaves, and the second has the plain guid then and gets another title
        store.importDocument([item(2)] + rest, at: .day(201))
        let plan = store.importDocument([item(2, title: "Renamed")] + rest, at: .day(202))

        // Then it is the row it was
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem[0] == 2)
        #expect(store.row(1)?.episode.title == "Talk 1")
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10ThePageTellsThemApartWhereTheDateIsAnotherEachTime() {
        func items(_ day: Int) -> [Episode] {
            (1...3).map {
                .item(guid: "same", title: "Talk \($0)", date: .day(day, hour: $0), link: "https://show.example/\($0)")
            } + others
        }
        var store = ModelStore()
        store.importDocument(items(200), at: .day(200))
        for day in 201...204 {
            let plan = store.importDocument(Array(items(day).dropFirst()), at: .day(day))
            #expect(plan.inserted.isEmpty)
            #expect(store.rowOfItem.prefix(2) == [2, 3])
        }
    }

    @Test(arguments: [
        Episode.item(guid: "same", title: "Talk 1", enclosure: "https://h.example/1.mp3", date: .day(9)),
        .item(guid: "same", title: "Talk 1", enclosure: "https://h.example/re-cut.mp3", date: .day(1)),
        .item(guid: "same", title: "Renamed", enclosure: "https://h.example/re-cut.mp3", date: .day(1)),
        .item(guid: "same", title: "Talk 1", date: .day(1, hour: 20)),
        .item(guid: "same", title: "Talk 1"),
    ])
    func c2Rule10TheOldestIsStillItselfAsLongAsSomethingAgrees(edited: Episode) {
        var store = ModelStore()
        store.importDocument([shared(1), shared(2)] + others, at: .day(200))
        let plan = store.importDocument([edited, shared(2)] + others, at: .day(201))
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem.prefix(2) == [1, 2])
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10OneThatComesAsTheOldestLeavesTheSameDayIsNoEditOfIt() {
        // Given a show of several editions a day with one title and no files, of which two have one guid
        func edition(_ hour: Int, guid: String = "again") -> Episode {
            .item(guid: guid, title: "News", date: .day(300, hour: hour))
        }
        let later = [edition(8, guid: "8"), edition(7, guid: "7")]
        var store = ModelStore()
        let earlier = [edition(5, guid: "5"), edition(4, guid: "4"), edition(3), edition(2, guid: "2")]
        store.importDocument([edition(6)] + earlier, at: .day(301))
        store.importDocument(later + [edition(6)], at: .day(302))

        // When the oldest leaves, and one with its guid comes the same day
        let plan = store.importDocument([edition(9)] + later, at: .day(303))

        // Then that one is new, and the old one what it was
        #expect(plan.inserted.map(\.position) == [0])
        #expect(store.row(1)?.episode.publishedAt == .day(300, hour: 6))
        #expect(store.rows.count == 8)
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10AnotherPageIsAnotherEpisode() {
        // Given a show of several editions a day with one title and no files, of which two have one guid, and one is listed
        func edition(_ hour: Int) -> Episode {
            .item(guid: "news", title: "News", date: .day(300, hour: hour), link: "https://show.example/\(hour)")
        }
        var store = ModelStore()
        store.importDocument([edition(6), edition(3)] + others, at: .day(301))
        store.importDocument([edition(6)], at: .day(302))

        // When the next one comes in its place
        let plan = store.importDocument([edition(9)], at: .day(303))

        // Then it is new
        #expect(plan.inserted.map(\.position) == [0])
        #expect(store.rows.count == 3 + others.count)
        #expect(store.breaches.isEmpty)
    }

    /// Two episodes with one guid and neither file nor page, of which only title and time tell.
    private func plain(_ title: String, at date: Timestamp) -> Episode { .item(guid: "same", title: title, date: date) }

    @Test func anEpisodeThatHadLeftIsNotTakenForEditedToAnotherDate() {
        var store = ModelStore()
        let first = plain("Talk 1", at: .day(1))
        store.importDocument([first, plain("Talk 2", at: .day(2))] + others, at: .day(200))
        store.importDocument([first] + others, at: .day(201))
        let plan = store.importDocument([first, plain("Talk 2", at: .day(15))] + others, at: .day(202))
        #expect(plan.inserted.map(\.position) == [1])
    }

    @Test func norIsOneWhoseFileIsAnother() {
        var store = ModelStore()
        store.importDocument([shared(1), shared(2)] + others, at: .day(200))
        let plan = store.importDocument([shared(1), shared(15, title: "Talk 2")] + others, at: .day(201))
        #expect(plan.inserted.map(\.position) == [1])
    }

    @Test func norTheOldestIfNeitherTitleNorTimeAgree() {
        var store = ModelStore()
        let second = plain("Talk 2", at: .day(2))
        store.importDocument([plain("Talk 1", at: .day(1)), second] + others, at: .day(200))
        let plan = store.importDocument([plain("Else", at: .day(1, hour: 20)), second] + others, at: .day(201))
        #expect(plan.inserted.map(\.position) == [0])
    }

    @Test func norTheOldestIfItIsDatedToAnotherDay() {
        var store = ModelStore()
        let second = plain("Talk 2", at: .day(5))
        store.importDocument([plain("Talk 1", at: .day(1)), second] + others, at: .day(200))
        let plan = store.importDocument([plain("Talk 1", at: .day(3)), second] + others, at: .day(201))
        #expect(plan.inserted.map(\.position) == [0])
    }

    @Test func norTheOldestIfItStandsBehindAnotherNow() {
        var store = ModelStore()
        let rest = [plain("News", at: .day(1, hour: 7))] + others
        store.importDocument([plain("Morning", at: .day(1, hour: 6))] + rest, at: .day(200))
        let plan = store.importDocument([plain("Morning", at: .day(1, hour: 9))] + rest, at: .day(201))
        #expect(plan.inserted.map(\.position) == [0])
    }

    @Test func oneOfTheMidstIsEditedToAnotherDate() {
        var store = ModelStore()
        let first = plain("Talk 1", at: .day(1))
        store.importDocument([first, plain("Talk 2", at: .day(2))] + others, at: .day(200))
        let plan = store.importDocument([first, plain("Talk 2", at: .day(3))] + others, at: .day(201))
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem.prefix(2) == [1, 2])
    }

    @Test func oneThatHadLeftComesBackWithinTheHour() {
        var store = ModelStore()
        let second = plain("Talk 2", at: .day(2))
        store.importDocument([plain("Talk 1", at: .day(1)), second] + others, at: .day(200))
        store.importDocument([second] + others, at: .day(201))
        let plan = store.importDocument([plain("Talk 1", at: .day(1, minute: 30)), second] + others, at: .day(202))
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem.prefix(2) == [1, 2])
    }

    @Test func c1Rule2GuidsThatDifferInTheirNormalFormAreTwo() {
        // Given guids that look alike: composed, decomposed, and in two orders of the marks
        let guids = ["caf\u{E9}", "cafe\u{301}", "a\u{323}\u{307}", "a\u{307}\u{323}", "\u{301}x", "x"]
        let items = guids.enumerated().map { shared($0 + 1, guid: $1) } + others
        var store = ModelStore()
        #expect(store.importDocument(items, at: .day(200)).inserted.count == items.count)
        #expect(store.rows.prefix(6).map { Array($0.identity.key.utf8) } == guids.map { Array($0.utf8) })

        // When two of them are exchanged, then each row keeps its content
        let exchanged = [shared(1, guid: guids[1]), shared(2, guid: guids[0])] + items.dropFirst(2)
        store.importDocument(exchanged, at: .day(201))
        #expect(store.rowOfItem.prefix(4) == [1, 2, 3, 4])

        // When one changes its form, then it is a new guid, and the old one an alias; and it changes back
        var changed = items
        changed[2].guid = guids[3]
        changed.remove(at: 3)
        store = ModelStore()
        store.importDocument(Array(items.prefix(3)) + others, at: .day(200))
        let plan = store.importDocument(changed.prefix(3) + others, at: .day(201))
        #expect(plan.decisions[2].formerKey.map { Array($0.utf8) } == Array(guids[2].utf8))
        #expect(store.importDocument(items.prefix(3) + others, at: .day(202)).decisions[2].by == .alias)
        #expect(store.rows.count == 3 + others.count)
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10ASharedGuidMayBeginWithACombiningMark() {
        var store = ModelStore()
        let items = [shared(1, guid: "\u{301}x"), shared(2, guid: "\u{301}x")] + others
        store.importDocument(items, at: .day(200))
        store.importDocument(Array(items.dropFirst()), at: .day(201))
        #expect(store.rowOfItem[0] == 2)
        #expect(store.breaches.isEmpty)
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
