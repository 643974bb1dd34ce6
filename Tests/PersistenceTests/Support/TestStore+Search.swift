import PodcastModel
import Testing

@testable import Persistence

extension TestStore {
    /// A podcast with three episodes to search for.
    static func library(inMemory: Bool = true) async throws -> TestStore {
        let store = try await TestStore(inMemory: inMemory)
        try await store.add(
            podcast: "Harbour Lights",
            episodes: [
                Samples.titled(
                    1,
                    "The Last Keeper",
                    notes: "<p>About a <b>lighthouse</b> and its café.</p>",
                    people: "Zoë Müller"
                ),
                Samples.titled(2, "Ferry Food", notes: "What the keeper eats. Keeper of the last light."),
                Samples.titled(3, "東京の夜", notes: "&"),
            ]
        )
        return store
    }

    /// Takes out what stands between angle brackets, as a parser of HTML would.
    func indexer() -> SearchIndexer {
        SearchIndexer(
            persistence: manager,
            plainText: { $0.replacing(/<[^>]*>/, with: " ") },
            now: { TestStore.now }
        )
    }

    /// The titles of what is found, once all is indexed.
    func titles(_ text: String, podcast: Int64? = nil) async throws -> [String] {
        let indexer = indexer()
        #expect(try await indexer.catchUp() == 0)
        let query = try #require(SearchQuery(text))
        return try await indexer.search(query, podcastID: podcast, limit: 10).map(\.episode.episode.title)
    }
}

extension Samples {
    static func titled(
        _ number: Int,
        _ title: String,
        notes: String? = nil,
        people: String...
    ) -> IncomingEpisode {
        var episode = incoming(number).episode
        episode.title = title
        episode.content = notes
        episode.persons = people.map { Person(name: $0) }
        return incoming(episode, position: number)
    }
}
