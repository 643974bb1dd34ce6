import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Identity C6: what it means that an episode is no longer listed.
struct AbsenceTests {
    private static let newestFirst = (1...20).reversed().map { Episode.weekly($0) }

    private func without(_ numbers: Int...) -> [Episode] {
        Self.newestFirst.filter { item in !numbers.contains { item.title == "Talk about \($0)" } }
    }

    private func imported(_ items: [Episode] = newestFirst) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(150))
        return store
    }

    private func id(_ number: Int, _ store: ModelStore) -> Int64? { store.row(titled: "Talk about \(number)")?.id }

    @Test func c6Rule31AbsenceIsNotDeletion() {
        var store = imported()
        for day in 151..<200 { store.importDocument(Array(Self.newestFirst.prefix(12)), at: .day(day)) }
        #expect(store.rows.count == 20)
        #expect(store.rows.allSatisfy { $0.identity.removedAt == nil })
    }

    @Test func c6Rule32TheFirstCleanDocumentWithoutItSetsAbsentSince() {
        var store = imported()
        let plan = store.importDocument(without(7), at: .day(151))
        #expect(plan.absences.map(\.episodeID) == [id(7, store)])
        #expect(plan.absences.map(\.action) == [.unlist])
        #expect(store.row(titled: "Talk about 7")?.identity.absentSince == .day(151))
        #expect(store.importDocument(without(7), at: .day(151, hour: 20)).absences.isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func c6Rule33MissingFromTheMiddleTwiceADayApartIsWithdrawn(order: Int) {
        func ordered(_ items: [Episode]) -> [Episode] {
            var generator = SeededGenerator(seed: 3)
            return order == 0 ? items : order == 1 ? items.reversed() : items.shuffled(using: &generator)
        }
        var store = imported(ordered(Self.newestFirst))
        store.importDocument(ordered(without(7)), at: .day(151))
        #expect(store.importDocument(ordered(without(7)), at: .day(152, hour: 11)).removed.isEmpty)
        #expect(store.importDocument(ordered(without(7)), at: .day(152, hour: 13)).removed == [id(7, store)])
        // Once is enough.
        #expect(store.importDocument(ordered(without(7)), at: .day(160)).absences.isEmpty)
    }

    @Test func c6Rule33AlsoInAShortFeed() {
        let three = (1...3).map { Episode.weekly($0) }
        var store = imported(three)
        store.importDocument([three[0], three[2]], at: .day(151))
        #expect(store.importDocument([three[0], three[2]], at: .day(153)).removed == [2])
    }

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

    @Test(arguments: [4, 5, 9, 10, 12], [true, false])
    func c6Rule33AlsoAboveTheOldestIfNothingCame(itemCount: Int, isOldestFirst: Bool) {
        let newestFirst = (1...itemCount).reversed().map { Episode.weekly($0) }
        let shows = isOldestFirst ? newestFirst.reversed() : newestFirst
        for (position, show) in shows.enumerated().dropFirst().dropLast() {
            // Given
            var store = ModelStore()
            store.importDocument(shows, at: .day(150))

            // When one of them is taken out, and nothing else happens
            let fewer = shows.filter { $0.guid != show.guid }
            store.importDocument(fewer, at: .day(151))

            // Then no window can have slid
            #expect(store.importDocument(fewer, at: .day(151, hour: 18)).removed.isEmpty)
            #expect(store.importDocument(fewer, at: .day(152)).removed == [Int64(position + 1)])
        }
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

    @Test(arguments: [2, 3])
    func amongTheOldestOfALongFeedAnEpisodeIsMissedForLonger(olderCount: Int) {
        // Given one that goes as another comes
        var store = imported()
        let fewer = [Episode.weekly(21)] + without(olderCount + 1)
        store.importDocument(fewer, at: .day(151))

        // Then those below it may be pinned
        #expect(store.importDocument(fewer, at: .day(164)).removed.isEmpty)
        #expect(store.importDocument(fewer, at: .day(165)).removed == [id(olderCount + 1, store)])
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

    @Test func whatIsNewerThanAllThatIsListedIsNotWithdrawn() {
        var store = imported()
        for day in [151, 153, 170] { #expect(store.importDocument(without(20), at: .day(day)).removed.isEmpty) }
    }

    @Test func norIsWhatIsAsOldAsTheOldestListed() {
        var twin = Episode.weekly(1, guid: "twin")
        twin.title = "Another one of that day"
        var store = imported(Self.newestFirst + [twin])
        for day in [151, 153, 170] { #expect(store.importDocument(Self.newestFirst, at: .day(day)).removed.isEmpty) }
    }

    @Test func c6Rule33WithoutADateNothingIsSaid() {
        var store = imported(Self.newestFirst + [.item(guid: "u", title: "Undated")])
        store.importDocument(Self.newestFirst, at: .day(151))
        #expect(store.importDocument(Self.newestFirst, at: .day(190)).removed.isEmpty)
    }

    @Test(arguments: [-8, 8])
    func c6Rule33TimesThatAllMoveWithdrawNothing(hours: Int64) {
        // Given news of every hour, the last twelve of them
        func news(_ newest: Int, shiftedBy hours: Int64) -> [Episode] {
            (newest - 11...newest).reversed().map { number in
                .item(
                    guid: "n\(number)",
                    title: "News \(number)",
                    enclosure: "https://h.example/\(number).mp3",
                    date: Timestamp.day(1).adding(seconds: (Int64(number) + hours) * 3600)
                )
            }
        }
        var store = ModelStore()
        for newest in 12...30 { store.importDocument(news(newest, shiftedBy: 0), at: .day(newest)) }

        // When
        for newest in 31...60 {
            #expect(store.importDocument(news(newest, shiftedBy: hours), at: .day(newest)).removed.isEmpty)
        }

        // Then what is taken out of the middle afterwards still is withdrawn
        let fewer = news(60, shiftedBy: hours).filter { $0.guid != "n55" }
        for day in [61, 63] { store.importDocument(fewer, at: .day(day)) }
        #expect(store.rows.filter { $0.identity.removedAt != nil }.map(\.episode.guid) == ["n55"])
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
        #expect(store.importDocument(favourites, at: .day(174)).removed == (8...17).map { id($0, store) })
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
        #expect(store.importDocument(items(28, newest: 41), at: .day(315)).removed == [id(29, store)])
    }

    @Test(arguments: [false, true])
    func c6Rule34WhatWaitsGoesOnThroughADamagedDocumentAndToAnotherAddress(addressChanged: Bool) {
        var store = imported()
        store.importDocument(without(7), at: .day(151))
        let plan = store.importDocument(
            without(7),
            at: .day(152),
            isComplete: addressChanged,
            addressChanged: addressChanged
        )
        #expect(plan.removed.isEmpty)
        #expect(store.importDocument(without(7), at: .day(152, hour: 13)).removed == [id(7, store)])
    }

    @Test func whatIsBeyondTheWindowOfAnotherAddressWaitsNoMore() {
        var store = imported()
        store.importDocument(without(7), at: .day(151))
        let plan = store.importDocument(Array(without(7).prefix(12)), at: .day(151, hour: 20), addressChanged: true)
        #expect(plan.removalsDue == [:])
    }

    @Test func c6Rule33AFeedThatListsEverythingIsBelievedAtOnce() {
        var store = imported()
        let plan = store.importDocument(Array(Self.newestFirst.dropLast(2)), at: .day(151), archiveComplete: true)
        #expect(Set(plan.removed) == Set([id(1, store), id(2, store)].compactMap { $0 }))
    }

    @Test func c6Rule34NoDamagedPartialOrStrangeDocumentIsHeldAgainstAnEpisode() {
        for day in [151, 153] {
            var store = imported()
            #expect(store.importDocument(without(7), at: .day(day), isComplete: false).absences.isEmpty)
            #expect(store.importDocument(without(7), at: .day(day), isLaterPage: true).absences.isEmpty)
            #expect(store.importDocument(without(7), at: .day(day), addressChanged: true).absences.isEmpty)
            #expect(store.importDocument([], at: .day(day)).absences.isEmpty)
            #expect(store.importDocument([], at: .day(day), archiveComplete: true).absences.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func anEmptyDocumentIsNeverHeldAgainstAnEpisode(archiveComplete: Bool) {
        var store = imported()
        for day in 151...156 {
            #expect(store.importDocument([], at: .day(day), archiveComplete: archiveComplete).absences.isEmpty)
        }
    }

    @Test func c6Rule34AFallByMoreThanHalfIsBelievedTheThirdTime() {
        var store = imported()
        let few = Array(Self.newestFirst.prefix(9)).filter { $0.title != "Talk about 16" }
        for day in [151, 152] {
            let plan = store.importDocument(few, at: .day(day))
            #expect(plan.absences.isEmpty)
            #expect(plan.warnings.map(\.kind) == ["mass-drop"])
        }
        #expect(store.importDocument(few, at: .day(153)).absences.count == 12)
        #expect(store.importDocument(few, at: .day(155)).removed == [id(16, store)])
    }

    @Test(arguments: [(4, 10, true), (5, 10, false), (0, 1, true), (3, nil, false)])
    func c6Rule34AMassDropIsLessThanHalf(items: Int, previous: Int?, isDrop: Bool) {
        #expect(AbsenceRules.isMassDrop(itemCount: items, previousItemCount: previous) == isDrop)
    }

    @Test func c6Rule35AReturnClearsTheFlagsAndIsNotNews() {
        var store = imported()
        for day in [151, 153] { store.importDocument(without(7), at: .day(day)) }
        #expect(store.row(titled: "Talk about 7")?.identity.removedAt == .day(153))
        let plan = store.importDocument(Self.newestFirst, at: .day(160))
        #expect(plan.inserted.isEmpty)
        #expect(plan.changed.map(\.isReturn) == [true])
        #expect(plan.changed.map(\.wasRemoved) == [true])
        #expect(store.row(titled: "Talk about 7")?.identity.absentSince == nil)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule35AShortAbsenceStartsTheCountAnew() {
        var store = imported()
        store.importDocument(without(7), at: .day(151))
        store.importDocument(Self.newestFirst, at: .day(152))
        #expect(store.importDocument(without(7), at: .day(153)).removed.isEmpty)
        #expect(store.importDocument(without(7), at: .day(154)).removed == [id(7, store)])
    }

    @Test func c6Rule35WhatWasDeletedHereDoesNotComeBack() {
        var store = imported()
        store.delete(7)
        let plan = store.importDocument(Self.newestFirst, at: .day(160))
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.by) == [.tombstone])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36NorUnderAKeyItHadBefore() {
        var store = imported()
        var items = Self.newestFirst
        items[5].guid = "new guid"
        store.importDocument(items, at: .day(151))
        store.delete(6)
        #expect(store.importDocument(items, at: .day(152)).inserted.isEmpty)
        #expect(store.importDocument(Self.newestFirst, at: .day(153)).inserted.isEmpty)
        #expect(store.rows.count == 19)
    }

    @Test(arguments: [false, true])
    func c6Rule36NorUnderANewGuidAndAtANewAddress(movesFiles: Bool) {
        // Given
        var store = imported()
        store.delete(7)
        let items = Self.newestFirst.map { item in
            var item = item
            item.guid = item.guid.map { "moved-" + $0 }
            if movesFiles { item.enclosures[0].url = "https://new.example/\(item.guid ?? "").mp3" }
            return item
        }

        // When
        let plan = store.importDocument(items, at: .day(160))

        // Then: found by what it says, and the next time by its key
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.by) == [.tombstone])
        #expect(plan.warnings.count { $0.kind == "deleted-episode" } == 1)
        let again = store.importDocument(items, at: .day(161))
        #expect(again.warnings.isEmpty)
        #expect(again.decisions.filter { $0.action == .suppress }.map(\.formerKey) == [nil])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36NorWithANewTitleUnderANewGuid() throws {
        var store = imported()
        store.delete(try #require(id(7, store)))
        var items = Self.newestFirst
        items[13].guid = "new guid"
        items[13].title = "Another name of it"

        #expect(store.importDocument(items, at: .day(160)).inserted.isEmpty)
    }

    @Test(arguments: [3600, 86_400])
    func c6Rule36WhatComesAtAFixedAddressUnderOneTitleIsNew(secondsApart: Int64) throws {
        // Given: a feed that only ever has the latest news, always at one address
        var news = Episode.weekly(1)
        news.title = "The news"
        news.enclosures[0].url = "https://example.com/latest.mp3"
        var store = ModelStore()
        store.importDocument([news], at: .day(150))
        store.delete(1)

        // When
        news.guid = "the next"
        news.publishedAt = try #require(news.publishedAt).adding(seconds: secondsApart)
        let plan = store.importDocument([news], at: .day(150, hour: 2))

        // Then
        #expect(plan.inserted.count == 1)
    }

    @Test(arguments: [false, true], [nil, "d2-morning-again"])
    func c6Rule36TheOtherEditionOfTheDayIsNotTheDeletedOne(numbered: Bool, newGUID: String?) {
        // Given two editions a day under one title, by dates without time
        func edition(_ day: Int, _ name: String) -> Episode {
            .item(
                guid: "d\(day)-\(name)",
                title: numbered ? "#\(day): News" : "News",
                enclosure: "https://h.example/\(day)-\(name).mp3",
                date: .day(day, hour: 0),
                duration: 300
            )
        }
        var morning = edition(2, "morning")
        var store = imported([morning, edition(1, "evening"), edition(1, "morning")])
        store.delete(1)
        if let newGUID {
            morning.guid = newGUID
            store.importDocument([morning, edition(1, "evening"), edition(1, "morning")], at: .day(151))
        }

        // When
        let items = [edition(2, "evening"), morning, edition(1, "evening"), edition(1, "morning")]
        let plan = store.importDocument(items, at: .day(152))

        // Then
        #expect(plan.inserted.map(\.position) == [0])
        #expect(plan.decisions[1].by == .tombstone)
        #expect(store.rows.count == 3)
    }

    /// What is changed of an episode under its guid, and then together with the guid.
    enum Steps: CaseIterable {
        case titleThenFile, timeThenGUID, fileThenTitle, guidThenTitleThenFile, guidThenFileThenTime
    }

    @Test(arguments: Steps.allCases)
    func c6Rule36NorInSeveralSteps(steps: Steps) throws {
        // Given
        var store = imported()
        store.delete(try #require(id(7, store)))
        var items = Self.newestFirst

        // When
        func change(_ guid: String?, _ body: (inout Episode) -> Void) {
            for index in items.indices {
                items[index].guid = items[index].guid.map { (guid ?? "") + $0 }
                body(&items[index])
            }
            for day in [0, 1] { store.importDocument(items, at: .day(160 + day)) }
        }
        let title: (inout Episode) -> Void = { $0.title = "Re-titled " + $0.title }
        let file: (inout Episode) -> Void = { $0.enclosures[0].url = "https://n.example/x-\($0.guid ?? "").mp3" }
        let time: (inout Episode) -> Void = { $0.publishedAt = $0.publishedAt?.adding(seconds: 5 * 3600) }
        switch steps {
        case .titleThenFile:
            change(nil, title)
            change("m", file)
        case .timeThenGUID:
            change(nil, time)
            change("m") { _ in }
        case .fileThenTitle:
            change(nil, file)
            change("m", title)
        case .guidThenTitleThenFile:
            change("m") { _ in }
            change(nil, title)
            change("n", file)
        case .guidThenFileThenTime:
            change("m", file)
            change("n", title)
            change(nil, time)
            change("o", file)
        }

        // Then
        #expect(store.rows.count == 19)
        #expect(store.tombstones.episodes.count == 1)
        #expect(store.breaches.isEmpty)
        #expect(store.importDocument(items, at: .day(170)).tombstoneRenewals.isEmpty)
    }

    @Test func c6Rule36WhatOnlyHasItsGuidIsNew() throws {
        // Given
        var store = imported()
        store.delete(try #require(id(7, store)))
        let before = store.tombstones
        var items = Self.newestFirst
        items[13] = .item(guid: "guid-7", title: "Another", enclosure: "https://a.example/b.mp3", date: .day(150))

        // Then it comes in under a key of its own, and nothing is remembered of the deleted one for it
        #expect(store.importDocument(items, at: .day(160)).inserted.map(\.position) == [13])
        #expect(store.tombstones == before)
        #expect(store.importDocument(items, at: .day(161)).changed.isEmpty)
        // The deleted one stays away, alone and beside it
        #expect(store.importDocument(Self.newestFirst, at: .day(162)).inserted.isEmpty)
        #expect(store.importDocument(items + [.weekly(7)], at: .day(163)).inserted.isEmpty)
        #expect(store.row(titled: "Another") != nil)
        #expect(store.rows.count == 20)
        #expect(store.breaches.isEmpty)
    }

    /// What a publisher corrects of an episode under its guid at once.
    enum Correction: CaseIterable {
        case titleAndTime, fileAndTime, titleAndFile, decorationFileAndZone, numberFileAndTime, allOfOneWithoutFile
    }

    @Test(arguments: Correction.allCases)
    func c6Rule36NorWithAnotherTitleAndTime(correction: Correction) throws {
        // Given
        var episode = Episode.weekly(7)
        if correction == .allOfOneWithoutFile { episode.enclosures = [] }
        func items(_ episode: Episode) -> [Episode] { Self.newestFirst.map { $0.guid == "guid-7" ? episode : $0 } }
        var store = imported(items(episode))
        store.delete(try #require(id(7, store)))

        // When
        switch correction {
        case .titleAndTime: (episode.title, episode.publishedAt) = ("Corrected", .day(149))
        case .fileAndTime: (episode.enclosures[0].url, episode.publishedAt) = ("https://n.example/1.mp3", .day(149))
        case .titleAndFile: (episode.enclosures[0].url, episode.title) = ("https://n.example/1.mp3", "Corrected")
        case .decorationFileAndZone:
            (episode.enclosures[0].url, episode.title) = ("https://n.example/1.mp3", episode.title + " | Show")
            episode.publishedAt = episode.publishedAt?.adding(seconds: -9 * 3600)
        case .numberFileAndTime:
            (episode.enclosures[0].url, episode.title) = ("https://n.example/1.mp3", "#7: " + episode.title)
            episode.publishedAt = .day(149)
        case .allOfOneWithoutFile:
            (episode.title, episode.publishedAt) = ("Corrected", .day(149))
            episode.enclosures = Episode.weekly(7).enclosures
        }

        // Then
        for day in 160...161 { #expect(store.importDocument(items(episode), at: .day(day)).inserted.isEmpty) }
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true])
    func c6Rule36OneGuidForEverNewEpisodesLetsAllIn(isDated: Bool) {
        // Given a feed whose only item always has the same guid
        func latest(_ number: Int) -> [Episode] {
            var episode = Episode.weekly(number, guid: "latest")
            episode.title = ["Bees", "Ships", "Clouds", "Gold", "Tea"][number - 1]
            if !isDated { (episode.publishedAt, episode.publishedRaw) = (nil, nil) }
            return [episode]
        }
        var store = imported(latest(1))
        store.delete(1)

        // Then each new episode comes in once
        for number in 2...4 {
            #expect(store.importDocument(latest(number), at: .day(150 + number)).inserted.count == 1)
            #expect(store.importDocument(latest(number), at: .day(150 + number, hour: 13)).changed.isEmpty)
        }
        #expect(store.rows.map(\.episode.title) == ["Ships", "Clouds", "Gold"])

        // And one that is deleted in its turn stays away
        store.delete(store.rows[2].id)
        let before = store.tombstones
        for hour in 14...18 {
            let plan = store.importDocument(latest(4), at: .day(154, hour: hour))
            #expect(plan.inserted.isEmpty && plan.warnings.isEmpty)
        }
        #expect(store.tombstones == before)
        #expect(store.importDocument(latest(5), at: .day(156)).inserted.count == 1)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36WhatHasLittleElseOfItIsSaidOnce() throws {
        var store = imported()
        store.delete(try #require(id(7, store)))
        let warnings = (0...3).map { day in
            var items = Self.newestFirst
            items[13].enclosures[0].url = "https://n.example/1.mp3"
            items[13].publishedAt = .day(149)
            return store.importDocument(items, at: .day(160 + day)).warnings.map(\.kind)
        }
        #expect(warnings == [["deleted-episode"], [], [], []])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36ACopyBesideTheDeletedOneIsDeletedAsWell() {
        var store = imported()
        store.delete(7)
        var copy = Self.newestFirst[6]
        copy.guid = "for members"

        let plan = store.importDocument([copy] + Self.newestFirst, at: .day(160))
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.position) == [0, 7])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36AFileAloneIsNoDeletedEpisode() throws {
        var store = imported()
        store.delete(try #require(id(7, store)))
        var items = Self.newestFirst
        items[13].guid = "new guid"
        items[13].publishedAt = .day(149)

        #expect(store.importDocument(items, at: .day(160)).inserted.count == 1)
    }

    @Test(arguments: [
        (old: ("mp3", "audio/mpeg"), new: ("mp4", "audio/mp4"), isDeleted: true),
        (("mp4", "audio/mp4"), ("mp4", "audio/mp4"), true),
        // Of what was deleted the type is not known
        (("mp4", "video/mp4"), ("mp3", "audio/mpeg"), false), (("mp3", "audio/mpeg"), ("mp4", "video/mp4"), false),
    ])
    func c6Rule36NorInAnotherContainer(
        old: (ending: String, type: String),
        new: (ending: String, type: String),
        isDeleted: Bool
    ) {
        func show(_ guid: String, _ media: (ending: String, type: String)) -> Episode {
            let file = "https://\(guid).example/7.\(media.ending)"
            return .item(guid: guid, title: "On birds", enclosure: file, type: media.type, date: .day(49))
        }
        var store = imported([show("old", old)] + without(7))
        store.delete(1)
        let plan = store.importDocument([show("new", new)] + without(7), at: .day(160))
        #expect(plan.decisions[0].by == (isDeleted ? .tombstone : .new))
    }

    @Test(arguments: ["#{}: ", "Ep. {} - "], [true, false])
    func c6Rule36NorWithANumberInFrontOfItsTitle(prefix: String, drops: Bool) {
        // Given
        func shows(_ prefix: String) -> [Episode] {
            (1...20).reversed().map { number in
                var show = Episode.weekly(number)
                show.title = prefix.replacing("{}", with: "\(number)") + "About the art of \(number * number)"
                return show
            }
        }
        var store = imported(shows(drops ? prefix : ""))
        store.delete(7)

        // When guids and files are new as well
        let plan = store.importDocument(shows(drops ? "" : prefix).movedElsewhere(), at: .day(160))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rows.count == 19)
    }

    @Test(arguments: [("#7: On birds", Int?(1800), true), ("#8: On birds", 1800, false), ("On birds", 2400, false)])
    func whatHasAnotherNumberOrLengthIsNotTheDeletedOne(title: String, seconds: Int?, isDeleted: Bool) {
        // Given
        var birds = Episode.weekly(7)
        birds.title = "#7: On birds"
        var store = imported([birds] + without(7))
        store.delete(1)

        // When an item has its time, but another guid and file
        var next = Episode.item(
            guid: "new",
            title: title,
            enclosure: "https://x.example/n.mp3",
            date: birds.publishedAt
        )
        next.durationSeconds = seconds
        let plan = store.importDocument([next] + without(7), at: .day(151))

        // Then
        #expect(plan.inserted.count == (isDeleted ? 0 : 1))
    }

    @Test(arguments: [true, false])
    func c6Rule36NorAsItGainsAGuid(hasFile: Bool) {
        // Given items without guids or dates
        func item(_ number: Int, guid: String?) -> Episode {
            .item(
                guid: guid,
                title: "On \(number)",
                enclosure: hasFile ? "https://h.example/\(number).mp3" : nil,
                link: "https://show.example/\(number)"
            )
        }
        var store = imported((1...6).map { item($0, guid: nil) })
        store.delete(3)

        let plan = store.importDocument((1...6).map { item($0, guid: "g\($0)") }, at: .day(151))
        #expect(plan.inserted.isEmpty)
        #expect(store.rows.count == 5)
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
