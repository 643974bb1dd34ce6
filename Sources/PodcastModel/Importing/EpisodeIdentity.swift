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
    package let publishedAt: Timestamp?
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
    /// From when on it counts as withdrawn, if it is still missing between others; nil if it was not, or is withdrawn.
    package let removalDueAt: Timestamp?

    package init(
        id: Int64,
        key: String,
        keyKind: EpisodeKeyKind,
        contentHash: UInt64,
        canonicalEnclosure: String?,
        canonicalTitle: String,
        publishedAt: Timestamp?,
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
        self.firstPublishedAt = firstPublishedAt ?? publishedAt
        self.durationSeconds = durationSeconds
        self.mediaType = mediaType
        self.page = page
        self.absentSince = absentSince
        self.removedAt = removedAt
        self.removalDueAt = removalDueAt
    }
}
