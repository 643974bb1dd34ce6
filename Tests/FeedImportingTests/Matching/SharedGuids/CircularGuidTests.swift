import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C2 10: guids that come again after a while, and never twice in one document.
struct CircularGuidTests {
    /// One that is dated far ahead, so that nothing is ever newer.
    private static let pinned = Episode.item(
        guid: "pinned",
        title: "Start here",
        enclosure: "https://x.example/start.mp3",
        date: .day(9000)
    )

    @Test(arguments: [(window: 4, circle: 4), (5, 5), (5, 7)], [true, false])
    func c2Rule10TheNextUnderTheGuidOfTheOldestIsNew(feed: (window: Int, circle: Int), isComplete: Bool) {
        expectEachIsNew(window: feed.window, circle: feed.circle, isComplete: isComplete, others: [])
    }

    @Test(arguments: [(window: 4, circle: 4), (5, 7)])
    func c2Rule10AlsoBesideOneThatIsDatedAhead(window: Int, circle: Int) {
        expectEachIsNew(window: window, circle: circle, isComplete: true, others: [Self.pinned])
    }

    @Test(arguments: [(window: 4, circle: 4), (5, 5), (5, 7)])
    func c2Rule10AlsoAboveATrailer(window: Int, circle: Int) {
        expectEachIsNew(window: window, circle: circle, isComplete: true, others: [.weekly(0, guid: "trailer")])
    }

    private func expectEachIsNew(window: Int, circle: Int, isComplete: Bool, others: [Episode]) {
        // Given
        func items(_ newest: Int) -> [Episode] {
            (newest - window + 1...newest).reversed().map { .weekly($0, guid: "slot-\($0 % circle)") } + others
        }
        var store = ModelStore()
        store.importDocument(items(window), at: .day(7 * window))

        // When
        for newest in window + 1...window + 20 {
            let plan = store.importDocument(items(newest), at: .day(7 * newest), isComplete: isComplete)

            // Then
            #expect(plan.announced.map(\.position) == [0])
            #expect(plan.changed.isEmpty && plan.removed.isEmpty)
            let again = store.importDocument(items(newest), at: .day(7 * newest + 1), isComplete: isComplete)
            #expect(again.changed.isEmpty && again.inserted.isEmpty && again.absences.isEmpty)
        }
        #expect(store.rows.count == window + 20 + others.count)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [(window: 4, circle: 4), (5, 7)], [true, false])
    func c2Rule10SoItIsWithNewsUnderOneTitle(feed: (window: Int, circle: Int), isComplete: Bool) {
        // Given
        func items(_ newest: Int) -> [Episode] {
            (newest - feed.window + 1...newest).reversed().map { number in
                var news = Episode.weekly(number, guid: "slot-\(number % feed.circle)")
                news.title = "News"
                return news
            }
        }
        var store = ModelStore()
        store.importDocument(items(feed.window), at: .day(7 * feed.window))

        // When
        for newest in feed.window + 1...feed.window + 20 {
            let plan = store.importDocument(items(newest), at: .day(7 * newest), isComplete: isComplete)

            // Then
            #expect(plan.inserted.map(\.position) == [0])
            #expect(plan.changed.isEmpty)
        }
        #expect(store.rows.count == feed.window + 20)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [(window: 5, circle: 5), (7, 7), (5, 7)], [(pinned: 0, slid: 2), (1, 0), (1, 2)])
    func c2Rule10SoItIsBehindATrailerOrOlderOnes(
        feed: (window: Int, circle: Int),
        counts: (pinned: Int, slid: Int)
    ) {
        func items(_ newest: Int) -> [Episode] {
            let window = (newest - feed.window + 1...newest).reversed()
            let trailers = (0..<counts.pinned).map { Episode.weekly($0, guid: "trailer") }
            return window.map { Episode.weekly($0, guid: "slot-\($0 % feed.circle)") } + trailers
        }
        for missed in 1...feed.window + 2 {
            // Given
            var store = ModelStore()
            let start = feed.window + counts.slid
            for newest in feed.window...start { store.importDocument(items(newest), at: .day(7 * newest)) }

            // When nobody has asked for a while
            let newest = start + missed
            let plan = store.importDocument(items(newest), at: .day(7 * newest))

            // Then
            #expect(plan.inserted.count == min(missed, feed.window))
            #expect(plan.changed.isEmpty && plan.removed.isEmpty)
            #expect(store.breaches.isEmpty)
        }
    }

    @Test(arguments: [(window: 5, circle: 5), (7, 7), (5, 7)], [true, false])
    func c2Rule10AlsoWhereNobodyHasAskedForAWhile(feed: (window: Int, circle: Int), haveOneTitle: Bool) {
        func items(_ newest: Int) -> [Episode] {
            (newest - feed.window + 1...newest).reversed().map { number in
                var episode = Episode.weekly(number, guid: "slot-\(number % feed.circle)")
                if haveOneTitle { episode.title = "News" }
                return episode
            }
        }
        for missed in 1...feed.window + 2 {
            // Given
            var store = ModelStore()
            store.importDocument(items(feed.window), at: .day(7 * feed.window))

            // When
            let newest = feed.window + missed
            let plan = store.importDocument(items(newest), at: .day(7 * newest))

            // Then
            #expect(plan.inserted.count == min(missed, feed.window))
            #expect(plan.changed.isEmpty && plan.removed.isEmpty)
            let again = store.importDocument(items(newest), at: .day(7 * newest + 1))
            #expect(again.changed.isEmpty && again.inserted.isEmpty && again.absences.isEmpty)
            #expect(store.breaches.isEmpty)
        }
    }

    @Test func c4Rule17WhatAToolHasDatedToOneHourIsTheSame() {
        // Given news under one title
        func items(host: String, dated date: (Int) -> Timestamp) -> [Episode] {
            (1...6).reversed().map { number in
                var news = Episode.weekly(number)
                (news.title, news.publishedAt) = ("News", date(number))
                news.enclosures[0].url = "https://\(host).example/\(number).mp3"
                return news
            }
        }
        var store = ModelStore()
        store.importDocument(items(host: "old") { .day(7 * $0) }, at: .day(42))

        // When the files go to another host, by a tool that dates all to its run
        let run = Timestamp.day(43)
        let plan = store.importDocument(items(host: "new") { run.adding(seconds: Int64($0)) }, at: .day(43))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions.allSatisfy { $0.by == .guid })
    }

    @Test(arguments: [0, 1], [1, 2, 4])
    func c2Rule10ASeasonThatIsNumberedAnewIsNew(keptCount: Int, step: Int) {
        let first = (1...10).reversed().map { Episode.weekly($0) }
        expectASecondSeasonIsNew(step: step, first: first, kept: Array(first.prefix(keptCount)))
    }

    @Test(arguments: [1, 2, 4])
    func c2Rule10SoItIsBesideATrailer(step: Int) {
        let trailer = Episode.weekly(0, guid: "trailer")
        let first = (1...10).reversed().map { Episode.weekly($0) } + [trailer]
        expectASecondSeasonIsNew(step: step, first: first, kept: [trailer])
    }

    private func expectASecondSeasonIsNew(step: Int, first: [Episode], kept: [Episode]) {
        // Given
        var store = ModelStore()
        store.importDocument(first, at: .day(70))

        // When the next one takes its place, some of it at a time
        for newest in stride(from: step, through: 8, by: step) {
            let second = (1...newest).reversed().map { number in
                var episode = Episode.weekly(number + 20, guid: "guid-\(number)")
                episode.enclosures[0].url = "https://cdn.example.com/second/\(number).mp3"
                return episode
            }
            let plan = store.importDocument(second + kept, at: .day(7 * (newest + 20)))

            // Then
            #expect(plan.inserted.count == step)
        }
        #expect(store.rows.count == first.count + 8)
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10SoIsTheOnlyItemUnderTheGuidOfLastWeeks() {
        var store = ModelStore()
        for day in 1...21 {
            let item = Episode.item(
                guid: "weekday-\(day % 7)",
                title: "News of day \(day)",
                enclosure: "https://x.example/\(day).mp3",
                date: .day(day)
            )
            for hour in [12, 18] { store.importDocument([item], at: .day(day, hour: hour)) }
        }
        #expect(store.rows.count == 21)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule17WhatWasPlannedMayComeAsSomethingElse() {
        // Given one that was dated ahead, and has left the feed
        let shows = (1...6).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument([Self.pinned] + shows, at: .day(42))
        store.importDocument(shows, at: .day(43))

        // When it comes before its date
        let item = Episode.item(guid: "pinned", title: "All", enclosure: "https://x.example/all.mp3", date: .day(44))
        let plan = store.importDocument([item] + shows, at: .day(44))

        // Then
        #expect(plan.decisions[0].by == .guid)
        #expect(plan.inserted.isEmpty)
    }

    @Test(arguments: [1, 3])
    func c4Rule17AmongAFewTheGuidIsBelieved(count: Int) {
        // Given
        let shows = (1...count).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(42))

        // When the oldest comes on top, as if it were another
        let guid = shows[count - 1].guid
        let item = Episode.item(guid: guid, title: "All", enclosure: "https://x.example/all.mp3", date: .day(43))
        let plan = store.importDocument([item] + shows.dropLast(), at: .day(43))

        // Then
        #expect(plan.decisions[0].by == .guid)
        #expect(plan.inserted.isEmpty)
    }

    @Test(arguments: [0, 3])
    func c4Rule17WhatIsPublishedAnewUnderItsGuidIsTheSame(position: Int) {
        // Given
        let shows = (1...6).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(42))

        // When one that is not the oldest gets another title, file and date
        var items = shows
        let guid = shows[position].guid
        items[position] = .item(guid: guid, title: "All", enclosure: "https://x.example/all.mp3", date: .day(43))
        let plan = store.importDocument(items, at: .day(43))

        // Then
        #expect(plan.decisions[position].by == .guid)
        #expect(plan.inserted.isEmpty)
    }
}
