/// An episode as the store keeps it.
package struct StoredEpisode: Hashable, Sendable {
    /// The row's number; it never changes and is never used again.
    package let id: Int64
    /// The podcast's row.
    package let podcastID: Int64
    /// When an import first found the episode.
    package let firstSeenAt: Timestamp
    /// The last time a document listed it.
    package let lastSeenAt: Timestamp
    /// When it was taken to be withdrawn by its publisher; nil while it is not.
    package let removedAt: Timestamp?
    package var episode: Episode

    package init(
        id: Int64,
        podcastID: Int64,
        firstSeenAt: Timestamp,
        lastSeenAt: Timestamp,
        removedAt: Timestamp?,
        episode: Episode
    ) {
        self.id = id
        self.podcastID = podcastID
        self.firstSeenAt = firstSeenAt
        self.lastSeenAt = lastSeenAt
        self.removedAt = removedAt
        self.episode = episode
    }
}

extension StoredEpisode: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, podcast, firstSeenAt, lastSeenAt, removedAt
    }

    /// Writes one object: the store's fields, then those of the episode.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(podcastID, forKey: .podcast)
        try container.encode(firstSeenAt, forKey: .firstSeenAt)
        try container.encode(lastSeenAt, forKey: .lastSeenAt)
        try container.encode(removedAt, forKey: .removedAt)
        try episode.encode(to: encoder)
    }
}
