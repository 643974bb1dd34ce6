import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// The same document at another address: where redirects lead may change from one refresh to the next.
struct RelativeAddressTests {
    private static let url = "http://show.example/feed"

    /// Refreshes a feed once for each place that its server redirects to, and says what came of it.
    private static func refresh(
        _ document: @escaping @Sendable (_ number: Int) -> String,
        at places: [String]
    ) async throws -> (outcomes: [String], files: [String]) {
        let place = Locked(0)
        var seen: (outcomes: [String], files: [String]) = ([], [])
        try await WebTestBed.run(
            script: { request in
                let number = place.withLock(\.self)
                return request.path == url
                    ? ServerStep.redirect(302, to: places[number]) : ServerStep.response(200, [], document(number))
            },
            { bed in
                for index in places.indices {
                    place.withLock { $0 = index }
                    seen.outcomes += try await bed.importFeeds([url]).results.map(\.outcome.word)
                    seen.files += try await bed.read { unit throws(PersistenceError) in
                        try unit.episodes.episodes(matching: EpisodeQuery()).compactMap {
                            $0.episode.enclosures.first?.url
                        }
                    }
                    bed.clock.advance(by: .seconds(90_000))
                }
            }
        )
        return seen
    }

    private static func document(file: String, channel: String = "", base: String = "") -> String {
        """
        <rss version="2.0"\(base)><channel><title>Show</title><description>d</description>\(channel)
        <link>https://show.example/</link><item><title>A</title><guid isPermaLink="false">a</guid>
        <enclosure url="\(file)" length="1" type="audio/mpeg"/></item></channel></rss>
        """
    }

    @Test(arguments: ["", #" xml:base="files/""#])
    func aDocumentWithRelativeAddressesIsReadAgainWhereItHasMoved(base: String) async throws {
        let places = ["http://a.example/d/feed", "http://b.example/d/feed", "http://b.example/d/feed"]
        let seen = try await Self.refresh({ _ in Self.document(file: "media/1.mp3", base: base) }, at: places)
        #expect(seen.outcomes == ["imported", "imported", "unchanged"])
        let path = base.isEmpty ? "d/media/1.mp3" : "d/files/media/1.mp3"
        #expect(seen.files == ["http://a.example/\(path)"] + Array(repeating: "http://b.example/\(path)", count: 2))
    }

    @Test func aJSONFeedWithRelativeAddressesIsReadAgainToo() async throws {
        let feed = """
            {"version": "https://jsonfeed.org/version/1.1", "title": "Show", "items": [{"id": "a", "title": "A",
             "attachments": [{"url": "media/1.mp3", "mime_type": "audio/mpeg"}]}]}
            """
        let seen = try await Self.refresh({ _ in feed }, at: ["http://a.example/feed", "http://b.example/feed"])
        #expect(seen.files == ["http://a.example/media/1.mp3", "http://b.example/media/1.mp3"])
    }

    @Test(arguments: ["", #" xml:base="http://media.example/""#])
    func wherePlacesAlternateADocumentWithoutThemIsNotReadAgain(base: String) async throws {
        let file = base.isEmpty ? "http://media.example/1.mp3" : "1.mp3"
        let places = ["http://a.example/x1/feed", "http://b.example/x2/feed", "http://a.example/x3/feed"]
        let seen = try await Self.refresh({ _ in Self.document(file: file, base: base) }, at: places)
        #expect(seen.outcomes == ["imported", "unchanged", "unchanged"])
        #expect(seen.files == Array(repeating: "http://media.example/1.mp3", count: 3))
    }

    @Test func aTokenInTheQueryOfThePlaceMakesNoDifference() async throws {
        let places = ["http://a.example/feed?key=1", "http://a.example/feed?key=2"]
        let seen = try await Self.refresh({ _ in Self.document(file: "1.mp3") }, at: places)
        #expect(seen.outcomes == ["imported", "unchanged"])
    }

    /// The second document is read without its item, which is known.
    @Test func itemsThatWereLeftOutAreReadAgainWhereTheyHaveMoved() async throws {
        let places = ["http://a.example/feed", "http://a.example/feed", "http://b.example/feed"]
        let seen = try await Self.refresh(
            { number in Self.document(file: "1.mp3", channel: "<generator>\(min(number, 1))</generator>") },
            at: places
        )
        #expect(seen.outcomes == ["imported", "imported", "imported"])
        #expect(seen.files == ["http://a.example/1.mp3", "http://a.example/1.mp3", "http://b.example/1.mp3"])
    }
}
