package import PodcastModel

/// What an item changes of a stored episode.
package struct EpisodeEdit: Hashable, Sendable {
    /// How much a change matters (identity C5 24).
    package enum Significance: Int, Hashable, Sendable, Comparable {
        /// Tokens, counters, white space: stored, but nobody is told.
        case silent
        /// Texts, links and whatever surrounds the episode.
        case minor
        /// Title, media file, kind, date or length: another listener would
        /// say that the episode has changed.
        case major

        package static func < (lhs: Significance, rhs: Significance) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The episode as it is to be stored.
    package let merged: Episode
    /// The names of the fields that differ, those of the JSON output, in its order.
    package let changedFields: [String]
    /// The greatest significance among them; silent if there are none.
    package let significance: Significance
    /// Whether the audio is another: the file's address, size or duration has changed (identity C5 24).
    package let replacesMedia: Bool

    /// Compares an item with the stored episode and merges the two.
    ///
    /// The title never becomes empty. A date that is missing or unreadable
    /// does not replace one that was read. Everything else that the item no
    /// longer has is dropped, unless the document was damaged: then it may
    /// only have been lost (identity C5 26, 27).
    ///
    /// - Parameters:
    ///   - stored: the episode as the store has it.
    ///   - incoming: the item.
    ///   - documentIsComplete: whether the document was read whole and clean.
    ///   - keepsStoredDate: see ``MatchDecision/keepsStoredDate``.
    package init(stored: Episode, incoming: Episode, documentIsComplete: Bool, keepsStoredDate: Bool = false) {
        var merged = incoming
        if EpisodeText.isBlank(merged.title) { merged.title = stored.title }
        if keepsStoredDate || merged.publishedAt == nil, stored.publishedAt != nil {
            merged.publishedAt = stored.publishedAt
            merged.publishedRaw = stored.publishedRaw
        }
        if !documentIsComplete { EpisodeFields.keepVanished(from: stored, in: &merged) }
        let changes = EpisodeFields.changes(from: stored, to: merged)
        self.merged = merged
        changedFields = changes.map(\.name)
        significance = changes.map(\.significance).max() ?? .silent
        replacesMedia = MediaChange(from: stored, to: merged).replacesMedia
    }
}
