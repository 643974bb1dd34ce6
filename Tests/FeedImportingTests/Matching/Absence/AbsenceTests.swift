import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Identity C6: what it means that an episode is no longer listed.
struct AbsenceTests {
    @Test func c6Rule31AbsenceIsNotDeletion() {
        var store = ModelStore.imported()
        for day in 151..<200 { store.importDocument(Array([Episode].talks.prefix(12)), at: .day(day)) }
        #expect(store.rows.count == 20)
        #expect(store.rows.allSatisfy { $0.identity.removedAt == nil })
    }

    @Test func c6Rule32TheFirstCleanDocumentWithoutItSetsAbsentSince() {
        var store = ModelStore.imported()
        let plan = store.importDocument(.talks(without: 7), at: .day(151))
        #expect(plan.absences.map(\.episodeID) == [store.id(ofTalk: 7)])
        #expect(plan.absences.map(\.action) == [.unlist])
        #expect(store.row(titled: "Talk about 7")?.identity.absentSince == .day(151))
        #expect(store.importDocument(.talks(without: 7), at: .day(151, hour: 20)).absences.isEmpty)
    }

    @Test(arguments: [0, 1, 2])
    func c6Rule33MissingFromTheMiddleTwiceADayApartIsWithdrawn(order: Int) {
        func ordered(_ items: [Episode]) -> [Episode] {
            var generator = SeededGenerator(seed: 3)
            return order == 0 ? items : order == 1 ? items.reversed() : items.shuffled(using: &generator)
        }
        var store = ModelStore.imported(ordered(.talks))
        let fewer = ordered(.talks(without: 7))
        store.importDocument(fewer, at: .day(151))
        #expect(store.importDocument(fewer, at: .day(152, hour: 11)).removed.isEmpty)
        #expect(store.importDocument(fewer, at: .day(152, hour: 13)).removed == [store.id(ofTalk: 7)])
        // Once is enough.
        #expect(store.importDocument(fewer, at: .day(160)).absences.isEmpty)
    }

    @Test func c6Rule33AlsoInAShortFeed() {
        let three = (1...3).map { Episode.weekly($0) }
        var store = ModelStore.imported(three)
        store.importDocument([three[0], three[2]], at: .day(151))
        #expect(store.importDocument([three[0], three[2]], at: .day(153)).removed == [2])
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

    @Test func whatIsNewerThanAllThatIsListedIsNotWithdrawn() {
        var store = ModelStore.imported()
        for day in [151, 153, 170] { #expect(store.importDocument(.talks(without: 20), at: .day(day)).removed.isEmpty) }
    }

    @Test func norIsWhatIsAsOldAsTheOldestListed() {
        var twin = Episode.weekly(1, guid: "twin")
        twin.title = "Another one of that day"
        var store = ModelStore.imported([Episode].talks + [twin])
        for day in [151, 153, 170] { #expect(store.importDocument(.talks, at: .day(day)).removed.isEmpty) }
    }

    @Test func c6Rule33WithoutADateNothingIsSaid() {
        var store = ModelStore.imported([Episode].talks + [.item(guid: "u", title: "Undated")])
        store.importDocument(.talks, at: .day(151))
        #expect(store.importDocument(.talks, at: .day(190)).removed.isEmpty)
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

    @Test(arguments: [false, true])
    func c6Rule34WhatWaitsGoesOnThroughADamagedDocumentAndToAnotherAddress(addressChanged: Bool) {
        var store = ModelStore.imported()
        store.importDocument(.talks(without: 7), at: .day(151))
        let plan = store.importDocument(
            .talks(without: 7),
            at: .day(152),
            isComplete: addressChanged,
            addressChanged: addressChanged
        )
        #expect(plan.removed.isEmpty)
        #expect(store.importDocument(.talks(without: 7), at: .day(152, hour: 13)).removed == [store.id(ofTalk: 7)])
    }

    @Test func whatIsBeyondTheWindowOfAnotherAddressWaitsNoMore() {
        var store = ModelStore.imported()
        store.importDocument(.talks(without: 7), at: .day(151))
        let newest = Array([Episode].talks(without: 7).prefix(12))
        let plan = store.importDocument(newest, at: .day(151, hour: 20), addressChanged: true)
        #expect(plan.removalsDue == [:])
    }

    @Test func c6Rule33AFeedThatListsEverythingIsBelievedAtOnce() {
        var store = ModelStore.imported()
        let plan = store.importDocument(Array([Episode].talks.dropLast(2)), at: .day(151), archiveComplete: true)
        #expect(Set(plan.removed) == Set([store.id(ofTalk: 1), store.id(ofTalk: 2)].compactMap { $0 }))
    }

    @Test func c6Rule34NoDamagedPartialOrStrangeDocumentIsHeldAgainstAnEpisode() {
        for day in [151, 153] {
            var store = ModelStore.imported()
            #expect(store.importDocument(.talks(without: 7), at: .day(day), isComplete: false).absences.isEmpty)
            #expect(store.importDocument(.talks(without: 7), at: .day(day), isLaterPage: true).absences.isEmpty)
            #expect(store.importDocument(.talks(without: 7), at: .day(day), addressChanged: true).absences.isEmpty)
            #expect(store.importDocument([], at: .day(day)).absences.isEmpty)
            #expect(store.importDocument([], at: .day(day), archiveComplete: true).absences.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func anEmptyDocumentIsNeverHeldAgainstAnEpisode(archiveComplete: Bool) {
        var store = ModelStore.imported()
        for day in 151...156 {
            #expect(store.importDocument([], at: .day(day), archiveComplete: archiveComplete).absences.isEmpty)
        }
    }

    @Test func c6Rule34AFallByMoreThanHalfIsBelievedTheThirdTime() {
        var store = ModelStore.imported()
        let few = Array([Episode].talks.prefix(9)).filter { $0.title != "Talk about 16" }
        for day in [151, 152] {
            let plan = store.importDocument(few, at: .day(day))
            #expect(plan.absences.isEmpty)
            #expect(plan.warnings.map(\.kind) == [.massDrop])
        }
        #expect(store.importDocument(few, at: .day(153)).absences.count == 12)
        #expect(store.importDocument(few, at: .day(155)).removed == [store.id(ofTalk: 16)])
    }

    @Test(arguments: [(4, 10, true), (5, 10, false), (0, 1, true), (3, nil, false)])
    func c6Rule34AMassDropIsLessThanHalf(items: Int, previous: Int?, isDrop: Bool) {
        #expect(AbsenceRules.isMassDrop(itemCount: items, previousItemCount: previous) == isDrop)
    }

    @Test func c6Rule35AReturnClearsTheFlagsAndIsNotNews() {
        var store = ModelStore.imported()
        for day in [151, 153] { store.importDocument(.talks(without: 7), at: .day(day)) }
        #expect(store.row(titled: "Talk about 7")?.identity.removedAt == .day(153))
        let plan = store.importDocument(.talks, at: .day(160))
        #expect(plan.inserted.isEmpty)
        #expect(plan.changed.map(\.isReturn) == [true])
        #expect(plan.changed.map(\.wasRemoved) == [true])
        #expect(store.row(titled: "Talk about 7")?.identity.absentSince == nil)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule35AShortAbsenceStartsTheCountAnew() {
        var store = ModelStore.imported()
        store.importDocument(.talks(without: 7), at: .day(151))
        store.importDocument(.talks, at: .day(152))
        #expect(store.importDocument(.talks(without: 7), at: .day(153)).removed.isEmpty)
        #expect(store.importDocument(.talks(without: 7), at: .day(154)).removed == [store.id(ofTalk: 7)])
    }
}
