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
        let walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        let third = Self.page(next: "https://show.example/3")
        let second = try #require(walk.next(after: third, listing: [1, 2], newCount: 1))
        #expect(second.current.string == "https://show.example/3")
        let fourth = Self.page(next: "https://show.example/4")
        #expect(second.next(after: fourth, listing: [3, 4], newCount: 0) == nil)
        #expect(second.next(after: fourth, listing: [], newCount: 0) == nil)
    }

    @Test func goesOverWhatIsKnownIfAskedTo() throws {
        let walk = try #require(begin(Self.page(next: "https://show.example/2"), isRequested: true))
        let (third, fourth) = (Self.page(next: "https://show.example/3"), Self.page(next: "https://show.example/4"))
        let next = try #require(walk.next(after: third, listing: [1, 2], newCount: 0))
        #expect(next.next(after: fourth, listing: [], newCount: 0) == nil)
    }

    @Test func endsWhereEverythingWasListedBeforeThoughAskedToGoOn() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), isRequested: true))
        walk.note(listed: [1, 2])
        let (third, fourth) = (Self.page(next: "https://show.example/3"), Self.page(next: "https://show.example/4"))
        let next = try #require(walk.next(after: third, listing: [2, 3, nil], newCount: 0))
        #expect(next.next(after: fourth, listing: [1, 3, nil], newCount: 0) == nil)
    }

    @Test(arguments: [
        "https://show.example/feed", "https://show.example/2", "https://show.example/2#top", "no address",
    ])
    func doesNotGoInCircles(link: String) throws {
        let walk = try #require(begin(Self.page(next: "https://show.example/2"), isFirstImport: true))
        #expect(walk.next(after: Self.page(next: link), listing: [1], newCount: 1) == nil)
    }

    @Test(arguments: [(true, 1), (false, 0)])
    func stopsAfterFiveHundredPagesAtTheNextOne(isFirstImport: Bool, newCount: Int) throws {
        let second = Self.page(next: "https://show.example/2")
        var walk = try #require(begin(second, isFirstImport: isFirstImport, isRequested: !isFirstImport))
        while !walk.isAtLimit { walk = try #require(Self.next(after: walk, newCount: newCount)) }
        #expect(walk.current.string == "https://show.example/501")
        #expect(walk.place == "page 501")
    }

    @Test func behindTheLimitAWalkGoesOnAsLongAsThereIsAnythingNew() throws {
        let second = Self.page(next: "https://show.example/2")
        let start = try #require(resume(second, at: "https://show.example/501"))
        var walk = try #require(Self.next(after: start, newCount: 1))
        while !walk.isAtLimit { walk = try #require(Self.next(after: walk, newCount: 0)) }
        #expect(walk.current.string == "https://show.example/1000")
        // Without anything new it may be a circle.
        var circle = start
        for _ in 502...999 { circle = try #require(Self.next(after: circle, newCount: 0)) }
        #expect(circle.current.string == "https://show.example/999")
        #expect(Self.next(after: circle, newCount: 0) == nil)
    }

    /// The walk behind a page of a feed that numbers its pages, of which each lists one episode.
    private static func next(after walk: PageWalk, newCount: Int) -> PageWalk? {
        let number = walk.current.string.split(separator: "/").last.flatMap { Int64($0) } ?? 0
        let page = page(next: "https://show.example/\(number + 1)")
        return walk.next(after: page, listing: [number], newCount: newCount)
    }

    @Test func walksArchivesBackToTheOneThatIsKnown() throws {
        let newest = Self.page(archive: "https://show.example/archive/9")
        #expect(begin(newest, knownArchive: "https://show.example/archive/9") == nil)
        let walk = try #require(begin(newest, knownArchive: "https://show.example/archive/7"))
        let (eighth, seventh) = (
            Self.page(archive: "https://show.example/archive/8"), Self.page(archive: "https://show.example/archive/7")
        )
        let next = try #require(walk.next(after: eighth, listing: [1], newCount: 1))
        #expect(next.next(after: seventh, listing: [2], newCount: 1) == nil)
    }

    /// Behind it there may be others that are missing.
    @Test(arguments: [(true, false), (false, true), (false, false)])
    func anArchiveThatRepeatsTheFirstPageEndsNoWalk(isFirstImport: Bool, isRequested: Bool) throws {
        let newest = Self.page(archive: "https://show.example/archive/9")
        var walk = try #require(
            begin(
                newest,
                knownArchive: isFirstImport ? nil : "https://show.example/archive/7",
                isFirstImport: isFirstImport,
                isRequested: isRequested
            )
        )
        walk.note(listed: [1, 2])
        let eighth = Self.page(archive: "https://show.example/archive/8")
        let next = try #require(walk.next(after: eighth, listing: [1, 2], newCount: 0))
        #expect(next.current.string == "https://show.example/archive/8")
        #expect(next.next(after: newest, listing: [3], newCount: 1) == nil, "it leads in a circle")
    }

    /// The archive that was known may have another address by now.
    @Test func archivesOfWhatWasKnownBeforeEndTheWalk() throws {
        let newest = Self.page(archive: "https://show.example/archive?before=9")
        var walk = try #require(begin(newest, knownArchive: "https://show.example/archive?before=8"))
        walk.note(listed: [8, 9])
        let older = Self.page(archive: "https://show.example/archive?before=5")
        #expect(walk.next(after: older, listing: [5, 6, 7], newCount: 0) == nil)
    }

    @Test func goesOnWhereItWasInterrupted() throws {
        // Through pages, of which the items may have moved on, until there are no more
        let pages = try #require(resume(Self.page(next: "https://show.example/2"), at: "https://show.example/5"))
        #expect(pages.current.string == "https://show.example/5")
        let next = try #require(pages.next(after: Self.page(next: "https://show.example/6"), listing: [1], newCount: 0))
        #expect(next.current.string == "https://show.example/6")
        #expect(next.next(after: Self.page(next: "https://show.example/5"), listing: [2], newCount: 1) == nil)

        // Through archives, which may repeat what the store has
        let archives = try #require(
            resume(Self.page(archive: "https://show.example/9"), at: "https://show.example/5")
        )
        let fourth = Self.page(archive: "https://show.example/4")
        #expect(archives.next(after: fourth, listing: [1], newCount: 1)?.current.string == "https://show.example/4")
        #expect(archives.next(after: fourth, listing: [1], newCount: 0)?.current.string == "https://show.example/4")
        // And nobody knows how many there were before
        #expect([pages, next, archives].allSatisfy { $0.place == "a later page" })
        #expect(resume(Self.page(next: "https://show.example/2"), at: "nowhere") == nil)
    }

    /// What was read before it was interrupted may have moved on by pages since, a little with each refresh.
    @Test func aGapIsSoughtBehindWhatIsKnown() throws {
        let first = Self.page(next: "https://show.example/2")
        var walk = try #require(resume(first, at: "https://show.example/5", closesGap: true))
        for number in 6...8 {
            // Known, known, and the first of what is missing
            let page = Self.page(next: "https://show.example/\(number)")
            let listed = [Int64(2 * number), Int64(2 * number + 1)]
            walk = try #require(walk.next(after: page, listing: listed, newCount: number == 8 ? 1 : 0))
        }
        let end = Self.page(next: "https://show.example/9")
        #expect(walk.next(after: end, listing: [1, 2], newCount: 2) != nil)
        #expect(walk.next(after: end, listing: [1, 2], newCount: 1) == nil)
    }

    /// One that came while it was read has moved all others down by one.
    @Test func aGapDoesNotEndAtWhatAnEarlierPageHasListed() throws {
        var walk = try #require(begin(Self.page(next: "https://show.example/2"), leavesGap: true))
        walk.note(listed: [10, 9, 8])
        let third = Self.page(next: "https://show.example/3")
        let next = try #require(walk.next(after: third, listing: [8, 7, 6], newCount: 2))
        #expect(next.isBehindNews)
        let fourth = Self.page(next: "https://show.example/4")
        #expect(next.next(after: fourth, listing: [6, 5, 4], newCount: 1) == nil)
    }

    @Test func whoAsksForAllPagesIsToldOfTheNewsBehindTheFirst() throws {
        var walk = try #require(
            begin(Self.page(next: "https://show.example/2"), isRequested: true, leavesGap: true)
        )
        walk.note(listed: [10, 9])
        #expect(walk.isBehindNews)
        let (third, fourth) = (Self.page(next: "https://show.example/3"), Self.page(next: "https://show.example/4"))
        let next = try #require(walk.next(after: third, listing: [8, 7], newCount: 2))
        #expect(next.isBehindNews)
        // Behind what is known there are only old ones
        #expect(next.next(after: fourth, listing: [6, 5], newCount: 1)?.isBehindNews == false)
        #expect(begin(third, isRequested: true)?.isBehindNews == false)
        #expect(begin(third, isFirstImport: true, leavesGap: true)?.isBehindNews == false)
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
        isRequested: Bool = false,
        leavesGap: Bool = false
    ) -> PageWalk? {
        PageWalk(
            from: podcast,
            at: first,
            knownArchive: knownArchive,
            isFirstImport: isFirstImport,
            isRequested: isRequested,
            leavesGap: leavesGap,
            limit: 500
        )
    }

    private func resume(_ podcast: Podcast, at page: String, closesGap: Bool = false) -> PageWalk? {
        PageWalk(from: page, of: podcast, at: first, closesGap: closesGap, limit: 500)
    }

    private static func page(next: String? = nil, archive: String? = nil) -> Podcast {
        var podcast = Podcast()
        podcast.nextPageURL = next
        podcast.previousArchiveURL = archive
        return podcast
    }
}
