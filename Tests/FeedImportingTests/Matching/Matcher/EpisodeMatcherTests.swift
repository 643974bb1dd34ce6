import PodcastModel
import Testing

@testable import FeedImporting

/// Identity C1 and C4: which stored episode an item is.
struct EpisodeMatcherTests {
    private static let shows = (1...12).map { Episode.weekly($0) }

    @Test func c1Rule6AnItemThatGainsAGuidKeepsItsRow() {
        // Given items without guids, one of them without a file, one without anything but a title
        var items = [
            Episode.item(title: "A", enclosure: "https://h.example/a.mp3", date: .day(1)),
            .item(title: "B", date: .day(2), link: "https://example.com/b"),
            .item(title: "C", date: .day(3)),
        ]
        var store = ModelStore()
        store.importDocument(items, at: .day(10))

        // When they gain guids
        for index in items.indices { items[index].guid = "new-\(index)" }
        let plan = store.importDocument(items, at: .day(11))

        // Then the rows are the same under the new keys
        #expect(plan.decisions.map(\.by) == [.gainedGuid, .gainedGuid, .gainedGuid])
        #expect(plan.decisions.map(\.key) == ["new-0", "new-1", "new-2"])
        #expect(store.rowOfItem == [1, 2, 3])
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule17AKnownKeyIsTheEpisodeWhateverElseChanged() {
        var store = imported(Self.shows)
        var items = Self.shows
        items[3] = .item(guid: "guid-4", title: "All", enclosure: "https://x.example/new.mp3", date: .day(30))
        let plan = store.importDocument(items, at: .day(100))
        #expect(plan.decisions[3].action == .match(episodeID: 4, change: .edit))
        #expect(plan.decisions[3].by == .guid)
        #expect(plan.inserted.isEmpty)
    }

    @Test(arguments: [
        (
            "title",
            Episode.item(
                guid: "new",
                title: "Talk about 5",
                enclosure: "https://CDN.example.com/show/5.mp3?x=1",
                date: .day(90)
            )
        ),
        (
            "date",
            .item(
                guid: "new",
                title: "Other",
                enclosure: "https://cdn.example.com/show/5.mp3",
                date: .day(35, hour: 20)
            )
        ),
        (
            "row absent",
            .item(guid: "new", title: "Other", enclosure: "https://cdn.example.com/show/5.mp3", date: .day(90))
        ),
        ("no date", .item(guid: "new", title: "Other", enclosure: "https://cdn.example.com/show/5.mp3")),
        ("no guid", .item(title: "Other", enclosure: "https://cdn.example.com/show/5.mp3")),
    ])
    func c4Rule17AnUnknownGuidIsMatchedByItsMediaFile(condition: String, item: Episode) {
        var store = imported(Self.shows)
        var items = Self.shows
        items[4] = item
        let plan = store.importDocument(items, at: .day(100))
        #expect(plan.decisions[4].action == .match(episodeID: 5, change: .edit))
        #expect(plan.decisions[4].by == .enclosure)
        #expect(plan.decisions[4].formerKey == "guid-5")
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [
        (title: "TALK  about 5", minutes: 300, seconds: Int?(1800), file: "https://new.example/5.mp3", matches: true),
        (title: "Talk about 5", minutes: 0, seconds: nil, file: "https://new.example/5.mp3", matches: true),
        (title: "Talk about 5", minutes: 0, seconds: 2399, file: "https://new.example/5.mp3", matches: true),
        (title: "Talk about 5", minutes: 0, seconds: 2400, file: "https://new.example/5.mp3", matches: false),
        (title: "Talk about 5", minutes: 300, seconds: 2400, file: "https://new.example/5.mp3", matches: false),
        (title: "Talk about 5", minutes: 0, seconds: 1800, file: "https://new.example/5.mp4", matches: false),
        (title: "Talk about 5", minutes: 720, seconds: 1800, file: "https://new.example/5.mp3", matches: false),
        (title: "Talk about five", minutes: 0, seconds: 1800, file: "https://new.example/5.mp3", matches: false),
    ])
    func c4Rule17ThenByTitleDateLengthAndKindOfMedia(
        title: String,
        minutes: Int,
        seconds: Int?,
        file: String,
        matches: Bool
    ) {
        var store = imported(Self.shows)
        var items = Self.shows
        items[4] = .item(
            guid: "new",
            title: title,
            enclosure: file,
            type: file.hasSuffix(".mp4") ? "video/mp4" : "audio/mpeg",
            date: .day(35, minute: minutes),
            duration: seconds
        )
        let plan = store.importDocument(items, at: .day(100))
        #expect(plan.decisions[4].by == (matches ? .titleAndDate : .new))
        #expect(plan.rekeyed.count == (matches ? 1 : 0))
    }

    @Test(arguments: [
        (old: ("5.mp3", "audio/mpeg"), new: ("5.mp4", "audio/mp4"), matches: true),
        (("5.mp4", "audio/mp4"), ("5.mp3", "audio/mpeg"), true),
        (("5.mp3", "audio/mpeg"), ("5.webm", "AUDIO/webm"), true),
        (("5.mp3", "audio/mpeg"), ("5.webm", "video/webm"), false),
        (("5.mp4", "video/mp4"), ("5.mp3", "audio/mpeg"), false),
        (("5.mp4", "audio/mp4"), ("5.mp4", "video/mp4"), false),
        // Where nothing else is known, none is another
        (("5.mp4", ""), ("5.mp3", "audio/mpeg"), true),
        // An ending that tells says more than a type that many feeds declare of all their files
        (("5.mp3", "audio/mpeg"), ("5.m4v", "audio/mpeg"), false),
    ])
    func c4Rule17AudioInAContainerOfVideoIsAudio(
        old: (file: String, type: String),
        new: (file: String, type: String),
        matches: Bool
    ) {
        func show(_ guid: String, host: String, _ media: (file: String, type: String)) -> Episode {
            .item(
                guid: guid,
                title: "Talk about 5",
                enclosure: "https://\(host)/" + media.file,
                type: media.type,
                date: .day(35)
            )
        }
        var items = Self.shows
        items[4] = show("guid-5", host: "old.example", old)
        var store = imported(items)
        items[4] = show("new", host: "new.example", new)
        let plan = store.importDocument(items, at: .day(100))
        #expect(plan.decisions[4].by == (matches ? .titleAndDate : .new))
    }

    @Test(arguments: [
        (page: "http://show.example/5/", day: 35, file: String?.none, matches: true),
        (page: "https://show.example/five", day: 35, file: nil, matches: false),
        (page: "https://show.example/5", day: 36, file: nil, matches: false),
        (page: "https://show.example/5", day: 35, file: "https://h.example/5.mp3", matches: false),
    ])
    func c4Rule17WithoutAFileByPageAndTime(page: String, day: Int, file: String?, matches: Bool) {
        // Given episodes to read, each with a page
        func article(_ number: Int) -> Episode {
            .item(
                guid: "guid-\(number)",
                title: "On \(number)",
                date: .day(7 * number),
                link: "https://show.example/\(number)"
            )
        }
        let articles = (1...6).map(article)
        var store = imported(articles)

        // When one has another guid and another title
        var items = articles
        items[4] = .item(guid: "new", title: "Renamed", enclosure: file, date: .day(day), link: page)
        let plan = store.importDocument(items, at: .day(100))

        #expect(plan.decisions[4].by == (matches ? .page : .new))
        #expect(plan.rekeyed.count == (matches ? 1 : 0))
        #expect(store.breaches.isEmpty)
    }

    @Test(arguments: [true, false])
    func c4Rule17FilesThatAreMovedOnAndOnDoubleNothing(isDated: Bool) {
        // Given a feed without guids, whose media have another token in their paths each time
        func items(_ poll: Int) -> [Episode] {
            (1...6).map { number in
                .item(
                    title: "On \(number)",
                    enclosure: "https://cdn.example/token-\(poll)/\(number).mp3",
                    date: isDated ? .day(number) : nil,
                    link: "https://show.example/\(number)"
                )
            }
        }
        var store = imported(items(0))

        // When it is asked for many times
        for poll in 1...9 {
            let plan = store.importDocument(items(poll), at: .day(100 + poll))
            #expect(plan.inserted.isEmpty)
            #expect(plan.rekeyed.isEmpty == (poll > 2))
        }

        // Then nothing has come to be twice, and no key is kept for each time
        #expect(store.rows.count == 6)
        #expect(store.aliases.count == 12)
        #expect(store.rowOfItem == [1, 2, 3, 4, 5, 6])
        #expect(store.breaches.isEmpty)
    }

    @Test func c4Rule18ARowWhoseKeyIsListedIsNeverClaimed() {
        // Given a new item with file, title and day of one that is still listed
        var store = imported(Self.shows)
        let twin = Episode.item(
            guid: "twin",
            title: "Talk about 5",
            enclosure: "https://cdn.example.com/show/5.mp3",
            date: .day(35, hour: 15)
        )
        let plan = store.importDocument(Self.shows + [twin], at: .day(100))
        #expect(plan.decisions[4].by == .guid)
        #expect(plan.decisions[12].by == .new)
        #expect(store.rows.count == 13)
    }

    @Test func c4Rule18IfTwoRowsFitNoneIsClaimed() {
        let pair = [
            Episode.item(guid: "a", title: "Show", enclosure: "https://h.example/one.mp3", date: .day(5, hour: 8)),
            .item(guid: "b", title: "Show", enclosure: "https://h.example/two.mp3", date: .day(5, hour: 18)),
        ]
        var store = imported(pair + Self.shows)
        let item = Episode.item(
            guid: "c",
            title: "Show",
            enclosure: "https://h.example/three.mp3",
            date: .day(5, hour: 12)
        )
        #expect(store.importDocument([item] + Self.shows, at: .day(100)).decisions[0].by == .new)
    }

    @Test func c4Rule18IfTwoItemsFitNoneIsTaken() {
        var store = imported(
            [.item(guid: "a", title: "Show", enclosure: "https://h.example/one.mp3", date: .day(5))] + Self.shows
        )
        let items = [8, 18].map {
            Episode.item(
                guid: "n\($0)",
                title: "Show",
                enclosure: "https://h.example/n\($0).mp3",
                date: .day(5, hour: $0)
            )
        }
        #expect(store.importDocument(items + Self.shows, at: .day(100)).inserted.count == 2)
    }

    @Test func c4Rule19AChangedGuidLeavesAnAliasByWhichItIsFoundAgain() {
        var store = imported(Self.shows)
        var items = Self.shows
        items[4].guid = "changed"
        #expect(store.importDocument(items, at: .day(100)).decisions[4].formerKey == "guid-5")
        #expect(store.aliases.mapValues(\.episodeID) == ["guid-5": 5])

        // When an old page comes from a cache, with another title and file at that
        var old = Self.shows
        old[4].title = "Another"
        old[4].enclosures[0].url = "https://h.example/another.mp3"
        let plan = store.importDocument(old, at: .day(101))

        // Then it is the same row
        #expect(plan.decisions[4].by == .alias)
        #expect(store.rowOfItem[4] == 5)
        #expect(store.aliases["changed"]?.episodeID == 5)
        #expect(store.rows.count == 12)
    }

    @Test func c4Rule22WithoutADateATitleIsNoEvidence() {
        var store = imported([.item(guid: "a", title: "Undated", enclosure: "https://h.example/a.mp3")] + Self.shows)
        let other = Episode.item(guid: "b", title: "Undated", enclosure: "https://h.example/b.mp3")
        #expect(store.importDocument([other] + Self.shows, at: .day(100)).decisions[0].by == .new)
    }

    @Test func everythingUnchangedWritesNothing() {
        var store = imported(Self.shows)
        let plan = store.importDocument(Self.shows.shuffled(), at: .day(100))
        #expect(plan.changed.isEmpty && plan.inserted.isEmpty && plan.absences.isEmpty && plan.warnings.isEmpty)
        #expect(plan.decisions.count == 12)
    }

    @Test func aTokenIsRefreshedInSilence() {
        var store = imported(Self.shows)
        var items = Self.shows
        items[0].enclosures[0].url += "?token=2"
        let plan = store.importDocument(items, at: .day(100))
        #expect(plan.changed.map(\.action) == [.match(episodeID: 1, change: .refresh)])
        #expect(store.row(1)?.episode.enclosures[0].url == "https://cdn.example.com/show/1.mp3?token=2")
        #expect(store.importDocument(items, at: .day(101)).changed.isEmpty)
    }

    @Test(arguments: [true, false])
    func c4Rule17AFileOnceKnownWithoutItsQueryIsStillIt(hasNewForm: Bool) {
        // Given items with neither guid nor date, stored when the query behind a file's name did not count
        func items(_ query: String) -> [Episode] {
            [1, 2].map { .item(title: "On \($0)", enclosure: "https://h.example/\($0)/dl.mp3\(query)") }
        }
        var store = imported(items(hasNewForm ? "?id=7" : ""))
        let plan = store.importDocument(items("?id=7"), at: .day(100))
        #expect(plan.inserted.isEmpty)
        #expect(plan.rekeyed.isEmpty == hasNewForm)
        #expect(store.rows.count == 2)
    }

    @Test func c4Rule17FilesThatTheQueryTellsApartAreSeveral() {
        // Given a program that sends all files, and a window that slides over undated items of one title
        func news(_ number: Int, hasGuid: Bool) -> Episode {
            .item(
                guid: hasGuid ? "n\(number)" : nil,
                title: "News",
                enclosure: "https://h.example/dl.mp3?token=\(number * 7)&id=\(number)"
            )
        }
        for hasGuid in [true, false] {
            var store = imported((1...4).map { news($0, hasGuid: hasGuid) })
            for newest in 5...8 {
                let plan = store.importDocument((newest - 3...newest).map { news($0, hasGuid: hasGuid) }, at: .day(100))
                #expect(plan.inserted.count == 1)
            }
            #expect(store.rows.count == 8)
        }
    }

    private func imported(_ items: [Episode]) -> ModelStore {
        var store = ModelStore()
        store.importDocument(items, at: .day(99))
        return store
    }
}
