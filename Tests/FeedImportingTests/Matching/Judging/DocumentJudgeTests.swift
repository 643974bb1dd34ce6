import PodcastModel
import Testing

@testable import FeedImporting

struct DocumentJudgeTests {
    @Test func anEmptyChannelAfterAFullOneIsHeld() {
        #expect(Self.reason(known: 5, []) == .emptied)
    }

    @Test func anEmptyChannelAfterAnEmptyOneIsNot() {
        #expect(Self.reason(known: 5, [], previousItemCount: 0) == nil)
    }

    @Test func nothingKnownUnderAnotherNameIsAnotherShow() {
        let strangers = (1...4).map { Episode.item(guid: "x-\($0)", title: "Cooking \($0)", date: .day(500 + $0)) }
        #expect(Self.reason(known: 5, strangers, title: "Cooking") == .anotherShow)
        #expect(Self.reason(known: 5, strangers) == nil, "the same show after a long time")
        #expect(Self.reason(known: 5, strangers, title: "Cooking", guid: "G") == nil, "the same podcast:guid")
        #expect(Self.reason(known: 5, strangers, title: "Cooking", guid: "Former") == nil, "one that it had before")
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
        #expect(Self.reason(known: count, items, title: "Cooking") == .anotherShow)
        #expect(Self.reason(known: count, items, title: "Cooking", guid: "G") != .anotherShow)
        #expect(Self.reason(known: 2, items) == nil, "the same show, which gives new episodes the guids of others")

        // One that is still itself is known, be it edited or not
        var edited = Episode.weekly(1)
        edited.title = "Another title"
        for known in [edited, .weekly(1)] {
            #expect(Self.reason(known: 2, [known] + items.dropFirst(), title: "Cooking") == nil)
        }
    }

    @Test func episodesUnderTheGuidsOfOthersAreNoOtherShow() {
        let items = (1...6).map { Episode.weekly($0, guid: "guid-\($0 % 6 + 1)") }
        #expect(Self.reason(known: 6, items, title: "A new name") == .massEdit)
    }

    @Test func aNewNameForKnownEpisodesIsARebranding() {
        #expect(Self.reason(known: 5, (1...5).map { .weekly($0) }, title: "Another name") == nil)
    }

    @Test(arguments: [(3, HoldReason?.some(.massEdit)), (2, nil)])
    func knownGuidsWithOtherTitlesAndFilesAreHeldIfTheyAreMost(count: Int, reason: HoldReason?) {
        // Given: guids that are mere numbers are those of any show
        let items = (1...5).map { number -> Episode in
            guard number <= count else { return .weekly(number) }
            return .item(
                guid: "guid-\(number)",
                title: "Cooking \(number)",
                enclosure: "https://cooking.example/\(number).mp3",
                date: .day(7 * number)
            )
        }

        #expect(Self.reason(known: 5, items) == reason)
    }

    @Test func guidsThatAreCountedAnewWhileTheFilesMoveAreNotUsed() throws {
        // Given each title and time under the guid of the one before, and all files on another host
        let items = (1...6).map { number in
            var episode = Episode.weekly(number, guid: "guid-\(number + 1)")
            episode.enclosures = [Enclosure(url: "https://new-host.example/\(number).mp3", type: "audio/mpeg")]
            return episode
        }
        let finding = try #require(Self.judge(known: 6, items).finding { Self.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
    }

    @Test(arguments: [("{}", Int64?.some(18_000)), ("{}", nil), ("{} | The Show", 0), ("#7: {}", 0)])
    func guidsThatAreCountedAnewAreNotUsedThoughTitlesOrDatesAreWrittenDifferently(title: String, shift: Int64?) throws
    {
        // Given each episode under the guid of the one before, all files on another host, and more
        let items = (1...6).map { number in
            var episode = Episode.weekly(number, guid: "guid-\(number + 1)")
            episode.enclosures[0].url = "https://new-host.example/\(number).mp3"
            episode.title = title.replacing("{}", with: episode.title)
            episode.publishedAt = shift.flatMap { episode.publishedAt?.adding(seconds: $0) }
            return episode
        }
        let finding = try #require(Self.judge(known: 6, items).finding { Self.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
    }

    @Test func titlesThatAreCountedAnewAreNoGuidsOfOthers() throws {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number)
            episode.title = "Talk about \(number + 1)"
            episode.enclosures[0].url = "https://new-host.example/\(number).mp3"
            return episode
        }
        let finding = try #require(Self.judge(known: 6, items).finding { Self.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(!finding.guidsAreUnreliable)
    }

    @Test(arguments: [-36_000, 0, 18_000] as [Int64])
    func guidsThatCountFromTheTopAreNotUsedThoughAllHaveOneTitle(shift: Int64) throws {
        // Given
        func news(_ number: Int, guid: Int) -> Episode {
            var episode = Episode.weekly(number, guid: "\(guid)")
            episode.title = "News"
            return episode
        }
        let known = (1...6).map { news($0, guid: 7 - $0) }

        // When a new one has the guid of the one before, and so on, and all times may have moved
        let items = (1...7).map { number in
            var item = news(number, guid: 8 - number)
            item.publishedAt = item.publishedAt?.adding(seconds: shift)
            return item
        }

        // Then
        let finding = try #require(Self.judge(stored: known, items).finding { Self.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
    }

    @Test(arguments: [(isRegular: false, HoldReason?.some(.massEdit)), (true, nil)])
    func guidsThatAreCountedAnewUnderOneTitleAreKnownByUnequalTimesAlone(isRegular: Bool, reason: HoldReason?) {
        // Given each time under the guid of the one before, and all files on another host
        func news(_ number: Int, guid: Int, host: String) -> Episode {
            var episode = Episode.weekly(number, guid: "\(guid)")
            (episode.title, episode.enclosures[0].url) = ("News", "https://\(host)/\(number).mp3")
            if !isRegular { episode.publishedAt = .day(7 * number, minute: number * number) }
            return episode
        }
        let known = (1...6).map { news($0, guid: $0, host: "cdn.example.com") }
        let items = (1...6).map { news($0, guid: $0 + 1, host: "new-host.example") }

        // Then: where all are a week apart, a tool may have dated each a week earlier
        let finding = Self.judge(stored: known, items).finding { Self.names("Show") }
        #expect(finding?.reason == reason)
        #expect(finding?.guidsAreUnreliable == (reason == nil ? nil : true))
    }

    @Test(arguments: [0, 18_000] as [Int64])
    func filesThatMoveOnFromSlotToSlotAreNotHeld(shift: Int64) {
        func news(_ number: Int, file: Int, shift: Int64 = 0) -> Episode {
            var episode = Episode.weekly(number)
            episode.publishedAt = episode.publishedAt?.adding(seconds: shift)
            (episode.title, episode.enclosures[0].url) = ("News", "https://a.example/\(file).mp3")
            return episode
        }
        let known = (1...6).map { news($0, file: 7 - $0) }
        let items = (1...7).map { news($0, file: 8 - $0, shift: shift) }
        #expect(Self.judge(stored: known, items).finding { Self.names("Show") } == nil)
    }

    @Test(arguments: [(isDated: true, HoldReason?.some(.massEdit)), (false, nil)])
    func textsUnderTheGuidsOfOthersAreHeld(isDated: Bool, reason: HoldReason?) {
        func text(_ number: Int, _ title: String) -> Episode {
            var episode = Episode.weekly(number % 6)
            (episode.title, episode.enclosures) = ("\(title) \(number)", [])
            episode.publishedAt = isDated ? .day(7 * number) : nil
            return episode
        }
        let known = (1...6).map { text($0, "Talk about") }
        let others = (7...12).map { text($0, "Cooking") }
        #expect(Self.judge(stored: known, others).finding { Self.names("Show") }?.reason == reason)
        let retitled = (1...6).map { text($0, "Speech on") }
        #expect(Self.judge(stored: known, retitled).finding { Self.names("Show") } == nil)
    }

    @Test(arguments: [4, 7, 8])
    func guidsThatCountFromTheTopAreNotUsedThoughMostItemsAreNew(newCount: Int) throws {
        // Given the ten latest, the newest under the guid 1
        let items = (1...10).map { Episode.weekly($0 + newCount, guid: "guid-\($0)") }
        let finding = try #require(Self.judge(known: 10, items).finding { Self.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
    }

    @Test func whatIsAllNewerThanTheEpisodesOfItsGuidsIsNotHeld() {
        let items = (1...10).map { Episode.weekly($0 + 10, guid: "guid-\($0)") }
        #expect(Self.reason(known: 10, items) == nil)
        #expect(Self.reason(known: 10, items, title: "Cooking") == .anotherShow)
    }

    @Test func aFileUnderTheGuidOfAnotherIsKnownThoughTitleAndTimeAreNew() throws {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number + 1, guid: "guid-\(number)")
            episode.title = "Talk nr. \(number + 1)"
            episode.publishedAt = .day(400 + number)
            return episode
        }
        #expect(try #require(Self.judge(known: 6, items).finding { Self.names("Show") }).guidsAreUnreliable)
    }

    @Test(arguments: [
        ("#{}: {title}", 0, HoldReason?.none), ("#{}: {title}", 3600, .massEdit), ("{title} | Show", 0, nil),
        ("Re-titled {}", 0, .massEdit), ("{title} | Show", 3600, .massEdit),
    ])
    func whatIsAddedToTitlesAndAnotherHostMakeNoOtherEpisodes(title: String, shift: Int64, reason: HoldReason?) {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number)
            episode.title = title.replacing("{}", with: "\(number)").replacing("{title}", with: episode.title)
            episode.publishedAt = episode.publishedAt?.adding(seconds: shift)
            episode.enclosures = [Enclosure(url: "https://new-host.example/\(number).mp3", type: "audio/mpeg")]
            return episode
        }
        #expect(Self.reason(known: 6, items) == reason)
    }

    @Test(arguments: [
        ("Ep. {} - {title}", "{}. {title}", 0, HoldReason?.none), ("Ep. {} - {title}", "{}. {title} | Show", 0, nil),
        ("#{}: Art", "{} - Art", 0, nil), ("Ep. {} - {title}", "1{}. {title}", 0, .massEdit),
        ("Ep. {} - {title}", "{}. Re-titled {}", 0, .massEdit), ("Ep. {} - {title}", "{}. {title}", 3600, .massEdit),
    ])
    func numbersThatAreWrittenOtherwiseMakeNoOtherEpisodes(old: String, new: String, shift: Int64, reason: HoldReason?)
    {
        func items(_ title: String) -> [Episode] {
            (1...6).map { number in
                var episode = Episode.weekly(number)
                let name = "About the art of \(number * number)"
                episode.title = title.replacing("{}", with: "\(number)").replacing("{title}", with: name)
                return episode
            }
        }
        let moved = items(new).map { item in
            var item = item
            item.enclosures[0].url = item.enclosures[0].url.replacing("cdn.", with: "new.")
            item.publishedAt = item.publishedAt?.adding(seconds: shift)
            return item
        }
        #expect(Self.judge(stored: items(old), moved).finding { Self.names("Show") }?.reason == reason)
    }

    @Test(arguments: [-50_400, 3600, 18_000] as [Int64])
    func aMoveThatIsRecognisedByTitlesIsNotHeldForItsTimeZone(shift: Int64) {
        // Given other guids, files, times and numbers in front of titles
        let known = (1...6).map { Episode.weekly($0) }
        let moved = known.movedElsewhere().enumerated().map { index, item in
            var item = item
            item.title = "#\(index + 1): \(item.title)"
            item.publishedAt = item.publishedAt?.adding(seconds: shift)
            return item
        }
        #expect(Self.reason(known: 6, moved) == nil)
        #expect(Self.reason(known: 6, moved, title: "A new name") == nil, "nor for its new name")
    }

    @Test func newTitlesOrNewFilesForAllAreNotHeld() {
        let titled = (1...5).map { number in
            var episode = Episode.weekly(number)
            episode.title = "Nr. \(number), now with a prefix"
            return episode
        }
        let moved = (1...5).map { number in
            var episode = Episode.weekly(number)
            episode.enclosures = [Enclosure(url: "https://new-host.example/\(number * 10).mp3", type: "audio/mpeg")]
            return episode
        }
        #expect(Self.reason(known: 5, titled) == nil)
        #expect(Self.reason(known: 5, moved) == nil)
    }

    @Test func aCompleteArchiveThatLacksMostEpisodesIsHeld() {
        let few = [Episode.weekly(1), .weekly(2)]
        #expect(Self.reason(known: 8, few, archiveComplete: true) == .massRemoval)
        #expect(Self.reason(known: 3, few, archiveComplete: true) == nil, "one of three is no mass")
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
        #expect(Self.reason(known: 10, strangers) == .massReplacement)
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
        let judge = Self.judge(stored: (1...known).map { undated(.weekly($0)) }, left + moved + others)
        #expect(judge.finding { Self.names("Show") }?.reason == (isHeld ? .massReplacement : nil))
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
        let judge = Self.judge(stored: items(isDated: !come), items(isDated: come).movedElsewhere())
        #expect(judge.finding { Self.names("Show") }?.reason == .massReplacement)
    }

    @Test func anArchiveThatIsOpenedIsNotHeld() {
        let archive = (-60...10).map { Episode.weekly($0) }
        #expect(Self.reason(known: 10, archive) == nil)
    }

    @Test func aMuchShorterDocumentIsNotHeld() {
        #expect(Self.reason(known: 40, [.weekly(40), .weekly(39)]) == nil)
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
        #expect(Self.judge(known: 5, rewritten).isPageOfAnotherShow { Self.names(title) } == isOther)
        // What nobody knows is what later pages are read for.
        let strangers = (1...4).map { Episode.item(guid: "x-\($0)", title: "Cooking \($0)", date: .day(500 + $0)) }
        #expect(Self.judge(known: 5, strangers).isPageOfAnotherShow { Self.names(title) } == false)
    }

    @Test(arguments: [
        (known: 3, rewritten: 3, retitled: 0, isHeld: true), (3, 2, 1, false), (6, 4, 0, true), (6, 3, 1, false),
    ])
    func threeEpisodesAndMoreThanHalfMustBeRewritten(known: Int, rewritten: Int, retitled: Int, isHeld: Bool) {
        let items = (1...known).map { number in
            var episode = Episode.weekly(number)
            guard number <= rewritten + retitled else { return episode }
            episode.title = "Cooking \(number)"
            if number <= rewritten { episode.enclosures[0].url = "https://cooking.example/\(number).mp3" }
            return episode
        }
        #expect(Self.reason(known: known, items) == (isHeld ? .massEdit : nil))
    }

    @Test func otherFilesAndDatesUnderTheSameTitlesAreNotHeld() {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number)
            episode.publishedAt = .day(400 + number)
            episode.enclosures[0].url = "https://new-host.example/\(number).mp3"
            return episode
        }
        #expect(Self.reason(known: 6, items) == nil)
    }

    @Test(arguments: [(1, false), (2, true)])
    func guidsAreOfNoUseIfTwoOfTheRewrittenAreOtherKnownEpisodes(moved: Int, isUseless: Bool) throws {
        // Given items, some of which have the title and file of another known episode at a date of their own
        let items = (1...6).map { number -> Episode in
            var episode = Episode.weekly(number % 6 + 1, guid: "guid-\(number)")
            if number > moved {
                (episode.title, episode.enclosures[0].url) = ("X\(number)", "https://x.example/\(number)")
            }
            episode.publishedAt = .day(300 + number)
            return episode
        }
        let finding = try #require(Self.judge(known: 6, items).finding { Self.names("Show") })
        #expect(finding.guidsAreUnreliable == isUseless)
    }

    @Test(arguments: [
        (known: 5, listed: 2, isHeld: true), (6, 3, false), (3, 1, false), (4, 1, true),
    ])
    func threeEpisodesAndMoreThanHalfMustBeWithdrawn(known: Int, listed: Int, isHeld: Bool) {
        let items = (1...listed).map { Episode.weekly($0) }
        #expect(Self.reason(known: known, items, archiveComplete: true) == (isHeld ? .massRemoval : nil))
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
        #expect(Self.reason(known: known, left + items) == (isHeld ? .massReplacement : nil))
    }

    @Test(arguments: [1, 2])
    func newsBesideAnOldEpisodeThatStaysReplaceNone(pinned: Int) {
        // Given the oldest of the known ones, and news since the feed was last asked
        let news = (41...60).map { Episode.weekly($0) }
        #expect(Self.reason(known: 40, (1...pinned).map { .weekly($0) } + news) == nil)
    }

    @Test func aShowWithoutANameMayBeAnyShow() {
        let unknown = (1...4).map { Episode.item(guid: "x-\($0)", title: "Cooking \($0)", date: .day(500 + $0)) }
        let judge = Self.judge(known: 5, unknown)
        #expect(judge.finding { Self.names(nil) } == nil)
        #expect(judge.finding { Self.names("Cooking", stored: nil) } == nil)
    }

    @Test func aPageWithTheGuidOfTheShowIsItsPageWhateverItsName() {
        let rewritten = (1...5).map { number -> Episode in
            .item(guid: "guid-\(number)", title: "Cooking \(number)", enclosure: "https://c.example/\(number).mp3")
        }
        let judge = Self.judge(known: 5, rewritten)
        #expect(judge.isPageOfAnotherShow { Self.names("Cooking") })
        #expect(!judge.isPageOfAnotherShow { Self.names("Cooking", guid: "g") })
    }

    /// What is found in a document, after one that listed episodes 1 to `known`.
    private static func reason(
        known: Int,
        _ items: [Episode],
        title: String = "Show",
        guid: String? = nil,
        previousItemCount: Int? = nil,
        archiveComplete: Bool = false
    ) -> HoldReason? {
        judge(known: known, items, previousItemCount: previousItemCount, archiveComplete: archiveComplete)
            .finding { names(title, guid: guid) }?
            .reason
    }

    private static func judge(
        known: Int,
        _ items: [Episode],
        previousItemCount: Int? = nil,
        archiveComplete: Bool = false
    ) -> DocumentJudge {
        judge(
            stored: (1...known).map { .weekly($0) },
            items,
            previousItemCount: previousItemCount,
            archiveComplete: archiveComplete
        )
    }

    /// The judge of a document after one that listed these episodes.
    private static func judge(
        stored known: [Episode],
        _ items: [Episode],
        previousItemCount: Int? = nil,
        archiveComplete: Bool = false
    ) -> DocumentJudge {
        var store = ModelStore()
        store.importDocument(known, at: .day(450))
        let stored = store.rows.map(\.identity)
        var episodes = items
        _ = EpisodeKeys.assign(to: &episodes, feedURL: nil, channelLink: nil)
        let incoming = IncomingEpisode.list(from: episodes)
        let plan = EpisodeMatcher.plan(
            incoming: incoming,
            stored: stored,
            aliases: [:],
            tombstones: Tombstones(),
            document: MatchDocument(now: .day(460), isFirstImport: false, archiveComplete: archiveComplete)
        )
        return DocumentJudge(
            plan: plan,
            incoming: incoming,
            stored: stored,
            previousItemCount: previousItemCount ?? known.count
        )
    }

    private static func names(
        _ title: String?,
        guid: String? = nil,
        stored: String? = "Show"
    ) -> DocumentJudge.Names {
        var (show, podcast) = (Podcast(), Podcast())
        (show.title, show.guid) = (stored, "g")
        (podcast.title, podcast.guid) = (title, guid)
        return DocumentJudge.Names(
            stored: StoredPodcast(id: 1, podcast: show, formerGUIDs: ["former"]),
            document: podcast
        )
    }
}
