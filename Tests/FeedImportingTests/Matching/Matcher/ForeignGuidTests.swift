import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4: guids that were another known episode's before, and are not any more.
struct ForeignGuidTests {
    private static let count = 21

    /// The archive of a site that numbers its pages, the newest first.
    private func archive(from number: Int, oneTitle: Bool = false, hasFiles: Bool = true) -> [Episode] {
        (0..<Self.count).reversed().map { index in
            var show = Episode.weekly(index, guid: "https://show.example/?p=\(number + index)")
            if oneTitle { show.title = "The show" }
            if !hasFiles { show.enclosures = [] }
            return show
        }
    }

    private func imported(_ documents: [[Episode]]) -> ModelStore {
        var store = ModelStore()
        for (day, document) in documents.enumerated() { store.importDocument(document, at: .day(200 + day)) }
        return store
    }

    @Test(arguments: [(false, true), (true, true), (false, false)])
    func c4Rule18ASiteThatComesBackWithOtherNumbersIsTheSame(oneTitle: Bool, hasFiles: Bool) {
        // Given a site that has moved away
        let first = archive(from: 100, oneTitle: oneTitle, hasFiles: hasFiles)
        var store = imported([first, first.withGUIDs { "elsewhere-\($0)" }])
        let rows = store.rowOfItem

        // When it comes back to where it was, and each page has another number
        let back = archive(from: 114, oneTitle: oneTitle, hasFiles: hasFiles)
        let plan = store.importDocument(back, at: .day(210))

        // Then each is what it was
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == rows)
        #expect(store.rows.allSatisfy { $0.identity.key == $0.episode.guid })
        #expect(store.importDocument(back, at: .day(211)).changed.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19AnHourlyShowThatComesBackDatedAnHourLaterIsTheSame() {
        // Given a show of one title that has moved away
        func news(hoursLate: Int) -> [Episode] {
            (0..<22).reversed().map { hour in
                .item(
                    guid: "news-\(hour)",
                    title: "News",
                    enclosure: "https://cdn.example.com/\(hour).mp3",
                    date: .day(100, hour: hour + hoursLate)
                )
            }
        }
        var store = imported([news(hoursLate: 0), news(hoursLate: 0).movedElsewhere()])
        let rows = store.rowOfItem

        // When it comes back, and each has the time of the next
        let plan = store.importDocument(news(hoursLate: 1), at: .day(210))

        // Then each is what its guid says
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == rows)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19UnderOneTitleATimeOfItsOwnSaysMoreThanAFormerGuid() {
        // Given a show of one title that has moved away, and is published at six and a few seconds
        let shows = archive(from: 100, oneTitle: true).enumerated().map { index, show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: Int64(37 * index))
            return show
        }
        var store = imported([shows, shows.withGUIDs { "elsewhere-\($0)" }])
        let rows = store.rowOfItem

        // When it comes back with other numbers, and all files are on another host
        let numbers = archive(from: 101)
        let back = shows.movedElsewhere().withGUIDs { numbers[$0].guid ?? "" }
        let plan = store.importDocument(back, at: .day(210))

        // Then each is what it was
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == rows)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36NorDoesADeletedOneGetTheRowOfTheNextUnderOneTitle() throws {
        // Given a show of one title that has moved away, the oldest deleted
        let shows = archive(from: 100, oneTitle: true)
        var store = imported([shows, shows.withGUIDs { "elsewhere-\($0)" }])
        let rows = store.rowOfItem
        store.delete(try #require(rows.last ?? nil))

        // When it comes back with other numbers, and all times have moved
        let back = archive(from: 101, oneTitle: true).map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: 7200)
            return show
        }
        let plan = store.importDocument(back, at: .day(210))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem.dropLast() == rows.dropLast())
        #expect(store.rows.count == Self.count - 1)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36NorDoesADeletedOneComeBackWithIt() throws {
        // Given
        let first = archive(from: 100)
        var store = imported([first, first.withGUIDs { "elsewhere-\($0)" }])
        store.delete(try #require(store.row(titled: "Talk about 0")?.id))

        // When the deleted one gets a number that another had
        for day in 210...211 {
            let plan = store.importDocument(archive(from: 114), at: .day(day))

            // Then
            #expect(plan.inserted.isEmpty)
            #expect(plan.decisions.last?.action == .suppress)
        }
        #expect(store.rows.count == Self.count - 1)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule18NorIsOneWithoutAFileAmongThemAnother() {
        // Given a site that has moved away, one of whose episodes is a text
        func archive(from number: Int) -> [Episode] {
            var shows = self.archive(from: number)
            shows[10].enclosures = []
            return shows
        }
        let first = archive(from: 100)
        var store = imported([first, first.withGUIDs { "elsewhere-\($0)" }])
        let rows = store.rowOfItem

        // When it comes back, and each page has the number of the next
        for day in [210, 212] {
            let plan = store.importDocument(archive(from: 101), at: .day(day))

            // Then each is what it was
            #expect(plan.inserted.isEmpty && plan.absences.isEmpty)
            #expect(store.rowOfItem == rows)
        }
        #expect(store.rows.allSatisfy { $0.identity.key == $0.episode.guid })
        #expect(store.breaches.isEmpty)
    }

    /// What makes the episodes of a feed alike.
    enum Likeness: CaseIterable {
        case oneMinute, oneTitle, someAreTexts

        /// One episode of the feed.
        func episode(_ index: Int, guid: Int) -> Episode {
            var show = Episode.weekly(index, guid: "https://show.example/?p=\(guid)")
            switch self {
            case .oneMinute: show.publishedAt = .day(100, minute: index)
            case .oneTitle: (show.title, show.publishedAt) = ("Daily news", .day(100 + index))
            case .someAreTexts: if index == 3 { show.enclosures = [] }
            }
            return show
        }
    }

    @Test(arguments: Likeness.allCases, [[3], [3, 8]])
    func c6Rule36NorDoesADeletedOneComeBackOverTheRowOfAnother(likeness: Likeness, deleted: [Int]) throws {
        // Given a site that has moved away, and a deleted episode that has something in common with others
        func archive(from number: Int) -> [Episode] {
            (0..<12).reversed().map { likeness.episode($0, guid: number + $0) }
        }
        let first = archive(from: 100)
        var store = imported([first, first.withGUIDs { "elsewhere-\($0)" }])
        let places = deleted.map { 11 - $0 }
        var rows = store.rowOfItem
        for place in places {
            store.delete(try #require(rows[place]))
            rows[place] = nil
        }

        // When it comes back, and each page has the number of the next
        for day in [210, 212, 214] {
            let plan = store.importDocument(archive(from: 101), at: .day(day))

            // Then the deleted ones stay away, and the others are what they were
            #expect(plan.inserted.isEmpty && plan.absences.isEmpty)
            #expect(plan.decisions.filter { $0.action == .suppress }.map(\.position) == places.sorted())
            #expect(store.rowOfItem == rows)
            if day == 214 { #expect(plan.changed.isEmpty && plan.warnings.isEmpty) }
        }
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true], [false, true])
    func c4Rule18AFormerGuidOfOneThatIsGoneTakesNoRowAlong(oneTitle: Bool, isTaken: Bool) throws {
        // Given an episode that has got another guid
        let items = archive(from: 100, oneTitle: oneTitle)
        var changed = items
        changed[2].guid = "fixed"
        var store = imported([items, changed])
        let rows = store.rowOfItem

        // When it is gone, and an older one has the guid that it had first; its own may be that of a new one
        var later = changed
        later[6].guid = items[2].guid
        later.remove(at: 2)
        if isTaken {
            later.insert(.weekly(30, guid: items[6].guid), at: 0)
        }
        let plan = store.importDocument(later, at: .day(230))

        // Then
        #expect(plan.inserted.count == (isTaken ? 1 : 0))
        #expect(store.rowOfItem.suffix(Self.count - 1) == rows[..<2] + rows[3...])
        let gone = try #require(rows[2])
        #expect(store.row(gone)?.identity.key == "fixed")
        #expect(store.row(gone)?.episode.enclosures == items[2].enclosures)
        #expect(store.importDocument(later, at: .day(231)).changed.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19AFormerGuidThatTheNextEpisodeHasIsNoneOfTheOneBefore() {
        // Given a feed of the latest bulletin, whose number was wrong and is corrected
        func bulletin(_ number: Int, guid: Int) -> [Episode] {
            [
                .item(
                    guid: "bulletin-\(guid)",
                    title: "Bulletin of \(number) o’clock",
                    enclosure: "https://news.example/\(number).mp3",
                    date: .day(1, hour: number)
                )
            ]
        }
        var store = imported([bulletin(11, guid: 12), bulletin(11, guid: 11)])
        #expect(store.rows.count == 1)

        // When the next one has that number
        let plan = store.importDocument(bulletin(13, guid: 12), at: .day(202))

        // Then it is another
        #expect(plan.inserted.count == 1)
        #expect(store.rows.map(\.identity.key) == ["bulletin-11", "bulletin-12"])
        #expect(store.aliases.isEmpty)
        #expect(store.breaches.isEmpty)
    }
}
