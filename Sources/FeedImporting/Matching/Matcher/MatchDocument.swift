import PodcastModel

/// What the matcher has to know of the document the items came in.
struct MatchDocument: Hashable, Sendable {
    /// The time of this import; all its decisions are dated by it.
    var now: Timestamp
    /// Whether this is the first document of the podcast: all of it is backlog.
    var isFirstImport: Bool
    /// Whether the document was read whole and without repairs that may have lost items.
    var isComplete: Bool
    /// Whether the document is a later page of a paged feed.
    var isLaterPage: Bool
    /// Whether the document says that it holds every episode there is (fh:complete).
    var archiveComplete: Bool
    /// Whether the feed's address has changed since the last document.
    var addressChanged: Bool
    /// How many items the last document had that was taken for true.
    var previousItemCount: Int?
    /// How many times in a row, this one included, the document has been much
    /// shorter than that (``AbsenceRules/isMassDrop(itemCount:previousItemCount:)``).
    var massDropSightings: Int
    /// The episodes that earlier pages of the same walk have listed: they are not missing from this one.
    var listedEarlier: Set<Int64>
    /// The address of the show's page, as the document has it: that of no episode.
    var showPage: String?

    init(
        now: Timestamp,
        isFirstImport: Bool,
        isComplete: Bool = true,
        isLaterPage: Bool = false,
        archiveComplete: Bool = false,
        addressChanged: Bool = false,
        previousItemCount: Int? = nil,
        massDropSightings: Int = 1,
        listedEarlier: Set<Int64> = [],
        showPage: String? = nil
    ) {
        self.now = now
        self.isFirstImport = isFirstImport
        self.isComplete = isComplete
        self.isLaterPage = isLaterPage
        self.archiveComplete = archiveComplete
        self.addressChanged = addressChanged
        self.previousItemCount = previousItemCount
        self.massDropSightings = massDropSightings
        self.listedEarlier = listedEarlier
        self.showPage = showPage
    }

    /// Whether there may be items that are not in the document, so that nothing of what it lacks has left the feed.
    var isPart: Bool { !isComplete || isLaterPage }
}
