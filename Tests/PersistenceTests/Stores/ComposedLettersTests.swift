import PodcastModel
import Testing

@testable import Persistence

/// Texts that look alike, but have other bytes: letters in one piece or in two.
struct ComposedLettersTests {
    private static let inTwoPieces = "https://cdn.example.com/fo\u{308}d"
    private static let inOnePiece = "https://cdn.example.com/f\u{F6}d"

    private static func episode(_ text: String) -> IncomingEpisode {
        var episode = Samples.incoming(1).episode
        episode.enclosures = [Enclosure(url: text, type: "audio/mpeg")]
        episode.transcripts = [Transcript(url: text)]
        episode.chapters = [Chapter(startSeconds: 0, href: text)]
        episode.soundbites = [Soundbite(startSeconds: 1, durationSeconds: 2, title: text)]
        episode.categories = [text]
        episode.persons = [Person(name: text)]
        episode.funding = [Funding(url: text)]
        return Samples.incoming(episode)
    }

    private static func podcast(_ text: String) -> Podcast {
        var podcast = Podcast()
        podcast.title = "A Podcast"
        podcast.categories = [[text]]
        podcast.persons = [Person(name: text)]
        podcast.funding = [Funding(url: text)]
        return podcast
    }

    @Test(arguments: [
        "enclosure.url", "transcript.url", "chapter.href", "soundbite.title", "episodeCategory.name",
        "episodePerson.name", "episodeFunding.url",
    ])
    func aListOfAnEpisodeIsStoredAsItIsPublishedNow(column: String) async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Self.episode(Self.inTwoPieces)])

        try await store.context.save { unit throws(PersistenceError) in
            let stored = try require(try unit.episodes.episode(id: 1))
            try unit.episodes.refresh(stored, with: Self.episode(Self.inOnePiece))
        }

        #expect(try await isStored(column, in: store))
    }

    @Test(arguments: ["podcastCategory.path", "podcastPerson.name", "podcastFunding.url"])
    func aListOfAPodcastIsStoredAsItIsPublishedNow(column: String) async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add()

        try await store.context.save { unit throws(PersistenceError) in
            for (hash, text) in [(2, Self.inTwoPieces), (3, Self.inOnePiece)] {
                _ = try unit.podcasts.upsert(
                    Self.podcast(text),
                    contentHash: UInt64(hash),
                    computedGUID: nil,
                    subscriptionID: 1,
                    at: TestStore.now
                )
            }
        }

        #expect(try await isStored(column, in: store))
    }

    @Test func aPasswordIsStoredAsItWasGivenLast() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add()

        try await store.context.save { unit throws(PersistenceError) in
            for text in [Self.inTwoPieces, Self.inOnePiece] {
                let credentials = FeedCredentials(user: "anna", password: text)
                try unit.subscriptions.setCredentials(credentials, of: 1, at: TestStore.now)
            }
        }

        #expect(try await isStored("feedCredential.password", in: store))
    }

    /// Whether the only row of a table has the letter in one piece, as SQLite compares texts: byte by byte.
    private func isStored(_ column: String, in store: TestStore) async throws -> Bool {
        let table = column.prefix { $0 != "." }
        return try await store.integers("SELECT instr(\(column), char(246)) > 0 FROM \(table)") == [1]
    }
}
