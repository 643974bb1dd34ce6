import FeedImporting
import PodcastModel
import Testing

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
}
