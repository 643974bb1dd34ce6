import PodcastModel
import Testing

@testable import FeedImporting

/// Documents that rewrite episodes under their guids: whether these are other episodes, or guids of no use.
struct RewrittenDocumentTests {
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

        #expect(Judging.reason(known: 5, items) == reason)
    }

    @Test func guidsThatAreCountedAnewWhileTheFilesMoveAreNotUsed() throws {
        // Given each title and time under the guid of the one before, and all files on another host
        let items = (1...6).map { number in
            var episode = Episode.weekly(number, guid: "guid-\(number + 1)")
            episode.enclosures = [Enclosure(url: "https://new-host.example/\(number).mp3", type: "audio/mpeg")]
            return episode
        }
        let finding = try #require(Judging.judge(known: 6, items).finding { Judging.names("Show") })
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
        let finding = try #require(Judging.judge(known: 6, items).finding { Judging.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
    }

    @Test(arguments: [0, 30] as [Int64])
    func titlesThatAreCountedAnewAreNoGuidsOfOthers(seconds: Int64) throws {
        // Given the same times, or the same to the minute
        let items = (1...6).map { number in
            var episode = Episode.weekly(number)
            episode.title = "Talk about \(number + 1)"
            episode.publishedAt = episode.publishedAt?.adding(seconds: seconds)
            episode.enclosures[0].url = "https://new-host.example/\(number).mp3"
            return episode
        }
        let finding = try #require(Judging.judge(known: 6, items).finding { Judging.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(!finding.guidsAreUnreliable)
    }

    @Test(arguments: [true, false])
    func guidsThatAreCountedAnewAreNotUsedThoughAllWasPublishedWithinAMinute(haveNumbers: Bool) throws {
        // Given an archive that was published at once, and each episode under the guid of the one before, from another
        // host that adds the name of the show
        func talk(_ number: Int, guid: Int, host: String, name: String) -> Episode {
            .item(
                guid: "\(guid)",
                title: (haveNumbers ? "Talk about \(number)" : "Talk") + name,
                enclosure: "https://\(host)/\(number).mp3",
                date: Timestamp.day(7).adding(seconds: Int64(2 * number))
            )
        }
        let known = (1...6).map { talk($0, guid: $0, host: "cdn.example.com", name: "") }
        let items = (1...6).map { talk($0, guid: $0 + 1, host: "new-host.example", name: " | The Show") }

        // Then
        let finding = try #require(Judging.judge(stored: known, items).finding { Judging.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
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
        let finding = try #require(Judging.judge(stored: known, items).finding { Judging.names("Show") })
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
        let finding = Judging.judge(stored: known, items).finding { Judging.names("Show") }
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
        #expect(Judging.judge(stored: known, items).finding { Judging.names("Show") } == nil)
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
        #expect(Judging.judge(stored: known, others).finding { Judging.names("Show") }?.reason == reason)
        let retitled = (1...6).map { text($0, "Speech on") }
        #expect(Judging.judge(stored: known, retitled).finding { Judging.names("Show") } == nil)
    }

    @Test(arguments: [4, 7, 8])
    func guidsThatCountFromTheTopAreNotUsedThoughMostItemsAreNew(newCount: Int) throws {
        // Given the ten latest, the newest under the guid 1
        let items = (1...10).map { Episode.weekly($0 + newCount, guid: "guid-\($0)") }
        let finding = try #require(Judging.judge(known: 10, items).finding { Judging.names("Show") })
        #expect(finding.reason == .massEdit)
        #expect(finding.guidsAreUnreliable)
    }

    @Test func whatIsAllNewerThanTheEpisodesOfItsGuidsIsNotHeld() {
        let items = (1...10).map { Episode.weekly($0 + 10, guid: "guid-\($0)") }
        #expect(Judging.reason(known: 10, items) == nil)
        #expect(Judging.reason(known: 10, items, title: "Cooking") == .anotherShow)
    }

    @Test func aFileUnderTheGuidOfAnotherIsKnownThoughTitleAndTimeAreNew() throws {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number + 1, guid: "guid-\(number)")
            episode.title = "Talk nr. \(number + 1)"
            episode.publishedAt = .day(400 + number)
            return episode
        }
        #expect(try #require(Judging.judge(known: 6, items).finding { Judging.names("Show") }).guidsAreUnreliable)
    }

    @Test(arguments: [
        ("#{}: {title}", 0, HoldReason?.none), ("#{}: {title}", 3600, .massEdit), ("{title} | Show", 0, nil),
        ("Re-titled {}", 0, .massEdit), ("{title} | Show", 3600, .massEdit), ("{title} | Show", 30, nil),
    ])
    func whatIsAddedToTitlesAndAnotherHostMakeNoOtherEpisodes(title: String, shift: Int64, reason: HoldReason?) {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number)
            episode.title = title.replacing("{}", with: "\(number)").replacing("{title}", with: episode.title)
            episode.publishedAt = episode.publishedAt?.adding(seconds: shift)
            episode.enclosures = [Enclosure(url: "https://new-host.example/\(number).mp3", type: "audio/mpeg")]
            return episode
        }
        #expect(Judging.reason(known: 6, items) == reason)
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
        #expect(Judging.judge(stored: items(old), moved).finding { Judging.names("Show") }?.reason == reason)
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
        #expect(Judging.reason(known: 6, moved) == nil)
        #expect(Judging.reason(known: 6, moved, title: "A new name") == nil, "nor for its new name")
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
        #expect(Judging.reason(known: 5, titled) == nil)
        #expect(Judging.reason(known: 5, moved) == nil)
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
        #expect(Judging.reason(known: known, items) == (isHeld ? .massEdit : nil))
    }

    @Test func otherFilesAndDatesUnderTheSameTitlesAreNotHeld() {
        let items = (1...6).map { number in
            var episode = Episode.weekly(number)
            episode.publishedAt = .day(400 + number)
            episode.enclosures[0].url = "https://new-host.example/\(number).mp3"
            return episode
        }
        #expect(Judging.reason(known: 6, items) == nil)
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
        let finding = try #require(Judging.judge(known: 6, items).finding { Judging.names("Show") })
        #expect(finding.guidsAreUnreliable == isUseless)
    }
}
