import PodcastModel

/// What an item changes of a stored episode.
struct EpisodeMerge: Hashable, Sendable {
    /// The episode as it is to be stored.
    let merged: Episode
    /// The names of the fields that differ, those of the JSON output, in its order.
    let changedFields: [String]
    /// How much the change of each of them matters.
    let significances: [String: EditSignificance]
    /// The greatest significance among them; silent if there are none.
    let significance: EditSignificance
    /// Those that listeners hear of: all but the silent ones.
    var toldFields: [String] { changedFields.filter { significances[$0] != .silent } }
    /// Whether something was kept that the item no longer has, because the document was damaged.
    let keepsVanishedFields: Bool
    /// Whether the date that is stored is kept although the item has another.
    private let keepsOtherDate: Bool

    /// Compares an item with the stored episode and merges the two.
    ///
    /// The title never becomes empty, nor one that was made up for lack of it. A date that is missing or unreadable
    /// does not replace one that was read. Everything else that the item no
    /// longer has is dropped, unless the document was damaged: then it may
    /// only have been lost (identity C5 26, 27).
    ///
    /// - Parameters:
    ///   - stored: the episode as the store has it.
    ///   - incoming: the item.
    ///   - documentIsComplete: whether the document was read whole and clean.
    ///   - keepsStoredDate: see ``MatchDecision/keepsStoredDate``.
    ///   - keepsStoredGUID: see ``MatchDecision/keepsStoredGUID``.
    ///   - usesGUID: whether the episode is known by its guid; nobody is told of another one that it is not.
    init(
        stored: Episode,
        incoming: Episode,
        documentIsComplete: Bool,
        keepsStoredDate: Bool = false,
        keepsStoredGUID: Bool = false,
        usesGUID: Bool = true
    ) {
        var merged = incoming
        if keepsStoredGUID { (merged.guid, merged.guidIsPermaLink) = (stored.guid, stored.guidIsPermaLink) }
        if EpisodeText.isBlank(merged.title) || EpisodeTitle.isMadeUp(of: merged) && !EpisodeTitle.isMadeUp(of: stored)
        {
            merged.title = stored.title
        }
        keepsOtherDate =
            keepsStoredDate && stored.publishedAt != nil && incoming.publishedAt != nil
            && incoming.publishedAt != stored.publishedAt
        if keepsStoredDate || merged.publishedAt == nil, stored.publishedAt != nil {
            merged.publishedAt = stored.publishedAt
            merged.publishedRaw = stored.publishedRaw
        }
        let found = merged
        if !documentIsComplete { EpisodeFields.keepVanished(from: stored, in: &merged) }
        keepsVanishedFields = merged != found
        let changes = EpisodeFields.changes(from: stored, to: merged, usesGUID: usesGUID)
        self.merged = merged
        changedFields = changes.map(\.name)
        significances = Dictionary(changes.map { ($0.name, $0.significance) }) { first, _ in first }
        significance = changes.map(\.significance).max() ?? .silent
    }

    /// What is to be stored of an item: the merged episode with what it is recognised by.
    ///
    /// The content hash is the item's, so that the same item again is no edit
    /// even where a stored date or title was kept. Only if fields were kept
    /// from a damaged document it is that of the merged episode: the next
    /// clean document is to be looked at again.
    ///
    /// - Parameter incoming: the item this was made from.
    /// - Returns: the item with the merged episode; key and kind of key are the caller's.
    func applied(to incoming: IncomingEpisode) -> IncomingEpisode {
        let hasSameFiles = merged.enclosures == incoming.episode.enclosures
        let canonicalEnclosure =
            hasSameFiles
            ? incoming.canonicalEnclosure : merged.enclosures.first.flatMap { CanonicalEnclosure.make(from: $0.url) }
        let hasSameTitle = merged.title == incoming.episode.title
        return IncomingEpisode(
            episode: merged,
            contentHash: keepsVanishedFields
                ? EpisodeContentHash(merged, canonicalEnclosure: canonicalEnclosure).value : incoming.contentHash,
            canonicalEnclosure: canonicalEnclosure,
            canonicalTitle: hasSameTitle ? incoming.canonicalTitle : CanonicalTitle.make(from: merged.title),
            position: incoming.position,
            feedPublishedAt: keepsOtherDate ? incoming.episode.publishedAt : nil
        )
    }
}
