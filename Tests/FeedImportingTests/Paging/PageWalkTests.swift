import PodcastModel
import Testing

@testable import FeedImporting

struct PageWalkTests {
    private let first: FeedURL

    init() throws {
        first = try FeedURL("https://show.example/feed")
    }

    @Test func walksOnTheFirstImportAndOnRequestOnly() {
        let page = Self.page(next: "https://show.example/feed?page=2")
        #expect(begin(page, isFirstImport: true)?.current.string == "https://show.example/feed?page=2")
        #expect(begin(page, isRequested: true) != nil)
        #expect(begin(page) == nil)
        #expect(begin(Podcast(), isFirstImport: true) == nil)
    }

    @Test func endsWhereThereIsNothingNew() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        let third = Self.page(next: "https://show.example/3")
        #expect(walk.goOn(after: third, itemCount: 10, newCount: 1) == true)
        let fourth = Self.page(next: "https://show.example/4")
        #expect(walk.goOn(after: fourth, itemCount: 10, newCount: 0) == false)
        #expect(walk.goOn(after: fourth, itemCount: 0, newCount: 0) == false)
    }

    @Test func goesOverWhatIsKnownIfAskedTo() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isRequested: true))
        #expect(walk.goOn(after: Self.page(next: "https://show.example/3"), itemCount: 10, newCount: 0) == true)
        #expect(walk.goOn(after: Self.page(next: "https://show.example/4"), itemCount: 0, newCount: 0) == false)
    }

    @Test(arguments: [
        "https://show.example/feed", "https://show.example/2", "https://show.example/2#top", "no address",
    ])
    func doesNotGoInCircles(link: String) throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        #expect(walk.goOn(after: Self.page(next: link), itemCount: 10, newCount: 10) == false)
    }

    @Test func endsAfterFiveHundredPages() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        var number = 3
        while walk.goOn(after: Self.page(next: "https://show.example/\(number)"), itemCount: 1, newCount: 1) {
            number += 1
        }
        #expect(walk.pageCount == 500)
    }

    @Test func walksArchivesBackToTheOneThatIsKnown() throws {
        let newest = Self.page(archive: "https://show.example/archive/9")
        #expect(begin(newest, knownArchive: "https://show.example/archive/9") == nil)
        var walk = try #require(begin(newest, knownArchive: "https://show.example/archive/7"))
        #expect(
            walk.goOn(after: Self.page(archive: "https://show.example/archive/8"), itemCount: 1, newCount: 1) == true
        )
        #expect(
            walk.goOn(after: Self.page(archive: "https://show.example/archive/7"), itemCount: 1, newCount: 1) == false
        )
    }

    @Test func aPageAmongSeveralProvesNoAbsence() {
        #expect(Self.page(next: "https://show.example/2").isOnePageOfSeveral)
        #expect(Self.page(archive: "https://show.example/2").isOnePageOfSeveral)
        #expect(!Podcast().isOnePageOfSeveral)
        var complete = Self.page(next: "https://show.example/2")
        complete.archiveComplete = true
        #expect(!complete.isOnePageOfSeveral)
    }

    private func begin(
        _ podcast: Podcast,
        knownArchive: String? = nil,
        isFirstImport: Bool = false,
        isRequested: Bool = false
    ) -> PageWalk? {
        PageWalk(
            from: podcast,
            at: first,
            knownArchive: knownArchive,
            isFirstImport: isFirstImport,
            isRequested: isRequested
        )
    }

    private static func page(next: String? = nil, archive: String? = nil) -> Podcast {
        var podcast = Podcast()
        podcast.nextPageURL = next
        podcast.previousArchiveURL = archive
        return podcast
    }
}
