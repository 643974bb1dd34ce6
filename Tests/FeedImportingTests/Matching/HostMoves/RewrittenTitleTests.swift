import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: a publisher who moves to a host that writes titles differently.
struct RewrittenTitleTests {
    private static let subjects = [
        "the wind", "a lighthouse", "small boats", "old maps", "rain at sea", "the north", "salt and bread",
        "winter birds",
        "a long night", "the harbour", "driftwood", "nothing much",
    ]

    /// A show at other times each week, unless a minute is given.
    private func shows(minute: Int? = nil, _ title: (String) -> String) -> [Episode] {
        Self.subjects.enumerated().map { index, subject in
            .item(
                guid: "guid-\(index)",
                title: title(subject),
                enclosure: "https://cdn.example.com/show/\(index).mp3",
                date: .day(7 * index, hour: 6, minute: minute ?? 1 + 4 * index),
                duration: 1800
            )
        }
    }

    private func store(of shows: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        return store
    }

    @Test(arguments: [
        ("Old Show: About {}", "New Show: About {}"), ("Épisode é: {}", "Episode e: {}"),
        ("About {} (with guests)", "About {}, with guests"), ("Más allá: {}", "Mas alla | {}"),
    ])
    func c4Rule20AMoveMayWriteTitlesDifferentlyAtTheSameSeconds(before: String, after: String) {
        for (before, after) in [(before, after), (after, before)] {
            var store = store(of: shows { before.replacing("{}", with: $0) })
            let items = shows { after.replacing("{}", with: $0) }.movedElsewhere()
            let plan = store.importDocument(items, at: .day(101))
            #expect(plan.isHostMigration)
            #expect(plan.inserted.isEmpty)
            #expect(store.rowOfItem == (1...12).map(Int64.init))
            #expect(store.breaches.isEmpty)
        }
    }

    @Test func c4Rule20AMoveMayNumberTitlesOtherwiseAndAddTheNameOfTheShow() {
        // Given, with one that was deleted here
        func shows(_ title: (Int, String) -> String) -> [Episode] {
            self.shows { $0 }.enumerated().map { index, show in
                var show = show
                show.title = title(index + 1, "About " + show.title)
                return show
            }
        }
        var store = store(of: shows { "Ep. \($0): \($1)" })
        store.delete(5)

        // When
        let items = shows { "\($0) \u{2013} \($1) | The Show" }.movedElsewhere()
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[4].action == .suppress)
        #expect(store.rows.count == 11)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [-36_000, 3600, 20_700] as [Int64])
    func c4Rule20AMoveMayAddTheNameOfTheShowAndMoveAllTimes(shift: Int64) {
        // Given, with one that was deleted here
        var store = store(of: shows { "About " + $0 })
        store.delete(5)

        // When
        let items = shows { "About " + $0 + " | The Show" }.movedElsewhere().map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: shift)
            return show
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[4].action == .suppress)
        #expect(store.rows.count == 11)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [-3600, 3600] as [Int64])
    func c4Rule20AMoveMayAddTheNameOfTheShowAndMoveTheTimesOfSummer(shift: Int64) {
        // Given, with one that was deleted here
        var store = store(of: shows { "About " + $0 })
        store.delete(5)

        // When
        let items = shows { "About " + $0 + " | The Show" }.movedElsewhere().enumerated().map { index, show in
            var show = show
            if index < 7 { show.publishedAt = show.publishedAt?.adding(seconds: shift) }
            return show
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[4].action == .suppress)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [nil, 0])
    func whatIsNewIsOneEpisodeAtBothOfTwoServersThatWriteTitlesDifferently(minute: Int?) {
        // Given a feed that is served by two in turns, of which one writes the name of the show behind each title
        let shows = shows(minute: minute) { "About " + $0 }
        let others = self.shows(minute: minute) { "About " + $0 + " | The Show" }.movedElsewhere()
        var store = store(of: Array(shows.dropLast()))
        store.importDocument(Array(others.dropLast()), at: .day(101))

        // When one after the other has the next episode
        store.importDocument(shows, at: .day(102))
        let plan = store.importDocument(others, at: .day(103))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...12).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [nil, 0])
    func c4Rule20UnderOneTitleTimesOfTheirOwnTellByWhatAllHaveMoved(minute: Int?) {
        var store = store(of: shows(minute: minute) { _ in "News of the day" })
        let items = shows(minute: minute) { _ in "News of the day" }.movedElsewhere().map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: 18_000)
            return show
        }
        let plan = store.importDocument(items, at: .day(101))
        #expect(plan.inserted.count == (minute == nil ? 0 : 12))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [2, 3, 12])
    func c4Rule21NewsOfEveryFewHoursAreNotTheOnesBeforeThem(hours: Int) {
        // Given news under one title, of which the oldest leaves as the next comes
        func news(_ numbers: ClosedRange<Int>, _ title: String, shift: Int) -> [Episode] {
            numbers.map { number in
                .item(
                    guid: "news-\(number)",
                    title: title,
                    enclosure: "https://cdn.example.com/news/\(number).mp3",
                    date: .day(1, hour: hours * number + shift)
                )
            }
        }
        var store = store(of: news(1...12, "News of the day", shift: 0))

        // When the host writes another time and longer titles
        let items = news(2...13, "News of the day | The Show", shift: 1).movedElsewhere()

        // Then each might be the one before as well
        #expect(store.importDocument(items, at: .day(101)).inserted.count == 12)
    }

    @Test(arguments: ["\u{2026}", "...", " ..."], [nil, 0])
    func c4Rule20AMoveMayCutTitlesOff(dots: String, minute: Int?) {
        func title(_ subject: String) -> String { "About " + subject + " and all that belongs to it" }
        var store = store(of: shows(minute: minute, title))
        let items = shows(minute: minute) { title($0).prefix(22) + dots }.movedElsewhere()
        #expect(store.importDocument(items, at: .day(101)).inserted.isEmpty)
    }

    @Test(arguments: [Int?.none, 0], [(changed: 2, isNearlyAll: true), (3, false)])
    func c4Rule20WhereNearlyAllIsRecognisedATimeOfItsOwnIsEnough(
        minute: Int?,
        titles: (changed: Int, isNearlyAll: Bool)
    ) {
        // Given
        var store = store(of: shows(minute: minute) { "About " + $0 })

        // When some get another title along with the move
        var items = shows(minute: minute) { "About " + $0 }.movedElsewhere()
        let changed = Array(3..<3 + titles.changed)
        for index in changed { items[index].title = "What else there is, part \(index)" }
        let plan = store.importDocument(items, at: .day(101))

        // Then they are known by their seconds, but not at the hour at which all are published
        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == (minute == nil && titles.isNearlyAll ? [] : changed))
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule21AShowOfTheSameTimesIsNotTheOther() {
        // Given two shows of one house that are always published at six
        var store = store(of: shows(minute: 0) { "Morning: About " + $0 })
        let items = shows(minute: 0) { "Evening: About " + $0 }.movedElsewhere()
        #expect(store.importDocument(items, at: .day(101)).inserted.count == 12)
    }

    @Test func norAreTitlesThatHaveNothingInCommon() {
        var store = store(of: shows { "About " + $0 })
        let items = shows { "Von " + String($0.reversed()) }.movedElsewhere()
        #expect(store.importDocument(items, at: .day(101)).inserted.count == 12)
    }

    @Test(arguments: [(same: 9, isMove: false), (10, true)])
    func itTakesFourFifthsOfThem(same: Int, isMove: Bool) {
        var store = store(of: shows { "Old Show: About " + $0 })
        var items = shows { "New Show: About " + $0 }.movedElsewhere()
        for index in same..<12 { items[index].publishedAt = items[index].publishedAt?.adding(seconds: 90_000) }
        let plan = store.importDocument(items, at: .day(101))
        #expect(plan.isHostMigration == isMove)
        #expect(plan.inserted.count == (isMove ? 12 - same : 12))
    }
}
