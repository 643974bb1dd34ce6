/// What is remembered of the episodes of a podcast that were deleted here, so
/// that no import brings them back (identity C6 35, 36).
package struct Tombstones: Hashable, Sendable {
    /// All keys that they are known to have had.
    package var keys: Set<ExactText>
    /// What else they are recognised by, if their publisher gives them new guids.
    package var episodes: [DeletedEpisode]

    package init(keys: Set<ExactText> = [], episodes: [DeletedEpisode] = []) {
        self.keys = keys
        self.episodes = episodes
    }
}

/// An episode that was deleted here.
package struct DeletedEpisode: Hashable, Sendable {
    /// The key it had at the end.
    package let key: String
    /// The enclosure's address in canonical form (identity C3).
    package let canonicalEnclosure: String?
    /// The title in canonical form (identity C3 16).
    package let canonicalTitle: String
    package let publishedAt: Timestamp?
    package let durationSeconds: Int?
    /// The address of its page, as imported; only where it has no enclosure.
    package let page: String?
    /// How many keys it is known to have had before.
    package let formerKeyCount: Int

    package init(
        key: String,
        canonicalEnclosure: String?,
        canonicalTitle: String,
        publishedAt: Timestamp?,
        durationSeconds: Int?,
        page: String? = nil,
        formerKeyCount: Int = 0
    ) {
        self.key = key
        self.canonicalEnclosure = canonicalEnclosure
        self.canonicalTitle = canonicalTitle
        self.publishedAt = publishedAt
        self.durationSeconds = durationSeconds
        self.page = page
        self.formerKeyCount = formerKeyCount
    }
}
