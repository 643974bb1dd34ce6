import PodcastModel
import Testing

@testable import FeedImporting

/// Feeds whose guids are others in each document.
struct VolatileGUIDTests {
    private static let shows = (1...12).map { Episode.weekly($0) }

    @Test func guidsMadeAnewForEveryDocumentAreFoundOut() {
        func items(_ round: Int) -> [Episode] {
            Self.shows.withGUIDs { "random-\(round)-\($0)" }
        }
        var store = imported(items(0))
        var flagged = 0
        for round in 1...10 {
            let plan = store.importDocument(items(round), at: .day(100 + round))
            #expect(plan.inserted.isEmpty)
            if plan.guidsAreUnreliable { flagged += 1 }
            if round > 8 { #expect(plan.changed.allSatisfy { $0.formerKey == nil }) }
        }
        #expect(flagged == 1)
        #expect(store.rows.count == 12)
    }

    @Test(arguments: [(days: 60, isFoundOut: true), (90, false), (400, false)])
    func c4Rule19AFewMovesAYearMakeNoGuidVolatile(days: Int, isFoundOut: Bool) {
        // Given a feed whose guids and files are all others each time, which is not often
        var store = imported(Self.shows)
        let plans = (1...8).map { round in
            let items = Self.shows.withGUIDs { "host-\(round)-\($0)" }.map { item in
                var item = item
                item.enclosures[0].url = "https://host-\(round).example/\(item.title).mp3"
                return item
            }
            return store.importDocument(items, at: .day(100 + days * round))
        }

        // Then each change is one
        #expect(plans.contains(where: \.guidsAreUnreliable) == isFoundOut)
        if !isFoundOut { #expect(plans.map(\.rekeyed.count) == Array(repeating: 12, count: 8)) }
        #expect(plans.allSatisfy { $0.inserted.isEmpty })
        #expect(store.rows.count == 12)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19TwoServersThatWriteGuidsDifferentlyAreNoChangeForEver() {
        // Given
        func items(_ scheme: String) -> [Episode] {
            Self.shows.withGUIDs { "\(scheme)://x.example/?p=\($0)" }
        }
        var store = imported(items("http"))

        // When they answer in turn
        let plans = (1...8).map { store.importDocument(items($0 % 2 == 1 ? "https" : "http"), at: .day(100 + $0)) }

        // Then the guids change once, and back, and then no more
        #expect(plans.map(\.rekeyed.count) == [12, 12, 0, 0, 0, 0, 0, 0])
        #expect(store.rows.allSatisfy { $0.episode.guid?.hasPrefix("http:") == true })
        #expect(store.rows.count == 12)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19NorAreTwoServersThatNameTheirFilesDifferently() {
        // Given a feed without guids
        func items(_ host: String) -> [Episode] {
            Self.shows.enumerated().map { index, item in
                var item = item
                (item.guid, item.enclosures[0].url) = (nil, "https://\(host).example/\(index).mp3")
                return item
            }
        }
        var store = imported(items("a"))

        // When they answer in turn
        let plans = (1...8).map { store.importDocument(items($0 % 2 == 1 ? "b" : "a"), at: .day(100 + $0)) }

        // Then the keys change once, and back, and then no more
        #expect(plans.map(\.rekeyed.count) == [12, 12, 0, 0, 0, 0, 0, 0])
        #expect(plans.allSatisfy { $0.inserted.isEmpty })
        #expect(store.rows.count == 12)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [2, 12])
    func c4Rule19GuidsMadeAnewForSomeLeaveNoMoreThanAFewAliases(count: Int) {
        // Given a feed in which the two latest have other guids each time
        func items(_ round: Int) -> [Episode] {
            var items = Array(Self.shows.suffix(count))
            for index in items.indices.suffix(2) { items[index].guid = "random-\(round)-\(index)" }
            return items
        }
        var store = imported(items(0))
        let plans = (1...12).map { store.importDocument(items($0), at: .day(100 + $0)) }
        #expect(plans.map(\.rekeyed.count) == Array(repeating: 2, count: 5) + Array(repeating: 0, count: 7))
        #expect(plans.allSatisfy { $0.inserted.isEmpty })
        #expect(store.aliases.count == 10)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19NorDoOnesOfCopies() {
        // Given a feed that lists each episode twice, once under another guid each time
        var store = imported(Self.shows)
        let plans = (1...18).map { round in
            store.importDocument(Self.shows + Self.shows.withGUIDs { "\(round)-\($0)" }, at: .day(100 + round))
        }
        #expect(plans.allSatisfy { $0.inserted.isEmpty && $0.changed.isEmpty })
        #expect(store.rows.count == 12)
        #expect(store.aliases.count == 12 * 12)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false])
    func c4Rule19KeysOfDeletedEpisodesMadeAnewLeaveNoMoreThanAFewTombstones(haveGUIDs: Bool) {
        // Given a feed with other guids or, without guids, other files each time
        func items(_ round: Int) -> [Episode] {
            Self.shows.enumerated().map { index, item in
                var item = item
                item.guid = haveGUIDs ? "random-\(round)-\(index)" : nil
                if !haveGUIDs { item.enclosures[0].url = "https://cdn.example.com/\(round)/\(index).mp3" }
                return item
            }
        }
        var store = imported(items(0))
        // And a user who keeps two episodes of it
        for row in store.rows.dropLast(2) { store.delete(row.id) }

        // When
        let plans = (1...18).map { store.importDocument(items($0), at: .day(100 + $0)) }

        // Then what was deleted stays out, and is not said for ever
        #expect(store.rows.count == 2)
        #expect(store.tombstones.episodes.count == 10)
        #expect(store.tombstones.keys.count == 10 * 13)
        #expect(plans.prefix(12).allSatisfy { plan in plan.warnings.contains { $0.kind == .deletedEpisode } })
        #expect(plans.suffix(6).allSatisfy { $0.warnings.isEmpty })
        // And it is known by the key it had last
        let again = store.importDocument(items(18), at: .day(119))
        #expect(again.decisions.allSatisfy { $0.formerKey == nil })
        #expect(again.tombstoneRenewals.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule19KeysThatServersGiveADeletedEpisodeByTurnsAreAllKept() {
        // Given a feed without guids that five servers have, each with files of its own
        func items(_ round: Int) -> [Episode] {
            Self.shows.enumerated().map { index, item in
                var item = item
                (item.guid, item.enclosures[0].url) = (nil, "https://cdn-\(round % 5).example/\(index).mp3")
                return item
            }
        }
        var store = imported(items(0))
        for row in store.rows.dropLast(2) { store.delete(row.id) }
        for round in 1...10 { store.importDocument(items(round), at: .day(100 + round)) }

        // When the title of a deleted episode is corrected
        let plans = (11...15).map { round in
            var corrected = items(round)
            corrected[2].title = "Something else"
            return store.importDocument(corrected, at: .day(100 + round))
        }

        // Then it comes back from none of them
        #expect(plans.allSatisfy { $0.inserted.isEmpty })
        #expect(store.rows.count == 2)
        #expect(store.tombstones.keys.count == 10 * 5)
        #expect(store.breaches.isEmpty)
    }

    private func imported(_ items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(99))
        return store
    }

    @Test func c9Rule51AKeyThatWasKeptIsKeptWhereAnotherHasAFormerOne() {
        // Given an episode without a guid whose file moves on and on, so that it keeps a key
        func items(_ round: Int) -> [Episode] {
            [1, 2, 3].map { number in
                let file = number == 1 ? "moved-\(round)" : "\(number)"
                return .item(
                    title: "Talk \(number)",
                    enclosure: "https://cdn.example.com/\(file).mp3",
                    date: .day(7 * number),
                    duration: 1800
                )
            }
        }
        var store = imported(items(0))
        for round in 1...2 { store.importDocument(items(round), at: .day(100 + round)) }

        // When one more move comes along with another episode that has its first file
        let next = Episode.item(
            title: "Something else",
            enclosure: "https://cdn.example.com/moved-0.mp3",
            date: .day(90),
            duration: 1800
        )
        let plan = store.importDocument(items(3) + [next], at: .day(103))

        // Then
        #expect(plan.inserted.map(\.position) == [3])
        let again = store.importDocument(items(3) + [next], at: .day(104))
        #expect(again.inserted.isEmpty && again.changed.isEmpty)
        #expect(store.breaches.isEmpty)
    }
}
