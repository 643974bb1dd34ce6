import FeedImporting
import PodcastModel
import Testing

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
}
