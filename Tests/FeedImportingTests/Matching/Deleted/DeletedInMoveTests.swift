import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 36: what was deleted here stays away when the publisher moves, whatever the move has done to all.
struct DeletedInMoveTests {
    /// What a new host does to all episodes, besides giving them other guids.
    enum Change: CaseIterable {
        case days, today, nameOfTheShow, nameOfTheShowAndMinutes, dates, datesOfToday, noDates, lengths, spelling

        /// Whether files keep their addresses.
        var keepsFiles: Bool { self == .dates || self == .datesOfToday || self == .noDates }

        func apply(to item: inout Episode, at index: Int) {
            switch self {
            case .days: item.publishedAt = item.publishedAt.map { $0.adding(seconds: -($0.epochSeconds % 86_400)) }
            case .today, .datesOfToday: item.publishedAt = .day(299, hour: 12, minute: index)
            case .nameOfTheShow: item.title += " | The Show"
            case .nameOfTheShowAndMinutes:
                item.title += " | The Show"
                item.publishedAt = item.publishedAt.map { $0.adding(seconds: -($0.epochSeconds % 60)) }
            case .dates: item.publishedAt = item.publishedAt?.adding(seconds: 2 * 86_400)
            case .noDates: item.publishedAt = nil
            case .lengths: item.durationSeconds = item.durationSeconds.map { $0 * 60 }
            case .spelling: item.title = item.title.replacing("Old", with: "New")
            }
        }
    }

    private static let shows = (1...20).map { number in
        var show = Episode.weekly(number)
        show.title = "Old Show: About \(number)"
        show.publishedAt = .day(7 * number, hour: 6, minute: 37 * number % 60 + 1).adding(seconds: Int64(number))
        show.durationSeconds = 45
        return show
    }

    private func store(without ids: [Int64], of shows: [Episode] = shows) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(298))
        for id in ids { store.delete(id) }
        return store
    }

    private func moved(_ shows: [Episode] = shows, by change: Change) -> [Episode] {
        let items = change.keepsFiles ? shows.withGUIDs { "moved-\($0)" } : shows.movedElsewhere()
        return items.enumerated().map { index, item in
            var item = item
            change.apply(to: &item, at: index)
            return item
        }
    }

    @Test(arguments: Change.allCases, [[Int64(8)], Array(Int64(1)...15), Array(Int64(1)...18), Array(Int64(1)...20)])
    func c6Rule36NorInAMoveThatChangesAll(change: Change, deleted: [Int64]) {
        // Given
        var store = store(without: deleted)

        // When
        let items = moved(by: change)
        let plan = store.importDocument(items, at: .day(299, hour: 13))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        let suppressed = plan.decisions.filter { $0.action == .suppress }
        #expect(suppressed.map(\.position) == deleted.map { Int($0) - 1 })
        #expect(plan.warnings.contains { $0.kind == .deletedEpisode })
        #expect(store.rows.count == 20 - deleted.count)
        #expect(store.breaches.isEmpty)
        // And the next time by their keys
        #expect(store.importDocument(items, at: .day(299, hour: 14)).inserted.isEmpty)
    }

    @Test func c6Rule36TheNextEditionsOfDeletedProgrammesAreNew() {
        // Given a feed of the latest edition, of which all is deleted
        func edition(hour: Int) -> [Episode] {
            ["Headlines", "Sport", "Weather"].enumerated().map { index, title in
                .item(
                    guid: "\(title)-\(hour)",
                    title: title,
                    enclosure: "https://h.example/\(title)-\(hour).mp3",
                    date: .day(10, hour: hour, minute: 5 * index)
                )
            }
        }
        var store = store(without: [1, 2, 3], of: edition(hour: 6))

        // When the next one comes, all of it as much later
        let plan = store.importDocument(edition(hour: 18), at: .day(299))

        // Then
        #expect(plan.inserted.count == 3)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36NorInAMoveThatCountsSomeSeasonsAnew() {
        // Given one season
        func shows(_ prefix: (Int) -> String) -> [Episode] {
            Self.shows.enumerated().map { index, show in
                var show = show
                show.title = prefix(index + 1) + show.title
                return show
            }
        }
        var store = store(without: [14, 20], of: shows { "S1E\($0): " })

        // When the last eight have become the second season at the new host
        let items = shows { $0 > 12 ? "S2E\($0 - 12): " : "S1E\($0): " }.movedElsewhere()
        let plan = store.importDocument(items, at: .day(299, hour: 13))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.position) == [13, 19])
        #expect(store.rows.count == 18)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true])
    func c6Rule36NorInAMoveOfAFeedWithoutDates(gainsDates: Bool) {
        // Given a feed without dates, of which most is deleted
        let undated = Self.shows.map { show in
            var show = show
            show.publishedAt = nil
            return show
        }
        var store = store(without: Array(1...15), of: undated)

        // When all get other guids, and dates or none
        let items = (gainsDates ? Self.shows : undated).withGUIDs { "moved-\($0)" }
        let plan = store.importDocument(items, at: .day(299, hour: 13))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions.count { $0.action == .suppress } == 15)
        #expect(store.rows.count == 5)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36ARerunIsNoneOfThemWhereOthersLoseTheirDates() {
        // Given
        var store = store(without: [8])

        // When the new host dates only what is dated anew: the deleted one comes as a rerun
        var items = moved(by: .noDates)
        items[7].publishedAt = .day(299)
        let plan = store.importDocument(items, at: .day(299, hour: 13))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == [7])
    }

    @Test(arguments: Change.allCases)
    func c6Rule36WhatIsNewIsNotKeptOut(change: Change) {
        var store = store(without: [8, 20])
        var next = Self.shows[19]
        next.guid = "next"
        next.title = "Old Show: About something else"
        next.enclosures[0].url = "https://other.example/next.mp3"
        next.publishedAt = .day(147, hour: 9, minute: 7)
        let plan = store.importDocument(moved(Self.shows + [next], by: change), at: .day(299, hour: 13))
        #expect(plan.inserted.map(\.position) == [20])
    }

    @Test(arguments: [Change.days, .today, .nameOfTheShow, .lengths])
    func c6Rule36NorWhatHasSomethingInCommonWithAStoredOne(change: Change) {
        // Given two of one title, time and length, one of them deleted
        var twin = Self.shows[7]
        twin.guid = "twin"
        twin.enclosures[0].url = "https://cdn.example.com/twin.mp3"
        var store = store(without: [8], of: Self.shows + [twin])

        // When only one of them is listed under a new guid
        let plan = store.importDocument(moved(by: change), at: .day(299, hour: 13))

        // Then nobody knows which it is, and what is too much can be deleted again
        #expect(plan.decisions[7].action != .suppress)
    }

    @Test(arguments: [Change.days, .today, .nameOfTheShow, .dates, .lengths])
    func c6Rule36WithoutAMoveItTakesMore(change: Change) {
        var store = store(without: [8])
        var items = Self.shows
        items[7] = moved(by: change)[7]
        #expect(store.importDocument(items, at: .day(299, hour: 13)).inserted.map(\.position) == [7])
    }

    @Test func c5Rule29WhatAToolDatesTodayInAMoveIsBacklog() {
        // Given a feed that lists its last episodes
        var store = store(without: [], of: Array(Self.shows.suffix(10)))

        // When the new host lists all, as if they were of today, and next to them one of tomorrow
        var tomorrow = Self.shows[19]
        tomorrow.guid = "next"
        tomorrow.title = "Next"
        tomorrow.enclosures[0].url = "https://other.example/next.mp3"
        tomorrow.publishedAt = .day(300)
        let plan = store.importDocument(moved(by: .today) + [tomorrow], at: .day(300))

        #expect(plan.inserted.count == 11)
        #expect(plan.announced.map(\.position) == [20])
    }

    @Test(arguments: [Change.lengths, .today], ["{} - ", ""])
    func c6Rule36NorInAMoveThatNumbersTitlesAsWell(change: Change, prefix: String) {
        // Given episodes with numbers in front of their titles, or without
        func numbered(_ shows: [Episode], _ prefix: String) -> [Episode] {
            shows.enumerated().map { index, show in
                var show = show
                show.title = prefix.replacing("{}", with: "\(index + 1)") + show.title
                return show
            }
        }
        var store = store(without: [8], of: numbered(Self.shows, prefix.isEmpty ? "{} - " : ""))

        // When the new host writes them the other way, and other lengths or dates
        let items = numbered(moved(by: change), prefix)
        let plan = store.importDocument(items, at: .day(299, hour: 13))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[7].action == .suppress)
    }

    @Test(arguments: [Change.days, .today, .nameOfTheShow, .spelling])
    func c6Rule36NorInAMoveThatStatesOtherLengthsAsWell(change: Change) {
        var store = store(without: [8])
        let items = moved(by: change).map { item in
            var item = item
            item.durationSeconds = item.durationSeconds.map { $0 * 60 }
            return item
        }
        let plan = store.importDocument(items, at: .day(299, hour: 13))
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[7].action == .suppress)
    }

    @Test func titlesMayBecomeLongerAndDatesOthersWhereTheFilesStay() {
        // Given
        let shows = (1...12).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        store.delete(5)

        // When guids, titles and dates are written anew
        let items = shows.withGUIDs { "moved-\($0)" }.enumerated().map { index, show in
            var show = show
            show.title += " | The Show"
            show.publishedAt = show.publishedAt?.adding(seconds: -40_000 - 977 * Int64(index))
            return show
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[4].action == .suppress)
        #expect(store.rows.count == 11)
        #expect(store.breaches.isEmpty)
    }
}
