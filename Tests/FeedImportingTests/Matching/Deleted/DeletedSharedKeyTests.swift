import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 36: episodes that were deleted here, where others have their key.
struct DeletedSharedKeyTests {
    @Test(arguments: ["Talk", nil])
    func c6Rule36OneFileForEverNewEpisodesWithoutGuidsLetsAllIn(title: String?) throws {
        // Given a feed without guids, all of whose items have one file, without its first and its last episode
        func latest(_ numbers: ClosedRange<Int>) -> [Episode] {
            numbers.reversed().map { number in
                .item(
                    title: title ?? "Talk about \(number)",
                    enclosure: "https://example.com/latest.mp3",
                    date: .day(100, hour: number)
                )
            }
        }
        var store = ModelStore.imported(latest(1...6))
        for position in [0, 5] { store.delete(try #require(store.rowOfItem[position])) }

        // When two more come, and the older ones have left
        #expect(store.importDocument(latest(7...8), at: .day(151)).inserted.count == 2)

        // Then those known stay, and the deleted ones stay away
        let all = store.importDocument(latest(1...9), at: .day(152))
        #expect(all.inserted.map(\.position) == [0])
        #expect(all.decisions.filter { $0.by == .tombstone }.map(\.position) == [3, 8])
        #expect(store.importDocument(latest(1...9), at: .day(153)).changed.isEmpty)
        #expect(store.rows.count == 7)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true])
    func c6Rule36TheLatestAtOneAddressWithoutAGuidIsNotKeptOutForGood(oneTitle: Bool) {
        // Given a feed of the latest episode, which has no guid, and of which one was deleted
        func latest(_ day: Int) -> Episode {
            .item(
                title: oneTitle ? "Bulletin" : "Bulletin of day \(day)",
                enclosure: "https://example.com/latest.mp3",
                date: .day(day)
            )
        }
        var store = ModelStore()
        store.importDocument([latest(1)], at: .day(1, hour: 13))
        store.delete(1)
        #expect(store.importDocument([latest(1)], at: .day(1, hour: 14)).inserted.isEmpty)

        // When the next one comes, then it is new
        #expect(store.importDocument([latest(2)], at: .day(2, hour: 13)).inserted.count == 1)
        #expect(store.importDocument([latest(2)], at: .day(2, hour: 14)).changed.isEmpty)
        #expect(store.rows.count == 1)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36WithoutAGuidAnotherTitleOrTimeAloneBringsNothingBack() {
        // Given
        var shows = (1...6).map { Episode.weekly($0) }
        for index in shows.indices { shows[index].guid = nil }
        var store = ModelStore.imported(shows)
        for id: Int64 in [2, 4] { store.delete(id) }

        // When one gets another title, and the other another date
        shows[1].title = "Corrected"
        shows[3].publishedAt = .day(149)

        // Then
        #expect(store.importDocument(shows, at: .day(151)).inserted.isEmpty)
        #expect(store.rows.count == 4)
    }

    @Test(arguments: [false, true])
    func c6Rule36WhatComesAtOneAddressEveryHalfAnHourIsNotKeptOutForGood(oneTitle: Bool) {
        // Given a feed of the latest news, all at one address, of which the first was deleted
        func news(_ number: Int) -> Episode {
            .item(
                guid: "news-\(number)",
                title: oneTitle ? "News" : "News number \(number)",
                enclosure: "https://example.com/latest.mp3",
                date: .day(1, minute: 30 * number),
                duration: 120
            )
        }
        var store = ModelStore()
        store.importDocument([news(0)], at: .day(1))
        store.delete(1)

        // When the next ones come, one by one
        let plans = (1...3).map { store.importDocument([news($0)], at: .day(1, minute: 30 * $0 + 5)) }

        // Then two are taken for the first under other guids, until the pattern is clear
        #expect(plans.map(\.inserted.count) == [0, 0, 1])
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36GuidsThatGoRoundLetTheNextInUnderTheTitleOfAll() {
        // Given a show of every day under one title, whose guids are the days of the week
        func news(_ day: Int) -> Episode {
            .item(
                guid: "day-\(day % 7)",
                title: "The News",
                enclosure: "https://example.com/\(day).mp3",
                date: .day(day),
                duration: 300
            )
        }
        var store = ModelStore()
        store.importDocument((1...5).reversed().map(news), at: .day(5, hour: 13))

        for day in 6...30 {
            // When all but the last three are deleted each day
            let kept = (day - 3...day - 1).map { Timestamp.day($0) }
            for row in store.rows where !kept.contains(where: { $0 == row.identity.publishedAt }) {
                store.delete(row.id)
            }
            let plan = store.importDocument((day - 4...day).reversed().map(news), at: .day(day, hour: 13))

            // Then the next one is new, and the deleted ones stay away
            #expect(plan.inserted.map(\.position) == [0])
            #expect(plan.warnings.allSatisfy { $0.kind != .deletedEpisode })
        }
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36OneThatComesUnderTheGuidOfAnotherIsSaidOnce() throws {
        // Given two with one guid, the later of which is deleted
        let others = (10...20).map { Episode.weekly($0) }
        let twins = [Episode.weekly(5, guid: "same"), Episode.weekly(6, guid: "same")]
        var store = ModelStore.imported(twins + others)
        store.delete(try #require(store.rowOfItem[1]))

        // When the other has left, so that the plain guid passes to it
        let warnings = (1...6).map { day in
            let plan = store.importDocument([twins[1]] + others, at: .day(150 + day))
            return plan.warnings.count { $0.kind == .deletedEpisode }
        }

        // Then it stays away without a word about what everybody knows, and the other one keeps its guid
        #expect(warnings.dropFirst().allSatisfy { $0 == 0 })
        #expect(store.row(titled: "Talk about 6") == nil)
        #expect(!store.tombstones.keys.contains(ExactText("same")))
        #expect(store.importDocument(twins + others, at: .day(160)).inserted.isEmpty)
        #expect(store.breaches.isEmpty)
    }
}
