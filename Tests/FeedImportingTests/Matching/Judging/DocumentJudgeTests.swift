import PodcastModel
import Testing

@testable import FeedImporting

struct DocumentJudgeTests {
    @Test func anEmptyChannelAfterAFullOneIsHeld() {
        #expect(Judging.reason(known: 5, []) == .emptied)
    }

    @Test func anEmptyChannelAfterAnEmptyOneIsNot() {
        #expect(Judging.reason(known: 5, [], previousItemCount: 0) == nil)
    }

    @Test func nothingKnownUnderAnotherNameIsAnotherShow() {
        let strangers = (1...4).map { Episode.item(guid: "x-\($0)", title: "Cooking \($0)", date: .day(500 + $0)) }
        #expect(Judging.reason(known: 5, strangers, title: "Cooking") == .anotherShow)
        #expect(Judging.reason(known: 5, strangers) == nil, "the same show after a long time")
        #expect(Judging.reason(known: 5, strangers, title: "Cooking", guid: "G") == nil, "the same podcast:guid")
        #expect(Judging.reason(known: 5, strangers, title: "Cooking", guid: "Former") == nil, "one that it had before")
    }

    @Test(arguments: [1, 2, 5])
    func guidsInCommonMakeNoEpisodeKnown(count: Int) {
        // Given another show that numbers its guids as well, and has more of them
        func cooking(_ number: Int) -> Episode {
            .item(
                guid: "guid-\(number)",
                title: "Cooking \(number)",
                enclosure: "https://cooking.example/\(number).mp3",
                date: .day(500 + number)
            )
        }
        let items = (1...8).map(cooking)
        #expect(Judging.reason(known: count, items, title: "Cooking") == .anotherShow)
        #expect(Judging.reason(known: count, items, title: "Cooking", guid: "G") != .anotherShow)
        #expect(Judging.reason(known: 2, items) == nil, "the same show, which gives new episodes the guids of others")

        // One that is still itself is known, be it edited or not
        var edited = Episode.weekly(1)
        edited.title = "Another title"
        for known in [edited, .weekly(1)] {
            #expect(Judging.reason(known: 2, [known] + items.dropFirst(), title: "Cooking") == nil)
        }
    }

    @Test func episodesUnderTheGuidsOfOthersAreNoOtherShow() {
        let items = (1...6).map { Episode.weekly($0, guid: "guid-\($0 % 6 + 1)") }
        #expect(Judging.reason(known: 6, items, title: "A new name") == .massEdit)
    }

    @Test func aNewNameForKnownEpisodesIsARebranding() {
        #expect(Judging.reason(known: 5, (1...5).map { .weekly($0) }, title: "Another name") == nil)
    }

    @Test func aCompleteArchiveThatLacksMostEpisodesIsHeld() {
        let few = [Episode.weekly(1), .weekly(2)]
        #expect(Judging.reason(known: 8, few, archiveComplete: true) == .massRemoval)
        #expect(Judging.reason(known: 3, few, archiveComplete: true) == nil, "one of three is no mass")
    }

    @Test func strangersInThePlaceOfTheKnownAreHeld() {
        // Given: new guids, files and titles, in the same weeks
        let strangers = (1...10).map { number in
            Episode.item(
                guid: "new-\(number)",
                title: "Re-titled \(number)",
                enclosure: "https://other.example/re-\(number).mp3",
                date: .day(7 * number)
            )
        }
        #expect(Judging.reason(known: 10, strangers) == .massReplacement)
    }

    @Test(arguments: [
        // New guids and files, the same titles
        (known: 6, kept: 0, named: 6, strangers: 0, isHeld: true), (5, 0, 5, 0, false), (12, 0, 6, 5, true),
        // A document of the last episodes that are all others now
        (12, 0, 0, 12, false), (12, 0, 5, 7, false),
        // More than five times as many as are left
        (13, 2, 11, 0, true), (12, 2, 10, 0, false),
    ])
    func anArchiveWithoutDatesIsReplacedIfItsTitlesComeAgain(
        known: Int,
        kept: Int,
        named: Int,
        strangers: Int,
        isHeld: Bool
    ) {
        let undated = { (episode: Episode) in
            var episode = episode
            (episode.publishedAt, episode.publishedRaw) = (nil, nil)
            return episode
        }
        let left = (0..<kept).map { undated(.weekly($0 + 1)) }
        let moved = (0..<named).map { undated(.weekly($0 + kept + 1)) }.movedElsewhere()
        let others = (0..<strangers).map { index in
            Episode.item(guid: "x-\(index)", title: "Cooking \(index)", enclosure: "https://x.example/\(index).mp3")
        }
        let judge = Judging.judge(stored: (1...known).map { undated(.weekly($0)) }, left + moved + others)
        #expect(judge.finding { Judging.names("Show") }?.reason == (isHeld ? .massReplacement : nil))
    }

    @Test(arguments: [true, false])
    func datesThatComeOrGoWithAReplacementDoNotHideIt(come: Bool) {
        func items(isDated: Bool) -> [Episode] {
            (1...8).map { number in
                var episode = Episode.weekly(number)
                if !isDated { (episode.publishedAt, episode.publishedRaw) = (nil, nil) }
                return episode
            }
        }
        let judge = Judging.judge(stored: items(isDated: !come), items(isDated: come).movedElsewhere())
        #expect(judge.finding { Judging.names("Show") }?.reason == .massReplacement)
    }

    @Test func anArchiveThatIsOpenedIsNotHeld() {
        let archive = (-60...10).map { Episode.weekly($0) }
        #expect(Judging.reason(known: 10, archive) == nil)
    }

    @Test func aMuchShorterDocumentIsNotHeld() {
        #expect(Judging.reason(known: 40, [.weekly(40), .weekly(39)]) == nil)
    }

    @Test(arguments: [("Cooking", true), ("Show", false), ("SHOW – Page 2", false)])
    func aPageIsOfAnotherShowIfItCallsItselfSoAndRewritesMost(title: String, isOther: Bool) {
        let rewritten = (1...5).map { number -> Episode in
            .item(
                guid: "guid-\(number)",
                title: "Cooking \(number)",
                enclosure: "https://cooking.example/\(number).mp3",
                date: .day(7 * number)
            )
        }
        #expect(Judging.judge(known: 5, rewritten).isPageOfAnotherShow { Judging.names(title) } == isOther)
        // What nobody knows is what later pages are read for.
        let strangers = (1...4).map { Episode.item(guid: "x-\($0)", title: "Cooking \($0)", date: .day(500 + $0)) }
        #expect(Judging.judge(known: 5, strangers).isPageOfAnotherShow { Judging.names(title) } == false)
    }

    @Test(arguments: [
        (known: 5, listed: 2, isHeld: true), (6, 3, false), (3, 1, false), (4, 1, true),
    ])
    func threeEpisodesAndMoreThanHalfMustBeWithdrawn(known: Int, listed: Int, isHeld: Bool) {
        let items = (1...listed).map { Episode.weekly($0) }
        #expect(Judging.reason(known: known, items, archiveComplete: true) == (isHeld ? .massRemoval : nil))
    }

    @Test(arguments: [
        // Six at least are missing
        (known: 6, kept: 0, unknown: 6, isHeld: true), (5, 0, 5, false), (6, 1, 5, false),
        // More than five times as many as are left
        (13, 2, 11, true), (12, 2, 10, false),
        // And more than half as many are in their place
        (10, 0, 6, true), (10, 0, 5, false),
    ])
    func aReplacementIsOfSixEpisodesAndNearlyAll(known: Int, kept: Int, unknown: Int, isHeld: Bool) {
        // Given the newest of the known ones, and unknown ones over all the time of the known
        let left = (1...known).suffix(kept).map { Episode.weekly($0) }
        let items = (0..<unknown).map { index in
            let day = 7 + index * 7 * (known - 1) / (unknown - 1)
            let file = "https://other.example/re-\(index).mp3"
            return Episode.item(guid: "new-\(index)", title: "Re-titled \(index)", enclosure: file, date: .day(day))
        }
        #expect(Judging.reason(known: known, left + items) == (isHeld ? .massReplacement : nil))
    }

    @Test(arguments: [1, 2])
    func newsBesideAnOldEpisodeThatStaysReplaceNone(pinned: Int) {
        // Given the oldest of the known ones, and news since the feed was last asked
        let news = (41...60).map { Episode.weekly($0) }
        #expect(Judging.reason(known: 40, (1...pinned).map { .weekly($0) } + news) == nil)
    }

    @Test func aShowWithoutANameMayBeAnyShow() {
        let unknown = (1...4).map { Episode.item(guid: "x-\($0)", title: "Cooking \($0)", date: .day(500 + $0)) }
        let judge = Judging.judge(known: 5, unknown)
        #expect(judge.finding { Judging.names(nil) } == nil)
        #expect(judge.finding { Judging.names("Cooking", stored: nil) } == nil)
    }

    @Test func aPageWithTheGuidOfTheShowIsItsPageWhateverItsName() {
        let rewritten = (1...5).map { number -> Episode in
            .item(guid: "guid-\(number)", title: "Cooking \(number)", enclosure: "https://c.example/\(number).mp3")
        }
        let judge = Judging.judge(known: 5, rewritten)
        #expect(judge.isPageOfAnotherShow { Judging.names("Cooking") })
        #expect(!judge.isPageOfAnotherShow { Judging.names("Cooking", guid: "g") })
    }
}
