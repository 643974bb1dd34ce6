import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6 36: episodes that were deleted here stay away, and keep nothing else away.
struct DeletedEpisodeTests {
    @Test func c6Rule35WhatWasDeletedHereDoesNotComeBack() {
        var store = ModelStore.imported()
        store.delete(7)
        let plan = store.importDocument(.talks, at: .day(160))
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.by) == [.tombstone])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36NorUnderAKeyItHadBefore() {
        var store = ModelStore.imported()
        var items = [Episode].talks
        items[5].guid = "new guid"
        store.importDocument(items, at: .day(151))
        store.delete(6)
        #expect(store.importDocument(items, at: .day(152)).inserted.isEmpty)
        #expect(store.importDocument(.talks, at: .day(153)).inserted.isEmpty)
        #expect(store.rows.count == 19)
    }

    @Test(arguments: [false, true])
    func c6Rule36NorUnderANewGuidAndAtANewAddress(movesFiles: Bool) {
        // Given
        var store = ModelStore.imported()
        store.delete(7)
        let items = [Episode].talks.map { item in
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
        #expect(plan.warnings.count { $0.kind == .deletedEpisode } == 1)
        let again = store.importDocument(items, at: .day(161))
        #expect(again.warnings.isEmpty)
        #expect(again.decisions.filter { $0.action == .suppress }.map(\.formerKey) == [nil])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36NorWithANewTitleUnderANewGuid() throws {
        var store = ModelStore.imported()
        store.delete(try #require(store.id(ofTalk: 7)))
        var items = [Episode].talks
        items[13].guid = "new guid"
        items[13].title = "Another name of it"

        #expect(store.importDocument(items, at: .day(160)).inserted.isEmpty)
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
        var store = ModelStore.imported([show("old", old)] + [Episode].talks(without: 7))
        store.delete(1)
        let plan = store.importDocument([show("new", new)] + [Episode].talks(without: 7), at: .day(160))
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
        var store = ModelStore.imported(shows(drops ? prefix : ""))
        store.delete(7)

        // When guids and files are new as well
        let plan = store.importDocument(shows(drops ? "" : prefix).movedElsewhere(), at: .day(160))

        // Then
        #expect(plan.inserted.isEmpty)
        #expect(store.rows.count == 19)
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
        var store = ModelStore.imported((1...6).map { item($0, guid: nil) })
        store.delete(3)

        let plan = store.importDocument((1...6).map { item($0, guid: "g\($0)") }, at: .day(151))
        #expect(plan.inserted.isEmpty)
        #expect(store.rows.count == 5)
    }

    /// What is changed of an episode under its guid, and then together with the guid.
    enum Steps: CaseIterable {
        case titleThenFile, timeThenGUID, fileThenTitle, guidThenTitleThenFile, guidThenFileThenTime
    }

    @Test(arguments: Steps.allCases)
    func c6Rule36NorInSeveralSteps(steps: Steps) throws {
        // Given
        var store = ModelStore.imported()
        store.delete(try #require(store.id(ofTalk: 7)))
        var items = [Episode].talks

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

    /// What a publisher corrects of an episode under its guid at once.
    enum Correction: CaseIterable {
        case titleAndTime, fileAndTime, titleAndFile, decorationFileAndZone, numberFileAndTime, allOfOneWithoutFile
    }

    @Test(arguments: Correction.allCases)
    func c6Rule36NorWithAnotherTitleAndTime(correction: Correction) throws {
        // Given
        var episode = Episode.weekly(7)
        if correction == .allOfOneWithoutFile { episode.enclosures = [] }
        func items(_ episode: Episode) -> [Episode] { [Episode].talks.map { $0.guid == "guid-7" ? episode : $0 } }
        var store = ModelStore.imported(items(episode))
        store.delete(try #require(store.id(ofTalk: 7)))

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

    @Test func c6Rule36ACopyBesideTheDeletedOneIsDeletedAsWell() {
        var store = ModelStore.imported()
        store.delete(7)
        var copy = [Episode].talks[6]
        copy.guid = "for members"

        let plan = store.importDocument([copy] + [Episode].talks, at: .day(160))
        #expect(plan.decisions.filter { $0.action == .suppress }.map(\.position) == [0, 7])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36WhatHasLittleElseOfItIsSaidOnce() throws {
        var store = ModelStore.imported()
        store.delete(try #require(store.id(ofTalk: 7)))
        let warnings = (0...3).map { day in
            var items = [Episode].talks
            items[13].enclosures[0].url = "https://n.example/1.mp3"
            items[13].publishedAt = .day(149)
            return store.importDocument(items, at: .day(160 + day)).warnings.map(\.kind)
        }
        #expect(warnings == [[.deletedEpisode], [], [], []])
        #expect(store.rows.count == 19)
    }

    @Test func c6Rule36WhatOnlyHasItsGuidIsNew() throws {
        // Given
        var store = ModelStore.imported()
        store.delete(try #require(store.id(ofTalk: 7)))
        let before = store.tombstones
        var items = [Episode].talks
        items[13] = .item(guid: "guid-7", title: "Another", enclosure: "https://a.example/b.mp3", date: .day(150))

        // Then it comes in under a key of its own, and nothing is remembered of the deleted one for it
        #expect(store.importDocument(items, at: .day(160)).inserted.map(\.position) == [13])
        #expect(store.tombstones == before)
        #expect(store.importDocument(items, at: .day(161)).changed.isEmpty)
        // The deleted one stays away, alone and beside it
        #expect(store.importDocument(.talks, at: .day(162)).inserted.isEmpty)
        #expect(store.importDocument(items + [.weekly(7)], at: .day(163)).inserted.isEmpty)
        #expect(store.row(titled: "Another") != nil)
        #expect(store.rows.count == 20)
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
        var store = ModelStore.imported(latest(1))
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
        var store = ModelStore.imported([morning, edition(1, "evening"), edition(1, "morning")])
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

    @Test func c6Rule36AFileAloneIsNoDeletedEpisode() throws {
        var store = ModelStore.imported()
        store.delete(try #require(store.id(ofTalk: 7)))
        var items = [Episode].talks
        items[13].guid = "new guid"
        items[13].publishedAt = .day(149)

        #expect(store.importDocument(items, at: .day(160)).inserted.count == 1)
    }

    @Test(arguments: [("#7: On birds", Int?(1800), true), ("#8: On birds", 1800, false), ("On birds", 2400, false)])
    func whatHasAnotherNumberOrLengthIsNotTheDeletedOne(title: String, seconds: Int?, isDeleted: Bool) {
        // Given
        var birds = Episode.weekly(7)
        birds.title = "#7: On birds"
        var store = ModelStore.imported([birds] + [Episode].talks(without: 7))
        store.delete(1)

        // When an item has its time, but another guid and file
        var next = Episode.item(
            guid: "new",
            title: title,
            enclosure: "https://x.example/n.mp3",
            date: birds.publishedAt
        )
        next.durationSeconds = seconds
        let plan = store.importDocument([next] + [Episode].talks(without: 7), at: .day(151))

        // Then
        #expect(plan.inserted.count == (isDeleted ? 0 : 1))
    }
}
