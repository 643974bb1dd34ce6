package import PodcastModel

extension SearchIndexer {
    /// The episodes that match, best first, as far as the index has come.
    ///
    /// - Parameters:
    ///   - query: what is looked for.
    ///   - podcastID: only in this podcast.
    ///   - limit: at most so many.
    ///   - textLimit: no more are read once they have so many bytes of show notes.
    /// - Returns: the hits.
    /// - Throws: ``PersistenceError``.
    package func search(
        _ query: SearchQuery,
        podcastID: Int64? = nil,
        limit: Int,
        textLimit: Int = .max
    ) async throws(PersistenceError) -> [SearchHit] {
        let found = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            let matches = try unit.search.matches(query, podcastID: podcastID, limit: limit)
            return (matches, try Self.episodes(of: matches, textLimit: textLimit, in: unit))
        }
        let (matches, episodes) = found
        let episodesByID = Dictionary(uniqueKeysWithValues: episodes.map { ($0.id, $0) })
        return matches.compactMap { match in
            guard let stored = episodesByID[match.episodeID] else { return nil }
            let notes = stored.episode.showNotesHTML.map(plainText) ?? ""
            return SearchHit(
                episode: stored,
                podcastTitle: match.podcastTitle,
                score: match.score,
                snippet: SearchSnippet(of: notes, for: query, field: "notes")
            )
        }
    }

    /// How many of the episodes that match are read at a time.
    private static let readAtOnce = 20

    private static func episodes(
        of matches: [SearchStore.Match],
        textLimit: Int,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> [StoredEpisode] {
        var (episodes, bytes): ([StoredEpisode], Int) = ([], 0)
        for start in stride(from: 0, to: matches.count, by: readAtOnce) where bytes < textLimit {
            let ids = matches[start..<min(start + readAtOnce, matches.count)].map(\.episodeID)
            let found = try unit.episodes.episodes(ids: ids)
            for texts in found.map(\.episode) {
                bytes += [texts.summary, texts.description, texts.content].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            }
            episodes += found
        }
        return episodes
    }
}
