import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 21: titles, addresses and pages that one episode after the other has.
struct ReusedPlaceTests {
    private static let shows = (1...12).map { Episode.weekly($0) }

    @Test func c4Rule17OnePageAndTitleForEverLatestIsNoEpisodeOfBefore() {
        func latest(_ poll: Int) -> Episode {
            .item(
                title: "Latest",
                enclosure: "https://cdn.example/\(poll)/news.mp3",
                link: "https://show.example/latest"
            )
        }
        var store = imported([latest(0)])
        #expect(store.importDocument([latest(1)], at: .day(101)).inserted.count == 1)
        #expect(store.rows.count == 2)
    }

    @Test func c4Rule21OneTitleEveryDayIsANewEpisodeEveryDay() {
        func news(_ day: Int) -> Episode {
            .item(
                guid: "n\(day)",
                title: "Daily News",
                enclosure: "https://h.example/\(day).mp3",
                date: .day(day),
                duration: 300
            )
        }
        var store = imported([news(1)])
        for day in 2...9 {
            let plan = store.importDocument([news(day)], at: .day(day, hour: 13))
            #expect(plan.announced.count == 1)
            #expect(plan.rekeyed.isEmpty)
        }
    }

    @Test(arguments: [1, 3, 24])
    func c4Rule21HourlyNewsWithOneTitleIsNeverMerged(windowSize: Int) {
        func news(_ hour: Int) -> Episode {
            .item(
                guid: "n\(hour)",
                title: "News",
                enclosure: "https://h.example/\(hour).mp3",
                date: .day(1, hour: hour),
                duration: 300
            )
        }
        var store = imported((0..<windowSize).map(news))
        for hour in windowSize..<windowSize + 30 {
            let plan = store.importDocument(
                (hour - windowSize + 1...hour).map(news),
                at: .day(1, hour: hour, minute: 5)
            )
            #expect(plan.announced.count == 1)
        }
        #expect(store.rows.count == windowSize + 30)
    }

    @Test(arguments: [1, 6, 12], [0, 20])
    func c4Rule21ProgrammesOfEveryFewHoursAreNewEachTime(hours: Int, seconds: Int) {
        // Given a feed of the last edition of each programme, on time or a little earlier each time
        func edition(_ number: Int) -> [Episode] {
            ["Weather", "Traffic", "Sports"].enumerated().map { index, title in
                let date = Timestamp.day(1, hour: hours * number, minute: 5 + 2 * index)
                return .item(
                    guid: "\(title)-\(number)",
                    title: title,
                    enclosure: "https://h.example/\(number)/\(index).mp3",
                    date: date.adding(seconds: -Int64(seconds * number)),
                    duration: 300
                )
            }
        }
        var store = imported(edition(0))

        // When the next ones come, all of them as much later
        for number in 1...8 {
            let plan = store.importDocument(edition(number), at: .day(1, hour: hours * number, minute: 30))

            // Then that is no move to another host
            #expect(plan.announced.count == 3)
            #expect(!plan.isHostMigration)
        }
        #expect(store.rows.count == 27)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule21TheNextNewsAreNotThoseOfNearlyAnHourAgo() {
        // Given a feed of the latest edition of each programme
        func editions(_ minute: Int) -> [Episode] {
            ["News", "Weather"].map { title in
                .item(
                    guid: "\(title) \(minute)",
                    title: title,
                    enclosure: "https://h.example/\(title)\(minute).mp3",
                    date: .day(1, minute: minute),
                    duration: 300
                )
            }
        }
        var store = imported(editions(2))
        #expect(store.importDocument(editions(60), at: .day(1, hour: 13, minute: 1)).announced.count == 2)
        #expect(store.rows.count == 4)
    }

    @Test func c4Rule17TheOnlyItemUnderAnotherGuidWithinTheHourIsTheSame() {
        func news(_ guid: String, _ minute: Int) -> Episode {
            .item(
                guid: guid,
                title: "News",
                enclosure: "https://h.example/\(guid).mp3",
                date: .day(1, minute: minute),
                duration: 300
            )
        }
        var store = imported([news("a", 2)])
        let again = news("b", 40)
        #expect(store.importDocument([again], at: .day(1, hour: 13, minute: 1)).announced.isEmpty)
        #expect(store.rows.count == 1)
    }

    @Test func c4Rule21TheOnlyItemIsTheNextEditionWhereEditionsHaveOneTitle() {
        func news(_ minute: Int) -> Episode {
            .item(
                guid: "n\(minute)",
                title: "News",
                enclosure: "https://h.example/\(minute).mp3",
                date: .day(1, minute: minute),
                duration: 300
            )
        }
        // Given an edition of yesterday and the first one of today
        var hourly = imported([news(0)])
        hourly.importDocument([news(1440)], at: .day(100))
        #expect(hourly.rows.count == 2)

        // When the next one comes a little early
        #expect(hourly.importDocument([news(1499)], at: .day(101)).announced.count == 1)

        // Then it takes the place of none
        #expect(hourly.rows.count == 3)

        // Nor does what comes every half an hour go on and on in one place.
        var halfHourly = imported([news(0)])
        for number in 1...10 { halfHourly.importDocument([news(30 * number)], at: .day(99 + number)) }
        #expect(halfHourly.rows.count == 9)
    }

    @Test func c4Rule21TheLatestNewsBesideAnOlderItemAreNewFromTheThirdTimeOn() {
        // Given a feed of the latest news and an item that stays
        func feed(_ hour: Int) -> [Episode] {
            let news = Episode.item(
                guid: "n\(hour)",
                title: "News",
                enclosure: "https://h.example/\(hour).mp3",
                date: .day(100, hour: hour),
                duration: 200
            )
            return [.item(guid: "talk", title: "Talk", enclosure: "https://h.example/talk.mp3", date: .day(1)), news]
        }
        var store = imported(feed(0))

        // When the news of each hour take the place of those before
        let plans = (1...10).map { store.importDocument(feed($0), at: .day(100, hour: $0, minute: 5)) }

        // Then two are taken for corrections, as in a feed that goes on
        #expect(plans.map(\.inserted.count) == [0, 0] + Array(repeating: 1, count: 8))
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule21TwoPartsWithOneTitleOnOneDayAreTwoRows() {
        let parts = [1, 2].map {
            Episode.item(
                guid: "p\($0)",
                title: "Special",
                enclosure: "https://h.example/p\($0).mp3",
                date: .day(5, hour: 9 + $0)
            )
        }
        var store = imported([parts[0]] + Self.shows)
        #expect(store.importDocument(parts + Self.shows, at: .day(100)).decisions.prefix(2).map(\.by) == [.guid, .new])
    }

    @Test func anAddressWhereEverNewEpisodesArePutIsNoIdentity() {
        func news(_ hour: Int) -> Episode {
            .item(guid: "n\(hour)", title: "News", enclosure: "https://h.example/latest.mp3", date: .day(1, hour: hour))
        }
        var store = imported([news(0)])
        let plans = (1...10).map { store.importDocument([news($0)], at: .day(1, hour: $0)) }
        // Two are taken for changed guids; then the pattern is clear.
        #expect(plans.map(\.inserted.count) == [0, 0] + Array(repeating: 1, count: 8))
    }

    @Test(arguments: [1, 24])
    func norIsItWhereTheOnlyItemHasATitleOfItsOwnEachTime(hours: Int) {
        func news(_ number: Int) -> Episode {
            .item(
                guid: "n\(number)",
                title: "News of \(number)",
                enclosure: "https://h.example/latest.mp3",
                date: .day(1, hour: hours * number)
            )
        }
        var store = imported([news(0)])
        for number in 1...5 {
            #expect(store.importDocument([news(number)], at: .day(1, hour: hours * number)).inserted.count == 1)
        }
        #expect(store.rows.count == 6)
        #expect(store.breaches.isEmpty)

        // Unless the time is the same
        var corrected = news(0)
        (corrected.guid, corrected.title) = ("other", "Corrected")
        var another = imported([news(0)])
        #expect(another.importDocument([corrected], at: .day(100)).decisions[0].by == .enclosure)
    }

    @Test(arguments: [true, false], [2, 5, 24])
    func episodesThatShareAnAddressAreToldApartAsTheyComeAndGo(hasGuids: Bool, windowSize: Int) {
        // Given news of each hour, all at one address
        func news(_ hour: Int) -> Episode {
            .item(
                guid: hasGuids ? "n\(hour)" : nil,
                title: "News",
                enclosure: "https://h.example/latest.mp3?t=\(hour)",
                date: .day(1, hour: hour)
            )
        }
        var store = imported((0..<windowSize).map(news))

        for hour in windowSize..<windowSize + 30 {
            // When the oldest leaves the document as the newest comes
            let plan = store.importDocument((hour - windowSize + 1...hour).map(news), at: .day(1, hour: hour))

            // Then the newest does not take its row
            #expect(plan.inserted.count == 1)
            #expect(plan.changed.isEmpty)
        }
        #expect(store.rows.count == windowSize + 30)
        #expect(store.breaches.isEmpty)
    }

    private func imported(_ items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(99))
        return store
    }
}
