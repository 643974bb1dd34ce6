import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 20: feeds that are moved to another host, or give their episodes new guids.
struct MovedFeedTests {
    private static let shows = (1...12).map { Episode.weekly($0) }

    @Test func c4Rule20AMoveToAnotherHostMakesNothingNew() {
        var store = imported(Self.shows)
        // When guids, host and paths are all new
        let moved = Self.shows.enumerated().map { index, show in
            var show = show
            show.guid = "moved-\(index)"
            show.enclosures[0].url = "https://other.example/files/x\(index)/audio.mp3"
            return show
        }
        let plan = store.importDocument(moved, at: .day(100), addressChanged: true)
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(plan.rekeyed.count == 12)
        #expect(plan.warnings.map(\.kind) == [.hostMigration])
        #expect(store.importDocument(moved, at: .day(101)).changed.isEmpty)
    }

    @Test func c4Rule20AMoveMayShiftTimesAndDropNumbersFromTitles() {
        let numbered = Self.shows.enumerated().map { index, show in
            var show = show
            show.title = "#\(index + 1) - " + show.title
            return show
        }
        var store = imported(numbered)
        let moved = Self.shows.enumerated().map { index, show in
            var show = show
            show.guid = "moved-\(index)"
            show.enclosures[0].url = "https://other.example/x\(index)/audio.mp3"
            if index > 5 { show.title = numbered[index].title }
            show.publishedAt = show.publishedAt?.adding(seconds: index < 3 ? 0 : 5 * 3600)
            return show
        }
        let plan = store.importDocument(moved, at: .day(100))
        #expect(plan.rekeyed.count == 12)
        #expect(store.rowOfItem == (1...12).map(Int64.init))
    }

    @Test(arguments: ["#{} - ", "Ep. {}: ", "Episode {} \u{2013} ", "{}. "], [false, true])
    func c4Rule20AMoveMayNumberAllTitlesOrNone(prefix: String, drops: Bool) {
        // Given
        let numbered = Self.shows.enumerated().map { index, show in
            var show = show
            show.title = prefix.replacing("{}", with: "\(index + 1)") + show.title
            return show
        }
        var store = imported(drops ? numbered : Self.shows)

        // When guids and files are new as well
        let moved = (drops ? Self.shows : numbered).movedElsewhere()
        let plan = store.importDocument(moved, at: .day(100))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(plan.isHostMigration)
        #expect(store.rowOfItem == (1...12).map(Int64.init))
    }

    @Test func c4Rule17GuidsAndDatesMadeAnewEachTimeDoubleNothing() {
        var store = imported(Self.shows)
        for document in 1...12 {
            let items = Self.shows.enumerated().map { index, show in
                var show = show
                show.guid = "made-\(document)-\(index)"
                show.publishedAt = .day(100 + document, hour: index)
                return show
            }
            #expect(store.importDocument(items, at: .day(101 + document)).inserted.isEmpty)
        }
        #expect(store.rows.count == 12)
        #expect(store.guidsAreUnreliable)
    }

    @Test func c4Rule20WhatFitsNothingAfterAMoveIsBacklog() {
        var store = imported(Self.shows)
        var moved = Self.shows.map { show in
            var show = show
            show.guid = show.guid.map { "moved-" + $0 }
            return show
        }
        moved.append(.item(guid: "lost", title: "Lost", date: .day(82)))
        moved.append(.item(guid: "next", title: "Next", date: .day(99)))
        let plan = store.importDocument(moved, at: .day(100))
        #expect(plan.inserted.map(\.action) == [.insert(isBacklog: true), .insert(isBacklog: false)])
    }

    private func imported(_ items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(99))
        return store
    }
}
