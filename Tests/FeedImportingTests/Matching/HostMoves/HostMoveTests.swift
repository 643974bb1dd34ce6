import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: a publisher who moves to a host that reads dates in another time zone.
struct HostMoveTests {
    private func show(_ number: Int, hour: Int = 22, title: String? = nil) -> Episode {
        .item(
            guid: "guid-\(number)",
            title: title ?? "Talk about \(number)",
            enclosure: "https://cdn.example.com/show/\(number).mp3",
            date: .day(7 * number, hour: hour)
        )
    }

    private func moved(_ show: Episode, by seconds: Int64) -> Episode {
        var show = show
        show.guid = show.guid.map { "moved-" + $0 }
        show.enclosures[0].url = "https://other.example/" + show.title + "/audio.mp3"
        show.publishedAt = show.publishedAt?.adding(seconds: seconds)
        show.publishedRaw = show.publishedAt?.rfc3339
        return show
    }

    @Test(arguments: [
        // Four guids in five are new
        (total: 10, unknown: 8, found: 8, isMove: true), (10, 7, 7, false),
        // Of three items at least
        (3, 3, 3, true), (2, 2, 2, false),
        // And half of the episodes are known
        (10, 10, 5, true), (10, 10, 4, false),
    ])
    func aMoveIsOfMostGuidsAndHalfOfTheEpisodes(total: Int, unknown: Int, found: Int, isMove: Bool) {
        var store = ModelStore()
        store.importDocument((1...total).map { .weekly($0) }, at: .day(300))
        let items = (1...total).map { number -> Episode in
            if number > unknown { return .weekly(number) }
            if number <= found { return .weekly(number, guid: "new-\(number)") }
            let file = "https://new.example/\(number).mp3"
            return .item(guid: "new-\(number)", title: "Fresh \(number)", enclosure: file, date: .day(200 + number))
        }
        let plan = store.importDocument(items, at: .day(301))
        #expect(plan.isHostMigration == isMove)
        #expect(plan.inserted.count == unknown - found)
    }

    @Test(arguments: [5, 12], [-50_400, 82 * 900, 0, 3600, 18_000, 50_400])
    func c4Rule20AMoveMayShiftTimesOverMidnight(count: Int, seconds: Int64) {
        // Given, with every other one in summer time
        var store = ModelStore()
        let shows = (1...count).map { show($0) }
        store.importDocument(shows, at: .day(100))

        // When
        let items = shows.enumerated().map {
            moved($1, by: abs(seconds) <= 50_400 - 3600 && $0 % 2 == 1 ? seconds + 3600 : seconds)
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then, unless no two zones are so far apart
        let isZone = abs(seconds) <= 50_400
        #expect(plan.isHostMigration == isZone)
        #expect(plan.inserted.isEmpty == isZone)
        #expect(store.rows.count == (isZone ? count : 2 * count))
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule20AMoveMayDropTheSeconds() {
        // Given news of every hour under one title, of which one was deleted here
        let news = (0..<24).map { hour in
            Episode.item(
                guid: "n\(hour)",
                title: "News",
                enclosure: "https://h.example/\(hour).mp3",
                date: Timestamp.day(1, hour: hour).adding(seconds: Int64(1 + hour)),
                duration: 300
            )
        }
        var store = ModelStore()
        store.importDocument(news, at: .day(100))
        store.delete(5)

        // When
        let items = news.movedElsewhere().enumerated().map { hour, item in
            var item = item
            item.publishedAt = .day(1, hour: hour)
            return item
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[4].action == .suppress)
        #expect(store.rowOfItem == (1...24).map { number -> Int64? in number == 5 ? nil : number })
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule20ShiftsThatAreNotAlikeAreNoTimeZone() {
        var store = ModelStore()
        let shows = (1...6).map { show($0) }
        store.importDocument(shows, at: .day(100))
        let shifts: [Int64] = [11_000, 18_000, 25_500, 32_000, 40_000, 48_000]
        let plan = store.importDocument(zip(shows, shifts).map { moved($0, by: $1) }, at: .day(101))
        #expect(plan.inserted.count == 6)
    }

    @Test(arguments: [1, 3, 24])
    func c4Rule21OneTitleAtShiftedTimesIsANewEpisodeEachTime(windowSize: Int) {
        // Given news of every twelfth hour under one title
        func news(_ number: Int) -> Episode {
            .item(
                guid: "n\(number)",
                title: "News",
                enclosure: "https://h.example/\(number).mp3",
                date: .day(1, hour: 12 * number)
            )
        }
        var store = ModelStore()
        store.importDocument((0..<windowSize).map(news), at: .day(100))

        // When all of them are replaced
        let plan = store.importDocument((windowSize..<2 * windowSize).map(news), at: .day(101))

        // Then
        #expect(plan.inserted.count == windowSize)
    }

    @Test(arguments: [3, 5, 12, 24], [1, 2])
    func c4Rule21OneTitleAllDayIsANewEpisodeAlsoInAMove(windowSize: Int, newCount: Int) {
        // Given news of every hour under one title
        func news(_ number: Int, _ scheme: String) -> Episode {
            .item(
                guid: "\(scheme)://news.example/\(number)",
                title: "News",
                enclosure: "https://h.example/\(number).mp3",
                date: .day(1, hour: number),
                duration: 300
            )
        }
        var store = ModelStore()
        store.importDocument((1...windowSize).map { news($0, "http") }, at: .day(100))

        // When all guids change as the window slides on
        let numbers = (1 + newCount)...(windowSize + newCount)
        let plan = store.importDocument(numbers.map { news($0, "https") }, at: .day(101))

        // Then what has left has not become what has come
        #expect(plan.inserted.count == newCount)
        #expect(store.rows.count == windowSize + newCount)
    }

    @Test func c4Rule21OneTitleEveryDayIsNoMovedOneOfTheSameDay() {
        // Given a morning show, the last one withdrawn
        func brief(_ day: Int, hour: Int, _ host: String) -> Episode {
            .item(
                guid: host + "\(day)",
                title: "Brief",
                enclosure: "https://\(host)/\(day).mp3",
                date: .day(day, hour: hour)
            )
        }
        var store = ModelStore()
        store.importDocument((1...8).map { brief($0, hour: 6, "a.example") }, at: .day(100))

        // When the publisher moves, with a special on the same day
        var special = brief(8, hour: 12, "b.example")
        special.guid = "special"
        let plan = store.importDocument((1...7).map { brief($0, hour: 6, "b.example") } + [special], at: .day(101))

        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == [7])
    }

    @Test(arguments: [(hours: -11, hour: 5), (-11, 20), (10, 5), (10, 20), (-1, 5), (-1, 20)], [11, 3])
    func c4Rule20ARepeatedTitleIsKnownByTheTimeThatAllHaveMovedBy(time: (hours: Int, hour: Int), specials: Int) {
        // Given daily news under one title, and as many specials, or a few
        let shows = (1...20).map { number in
            Episode.item(
                guid: "guid-\(number)",
                title: number <= 20 - specials ? "Daily News" : "Special \(number)",
                enclosure: "https://cdn.example.com/show/\(number).mp3",
                date: .day(number, hour: time.hour)
            )
        }
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))

        // When
        let items = shows.enumerated().map { index, show in
            var item = moved(show, by: Int64(time.hours) * 3600)
            item.enclosures[0].url = "https://other.example/\(index)/audio.mp3"
            return item
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...20).map(Int64.init))
    }

    @Test(arguments: ["#{} - ", "{}. ", "S1E{}: ", "S02 E{} | ", "Season 3, Episode {} - ", ""], [0, -5, 10])
    func c4Rule20AMoveMayDropNumbersAndShiftTimes(prefix: String, hours: Int) {
        func title(_ number: Int) -> String {
            prefix.replacing("{}", with: "\(number)") + "Of \(number * number) things"
        }
        let plain = (1...12).map { show($0, title: "Of \($0 * $0) things") }
        let numbered = (1...12).map { show($0, title: title($0)) }
        for (before, after) in [(numbered, plain), (plain, numbered)] {
            var store = ModelStore()
            store.importDocument(before, at: .day(100))
            let items = after.map { moved($0, by: Int64(hours) * 3600) }
            #expect(store.importDocument(items, at: .day(101)).inserted.isEmpty)
            #expect(store.rowOfItem == (1...12).map(Int64.init))
        }
    }

    @Test(arguments: [5, 10])
    func c4Rule20AMoveMayOpenTheArchive(windowSize: Int) {
        // Given a host that lists the last episodes
        let shows = (1...100).map { show($0, hour: 0) }
        var store = ModelStore()
        store.importDocument(Array(shows.suffix(windowSize)), at: .day(800))

        // When the next one lists all of them, in another time zone
        let plan = store.importDocument(shows.map { moved($0, by: -3600) }, at: .day(801))

        // Then
        #expect(plan.isHostMigration)
        #expect(store.rows.count == 100)
        #expect(plan.announced.isEmpty)
    }

    @Test(arguments: ["{} | My Show", "My Show: {}"], [false, true])
    func c4Rule20AMoveMayWriteTheNameOfTheShowBesideEachTitle(title: String, dropsSeconds: Bool) {
        let shows = (1...12).map { number in
            var show = show(number)
            show.publishedAt = show.publishedAt?.adding(seconds: Int64(3 * number))
            return show
        }
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        let items = shows.enumerated().map { index, show in
            var item = moved(show, by: dropsSeconds ? Int64(-3 * (index + 1)) : 0)
            item.title = title.replacing("{}", with: show.title)
            return item
        }
        let plan = store.importDocument(items, at: .day(101))
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...12).map(Int64.init))
    }

    @Test func c4Rule20AMoveMayDateEverythingToday() {
        let shows = (1...12).map { show($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        let items = shows.enumerated().map { index, show in
            var item = moved(show, by: 0)
            item.publishedAt = .day(101, minute: index)
            return item
        }
        let plan = store.importDocument(items, at: .day(101))
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions.allSatisfy { $0.keepsStoredDate })
    }

    @Test func c4Rule20AlsoWhereTheNewestOfThreeIsOfThatDay() {
        // Given one of which a time zone would explain the date as well
        let shows = (1...3).map { show($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        let newest = shows[2].publishedAt ?? .day(0)

        // When
        let items = shows.enumerated().map { index, show in
            var item = moved(show, by: 0)
            item.publishedAt = newest.adding(seconds: 18_000 + Int64(index) * 60)
            return item
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == [1, 2, 3])
    }

    @Test func c4Rule21TitlesOfEveryDayThatAreWrittenTogetherAreNewEachDay() {
        // Given three programmes a day, which a tool publishes together
        func programmes(_ day: Int) -> [Episode] {
            ["Morning", "Noon", "Evening"].enumerated().map { index, title in
                .item(
                    guid: "\(day)-\(index)",
                    title: title,
                    enclosure: "https://h.example/\(day)/\(index).mp3",
                    date: .day(day, minute: index)
                )
            }
        }
        var store = ModelStore()
        store.importDocument(programmes(1), at: .day(1))
        #expect(store.importDocument(programmes(2), at: .day(2)).inserted.count == 3)
    }

    @Test(arguments: [false, true])
    func c4Rule21NorAreThoseOfTwoDaysTheOnesThatAreWrittenTogether(areDeleted: Bool) {
        // Given four programmes, of which a tool publishes two together each day
        func programmes(_ days: ClosedRange<Int>, _ titles: [String]) -> [Episode] {
            titles.enumerated().map { index, title in
                let day = index < 2 ? days.lowerBound : days.upperBound
                return .item(
                    guid: "\(day)-\(index)",
                    title: title,
                    enclosure: "https://h.example/\(day)/\(index).mp3",
                    date: .day(day, minute: index)
                )
            }
        }
        let titles = ["Morning", "Noon", "Evening", "Night"]
        var store = ModelStore()
        store.importDocument(programmes(1...2, titles), at: .day(2))
        if areDeleted { for id: Int64 in 1...4 { store.delete(id) } }

        // When all four come together
        let plan = store.importDocument(programmes(4...4, titles), at: .day(4))

        // Then
        #expect(plan.inserted.count == 4)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true], [-50_400, -18_000, 3600, 36_000])
    func c6Rule36ADeletedEpisodeStaysDeletedWhenAMoveShiftsTimes(mixesSummerTime: Bool, seconds: Int64) {
        // Given
        var store = ModelStore()
        let shows = (1...12).map { show($0, title: $0 == 5 ? "#5: The fifth" : nil) }
        store.importDocument(shows, at: .day(100))
        for id: Int64 in [5, 8, 12] { store.delete(id) }

        // When guids, files and times are others
        let items = shows.enumerated().map { index, show in
            var item = moved(show, by: mixesSummerTime && index % 2 == 1 ? seconds + 3600 : seconds)
            if index == 4 { item.title = "The fifth" }
            return item
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.position) == [4, 7, 11])
        #expect(store.rows.count == 9)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [1, 2])
    func c6Rule36ANewEpisodeUnderTheTitleOfADeletedOneIsNewInAMove(days: Int) {
        // Given daily news under one title among others, the last one deleted
        func shows(_ last: Int) -> [Episode] {
            (1...last).map { number in
                .item(
                    guid: "guid-\(number)",
                    title: number > 8 ? "The news" : "Talk about \(number)",
                    enclosure: "https://cdn.example.com/show/\(number).mp3",
                    date: .day(number, hour: 6)
                )
            }
        }
        var store = ModelStore()
        store.importDocument(shows(10), at: .day(100))
        store.delete(10)

        // When
        let items = shows(10 + days).enumerated().map { index, show in
            var item = moved(show, by: -18_000)
            item.enclosures[0].url = "https://other.example/\(index)/audio.mp3"
            return item
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.inserted.map(\.position) == Array(10..<10 + days))
        #expect(plan.decisions[9].action == .suppress)
    }
}
