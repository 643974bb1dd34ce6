import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C4 17: several episodes of one title and one second, when guids and hosts change.
struct VersionsTests {
    /// A show of which each episode has another version: without bad words, or with pictures.
    private func shows(_ ending: String) -> [Episode] {
        (1...8).flatMap { number in
            let show = Episode.weekly(number)
            var other = show
            other.guid = "other-\(number)"
            other.enclosures[0].url = "https://cdn.example.com/show/\(number)\(ending)"
            return [show, other]
        }
    }

    private func store(of shows: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(shows, at: .day(100))
        return store
    }

    @Test(arguments: ["-clean.mp3", ".m4v"])
    func c4Rule17TheNameOfTheFileTellsThemApart(ending: String) {
        // Given
        let shows = shows(ending)
        var store = store(of: shows)

        // When
        let items = shows.withGUIDs { "moved-\($0)" }.map { show in
            var show = show
            show.enclosures[0].url.replace("cdn.example.com/show", with: "other.example/media")
            return show
        }
        let plan = store.importDocument(items, at: .day(101))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...16).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false])
    func c4Rule17TheFilesOfAnEpisodeMayComeInAnotherOrder(haveGuids: Bool) {
        var store = ModelStore()
        let endings = [".mp3", ".m4a", ".m4v"]
        for round in 0..<4 {
            let order = endings[(round % 3)...] + endings[..<(round % 3)]
            let items = (1...8).map { number in
                var show = Episode.weekly(number, guid: "round-\(round)-\(number)")
                if !haveGuids { show.guid = nil }
                show.enclosures = order.map { ending in
                    Enclosure(
                        url: "https://cdn.example.com/show/\(number)\(ending)",
                        type: ending == ".m4v" ? "video/x-m4v" : "audio/mpeg"
                    )
                }
                return show
            }
            store.importDocument(items, at: .day(100 + round))
            #expect(store.rowOfItem == (1...8).map(Int64.init))
        }
        #expect(store.breaches.isEmpty)
    }

    /// The same under other guids and names.
    private func moved(_ shows: [Episode]) -> [Episode] {
        shows.movedElsewhere().enumerated().map { index, show in
            var show = show
            if shows[index].enclosures[0].url.hasSuffix(".m4v") {
                show.enclosures[0].url = "https://other.example/x\(index)/video.m4v"
            }
            return show
        }
    }

    @Test func c4Rule17SoDoesTheKindOfMedia() {
        let shows = shows(".m4v")
        var store = store(of: shows)
        #expect(store.importDocument(moved(shows), at: .day(101)).inserted.isEmpty)
        #expect(store.rowOfItem == (1...16).map(Int64.init))
    }

    @Test(arguments: [Int64(3), 4])
    func c6Rule36TheDeletedVersionStaysDeleted(id: Int64) {
        let shows = shows(".m4v")
        var store = store(of: shows)
        store.delete(id)
        let plan = store.importDocument(moved(shows), at: .day(101))
        #expect(plan.inserted.isEmpty)
        #expect(plan.decisions[Int(id) - 1].action == .suppress)
        #expect(store.rows.count == 15)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [nil, Int64(3), 4])
    func c4Rule17SoDoesTheLengthToTheSecond(deleted: Int64?) {
        // Given versions that are shorter by a minute or two, of which one may have been deleted here
        let shows = shows("-members.mp3").enumerated().map { index, show in
            var show = show
            show.durationSeconds = 1800 + index * 13 - (index.isMultiple(of: 2) ? 0 : 90)
            return show
        }
        var store = store(of: shows)
        if let deleted { store.delete(deleted) }

        // When
        let plan = store.importDocument(moved(shows), at: .day(101))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (1...16).map { $0 == deleted ? nil : Int64($0) })
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule18NamesThatAllHaveTellNothing() {
        let shows = shows("-clean.mp3")
        var store = store(of: shows)
        #expect(store.importDocument(moved(shows), at: .day(101)).inserted.count == 16)
    }

    @Test func c4Rule18AVersionThatIsNewTakesNoRow() {
        // Given the versions of an episode, of which a third one comes as all get other guids
        let shows = shows("-clean.mp3")
        var store = store(of: shows)
        var third = shows[5]
        third.guid = "third"
        third.enclosures[0].url = "https://other.example/media/3-long.mp3"
        let items = shows.withGUIDs { "moved-\($0)" }.map { show in
            var show = show
            show.enclosures[0].url.replace("cdn.example.com/show", with: "other.example/media")
            return show
        }
        #expect(store.importDocument(items + [third], at: .day(101)).inserted.map(\.position) == [16])
    }

    /// A weekly show that comes at one time of day.
    private func shows(at minute: Int) -> [Episode] {
        (1...8).map { number in
            var show = Episode.weekly(number)
            show.publishedAt = Timestamp.day(7 * number, hour: 6, minute: minute).adding(seconds: 17)
            return show
        }
    }

    /// A store of a feed that has listed all under two guids and at two addresses for a while: the second are left.
    private func storeAfterDoubling(of shows: [Episode]) -> ModelStore {
        var store = store(of: shows)
        store.importDocument(shows + shows.movedElsewhere(), at: .day(101))
        store.importDocument(shows.movedElsewhere(), at: .day(102))
        return store
    }

    private func movedOn(_ shows: [Episode]) -> [Episode] {
        shows.withGUIDs { "third-\($0)" }.enumerated().map { index, show in
            var show = show
            show.enclosures[0].url = "https://third.example/y\(index)/sound.mp3"
            return show
        }
    }

    @Test(arguments: [0, 13], [Int64(0), 17])
    func c4Rule20OfTwoOfOneTitleAndTimeTheOneListedUntilNowMoves(minute: Int, seconds: Int64) {
        // Given
        let shows = shows(at: minute)
        var store = storeAfterDoubling(of: shows)

        // When the feed moves, to a host that may write no seconds
        let items = movedOn(shows).map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: -seconds)
            return show
        }
        let plan = store.importDocument(items, at: .day(160))

        // Then
        #expect(plan.isHostMigration)
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem == (9...16).map(Int64.init))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [
        (minute: 13, isComplete: true, by: MatchReason.titleAndDate), (0, true, .new), (13, false, .new),
    ])
    func c4Rule18OfASingleOneOnlyATimeOfItsOwnTellsThat(minute: Int, isComplete: Bool, by: MatchReason) {
        let shows = shows(at: minute)
        var store = storeAfterDoubling(of: shows)
        var items = shows.movedElsewhere()
        items[4] = movedOn(shows)[4]
        let plan = store.importDocument(items, at: .day(160), isComplete: isComplete)
        #expect(plan.decisions[4].by == by)
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule21TheNextEditionOfADayIsNotTheOneBefore() {
        // Given the last two editions, which have one title and a date without a time
        func edition(_ number: Int) -> Episode {
            .item(
                guid: "edition-\(number)",
                title: "World briefing",
                enclosure: "https://h.example/\(number).mp3",
                date: .day(3, hour: 0),
                duration: 300
            )
        }
        var store = store(of: [edition(2), edition(1)])
        #expect(store.importDocument([edition(5), edition(4)], at: .day(101)).inserted.count == 2)

        // When the next one comes, then it takes the row neither of the one before nor of older ones
        #expect(store.importDocument([edition(6), edition(5)], at: .day(102)).decisions[0].by == .new)
    }

    @Test func c4Rule21TheNextEditionOfADayIsNotTheOneBeforeWhereDaysBeginAtHalfPast() {
        // Given editions of one title on one day (+0530), beside the weather, in a feed of two items
        func edition(_ number: Int, title: String = "News") -> Episode {
            .item(
                guid: "\(title)-\(number)",
                title: title,
                enclosure: "https://h.example/\(title)-\(number).mp3",
                date: .day(3, hour: 18, minute: 30),
                duration: 300
            )
        }
        var store = store(of: [edition(1), edition(1, title: "Weather")])
        store.importDocument([edition(2), edition(1)], at: .day(101))
        store.importDocument([edition(2, title: "Weather"), edition(2)], at: .day(102))

        // When the next edition comes as the one before leaves
        let plan = store.importDocument([edition(3), edition(2, title: "Weather")], at: .day(103))

        // Then
        #expect(plan.decisions[0].by == .new)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false])
    func c4Rule18WhatIsRatherTheOneThatLeftIsNotTheOneThatWasListed(hasItsLength: Bool) {
        // Given the two parts of a lecture under one title, of which the second is taken back
        func part(_ number: Int, guid: String, seconds: Int? = nil, name: String? = nil) -> Episode {
            .item(
                guid: guid,
                title: "Lecture 5",
                enclosure: "https://\(guid).example/\(name ?? "part-\(number).mp3")",
                date: .day(3, hour: 6, minute: 5),
                duration: seconds ?? 1800 + number
            )
        }
        let others = shows(at: 13)
        var store = store(of: others + [part(1, guid: "one"), part(2, guid: "two")])
        store.importDocument(others + [part(1, guid: "one")], at: .day(101))

        // When it comes anew in place of the first
        let anew = hasItsLength ? part(2, guid: "anew", name: "other.mp3") : part(2, guid: "anew", seconds: 1803)
        let plan = store.importDocument(others + [anew], at: .day(102))

        // Then
        #expect(plan.decisions[8].by == .new)
        #expect(store.breaches.isEmpty)
    }
}
