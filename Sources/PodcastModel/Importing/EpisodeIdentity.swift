/// What an incoming item is matched by: the stored side (identity C4).
package struct EpisodeIdentity: Hashable, Sendable {
    package let id: Int64
    package let key: String
    package let keyKind: EpisodeKeyKind
    /// XXH64 over the imported fields; equal means that nothing is to be written.
    package let contentHash: UInt64
    /// The enclosure's address in canonical form (identity C3), for matching only.
    package let canonicalEnclosure: String?
    /// The title in canonical form (identity C3 16).
    package let canonicalTitle: String
    /// The date that its feed gave it last.
    package private(set) var publishedAt: Timestamp?
    /// The date that is stored instead, where that of the feed is not believed (identity C7 41).
    package private(set) var keptPublishedAt: Timestamp?
    /// The first date it was ever given.
    package let firstPublishedAt: Timestamp?
    package let durationSeconds: Int?
    /// The declared type of its enclosure; only where the address may be that of audio or video, for matching.
    package let mediaType: String?
    /// The address of its page, as imported; only where there is no guid or no enclosure, for matching.
    package let page: String?
    /// Since when no document has listed it; nil while one does.
    package let absentSince: Timestamp?
    package let removedAt: Timestamp?
    /// From when on it counts as withdrawn, if it is then still missing from among the others; nil if it is not missing
    /// there, or is withdrawn already.
    package let removalDueAt: Timestamp?

    package init(
        id: Int64,
        key: String,
        keyKind: EpisodeKeyKind,
        contentHash: UInt64,
        canonicalEnclosure: String?,
        canonicalTitle: String,
        publishedAt: Timestamp?,
        keptPublishedAt: Timestamp? = nil,
        firstPublishedAt: Timestamp? = nil,
        durationSeconds: Int?,
        mediaType: String? = nil,
        page: String? = nil,
        absentSince: Timestamp?,
        removedAt: Timestamp?,
        removalDueAt: Timestamp? = nil
    ) {
        self.id = id
        self.key = key
        self.keyKind = keyKind
        self.contentHash = contentHash
        self.canonicalEnclosure = canonicalEnclosure
        self.canonicalTitle = canonicalTitle
        self.publishedAt = publishedAt
        self.keptPublishedAt = keptPublishedAt
        self.firstPublishedAt = firstPublishedAt ?? keptPublishedAt ?? publishedAt
        self.durationSeconds = durationSeconds
        self.mediaType = mediaType
        self.page = page
        self.absentSince = absentSince
        self.removedAt = removedAt
        self.removalDueAt = removalDueAt
    }

    /// The date that is stored.
    package var storedPublishedAt: Timestamp? { keptPublishedAt ?? publishedAt }

    /// The same episode as if its feed gave it the date that is stored.
    package var asStored: EpisodeIdentity {
        var row = self
        (row.publishedAt, row.keptPublishedAt) = (storedPublishedAt, nil)
        return row
    }
}
