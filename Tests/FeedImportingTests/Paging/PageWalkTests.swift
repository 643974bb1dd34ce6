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
        #expect(walk.goOn(after: third, listing: [1, 2], newCount: 1) == true)
        let fourth = Self.page(next: "https://show.example/4")
        #expect(walk.goOn(after: fourth, listing: [3, 4], newCount: 0) == false)
        #expect(walk.goOn(after: fourth, listing: [], newCount: 0) == false)
    }

    @Test func goesOverWhatIsKnownIfAskedTo() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isRequested: true))
        #expect(walk.goOn(after: Self.page(next: "https://show.example/3"), listing: [1, 2], newCount: 0) == true)
        #expect(walk.goOn(after: Self.page(next: "https://show.example/4"), listing: [], newCount: 0) == false)
    }

    @Test func endsWhereEverythingWasListedBeforeThoughAskedToGoOn() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isRequested: true))
        walk.note(listed: [1, 2])
        let (third, fourth) = (Self.page(next: "https://show.example/3"), Self.page(next: "https://show.example/4"))
        #expect(walk.goOn(after: third, listing: [2, 3, nil], newCount: 0) == true)
        #expect(walk.goOn(after: fourth, listing: [1, 3, nil], newCount: 0) == false)
    }

    @Test(arguments: [
        "https://show.example/feed", "https://show.example/2", "https://show.example/2#top", "no address",
    ])
    func doesNotGoInCircles(link: String) throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        #expect(walk.goOn(after: Self.page(next: link), listing: [1], newCount: 1) == false)
    }

    @Test func endsAfterFiveHundredPages() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        var number: Int64 = 3
        while walk.goOn(after: Self.page(next: "https://show.example/\(number)"), listing: [number], newCount: 1) {
            number += 1
        }
        #expect(walk.pageCount == 500)
    }

    @Test func walksArchivesBackToTheOneThatIsKnown() throws {
        let newest = Self.page(archive: "https://show.example/archive/9")
        #expect(begin(newest, knownArchive: "https://show.example/archive/9") == nil)
        var walk = try #require(begin(newest, knownArchive: "https://show.example/archive/7"))
        #expect(
            walk.goOn(after: Self.page(archive: "https://show.example/archive/8"), listing: [1], newCount: 1) == true
        )
        #expect(
            walk.goOn(after: Self.page(archive: "https://show.example/archive/7"), listing: [2], newCount: 1) == false
        )
    }

    @Test func aPageMayChangeWhatNoEarlierOneHasListed() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isRequested: true))
        walk.note(listed: [1, nil, 2])
        walk.note(listed: [3])
        #expect([1, 2, 3, 4].map { walk.mayChange($0, from: nil, to: nil) } == [false, false, false, true])
        #expect(walk.mayChange(4, from: Self.older, to: nil) == true)
        #expect(walk.mayChange(4, from: nil, to: Self.older) == true)
        #expect(walk.mayChange(4, from: Self.older, to: Self.older) == true)
        #expect(walk.mayChange(1, from: Self.older, to: Self.older) == false)
    }

    @Test func ofTwoVersionsTheNewerCountsWhereverItIs() throws {
        for page in [Self.page(next: "https://show.example/2"), Self.page(archive: "https://show.example/2")] {
            var walk = try #require(begin(page, isRequested: true))
            walk.note(listed: [1])
            for id in [Int64(1), 2] {
                #expect(walk.mayChange(id, from: Self.older, to: Self.newer) == true)
                #expect(walk.mayChange(id, from: Self.newer, to: Self.older) == false)
            }
        }
    }

    @Test func anArchiveChangesNothingWithoutANewerVersion() throws {
        let walk = try #require(begin(Self.page(archive: "https://show.example/2"), isRequested: true))
        #expect(walk.mayChange(1, from: nil, to: nil) == false)
        #expect(walk.mayChange(1, from: nil, to: Self.newer) == false)
        #expect(walk.mayChange(1, from: Self.newer, to: Self.newer) == false)
    }

    @Test func aPageAmongSeveralProvesNoAbsence() {
        #expect(Self.page(next: "https://show.example/2").isOnePageOfSeveral)
        #expect(Self.page(archive: "https://show.example/2").isOnePageOfSeveral)
        #expect(!Podcast().isOnePageOfSeveral)
        var complete = Self.page(next: "https://show.example/2")
        complete.archiveComplete = true
        #expect(!complete.isOnePageOfSeveral)
    }

    private static let older = Timestamp(epochSeconds: 1_795_000_000)
    private static let newer = Timestamp(epochSeconds: 1_795_000_001)

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
