package import PodcastModel

/// What is remembered of a subscription beside its ``RefreshState``.
package struct RefreshHistory: Sendable, Hashable {
    /// The last time a document was known to list the listed episodes.
    package let lastDocumentAt: Timestamp?
    /// How many items that document had.
    package let lastDocumentItemCount: Int?
    package let failingSince: Timestamp?
    package let isGUIDUnreliable: Bool
    /// The feed's own settings by key.
    package let overrides: [String: String]
    package let pendingMove: PendingMove?
    /// The later page that was given up; those after it are missing with it.
    package let lostPage: String?
    /// The podcast's row; nil until the feed has been imported once.
    package let podcastID: Int64?
    /// How many documents in a row, not believed yet, were much shorter than
    /// the one that ``lastDocumentItemCount`` is of (identity C6 34).
    package let massDropSightings: Int
    /// A digest of the items of the last document, if a document with the same
    /// items would change nothing.
    package let itemsDigest: UInt64?
    /// A digest of those items as bytes, if they need not be read to be
    /// recognised.
    package let itemBlockDigest: UInt64?
    /// When the feed last got another address.
    package let lastMoveAt: Timestamp?
}
