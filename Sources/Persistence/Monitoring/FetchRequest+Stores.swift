import PodcastModel

/// What episodes can be grouped by; the words are the names of the sections.
package enum EpisodeSection: Sendable, Hashable {
    /// The podcast's number.
    case podcast
    /// The season's number, empty for none.
    case season
    /// Year and month of publication in UTC, as in `2026-11`; empty without a date.
    case month

    func name(of stored: StoredEpisode) -> String {
        switch self {
        case .podcast: String(stored.podcastID)
        case .season: stored.episode.season?.number.map(String.init) ?? ""
        case .month: stored.episode.publishedAt.map { String($0.rfc3339.prefix(7)) } ?? ""
        }
    }
}

extension FetchRequest<StoredEpisode> {
    /// The episodes that a query asks for, grouped if wanted.
    package static func episodes(_ query: EpisodeQuery, sectionedBy section: EpisodeSection? = nil) -> Self {
        let name = section.map { section in { @Sendable (stored: StoredEpisode) in section.name(of: stored) } }
        return Self(limit: query.limit, sectionedBy: name) { unit throws(PersistenceError) in
            try unit.episodes.episodes(matching: query)
        }
    }

    /// One episode, or nothing.
    package static func episode(id: Int64) -> Self {
        Self(limit: 1) { unit throws(PersistenceError) in try unit.episodes.episodes(ids: [id]) }
    }
}

extension FetchRequest<Subscription> {
    /// The subscriptions that a query asks for, by title.
    package static func subscriptions(_ query: SubscriptionQuery = SubscriptionQuery()) -> Self {
        Self(limit: query.limit) { unit throws(PersistenceError) in
            try unit.subscriptions.subscriptions(matching: query)
        }
    }
}
