import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C6: episodes that were deleted here, under guids they had before, or with files that others have too.
struct DeletedReturnTests {
    private static let newestFirst = (1...10).reversed().map { Episode.weekly($0) }

    /// A store in which the newest episode had the guid of the next one, and was deleted after that was corrected.
    private func storeWithoutTheNewest() -> ModelStore {
        var store = ModelStore()
        var wrong = Self.newestFirst
        wrong[0].guid = "guid-11"
        store.importDocument(wrong, at: .day(100))
        store.importDocument(Self.newestFirst, at: .day(101))
        if let id = store.row(titled: "Talk about 10")?.id { store.delete(id) }
        return store
    }

    private func warnings(_ store: inout ModelStore, _ items: [Episode]) -> [[ImportWarning.Kind]] {
        (110...112).map { day in store.importDocument(items, at: .day(day)).warnings.map(\.kind) }
    }

    @Test(arguments: [false, true])
    func c6Rule36WhatOnlyHasAFormerGuidOfItIsNew(isListed: Bool) {
        // Given
        var store = storeWithoutTheNewest()

        // When the next episode comes, beside the deleted one or not
        let next = [Episode.weekly(11)] + Self.newestFirst.dropFirst(isListed ? 0 : 1)
        let plan = store.importDocument(next, at: .day(110))

        // Then
        #expect(plan.inserted.map(\.position) == [0])
        #expect(plan.announced.count == 1)
        #expect(!plan.warnings.contains { $0.kind == .deletedEpisode })
        for day in 111...112 {
            let again = store.importDocument(next, at: .day(day))
            #expect(again.changed.isEmpty && again.inserted.isEmpty)
        }
        // and the deleted one stays away, alone and beside it, under each of its guids
        var former = Self.newestFirst
        former[0].guid = "guid-11"
        for (day, document) in [Self.newestFirst, former, next].enumerated() {
            #expect(store.importDocument(document, at: .day(120 + day)).inserted.isEmpty)
        }
        #expect(store.rows.count == 10)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36NorIsItKeptOutForADeletedOneWithoutAFile() throws {
        // Given two episodes that were deleted after they had got other guids; one is a text
        var first = Self.newestFirst
        first[5].enclosures = []
        var store = ModelStore()
        store.importDocument(first, at: .day(100))
        let moved = first.withGUIDs { "elsewhere-\($0)" }
        store.importDocument(moved, at: .day(101))
        for position in [0, 5] { store.delete(try #require(store.rowOfItem[position])) }

        // When they are not listed any more, and a new one has the former guid of the one that had a file
        var next = moved
        next.remove(at: 5)
        next[0] = .weekly(16, guid: "guid-10")
        let plan = store.importDocument(next, at: .day(113))

        // Then
        #expect(plan.announced.map(\.position) == [0])
        #expect(!plan.warnings.contains { $0.kind == .deletedEpisode })
        #expect(store.importDocument(next, at: .day(114)).changed.isEmpty)
        #expect(store.importDocument(first, at: .day(120)).inserted.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [false, true])
    func c6Rule36AStoredOneUnderItsGuidIsTheStoredOne(isFormer: Bool) throws {
        // Given daily news, some of which was deleted
        var items = (1...8).reversed().map { number in
            var show = Episode.weekly(number)
            (show.title, show.publishedAt) = ("Daily news", .day(90 + number))
            return show
        }
        var store = ModelStore()
        store.importDocument(items, at: .day(100))
        if isFormer {
            items[2].guid = "other"
            store.importDocument(items, at: .day(101))
        }
        store.delete(try #require(store.rowOfItem[2]))
        let deleted = items.remove(at: 2)
        let rows = store.rowOfItem[..<2] + store.rowOfItem[3...]

        // When another has its guid
        items[2].guid = "guid-6"
        for day in [110, 112, 114] {
            let plan = store.importDocument(items, at: .day(day))

            // Then that is what it was
            #expect(store.rowOfItem[...] == rows)
            #expect(plan.absences.isEmpty)
            if day > 110 { #expect(plan.changed.isEmpty && plan.warnings.isEmpty) }
        }
        // and the deleted one stays away
        items[2].guid = "guid-5"
        items.insert(deleted, at: 2)
        #expect(store.importDocument(items, at: .day(120)).inserted.isEmpty)
        #expect(store.rows.count == 7)
        #expect(store.breaches.isEmpty)
    }

    /// What an item under a former guid of a deleted episode has in common with it.
    enum Common: CaseIterable {
        case titleAlone, fileAlone, timeAlone, nothingWithoutFile
    }

    @Test(arguments: Common.allCases)
    func c6Rule36WhatHasLittleElseOfItUnderAFormerGuidIsSaidOnce(common: Common) {
        var store = storeWithoutTheNewest()
        var item = Episode.item(
            guid: "guid-11",
            title: "Another",
            enclosure: "https://n.example/1.mp3",
            date: .day(99)
        )
        let deleted = Self.newestFirst[0]
        switch common {
        case .titleAlone: item.title = deleted.title
        case .fileAlone: item.enclosures = deleted.enclosures
        case .timeAlone: item.publishedAt = deleted.publishedAt
        case .nothingWithoutFile: item.enclosures = []
        }
        #expect(warnings(&store, [item] + Self.newestFirst.dropFirst()) == [[.deletedEpisode], [], []])
        #expect(store.rows.count == 9)
        #expect(store.importDocument(Self.newestFirst, at: .day(120)).inserted.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36ItIsDescribedAsItComesUnderAFormerGuid() {
        // Given a deleted episode that is listed under its former guid again, with another title
        var store = storeWithoutTheNewest()
        var items = Self.newestFirst
        (items[0].guid, items[0].title) = ("guid-11", "Corrected")
        #expect(warnings(&store, items) == [[], [], []])

        // When guid and file are others the next time
        (items[0].guid, items[0].enclosures[0].url) = ("other", "https://n.example/1.mp3")

        // Then it is still known
        #expect(store.importDocument(items, at: .day(120)).inserted.isEmpty)
        #expect(store.rows.count == 9)
    }

    @Test(arguments: [false, true])
    func c6Rule36NorAsOneOfTwoCopiesThatAreCorrected(both: Bool) throws {
        // Given an episode that is listed under two guids, and was deleted
        var items = Self.newestFirst
        var copy = items[3]
        copy.guid = "copy"
        items.insert(copy, at: 4)
        var store = ModelStore()
        store.importDocument(items, at: .day(100))
        #expect(store.rows.count == 10)
        store.delete(try #require(store.rowOfItem[3]))

        // When one copy has another title, or both have another title and file
        for position in both ? [3, 4] : [4] {
            items[position].title = "Corrected"
            if both { items[position].enclosures[0].url = "https://n.example/1.mp3" }
        }

        // Then they stay away
        #expect(warnings(&store, items) == [both ? [.deletedEpisode] : [], [], []])
        #expect(store.rows.count == 9)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [(false, Int64(0)), (true, 0), (false, 7200)])
    func c6Rule36NorOverTheRowOfItsRerun(oneTitle: Bool, shift: Int64) throws {
        // Given an episode and its rerun, which has the same file
        let rerun = Episode.item(
            guid: "rerun",
            title: oneTitle ? "Talk about 4" : "From the archive: Talk about 4",
            enclosure: Self.newestFirst[6].enclosures[0].url,
            date: .day(90)
        )
        var store = ModelStore()
        store.importDocument([rerun] + Self.newestFirst, at: .day(100))
        let row = try #require(store.row(1))
        #expect(row.episode.guid == "rerun")

        // When the original is deleted here, the publisher takes the rerun out, and then changes guids
        store.delete(try #require(store.rowOfItem[7]))
        store.importDocument(Self.newestFirst, at: .day(101))
        var one = Self.newestFirst
        one[6].guid = "new"
        let all = Self.newestFirst.withGUIDs { "moved-\($0)" }.map { show in
            var show = show
            show.publishedAt = show.publishedAt?.adding(seconds: shift)
            return show
        }

        // Then the rerun is what it was
        let documents: [[Episode]] = shift == 0 ? [one, all] : [all]
        for (day, document) in documents.enumerated() {
            let plan = store.importDocument(document, at: .day(102 + day))
            #expect(store.row(1)?.identity.key == "rerun")
            #expect(store.row(1)?.episode.title == rerun.title)
            #expect(plan.inserted.isEmpty)
            #expect(plan.decisions[6].action == .suppress)
        }
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: ["https://show.example/5", "https://example.com/"])
    func c6Rule36NorAsATextWithAnotherTitleOnItsPage(page: String) {
        // Given texts, one of which links its own page or that of the show
        var texts = (1...8).map { number in
            Episode.item(
                guid: "guid-\(number)",
                title: "On \(number)",
                date: .day(7 * number),
                link: "https://show.example/\(number)"
            )
        }
        texts[4].link = page
        var store = ModelStore()
        store.importDocument(texts, at: .day(100))
        store.delete(5)

        // When it gets another guid and another title
        (texts[4].guid, texts[4].title) = ("other", "Something else")
        let plan = store.importDocument(texts, at: .day(101))

        // Then
        #expect((plan.decisions[4].action == .suppress) == (page == "https://show.example/5"))
        #expect(store.breaches.isEmpty)
    }

    @Test func c6Rule36WhatIsStoredAsItIsDeletedIsFoundFirst() throws {
        // Given an episode that is stored, and another of the same file, title and time that was deleted
        var store = ModelStore()
        store.importDocument(Self.newestFirst, at: .day(100))
        let row = try #require(store.row(7)?.identity)
        let copy = DeletedEpisode(
            key: "copy",
            canonicalEnclosure: row.canonicalEnclosure,
            canonicalTitle: row.canonicalTitle,
            publishedAt: row.publishedAt,
            durationSeconds: row.durationSeconds
        )

        // When it comes under a new guid
        var episodes = Self.newestFirst
        episodes[6].guid = "new"
        _ = EpisodeKeys.assign(to: &episodes, feedURL: "https://example.com/feed.xml", channelLink: nil)
        let plan = EpisodeMatcher.plan(
            incoming: IncomingEpisode.list(from: episodes),
            stored: StoredEpisodes(
                identities: store.rows.map(\.identity),
                tombstones: Tombstones(keys: ["copy"], episodes: [copy])
            ),
            document: MatchDocument(now: .day(101), isFirstImport: false)
        )

        // Then
        #expect(plan.decisions[6].by == .enclosure)
    }
}
