import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C2: several items of one document with one guid or one file.
struct DocumentCollisionTests {
    private func shared(_ number: Int, guid: String = "same") -> Episode {
        .item(guid: guid, title: "Talk \(number)", enclosure: "https://h.example/\(number).mp3", date: .day(number))
    }

    @Test func c2Rule10ThreeItemsWithOneGuidAreThreeRowsForGood() {
        var store = ModelStore()
        let three = [3, 2, 1].map { shared($0) }
        #expect(store.importDocument(three, at: .day(10)).inserted.count == 3)

        // When a fourth is put on top, then there is one new row and no update
        let fourth = store.importDocument([shared(4)] + three, at: .day(11))
        #expect(fourth.inserted.map(\.position) == [0])
        #expect(fourth.changed.isEmpty)

        // When they are re-ordered, then nothing changes
        let reordered = store.importDocument(([shared(4)] + three).reversed(), at: .day(12))
        #expect(reordered.inserted.isEmpty && reordered.changed.isEmpty)
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10TheKnownRowKeepsThePlainGuid() {
        // Given one episode with the guid among others
        let others = (10...20).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument([shared(5)] + others, at: .day(200))

        // When an older and a newer one turn up with the same guid
        let plan = store.importDocument([shared(9), shared(5), shared(1)] + others, at: .day(201))

        // Then the row is still the one it was, and the others are new under keys of their own
        #expect(plan.inserted.map(\.position) == [0, 2])
        #expect(store.rowOfItem[1] == 1)
        #expect(store.row(1)?.identity.key == "same")
        #expect(plan.changed.isEmpty)
        #expect(Set(store.rows.map(\.identity.key)).count == 14)

        // When only a later one is left, then it is not taken for the first
        store.importDocument([shared(9)] + others, at: .day(202))
        #expect(store.row(titled: "Talk 9")?.id == store.rowOfItem[0])
        #expect(store.row(1)?.episode.title == "Talk 5")
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule10AnItemThatMayNotHaveThePlainGuidTakesOverARowUnderAKeyOfItsOwn() {
        // Given an episode with a guid of its own, and another with the guid in question
        let others = (10...20).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument([shared(1, guid: "own"), shared(5)] + others, at: .day(200))

        // When the older one gets the guid of the younger
        let plan = store.importDocument([shared(1), shared(5)] + others, at: .day(201))

        // Then both are the rows they were, and no key is used twice
        #expect(plan.inserted.isEmpty)
        #expect(store.rowOfItem.prefix(2) == [1, 2])
        #expect(store.row(2)?.identity.key == "same")
        #expect(store.breaches.isEmpty)
        #expect(store.importDocument([shared(1), shared(5)] + others, at: .day(202)).changed.isEmpty)
    }

    @Test func c2Rule10AnEditOfOneOfThemIsAnEdit() {
        let others = (10...20).map { Episode.weekly($0) }
        var store = ModelStore()
        store.importDocument([shared(1), shared(2), shared(3)] + others, at: .day(200))
        var items = [shared(1), shared(2), shared(3)]
        items[0].title = "Renamed"
        items[1].enclosures[0].url = "https://h.example/re-cut.mp3"
        items[2].publishedAt = .day(4)
        let plan = store.importDocument(items + others, at: .day(201))
        #expect(plan.inserted.isEmpty)
        #expect(plan.changed.count == 3)
        #expect(store.rowOfItem.prefix(3) == [1, 2, 3])
    }

    @Test func c2Rule10AGuidBecomingUselessLosesNoRow() {
        // Given two episodes with guids of their own, and one that fills the feed with its guid
        var store = ModelStore()
        store.importDocument([shared(1, guid: "one"), shared(2, guid: "two"), shared(3)], at: .day(10))
        let plan = store.importDocument((1...8).map { shared($0) }, at: .day(20))
        #expect(plan.inserted.count == 5)
        #expect(store.rowOfItem.prefix(3) == [1, 2, 3])
        // And back again.
        let back = store.importDocument((1...8).map { shared($0, guid: "g\($0)") }, at: .day(21))
        #expect(back.inserted.isEmpty)
        #expect(store.rowOfItem == (1...8).map(Int64.init))
    }

    @Test func c2Rule10OneEpisodeTwiceIsOneRowWithTheLatestText() {
        let others = (10...20).map { Episode.weekly($0) }
        var later = shared(1)
        later.description = "Corrected"
        later.updatedAt = .day(2)
        for items in [[shared(1), later], [later, shared(1)]] {
            var store = ModelStore()
            let plan = store.importDocument(items + others, at: .day(200))
            #expect(store.rows.count == 12)
            #expect(store.row(titled: "Talk 1")?.episode.description == "Corrected")
            #expect(plan.warnings.map(\.kind) == [.duplicateItem])
            #expect(store.importDocument((items + others).reversed(), at: .day(201)).changed.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func c2Rule8WhatIsListedTwiceIsKnownAsIfItWereOnce(isDated: Bool) {
        // Given
        func item(_ number: Int, guid: String, hour: Int = 12) -> Episode {
            .item(
                guid: guid,
                title: "Talk \(number)",
                enclosure: "https://h.example/\(number).mp3",
                date: isDated ? .day(number, hour: hour) : nil
            )
        }
        var store = ModelStore()
        store.importDocument((1...4).map { item($0, guid: "a\($0)") }, at: .day(50))

        // When all have new guids and times, and each is there twice
        let items = (1...4).map { item($0, guid: "b\($0)", hour: 14) }
        store.importDocument(items.flatMap { [$0, $0] }, at: .day(51))

        // Then
        #expect(store.rows.map(\.identity.key) == ["b1", "b2", "b3", "b4"])
        #expect(store.breaches.isEmpty)
    }

    @Test func c2Rule11APublicAndAMembersCopyAreOneEpisode() {
        let member = Episode.item(
            guid: "member",
            title: "TALK 1",
            enclosure: "https://h.example/1.mp3?member=1",
            date: .day(1)
        )
        var store = ModelStore()
        let plan = store.importDocument([shared(1, guid: "public"), member, shared(2, guid: "other")], at: .day(10))
        #expect(store.rows.count == 2)
        #expect(plan.decisions.count { $0.by == .duplicate } == 1)

        // Neither a repetition nor the loss of either makes another row.
        #expect(
            store.importDocument([member, shared(1, guid: "public"), shared(2, guid: "other")], at: .day(11)).changed
                .isEmpty
        )
        for rest in [member, shared(1, guid: "public")] {
            store.importDocument([rest, shared(2, guid: "other")], at: .day(12))
            #expect(store.rows.count == 2)
        }
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [
        Episode.item(guid: "b", title: "Another talk", enclosure: "https://h.example/1.mp3", date: .day(1)),
        .item(guid: "b", title: "Talk 1", enclosure: "https://h.example/1.mp3", date: .day(1, hour: 15)),
        .item(guid: "b", title: "Talk 1", enclosure: "https://h.example/other.mp3", date: .day(1)),
    ])
    func c2Rule11OtherwiseTwoGuidsAreTwoEpisodes(second: Episode) {
        var store = ModelStore()
        store.importDocument([shared(1, guid: "a"), second], at: .day(10))
        #expect(store.rows.count == 2)
        // A media file that serves two episodes goes on doing so.
        #expect(store.importDocument([second, shared(1, guid: "a")], at: .day(11)).changed.isEmpty)
    }

    @Test func c2Rule11WithoutDatesOneFileAndTitleIsOneForMany() {
        // Given a fixed address and title for ever new episodes, which only their guids tell apart
        func news(_ number: Int) -> Episode {
            .item(guid: "n\(number)", title: "News", enclosure: "https://h.example/news.mp3")
        }
        var store = ModelStore()
        #expect(store.importDocument((1...3).map(news), at: .day(1)).inserted.count == 3)
        #expect(store.importDocument((2...4).map(news), at: .day(2)).inserted.count == 1)
        #expect(store.rows.count == 4)
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [(guid: "b", date: Timestamp?.some(.day(1))), (nil, nil)])
    func ofOneFileAndTitleWithoutADateOneMoreWithADateOrWithoutAGuidIsACopy(guid: String?, date: Timestamp?) {
        let file = "https://h.example/1.mp3"
        var store = ModelStore()
        let items: [Episode] = [
            .item(guid: "a", title: "Talk 1", enclosure: file),
            .item(guid: guid, title: "Talk 1", enclosure: file, date: date),
        ]
        store.importDocument(items + [shared(2, guid: "other")], at: .day(10))
        #expect(store.rows.count == 2)
    }
}
