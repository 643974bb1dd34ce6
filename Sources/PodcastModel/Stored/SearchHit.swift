/// An episode that was found, best first.
package struct SearchHit: Hashable, Sendable {
    package let episode: StoredEpisode
    /// The title of its podcast.
    package let podcastTitle: String?
    /// How well it matches (bm25): the higher the better; comparable only
    /// within one search.
    package let score: Double
    /// Where in the show notes it was found, or how they begin.
    package let snippet: SearchSnippet

    package init(episode: StoredEpisode, podcastTitle: String?, score: Double, snippet: SearchSnippet) {
        self.episode = episode
        self.podcastTitle = podcastTitle
        self.score = score
        self.snippet = snippet
    }
}

/// A piece of a text around the words that were looked for.
package struct SearchSnippet: Hashable, Sendable {
    /// A part of the text: something that was found, or what is around it.
    package struct Part: Hashable, Sendable, Codable {
        package let text: String
        /// Whether it is what was looked for.
        package let match: Bool

        package init(text: String, match: Bool) {
            self.text = text
            self.match = match
        }
    }

    package let parts: [Part]

    package init(parts: [Part]) {
        self.parts = parts
    }
}

extension SearchHit: Encodable {
    private enum CodingKeys: String, CodingKey {
        case score, podcastTitle, snippet
    }

    /// Writes one object: how it was found, then the fields of the episode.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(score, forKey: .score)
        try container.encode(podcastTitle, forKey: .podcastTitle)
        try container.encode(snippet.parts, forKey: .snippet)
        try episode.encode(to: encoder)
    }
}
