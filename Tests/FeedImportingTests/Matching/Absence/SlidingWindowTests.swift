import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 33: what has slid out of the window of a feed was not withdrawn, whatever else is listed below it.
struct SlidingWindowTests {
    @Test func c6Rule33SlidingOutOfTheWindowIsNotWithdrawal() {
        var store = ModelStore()
        for newest in 12...40 {
            let window = (newest - 11...newest).reversed().map { Episode.weekly($0) }
            let plan = store.importDocument(window, at: .day(newest * 7 + 1))
            #expect(plan.removed.isEmpty)
            #expect(plan.absences.allSatisfy { $0.detail.contains("slid") })
        }
        #expect(store.rows.count == 40)
    }

    @Test(arguments: [true, false])
    func c6Rule33AnOldEpisodeKeptInTheFeedDoesNotWidenTheWindow(onTop: Bool) {
        let trailer = Episode.weekly(1)
        var store = ModelStore()
        for newest in 13...40 {
            let window = (newest - 10...newest).reversed().map { Episode.weekly($0) }
            let plan = store.importDocument(onTop ? [trailer] + window : window + [trailer], at: .day(newest * 7 + 1))
            #expect(plan.removed.isEmpty)
        }
    }

    @Test(arguments: [1, 2, 3], [3, 10])
    func c6Rule33AFewOldEpisodesKeptInTheFeedDoNotWidenTheWindow(pinnedCount: Int, windowSize: Int) {
        let pinned = (1...pinnedCount).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        for newest in 30...50 {
            let window = (newest - windowSize + 1...newest).reversed().map { Episode.weekly($0) }
            let plan = store.importDocument(window + pinned, at: .day(newest * 7 + 1))
            #expect(plan.removed.isEmpty)
        }
        #expect(store.rows.count == 20 + windowSize + pinnedCount)
    }

    @Test(arguments: [true, false])
    func anOldEpisodeOnTopOfAShortFeedDoesNotWidenItsWindow(isOldestFirst: Bool) {
        let trailer = Episode.weekly(1)
        var store = ModelStore()
        for newest in 13...40 {
            let items = [trailer] + (newest - 4...newest).reversed().map { Episode.weekly($0) }
            let plan = store.importDocument(isOldestFirst ? items.reversed() : items, at: .day(newest * 7 + 1))
            #expect(plan.removed.isEmpty)
        }
        #expect(store.rows.count == 33)
    }

    @Test(arguments: [4, 9, 10], [1, 5])
    func aSingleOldEpisodeMayBePinned(itemCount: Int, weeksApart: Int) {
        // Given the last episodes and one of long before
        func episode(_ number: Int) -> Episode {
            var episode = Episode.weekly(number)
            episode.publishedAt = .day(7 * weeksApart * number)
            return episode
        }
        let before = (39 - itemCount...38).reversed().map(episode) + [episode(1)]
        let listed = (40 - itemCount...39).reversed().map(episode) + [episode(1)]
        var store = ModelStore()
        store.importDocument(before, at: .day(1400))

        // When one between them goes as the next comes
        store.importDocument(listed, at: .day(1401))

        // Then it is withdrawn when that has lasted longer than until another would have slid out as well
        #expect(store.importDocument(listed, at: .day(1400 + 14 * weeksApart)).removed.isEmpty)
        #expect(store.importDocument(listed, at: .day(1401 + 14 * weeksApart)).removed == [Int64(itemCount)])
    }

    @Test(arguments: [2, 3])
    func amongTheOldestOfALongFeedAnEpisodeIsMissedForLonger(olderCount: Int) {
        // Given one that goes as another comes
        var store = ModelStore.imported()
        let fewer = [Episode.weekly(21)] + [Episode].talks(without: olderCount + 1)
        store.importDocument(fewer, at: .day(151))

        // Then those below it may be pinned
        #expect(store.importDocument(fewer, at: .day(164)).removed.isEmpty)
        #expect(store.importDocument(fewer, at: .day(165)).removed == [store.id(ofTalk: olderCount + 1)])
    }

    @Test func c6Rule33WhatADamagedDocumentBroughtMayHaveMadeTheWindowSlide() {
        // Given the last seven and a trailer
        func window(_ newest: Int) -> [Episode] {
            (newest - 6...newest).reversed().map { Episode.weekly($0) } + [Episode.weekly(1)]
        }
        var store = ModelStore()
        store.importDocument(window(9), at: .day(70))

        // When
        store.importDocument(Array(window(10).prefix(4)), at: .day(71), isComplete: false)
        for day in 72...84 { #expect(store.importDocument(window(10), at: .day(day)).removed.isEmpty) }

        // Then the one above the trailer has waited as if all had come at once
        #expect(store.importDocument(window(10), at: .day(86)).removed.count == 1)
    }

    @Test func c6Rule33SoMayWhatCameBack() {
        // Given the last seven and a trailer, of which one was away
        func window(without numbers: Int...) -> [Episode] {
            let shows = (3...9).reversed().map { Episode.weekly($0) } + [Episode.weekly(1)]
            return shows.filter { show in !numbers.contains { show.guid == "guid-\($0)" } }
        }
        var store = ModelStore()
        store.importDocument(window(), at: .day(70))
        store.importDocument(window(without: 8), at: .day(71))

        // When it is back, and two are missing
        let last = window(without: 3, 5)
        store.importDocument(last, at: .day(71, hour: 18))

        // Then
        #expect(store.importDocument(last, at: .day(73)).removed == [5])
    }

    @Test(arguments: [1, 2, 3, 5, 8, 11], [1, 4])
    func c6Rule33WhatSlidesOutAboveATrailerIsNotWithdrawn(windowSize: Int, weeksApart: Int) {
        // Given a feed that is asked every day
        var trailer = Episode.weekly(1)
        trailer.publishedAt = .day(7 * weeksApart)
        var store = ModelStore()
        for day in 7 * weeksApart * (windowSize + 1)...7 * weeksApart * (windowSize + 8) {
            let newest = day / (7 * weeksApart)
            let window = (newest - windowSize + 1...newest).reversed().map { number in
                var episode = Episode.weekly(number)
                episode.publishedAt = .day(7 * weeksApart * number)
                return episode
            }
            store.importDocument(window + [trailer], at: .day(day, hour: 1))
        }

        // Then, of a few, the first to leave might be any that was taken out of the middle
        let first = windowSize < 3 ? [Int64(windowSize)] : []
        #expect(store.rows.filter { $0.identity.removedAt != nil }.map(\.id) == first)
        #expect(store.rows.count == windowSize + 8)
    }

    @Test(arguments: [1, 2, 3])
    func c6Rule33WhatSlidesOutAboveTheFirstEpisodesIsNotWithdrawn(pinnedCount: Int) {
        // Given a feed that keeps its first episodes and the last seven, from when it had no others
        var store = ModelStore()
        for day in 7 * (pinnedCount + 7)...7 * (pinnedCount + 16) {
            let newest = day / 7
            let numbers = Array(1...pinnedCount) + Array(newest - 6...newest)
            let plan = store.importDocument(numbers.reversed().map { Episode.weekly($0) }, at: .day(day, hour: 13))
            #expect(plan.removed.isEmpty)
        }
        #expect(store.rows.count == pinnedCount + 16)
    }

    @Test(arguments: [10, 11])
    func norIsWhatHasSlidOutAboveATrailerWhereAShowPauses(windowSize: Int) {
        // Given a weekly show with a pause after each nine episodes, asked every day
        func date(_ number: Int) -> Timestamp { .day(7 * (number + 6 * ((number - 1) / 9))) }
        var trailer = Episode.weekly(100)
        trailer.publishedAt = .day(1)
        var store = ModelStore()

        // When the window reaches back over the pause to the end of a season
        var newest = windowSize
        for day in 7 * (windowSize + 6)...7 * 42 {
            while date(newest + 1) <= .day(day) { newest += 1 }
            let window = (newest - windowSize + 1...newest).reversed().map { number in
                var episode = Episode.weekly(number)
                episode.publishedAt = date(number)
                return episode
            }
            #expect(store.importDocument(window + [trailer], at: .day(day, hour: 13)).removed.isEmpty)
        }

        // Then
        #expect(newest == 27 && store.rows.count == 28)
    }

    @Test func c6Rule33WhatHadSlidOutIsNotWithdrawnByOneDocument() {
        // Given a weekly show that lists its last seven
        func window(_ newest: Int) -> [Episode] { (newest - 6...newest).reversed().map { Episode.weekly($0) } }
        var store = ModelStore()
        for newest in 7...24 { store.importDocument(window(newest), at: .day(newest * 7 + 1)) }

        // When old favourites stand behind them for less than a day
        let favourites = window(24) + (4...7).reversed().map { .weekly($0) }
        #expect(store.importDocument(favourites, at: .day(169, hour: 18)).removed.isEmpty)
        #expect(store.importDocument(window(24), at: .day(170, hour: 17)).removed.isEmpty)

        // Then that is forgotten; for a day it is not
        #expect(store.importDocument(favourites, at: .day(173)).removed.isEmpty)
        #expect(store.importDocument(favourites, at: .day(173, hour: 20)).removed.isEmpty)
        #expect(store.importDocument(favourites, at: .day(174)).removed == (8...17).map { store.id(ofTalk: $0) })
        #expect(store.breaches.isEmpty)
    }

    @Test func whatIsDoubtfulNowWaitsForLongerThanBefore() {
        // Given three that slide out above the oldest, of which one comes back, so that the one after it is missing inside
        var store = ModelStore()
        func items(_ old: Int..., newest: Int) -> [Episode] {
            (old + Array(30...newest)).reversed().map { Episode.weekly($0) }
        }
        store.importDocument(items(24, 25, 26, 27, 28, 29, newest: 40), at: .day(300))
        store.importDocument(items(24, 25, 26, newest: 41), at: .day(301))
        store.importDocument(items(24, 25, 26, 28, newest: 41), at: .day(302))

        // When the oldest go, too
        #expect(store.importDocument(items(28, newest: 41), at: .day(303)).removed.isEmpty)

        // Then the single older one may be pinned
        #expect(store.importDocument(items(28, newest: 41), at: .day(314)).removed.isEmpty)
        #expect(store.importDocument(items(28, newest: 41), at: .day(315)).removed == [store.id(ofTalk: 29)])
    }

    @Test func c6Rule33OneMissingBehindAPauseIsStillWithdrawn() {
        // Given a show that began, paused for a year, and goes on
        let shows = (Array(1...3) + Array(60...72)).reversed().map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(600))

        // When one of its midst is taken away, and the first one behind the pause as the next comes
        let fewer = [Episode.weekly(73)] + shows.filter { $0.guid != "guid-65" && $0.guid != "guid-60" }
        store.importDocument(fewer, at: .day(601))
        let missing = store.rows.filter { $0.episode.guid == "guid-65" }.map(\.id)
        #expect(store.importDocument(fewer, at: .day(603)).removed == missing)

        // Then the latter only after some time, for it may be the end of a window
        #expect(store.importDocument(fewer, at: .day(610)).removed.isEmpty)
        #expect(store.importDocument(fewer, at: .day(615)).removed.count == 1)
    }
}
