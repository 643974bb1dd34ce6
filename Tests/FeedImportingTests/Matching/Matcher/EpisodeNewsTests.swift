import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C5 29 and 30, C7: what is news, and where episodes stand in time.
struct EpisodeNewsTests {
    private static let shows = (1...12).map { Episode.weekly($0) }

    private func imported(_ items: [Episode] = shows) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(90))
        return store
    }

    @Test func c5Rule29TheFirstImportAnnouncesNothing() {
        var store = ModelStore()
        let plan = store.importDocument(Self.shows, at: .day(90))
        #expect(plan.inserted.count == 12)
        #expect(plan.announced.isEmpty)
    }

    @Test(arguments: [(76, true), (77, false), (84, false), (90, false)])
    func c5Rule29AnItemOlderThanTheNewestByAWeekIsBacklog(day: Int, isBacklog: Bool) {
        var store = imported()
        let plan = store.importDocument(Self.shows + [.item(guid: "x", title: "X", date: .day(day))], at: .day(91))
        #expect(plan.inserted.map(\.action) == [.insert(isBacklog: isBacklog)])
    }

    @Test func c5Rule29WhatStandsBehindAPageOfNewsIsNews() {
        // Given a feed that was not asked for eight weeks, and lists three episodes on each of its pages
        var store = imported()
        let news = (13...20).reversed().map { Episode.weekly($0) }
        store.importDocument(Array(news.prefix(3)), at: .day(141))
        var listed = Set(store.rowOfItem.compactMap(\.self))

        for (page, announced) in [(news[3..<6] + [], 3), (news[6...] + [.weekly(12)], 2)] {
            // When
            let plan = store.importDocument(
                Array(page),
                at: .day(141),
                isComplete: false,
                isLaterPage: true,
                listedEarlier: listed
            )
            listed.formUnion(store.rowOfItem.compactMap(\.self))

            // Then
            #expect(plan.announced.count == announced)
            #expect(plan.inserted.count == announced)
        }
    }

    @Test(arguments: [true, false])
    func c5Rule29WhereEverythingWasDeletedWhatIsNewerIsNews(isMove: Bool) {
        // Given a podcast whose episodes the user deletes as soon as they are heard
        var store = imported()
        for row in store.rows { store.delete(row.id) }

        // When nobody has asked for a while, and the publisher has moved or not
        let shows = isMove ? Self.shows.movedElsewhere() : Self.shows
        let plan = store.importDocument(shows + (13...15).map { Episode.weekly($0) }, at: .day(110))

        // Then
        #expect(plan.inserted.map(\.position) == [12, 13, 14])
        #expect(plan.announced.count == 3)
        #expect(store.breaches.isEmpty)
    }

    @Test func c5Rule29SoItIsBehindAPageOfNews() {
        // Given such a podcast, of which more than a page has come since
        var store = imported()
        for row in store.rows { store.delete(row.id) }
        store.importDocument([.weekly(15), .weekly(14)], at: .day(110))
        let listed = Set(store.rowOfItem.compactMap(\.self))

        // When the next page has another of these, and one older than all that was deleted
        let plan = store.importDocument(
            [.weekly(13), .weekly(12), .weekly(0)],
            at: .day(110),
            isComplete: false,
            isLaterPage: true,
            listedEarlier: listed
        )

        // Then
        #expect(plan.inserted.map(\.action) == [.insert(isBacklog: false), .insert(isBacklog: true)])
        #expect(plan.announced.count == 1)
        #expect(store.breaches.isEmpty)
    }

    @Test func c5Rule29AnUndatedItemIsNews() {
        var store = imported()
        #expect(store.importDocument(Self.shows + [.item(guid: "x", title: "X")], at: .day(91)).announced.count == 1)
    }

    @Test(arguments: [(6, true), (5, false)])
    func c4Rule20AnUndatedArchiveUnderOtherGuidsIsNoNews(count: Int, isBacklog: Bool) {
        // Given
        let shows = (1...count).map { number in
            var show = Episode.weekly(number)
            (show.publishedAt, show.publishedRaw) = (nil, nil)
            return show
        }
        var store = imported(shows)

        // When guids and files are others, and there is a new episode
        let news = Episode.item(guid: "news", title: "News", enclosure: "https://other.example/news.mp3")
        let plan = store.importDocument(shows.movedElsewhere() + [news], at: .day(91))

        // Then titles alone match nothing, but only the new one is news
        #expect(plan.inserted.count == count + 1)
        #expect(plan.announced.map(\.position) == (isBacklog ? [count] : Array(0...count)))
    }

    @Test func c5Rule29AnArchiveThatFillsAnEmptyPodcastIsBacklogButForItsNewest() {
        var store = ModelStore()
        store.importDocument([], at: .day(80))
        #expect(store.importDocument(Self.shows, at: .day(85)).announced.map(\.position) == [10, 11])
    }

    @Test func c5Rule30ATypoAMonthAheadDoesNotMakeTheNextOnesOld() {
        var store = imported(Self.shows + [.item(guid: "typo", title: "Typo", date: .day(190))])
        let next = Episode.item(guid: "next", title: "Next", date: .day(92))
        #expect(store.importDocument(Self.shows + [next], at: .day(93)).announced.count == 1)
    }

    @Test func c5Rule30NorDoesItWhereNobodyHasAskedForWeeks() {
        let typo = Episode.item(guid: "typo", title: "Typo", date: .day(190))
        var store = imported(Self.shows + [typo])
        let next = (0...3).map { Episode.item(guid: "next-\($0)", title: "Next \($0)", date: .day(91 + 7 * $0)) }
        #expect(store.importDocument(Self.shows + [typo] + next, at: .day(115)).announced.count == 4)
    }

    @Test func c5Rule30NorDoesItAfterAMove() {
        let shows = Self.shows + [.item(guid: "typo", title: "Typo", enclosure: "https://a.example/t", date: .day(190))]
        var store = imported(shows)
        let next = Episode.item(guid: "next", title: "Next", date: .day(92))

        let plan = store.importDocument(shows.movedElsewhere() + [next], at: .day(93))

        #expect(plan.isHostMigration)
        #expect(plan.announced.map(\.position) == [13])
    }

    @Test(arguments: [false, true])
    func c5Rule29WhatAToolHasDatedAlongWithKnownOnesIsBacklog(isNewestFirst: Bool) {
        // Given a feed that lists its last episodes
        func ordered(_ items: [Episode]) -> [Episode] { isNewestFirst ? items.reversed() : items }
        var store = imported(ordered(Array(Self.shows.suffix(8))))

        // When a tool lists all, dated to its own run, and there is a new one as well
        let all = Self.shows + [.item(guid: "next", title: "Next")]
        let dated = all.enumerated().map { index, show in
            var show = show
            show.publishedAt = .day(95, minute: index)
            return show
        }
        let plan = store.importDocument(ordered(dated), at: .day(95))

        // Then that one is news
        #expect(plan.inserted.count == 5)
        #expect(plan.announced.map(\.position) == [isNewestFirst ? 0 : 12])
    }

    @Test func c5Rule29NorIsWhatStandsBehindOneThatIsPinnedToTheTop() {
        // Given a feed whose first episode is kept at the top by its date
        var shows: [Episode] = Self.shows.reversed()
        shows.insert(.item(guid: "pinned", title: "Start here", date: .day(94)), at: 0)
        var store = imported(shows)

        // When a tool dates all to its own run, and there is a new one behind the first
        shows.insert(.item(guid: "next", title: "Next"), at: 1)
        let dated = shows.enumerated().map { index, show in
            var show = show
            show.publishedAt = .day(95, minute: 50 - index)
            return show
        }
        let plan = store.importDocument(dated, at: .day(95))

        // Then that one is news
        #expect(plan.announced.map(\.position) == [1])
    }

    @Test(arguments: [false, true])
    func c5Rule29WhatIsNewIsNewsWhereAToolDatesAllToEachOfItsRuns(isNewestFirst: Bool) {
        var store = ModelStore()
        for newest in 6...30 {
            let items = (newest - 5...newest).map { number in
                var show = Episode.weekly(number)
                show.publishedAt = .day(7 * newest, minute: number - newest + 10)
                return show
            }
            let plan = store.importDocument(isNewestFirst ? items.reversed() : items, at: .day(7 * newest, hour: 13))
            #expect(plan.announced.count == (newest == 6 ? 0 : 1))
        }
    }

    @Test func c7Rule38AnotherOrderChangesNothing() {
        var store = imported()
        #expect(store.importDocument(Self.shows.reversed(), at: .day(91)).changed.isEmpty)
    }

    @Test func c7Rule39WhatIsDatedAheadIsSaidOnce() {
        var store = ModelStore()
        let items = (1...4).map { Episode.item(guid: "\($0)", date: .day($0 < 3 ? 10 : 5000)) }

        let plan = store.importDocument(items, at: .day(10))
        let sound = store.importDocument(Array(items.prefix(2)), at: .day(10))

        #expect(plan.warnings.map(\.kind) == [.futureDate])
        #expect(plan.warnings.first?.detail.hasPrefix("2 of 4 items") == true)
        #expect(sound.warnings.allSatisfy { $0.kind != .futureDate })
    }

    @Test func c7Rule39TheFutureIsMoreThanADayAhead() {
        #expect(EpisodeDates.isFuture(.day(12), at: .day(10)))
        #expect(!EpisodeDates.isFuture(.day(11), at: .day(10)))
        #expect(!EpisodeDates.isFuture(nil, at: .day(10)))
        #expect(!EpisodeDates.isFuture(.day(12), at: .day(11)))
    }

    @Test func c7Rule41AToolThatDatesEverythingTodayIsNotBelieved() {
        var store = imported()
        let rewritten = Self.shows.enumerated().map { index, show in
            var show = show
            show.publishedAt = .day(95, minute: index)
            show.description = "moved"
            return show
        }
        let plan = store.importDocument(rewritten, at: .day(95))
        #expect(plan.decisions.allSatisfy { $0.keepsStoredDate })
        #expect(plan.warnings.map(\.kind) == [.bulkDateRewrite])
        #expect(store.rows.map(\.episode.publishedAt) == Self.shows.map(\.publishedAt))
        // Not at the next poll either, nor for one that is edited then.
        var again = rewritten
        again[3].description = "moved and edited"
        #expect(store.importDocument(again, at: .day(96)).changed.count == 1)
        #expect(store.rows[3].episode.publishedAt == Self.shows[3].publishedAt)
    }

    @Test(arguments: [
        (episodes: 2, rewritten: 2, isKept: false), (3, 2, true), (3, 3, true), (4, 2, false), (5, 3, true),
    ])
    func moreThanHalfOfThreeOrMoreMustBeDatedTogetherNotToBeBelieved(episodes: Int, rewritten: Int, isKept: Bool) {
        let shows = (1...episodes).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument(shows, at: .day(90))
        let dated = shows.enumerated().map { index, show in
            var show = show
            if index < rewritten { show.publishedAt = .day(95, minute: index) }
            return show
        }
        let plan = store.importDocument(dated, at: .day(95))
        #expect(plan.decisions.count { $0.keepsStoredDate } == (isKept ? rewritten : 0))
    }

    @Test func c7Rule41NorIsItWhenMoreHaveBeenPublishedSince() throws {
        // Given
        var store = imported()
        var items = Self.shows.enumerated().map { index, show in
            var show = show
            show.publishedAt = .day(95, minute: index)
            return show
        }
        store.importDocument(items, at: .day(95))

        // When as many again, and one more, are published, and one of those before is edited
        for number in 14...26 {
            items.append(.weekly(number))
            store.importDocument(items, at: .day(7 * number))
        }
        items[3].description = "edited"
        let plan = store.importDocument(items, at: .day(190))

        // Then
        #expect(plan.changed.count == 1)
        #expect(store.rows.prefix(12).map(\.episode.publishedAt) == Self.shows.map(\.publishedAt))
    }

    @Test func c7Rule41ACorrectionOfTwoOfTheOldestIsBelieved() {
        var store = imported()
        var corrected = Self.shows
        for index in [0, 2] { corrected[index].publishedAt = .day(22, minute: index) }

        let plan = store.importDocument(corrected, at: .day(95))

        #expect(plan.warnings.isEmpty)
        #expect(store.rows.map(\.episode.publishedAt) == corrected.map(\.publishedAt))
    }

    @Test(arguments: [3600, 86_400])
    func c7Rule41AShiftOfSeveralADayIsBelieved(seconds: Int64) {
        // Given a show of three parts each morning
        let parts = (0..<15).map { number in
            var part = Episode.weekly(number)
            part.publishedAt = .day(number / 3 + 1, minute: 20 * (number % 3))
            return part
        }
        var store = imported(parts)
        let shifted = parts.map { part in
            var part = part
            part.publishedAt = part.publishedAt?.adding(seconds: seconds)
            return part
        }

        let plan = store.importDocument(shifted, at: .day(95))

        #expect(plan.warnings.isEmpty)
        #expect(store.rows.map(\.episode.publishedAt) == shifted.map(\.publishedAt))
    }

    @Test func c7Rule41ACorrectionOfDatesIsBelieved() {
        var store = imported()
        let corrected = Self.shows.map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: 3600)
            return show
        }
        let plan = store.importDocument(corrected, at: .day(95))
        #expect(plan.changed.count == 12)
        #expect(store.rows.map(\.episode.publishedAt) == corrected.map(\.publishedAt))
    }
}
