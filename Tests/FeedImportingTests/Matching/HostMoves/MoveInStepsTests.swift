import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: a move of which a document brings a part and a later one the rest.
struct MoveInStepsTests {
    private func show(_ number: Int) -> Episode {
        .item(
            guid: "guid-\(number)",
            title: "Talk about \(number)",
            enclosure: "https://cdn.example.com/show/\(number).mp3",
            date: .day(7 * number, hour: 5),
            duration: 1800
        )
    }

    private func moved(_ show: Episode, by seconds: Int64 = -7 * 3600) -> Episode {
        var show = show
        show.enclosures[0].url = "https://other.example/\(show.guid ?? "")/audio.mp3"
        show.guid = show.guid.map { "moved-" + $0 }
        show.publishedAt = show.publishedAt?.adding(seconds: seconds)
        show.publishedRaw = show.publishedAt?.rfc3339
        return show
    }

    /// Newest first.
    private var shows: [Episode] { (1...30).reversed().map { show($0) } }

    @Test func c4Rule20WhatHasComeWithTheMoveSaysNothingOfTheRest() {
        // Given a move that has brought the last four of eight, and four new ones
        var store = ModelStore()
        store.importDocument((1...8).reversed().map { show($0) }, at: .day(80))
        let items = (1...12).reversed().map { moved(show($0)) }
        #expect(store.importDocument(Array(items.prefix(8)), at: .day(85)).inserted.count == 4)

        // When the new host lists all of them
        let plan = store.importDocument(items, at: .day(86))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rows.count == 12)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [3, 5, 6, 10, 20, 25, 28, 29], [false, true])
    func c4Rule20AMoveMayComeInTwoSteps(count: Int, breaksOff: Bool) {
        // Given a feed of which two episodes were deleted here
        var store = ModelStore()
        store.importDocument(shows, at: .day(300))
        for id: Int64 in [3, 28] { store.delete(id) }

        // When the new host lists the last episodes only, or its first document breaks off
        let items = shows.map { moved($0) }
        let first = store.importDocument(Array(items.prefix(count)), at: .day(301), isComplete: !breaksOff)
        let second = store.importDocument(items, at: .day(302))

        // Then it is as if all had come at once
        #expect(first.inserted.isEmpty)
        #expect(second.inserted.isEmpty)
        #expect(second.isHostMigration)
        #expect(second.decisions[27].action == .suppress)
        #expect(store.rows.map(\.id) == (1...30).filter { ![3, 28].contains($0) }.map(Int64.init))
        #expect(store.rows.allSatisfy { $0.identity.absentSince == nil })
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule20AMoveBackFindsWhatCameAtTimesOfAnotherZone() {
        // Given a move that has shown the times of another zone, one episode that came with it, and one since
        var store = ModelStore()
        store.importDocument((1...8).reversed().map { show($0) }, at: .day(60))
        let elsewhere = (1...9).reversed().map { moved(show($0)) }
        store.importDocument(elsewhere, at: .day(64))
        store.importDocument([moved(show(10), by: 0)] + elsewhere, at: .day(71))

        // When the publisher goes back, and publishes the next one
        let plan = store.importDocument((1...11).reversed().map { show($0) }, at: .day(78))

        // Then
        #expect(plan.inserted.map(\.position) == [0])
        #expect(store.rows.count == 11)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36NorDoesWhatWasDeletedComeBackInTheSecondStep() {
        // Given a feed of which all but the last episodes were deleted here
        var store = ModelStore()
        store.importDocument(shows, at: .day(300))
        for id: Int64 in 11...30 { store.delete(id) }

        // When
        let items = shows.map { moved($0) }
        store.importDocument(Array(items.prefix(10)), at: .day(301))
        let plan = store.importDocument(items, at: .day(302))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(!plan.isHostMigration)
        #expect(store.rows.count == 10)
    }

    @Test(arguments: [1, 3, 8])
    func c4Rule20WhatIsNewAfterAMoveIsNoMove(count: Int) {
        // Given a feed that has moved, and lists its last episodes
        var store = ModelStore()
        store.importDocument(shows, at: .day(300))
        store.importDocument(shows.prefix(20).map { moved($0) }, at: .day(301))

        // When some are new
        let next = (31...30 + count).reversed().map { moved(show($0)) }
        let plan = store.importDocument(next + shows.prefix(20 - count).map { moved($0) }, at: .day(302))

        // Then
        #expect(!plan.isHostMigration)
        #expect(plan.announced.count == count)
        #expect(store.rows.count == 30 + count)
    }

    @Test(arguments: [-7, -1, 1, 7])
    func c4Rule21HourlyNewsAfterAMoveIsNew(hours: Int64) {
        // Given news of every hour under one title, among other shows, and some of it deleted
        func news(_ number: Int) -> Episode {
            .item(
                guid: "news-\(number)",
                title: number % 2 == 0 ? "News" : "Report \(number)",
                enclosure: "https://h.example/\(number).mp3",
                date: .day(1, hour: number),
                duration: 300
            )
        }
        var store = ModelStore()
        store.importDocument((1...12).map(news), at: .day(100))
        for id: Int64 in [9, 10] { store.delete(id) }
        let move = store.importDocument((1...12).map { moved(news($0), by: hours * 3600) }, at: .day(101))
        #expect(move.isHostMigration)

        // When the window slides on
        for last in 13...30 {
            let numbers = (last - 11)...last
            let items = numbers.map { moved(news($0), by: hours * 3600) }
            let plan = store.importDocument(items, at: .day(101, hour: last))

            // Then what has left has not become what has come
            #expect(plan.inserted.map(\.position) == [11])
        }
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [3, 4], [-1, 0])
    func c4Rule20RerunsAfterAMoveAreNew(count: Int, hours: Int64) {
        // Given a feed that has moved, and lists its last episodes
        var store = ModelStore()
        store.importDocument(shows, at: .day(220))
        let items = shows.map { moved($0, by: hours * 3600) }
        store.importDocument(Array(items.prefix(8)), at: .day(221))

        // When some of the old ones are published again within an hour
        let reruns = (1...count).map { number in
            var rerun = moved(show(number))
            rerun.guid = "rerun-\(number)"
            rerun.enclosures[0].url = "https://other.example/rerun-\(number).mp3"
            rerun.publishedAt = .day(240, minute: number)
            return rerun
        }
        let plan = store.importDocument(reruns + items.prefix(8 - count), at: .day(241))

        // Then
        #expect(!plan.isHostMigration)
        #expect(plan.announced.count == count)
        #expect(store.rows.count == 30 + count)
    }

    @Test func c5Rule29WhatIsNewBesideCorrectedGuidsAfterAMoveIsNews() {
        // Given a feed that has moved, and lists its last episodes
        var store = ModelStore()
        store.importDocument(shows, at: .day(220))
        let items = shows.map { moved($0) }
        store.importDocument(Array(items.prefix(8)), at: .day(221))

        // When two guids are corrected, and one episode is new
        let corrected = items.prefix(2).map { item in
            var item = item
            item.guid = "corrected-" + (item.guid ?? "")
            return item
        }
        var next = moved(show(31))
        next.title = "A special"
        next.publishedAt = .day(208)
        let plan = store.importDocument(corrected + [next] + items[2..<8], at: .day(222))

        // Then
        #expect(!plan.isHostMigration)
        #expect(plan.announced.map(\.position) == [2])
        #expect(store.rows.count == 31)
    }

    @Test(arguments: [false, true])
    func c4Rule20AFeedThatListsEachEpisodeTwiceHasNotMoved(hasReruns: Bool) {
        // Given a second guid for each, for members
        func twice(_ items: [Episode]) -> [Episode] { items + items.withGUIDs { (items[$0].guid ?? "") + "-member" } }
        var store = ModelStore()
        store.importDocument(twice(shows), at: .day(220))
        store.importDocument(twice(Array(shows.prefix(8))), at: .day(221))

        // When old ones are published again within an hour, or guids are corrected
        let changed = (1...3).map { number in
            var item = hasReruns || number == 3 ? show(number) : show(31 - number)
            item.guid = "other-\(number)"
            item.publishedAt = hasReruns ? .day(222, minute: number) : item.publishedAt
            guard hasReruns || number == 3 else { return item }
            item.enclosures[0].url = "https://cdn.example.com/show/other-\(number).mp3"
            if !hasReruns { (item.title, item.publishedAt) = ("A special", .day(208)) }
            return item
        }
        let plan = store.importDocument(changed + twice(Array(shows[2..<8])), at: .day(222))

        // Then
        #expect(!plan.isHostMigration)
        #expect(plan.announced.map(\.position) == (hasReruns ? [0, 1, 2] : [2]))
    }

    @Test(arguments: [1, 6], [false, true])
    func c6Rule36NewsAfterAMoveIsNotTheDeletedOne(hours: Int, hasOthers: Bool) {
        // Given reports, and the latest news under one title, which is deleted
        func news(_ number: Int) -> Episode {
            var news = show(30)
            news.guid = "news-\(number)"
            news.title = "News"
            news.enclosures[0].url = "https://other.example/news-\(number).mp3"
            news.publishedAt = .day(211, hour: hours * number)
            return news
        }
        var store = ModelStore()
        let reports = Array(shows.prefix(6))
        if hasOthers { store.importDocument([news(-1)] + reports, at: .day(211)) }
        store.importDocument([news(0)] + reports, at: .day(212))
        if let id = store.rows.first(where: { $0.identity.key == "news-0" })?.id { store.delete(id) }

        // When a move shifts times by as much as the news are apart
        let items = reports.map { moved($0, by: Int64(hours) * 3600) }
        #expect(store.importDocument(items, at: .day(213)).isHostMigration)
        for number in 1...6 {
            let plan = store.importDocument([news(number)] + items, at: .day(213, hour: 12 + number))

            // Then nothing is taken for the deleted one, or for the one before at another time
            #expect(plan.decisions[0].action != .suppress)
            #expect(!plan.isHostMigration)
        }
    }

    @Test func c4Rule20TheOldHostMayAnswerInBetween() {
        // Given a feed that has moved and is listed by its old host again, with a new episode
        var store = ModelStore()
        store.importDocument(shows, at: .day(220))
        let items = ([show(31)] + shows).map { moved($0) }
        store.importDocument(Array(items.dropFirst()), at: .day(221))
        store.importDocument([show(31)] + shows, at: .day(222))

        // When the new host lists that one as well
        let plan = store.importDocument(items, at: .day(223))

        // Then it is the same
        #expect(plan.inserted.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [3, 6])
    func c4Rule20AMoveSoonAfterAnotherIsNoStepOfThat(pinned: Int) {
        // Given
        var store = ModelStore()
        store.importDocument(shows, at: .day(300))
        let items = shows.map { moved($0) }
        store.importDocument(items, at: .day(301))

        // When the feed moves on, to a host that adds its name, all but a few old episodes
        let count = items.count - pinned
        let next = items.prefix(count).map { item in
            var item = moved(item, by: 0)
            item.title += " | The Show"
            return item
        }
        let plan = store.importDocument(next + items.suffix(pinned), at: .day(330))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...30).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }
}
