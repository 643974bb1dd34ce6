import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// What later pages say of episodes that are known.
struct PageRenewalTests {
    private static let url = "http://show.example/feed"

    @Test func aLaterPageRenewsWhatIsKnown() async throws {
        let before = [["d", "c"], ["b", "a"]].map { $0.map { TestFeed.item($0) } }
        let after = [["d", "c"], ["b", "a"]].map { $0.map { Self.moved($0) } }
        try await Self.walk(before, after) { result, bed in
            #expect(result.outcome == .imported(Self.counts(updated: 4)))
            let episodes = try await bed.episodes()
            #expect(Set(episodes.map(\.title)) == ["New a", "New b", "New c", "New d"])
            #expect(Set(episodes.compactMap { $0.enclosures.first?.url }) == Self.addresses(of: ["a", "b", "c", "d"]))
            let updates = try await bed.changes().count { $0.kind == .update && $0.entity == .episode }
            #expect(updates == 4)

            // When nothing changes, nothing is written
            let (again, _) = try await bed.importFeeds([Self.url], backfills: true)
            #expect(again.first?.outcome == .imported(Self.counts(unchanged: 4)))
        }
    }

    @Test func aLaterPageFollowsItsEpisodesToNewGuids() async throws {
        let before = [["d", "c"], ["b", "a"]].map { $0.map { TestFeed.item($0) } }
        let after = [["d", "c"], ["b", "a"]].map { page in
            page.map { TestFeed.item($0).replacing("isPermaLink=\"false\">", with: "isPermaLink=\"false\">new-") }
        }
        try await Self.walk(before, after) { result, bed in
            #expect(result.outcome == .imported(Self.counts(rekeyed: 4)))
            let guids = try await bed.episodes().compactMap(\.guid)
            #expect(Set(guids) == ["new-a", "new-b", "new-c", "new-d"])

            // The old ones are still theirs
            let aliases = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.aliases(ofPodcast: 1, returning: "alias")
            }
            #expect(Set(aliases.keys) == ["a", "b", "c", "d"])
        }
    }

    @Test func whatAnEarlierPageSaidStands() async throws {
        // Given: c is on the first and the second page, b on the second and the third
        let before = [["d", "c"], ["b"], ["a"]].map { $0.map { TestFeed.item($0) } }
        let after = [
            [TestFeed.item("d"), TestFeed.item("c", title: "First")],
            [TestFeed.item("c", title: "Second"), TestFeed.item("b", title: "Second")],
            [TestFeed.item("b", title: "Third"), TestFeed.item("a", title: "Third")],
        ]
        try await Self.walk(before, after) { result, bed in
            #expect(result.outcome == .imported(Self.counts(updated: 3, unchanged: 3)))
            let titles = try await bed.episodes().map { [$0.guid, $0.title] }
            #expect(Set(titles) == [["a", "Third"], ["b", "Second"], ["c", "First"], ["d", "Episode d"]])
        }
    }

    @Test func anArchiveChangesOnlyWhatItHasANewerVersionOf() async throws {
        let items = { (title: String, hour: Int) -> [String] in
            [
                TestFeed.item("b", title: title),
                TestFeed.item("a", title: title, extra: "<atom:updated>2026-11-02T0\(hour):00:00Z</atom:updated>"),
            ]
        }
        let before = [[TestFeed.item("c")], items("Old", 1)]
        try await Self.walk(before, [before[0], items("New", 2)], rel: "prev-archive") { result, bed in
            #expect(result.outcome == .imported(Self.counts(updated: 1, unchanged: 2)))
            let titles = try await bed.episodes().map { [$0.guid, $0.title] }
            #expect(Set(titles) == [["a", "New"], ["b", "Old"], ["c", "Episode c"]])
        }
    }

    @Test func aPageOfAnotherShowOverwritesNothing() async throws {
        let before = [["f", "e"], ["d", "c", "b", "a"]].map { $0.map { TestFeed.item($0) } }
        let after = [before[0], ["d", "c", "b", "a"].map { Self.moved($0) }]
        try await Self.walk(before, after, titles: ["Show", "Cooking"]) { result, bed in
            #expect(result.outcome == .imported(Self.counts(unchanged: 2)))
            #expect(result.warnings.last?.kind == .pageFailed)
            let titles = try await bed.episodes().map(\.title)
            #expect(Set(titles) == Set("abcdef".map { "Episode \($0)" }))
        }
        // The same from the show itself is believed.
        try await Self.walk(before, after, titles: ["Show", "Show - Page 2"]) { result, _ in
            #expect(result.outcome == .imported(Self.counts(updated: 4, unchanged: 2)))
        }
    }

    /// An episode whose title and media file are others than before.
    private static func moved(_ guid: String) -> String {
        TestFeed.item(guid, title: "New \(guid)").replacing("//media.example/", with: "//new-host.example/x")
    }

    private static func addresses(of guids: [String]) -> Set<String> {
        Set(guids.map { "https://new-host.example/x\($0).mp3" })
    }

    private static func counts(updated: Int = 0, rekeyed: Int = 0, unchanged: Int = 0) -> ImportCounts {
        var counts = ImportCounts()
        (counts.updated, counts.rekeyed, counts.unchanged) = (updated, rekeyed, unchanged)
        return counts
    }

    /// Imports a feed of several pages, and a day later all its pages again, which are others then.
    private static func walk(
        _ before: [[String]],
        _ after: [[String]],
        rel: String = "next",
        titles: [String] = [],
        _ test: (FeedImportResult, WebTestBed) async throws -> Void
    ) async throws {
        let isLater = Locked(false)
        try await WebTestBed.run(
            script: { request in
                let pages = isLater.withLock(\.self) ? after : before
                let number = request.path.split(separator: "=").last.flatMap { Int($0) } ?? 1
                let link = "<atom:link rel=\"\(rel)\" href=\"\(url)?page=\(number + 1)\"/>"
                let title = number <= titles.count && isLater.withLock(\.self) ? titles[number - 1] : "Show"
                let document = TestFeed.rss(
                    pages[number - 1],
                    title: title,
                    channel: number < pages.count ? link : ""
                )
                let spaces = "<rss xmlns:atom=\"http://www.w3.org/2005/Atom\""
                return ServerStep.response(200, [], document.replacing("<rss", with: spaces))
            },
            { bed in
                let (first, _) = try await bed.importFeeds([url])
                #expect(first.first?.episodeCount == Set(before.joined()).count)
                bed.clock.advance(by: .seconds(86_400))
                isLater.withLock { $0 = true }
                let (results, _) = try await bed.importFeeds([url], backfills: true)
                try await test(try #require(results.first), bed)
            }
        )
    }
}

extension WebTestBed {
    fileprivate func episodes() async throws -> [Episode] {
        try await read { unit throws(PersistenceError) in
            try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
        }
        .map(\.episode)
    }

    fileprivate func changes() async throws -> [StoreChange] {
        try await read { unit throws(PersistenceError) in try unit.changes.changes(since: 0, limit: 100) }
    }
}
