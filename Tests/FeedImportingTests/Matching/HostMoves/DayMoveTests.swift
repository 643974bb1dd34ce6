import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: a publisher who moves to a host that writes days, and no times.
struct DayMoveTests {
    /// One a day, at another time each day unless an hour is given.
    private func show(_ number: Int, title: String, hour: Int? = nil) -> Episode {
        .item(
            guid: "guid-\(number)",
            title: title,
            enclosure: "https://cdn.example.com/show/\(number).mp3",
            date: .day(number, hour: hour ?? 6, minute: hour == nil ? number * 37 % 60 : 0),
            duration: 300
        )
    }

    private func daily(_ days: ClosedRange<Int>, hour: Int? = nil) -> [Episode] {
        days.map { show($0, title: "Daily News", hour: hour) }
    }

    /// The same at a new host that dates all of them to one hour.
    private func moved(_ shows: [Episode], hour: Int = 0) -> [Episode] {
        zip(shows, shows.movedElsewhere()).map { old, new in
            var item = new
            let day = (old.publishedAt?.epochSeconds ?? 0) / 86_400
            item.publishedAt = Timestamp(epochSeconds: day * 86_400 + Int64(hour) * 3600)
            item.publishedRaw = item.publishedAt?.rfc3339
            return item
        }
    }

    private func store(of shows: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        return store
    }

    @Test(arguments: [1, 6, 20], [0, 5])
    func c4Rule20AMoveMayWriteDaysOnlyWhereTitlesRepeat(titleCount: Int, hour: Int) {
        // Given one title for all, the same titles in each season, or one for each
        let shows = (1...20).map { show($0, title: "Episode \(1 + $0 % titleCount)") }
        var store = store(of: shows)

        // When
        let plan = store.importDocument(moved(shows, hour: hour), at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...20).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [(old: 45, new: 2700), (1800, 2700), (2700, 1500)])
    func c4Rule20ItMayStateOtherLengthsAsWell(old: Int, new: Int) {
        // Given times that are days apart in the end, and one that was deleted here
        func shows(_ length: Int) -> [Episode] {
            (1...20).map { number in
                var show = show(number, title: "Episode \(1 + number % 6)", hour: 1 + number)
                show.durationSeconds = length
                return show
            }
        }
        var store = store(of: shows(old))
        store.delete(7)

        // When
        let plan = store.importDocument(moved(shows(new)), at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[6].action == .suppress)
        #expect(store.rows.count == 19)
    }

    @Test func c4Rule20ItMayGoOnAtTheSameTime() {
        var store = store(of: daily(1...20))
        let plan = store.importDocument(moved(daily(3...22)), at: .day(101))
        #expect(plan.inserted.map(\.position) == [18, 19])
        #expect(store.rowOfItem.prefix(18) == (3...20).map(Int64.init)[...])
    }

    @Test func c4Rule20WhatIsPublishedThereMayHaveItsTime() {
        // Given
        var store = store(of: daily(1...20))
        store.delete(7)

        // When
        let plan = store.importDocument(moved(daily(2...20)) + daily(21...21), at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == [19])
        #expect(store.rowOfItem[5] == nil)
        #expect(store.rows.count == 20)
    }

    @Test(arguments: [(hour: 0, isMove: true), (18, false)])
    func c4Rule21TheEveningNewsAreNotThoseOfTheMorning(hour: Int, isMove: Bool) {
        // Given news at the same time each day, where midnight is no time
        var store = store(of: daily(1...20, hour: 6))
        let plan = store.importDocument(moved(daily(1...20), hour: hour), at: .day(101))
        #expect(plan.isHostMigration == isMove)
        #expect(plan.inserted.count == (isMove ? 0 : 20))
    }

    @Test func c4Rule21OfTwoEditionsOfADayNobodyKnowsWhichIsMeant() {
        // Given a special on one day, of which the new host has one edition only
        var special = show(7, title: "Daily News", hour: 20)
        special.guid = "special"
        var store = store(of: daily(1...20) + [special])
        let plan = store.importDocument(moved(daily(1...20)), at: .day(101))
        #expect(plan.inserted.map(\.position) == [6])
        #expect(store.rows.count == 22)
    }

    @Test func c4Rule21NorOfTwoThatTheNewHostHas() {
        var store = store(of: daily(1...20))
        var items = moved(daily(1...20))
        var special = items[6]
        special.guid = "special"
        special.enclosures[0].url = "https://other.example/special.mp3"
        items.append(special)
        let plan = store.importDocument(items, at: .day(101))
        #expect(plan.inserted.map(\.position) == [6, 20])
    }

    @Test(arguments: [(same: 15, isMove: false), (16, true)])
    func itTakesFourFifthsOfThem(same: Int, isMove: Bool) {
        var store = store(of: daily(1...20))
        let items = moved(daily(1...same)) + moved(daily(31...50 - same)).withGUIDs { "later-\($0)" }
        #expect(store.importDocument(items, at: .day(101)).isHostMigration == isMove)
        #expect(store.rows.count == (isMove ? 20 : 40) + (isMove ? 20 - same : 0))
    }

    @Test func ofAPartOfTheFeedNothingIsSaid() {
        var store = store(of: daily(1...20))
        #expect(store.importDocument(moved(daily(1...20)), at: .day(101), isComplete: false).inserted.count == 20)
    }

    @Test func norWhereOneHasATimeOfItsOwn() {
        var store = store(of: daily(1...20))
        var items = moved(daily(1...20))
        items[19].publishedAt = .day(20, hour: 12)
        #expect(store.importDocument(items, at: .day(101)).inserted.count == 20)
    }
}
