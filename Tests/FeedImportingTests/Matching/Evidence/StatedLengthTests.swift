import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 17: how far stated lengths speak against an equal title and an equal second.
struct StatedLengthTests {
    private func show(_ number: Int, minute: Int? = nil, length: Int?) -> Episode {
        var show = Episode.weekly(number)
        show.publishedAt = .day(7 * number, hour: 6, minute: minute ?? 7 * number % 60)
        show.durationSeconds = length
        return show
    }

    private func moved(_ shows: [Episode], _ length: (Int) -> Int?) -> [Episode] {
        shows.movedElsewhere().map { show in
            var show = show
            show.durationSeconds = show.durationSeconds.flatMap(length)
            return show
        }
    }

    private func store(of shows: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(300))
        return store
    }

    @Test(arguments: [
        // At a time of its own, and at the full hour, or that of all
        (minute: 13, others: Int?.none, matches: true), (0, nil, false), (13, 13, false),
    ])
    func c4Rule17AnExactSecondSaysMoreThanALength(minute: Int, others: Int?, matches: Bool) {
        // Given one whose length is stated in minutes
        let shows = (1...12).map { show($0, minute: $0 == 5 ? minute : others, length: 45) }
        var store = store(of: shows)

        // When it is uploaded again, to another host and with its length in seconds
        var items = shows
        items[4] = moved([shows[4]]) { $0 * 60 }[0]
        let plan = store.importDocument(items, at: .day(301))

        #expect(plan.decisions[4].by == (matches ? .titleAndDate : .new))
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule17AnotherSecondDoesNot() {
        let shows = (1...12).map { show($0, length: 45) }
        var store = store(of: shows)
        var items = shows
        items[4] = moved([shows[4]]) { $0 * 60 }[0]
        items[4].publishedAt = items[4].publishedAt?.adding(seconds: 60)
        #expect(store.importDocument(items, at: .day(301)).decisions[4].by == .new)
    }

    @Test(arguments: [Int?.none, 0, 13], [45, 10_800])
    func c4Rule20AMoveMayStateOtherLengths(minute: Int?, length: Int) {
        // Given lengths in minutes, or in seconds without advertisements
        let shows = (1...12).map { show($0, minute: minute, length: length) }
        var store = store(of: shows)

        // When
        let items = moved(shows) { $0 < 100 ? $0 * 60 : $0 + 720 }
        let plan = store.importDocument(items, at: .day(301))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...12).map(Int64.init))
    }

    @Test(arguments: [Int64?.none, -7, 10], [Int?.none, 0, 660, -1300])
    func c4Rule20AMoveMayStateOtherLengthsAndOtherDates(hours: Int64?, seconds: Int?) {
        // Given, with one that was deleted here
        let shows = (1...12).map { show($0, length: 2700 + $0) }
        var store = store(of: shows)
        store.delete(5)

        // When the new host dates all by another clock, or to its own run, and has other advertisements, or minutes
        let lengths = { (length: Int) in seconds.map { length + $0 } ?? length / 60 }
        let items = moved(shows, lengths).enumerated().map { index, item in
            var item = item
            item.publishedAt =
                hours.map { item.publishedAt?.adding(seconds: $0 * 3600) } ?? .day(301, minute: index)
            return item
        }
        let plan = store.importDocument(items, at: .day(301, hour: 13))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[4].action == .suppress)
        #expect(store.rows.count == 11)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [Int64?.none, 6], [90, 45, 1300])
    func c4Rule21ASeasonIsNotTheTeasersThatItReplaces(hours: Int64?, length: Int) {
        // Given a teaser of each episode, under its title, and one that was deleted here
        let teasers = (1...6).map { show($0, length: length - $0) }
        var store = store(of: teasers)
        store.delete(3)

        // When all episodes come at once, or each a little later on its day, and the teasers are gone
        let items = moved(teasers) { _ in 2700 }.enumerated().map { index, item in
            var item = item
            item.durationSeconds = 2700 + 100 * index
            item.publishedAt =
                hours.map { item.publishedAt?.adding(seconds: $0 * 3600) } ?? .day(301, minute: 5 * index)
            return item
        }
        let plan = store.importDocument(items, at: .day(301, hour: 13))

        // Then
        #expect(plan.inserted.count == 6)
        #expect(store.rows.count == 11)
    }

    @Test func c4Rule21NorIsOneOfAFewMinutes() {
        let teasers = (1...6).map { show($0, length: 60) }
        var store = store(of: teasers)
        let items = moved(teasers) { _ in 400 }.enumerated().map { index, item in
            var item = item
            item.publishedAt = .day(301, minute: index)
            return item
        }
        #expect(store.importDocument(items, at: .day(301, hour: 13)).announced.count == 6)
    }

    @Test func c4Rule21ProgrammesOfOtherLengthsAreOthersEachDay() {
        // Given a channel whose programmes have the same titles every day
        func programmes(_ day: Int) -> [Episode] {
            (1...6).map { number in
                .item(
                    guid: "\(day)-\(number)",
                    title: "Programme \(number)",
                    enclosure: "https://h.example/\(day)/\(number).mp3",
                    date: .day(day, hour: 3 * number),
                    duration: 1000 * number + 700 * (day % 2)
                )
            }
        }
        var store = store(of: programmes(1))
        for day in 2...4 { #expect(store.importDocument(programmes(day), at: .day(300 + day)).inserted.count == 6) }
    }

    @Test func c4Rule21ATrailerIsNotTheEpisodeOfItsDayInAMove() {
        // Given a show that is always published at one time, its last trailer included
        var shows = (1...12).map { show($0, minute: 0, length: 2700) }
        shows[11].durationSeconds = 60
        var store = store(of: shows)

        // When the new host has the episode in its place
        var items = moved(shows) { $0 }
        items[11].durationSeconds = 2700
        let plan = store.importDocument(items, at: .day(301))

        #expect(plan.isHostMigration)
        #expect(plan.inserted.map(\.position) == [11])
    }

    /// A show whose last episode has a bonus of the same title and second.
    private func showsWithBonus(_ lengths: [Int?]) -> [Episode] {
        let twins = lengths.enumerated().map { index, length in
            var twin = show(9, length: length)
            twin.guid = "twin-\(index)"
            twin.enclosures[0].url = "https://cdn.example.com/twin-\(index).mp3"
            return twin
        }
        return (1...8).map { show($0, length: 2700) } + twins
    }

    @Test(arguments: [[3600, 300], [300, 3600, 2400], [300, 1000]], [true, false])
    func c4Rule17OfTwoOfOneTitleAndSecondTheLengthTells(lengths: [Int], movesAll: Bool) {
        // Given
        let shows = showsWithBonus(lengths)
        var store = store(of: shows)

        // When
        let items = moved(shows) { $0 + 20 }
        let plan = store.importDocument(movesAll ? items : Array(shows[..<8]) + items[8...], at: .day(301))

        // Then
        #expect(plan.isHostMigration == movesAll)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...Int64(shows.count)).map { $0 })
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [-7, 1])
    func c4Rule20ItDoesInAMoveThatShiftsTimesAsWell(hours: Int64) {
        let shows = showsWithBonus([3600, 300])
        var store = store(of: shows)
        let items = moved(shows) { $0 + 20 }.map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: hours * 3600)
            return show
        }
        #expect(store.importDocument(items, at: .day(301)).inserted.isEmpty)
        #expect(store.rowOfItem == (1...10).map { Int64($0) })
    }

    @Test func c6Rule36OfTwoOfOneTitleAndSecondTheDeletedOneStaysDeleted() {
        let shows = showsWithBonus([3600, 300])
        var store = store(of: shows)
        store.delete(10)
        let plan = store.importDocument(moved(shows) { $0 }, at: .day(301))
        #expect(plan.decisions[9].action == .suppress)
        #expect(store.rowOfItem == (1...9).map { Int64($0) } + [nil])
    }

    @Test(arguments: [0, -1], [Int64?.none, 9, 10])
    func c4Rule18WhereAllHaveBecomeLongerTheBonusIsNotTheEpisode(hours: Int64, deleted: Int64?) {
        // Given, with one of the two deleted or none
        let shows = showsWithBonus([1800, 600])
        var store = store(of: shows)
        if let deleted { store.delete(deleted) }

        // When the bonus is nearly as long as the episode was
        let items = moved(shows) { $0 + 700 }.map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: hours * 3600)
            return show
        }
        store.importDocument(items, at: .day(301))

        // Then it does not take its row
        #expect(store.rowOfItem[9] != 9)
        #expect(store.rowOfItem[8] != 10)
    }

    @Test func c4Rule21EditionsOfADayAreOthers() {
        // Given a feed of the latest edition, which has one title and a date without a time
        var store = ModelStore()
        for (index, length) in [1800, 300, 1790].enumerated() {
            let edition = Episode.item(
                guid: "edition-\(index)",
                title: "World briefing",
                enclosure: "https://h.example/\(index).mp3",
                date: .day(3, hour: 0),
                duration: length
            )

            // When the next one comes, it is about as long as one that has left the feed
            store.importDocument([edition], at: .day(3, hour: 6 + index))
        }

        // Then
        #expect(store.rows.map(\.episode.guid) == ["edition-0", "edition-1", "edition-2"])
    }

    @Test(arguments: [[3600, 3300], [3600, nil], [300, 800, 3600]])
    func c4Rule18IfItDoesNotNoneIsClaimed(lengths: [Int?]) {
        let shows = showsWithBonus(lengths)
        var store = store(of: shows)
        let plan = store.importDocument(moved(shows) { $0 + 20 }, at: .day(301))
        #expect(plan.inserted.prefix(2).map(\.position) == [8, 9])
        #expect(store.breaches.isEmpty)
    }
}
