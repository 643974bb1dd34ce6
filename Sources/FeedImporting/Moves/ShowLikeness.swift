import PodcastModel

/// Tells whether a document is of the show that the store knows (http polling
/// A4 46c).
enum ShowLikeness {
    /// The same podcast:guid, an item in common, or the same title.
    ///
    /// - Parameters:
    ///   - document: the document as read.
    ///   - podcast: the podcast as stored.
    ///   - stored: its episodes.
    /// - Returns: whether they are the same show.
    static func isSame(_ document: FeedDocument, as podcast: StoredPodcast, _ stored: [EpisodeIdentity]) -> Bool {
        if isSame(document.podcast, as: podcast) { return true }
        let keys = Set(stored.map(\.key))
        let files = Set(stored.compactMap(\.canonicalEnclosure))
        return document.episodes.contains { episode in
            if let guid = episode.guid, keys.contains(guid) || keys.contains(episode.key) { return true }
            let file = episode.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) }
            return file.map(files.contains) ?? false
        }
    }

    /// The same podcast:guid, be it a former one, or the same title where not
    /// both have a guid.
    static func isSame(_ podcast: Podcast, as other: StoredPodcast) -> Bool {
        if let guid = podcast.guid, other.podcast.guid != nil { return other.hasHad(guid: guid) }
        guard let title = canonicalTitle(podcast), let otherTitle = canonicalTitle(other.podcast) else { return false }
        return title == otherTitle
    }

    private static func canonicalTitle(_ podcast: Podcast) -> String? {
        let words = podcast.title?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}

extension ImportFailure {
    /// The feed redirects to something that is not what was followed.
    static func otherShow(feed: String) -> ImportFailure {
        ImportFailure(
            stage: .import,
            kind: .otherShow,
            message: "\(feed): it redirects for good to another show; nothing was imported"
        )
    }
}
