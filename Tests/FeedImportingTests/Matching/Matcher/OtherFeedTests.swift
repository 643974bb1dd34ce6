import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: a subscription that goes on from another feed of its show, which publishes on other days.
struct OtherFeedTests {
    private let shows = (1...10).map { Episode.weekly($0) }

    /// The feed for members, with two episodes of its own.
    private func members(daysLater days: Int) -> [Episode] {
        let moved = shows.movedElsewhere().map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: Int64(days) * 86_400)
            return show
        }
        let bonus = [3, 6].map { number in
            Episode.item(
                guid: "bonus-\(number)",
                title: "Bonus \(number)",
                enclosure: "https://other.example/bonus\(number).mp3",
                date: .day(7 * number + days, hour: 15),
                duration: 1800
            )
        }
        return (moved + bonus).sorted { ($0.publishedAt?.epochSeconds ?? 0) < ($1.publishedAt?.epochSeconds ?? 0) }
    }

    @Test(arguments: [-3, -2, 2, 3])
    func c4Rule20ItsEpisodesAreThoseOfTheSameTitlesAndTheNearestDates(days: Int) {
        // Given
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))

        // When
        let plan = store.importDocument(members(daysLater: days), at: .day(101), addressChanged: true)

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.count == 2)
        #expect(store.rows.count == 12)

        // When it goes back
        #expect(store.importDocument(shows, at: .day(102), addressChanged: true).inserted.isEmpty)
        #expect(store.rowOfItem == (1...10).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }

    @Test func atOneAddressAnotherShowMayHaveTheseTitles() {
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        #expect(store.importDocument(members(daysLater: 2), at: .day(101)).inserted.count == 12)
    }

    @Test func c4Rule21TheNextWeekIsNotTheOneBeforeIt() {
        // Given a show that calls its episodes by the days of the week
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        func week(from first: Int) -> [Episode] {
            zip(first..., days).map { number, day in
                .item(
                    guid: "day-\(number)",
                    title: day,
                    enclosure: "https://cdn.example.com/\(number).mp3",
                    date: .day(number),
                    duration: 1800
                )
            }
        }
        var store = ModelStore()
        store.importDocument(week(from: 1), at: .day(7, hour: 13))
        let plan = store.importDocument(week(from: 8), at: .day(14, hour: 13), addressChanged: true)
        #expect(plan.inserted.count == 7)
    }
}
