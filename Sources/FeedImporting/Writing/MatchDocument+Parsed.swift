import Persistence
import PodcastModel

extension MatchDocument {
    /// The circumstances of a document that comes as a feed's next.
    ///
    /// - Parameters:
    ///   - parsed: the document with all its items.
    ///   - history: what the store knows of the feed; nil if it does not know it.
    ///   - now: the time of the import.
    init(of parsed: ParseFeedOperation.Output, after history: RefreshHistory?, at now: Timestamp) {
        // A part of a feed is short of nothing.
        let isDrop =
            !parsed.isDelta
            && AbsenceRules.isMassDrop(
                itemCount: parsed.episodes.count,
                previousItemCount: history?.lastDocumentItemCount
            )
        self.init(
            now: now,
            isFirstImport: history?.podcastID == nil,
            isComplete: parsed.document.complete && !parsed.document.podcast.isOnePageOfSeveral,
            isLaterPage: parsed.isDelta,
            archiveComplete: parsed.document.podcast.archiveComplete,
            addressChanged: history?.addressHasChanged ?? false,
            previousItemCount: history?.lastDocumentItemCount,
            massDropSightings: isDrop ? (history?.massDropSightings ?? 0) + 1 : 0,
            showPage: parsed.document.podcast.link
        )
    }
}

extension RefreshHistory {
    /// Whether no document has come from the present address yet (identity C6 34).
    var addressHasChanged: Bool {
        guard let lastMoveAt, let lastDocumentAt else { return false }
        return lastMoveAt >= lastDocumentAt
    }
}
