import PodcastModel

/// Distinguishes episodes that have slid out of a feed's window from episodes
/// that were taken out of its middle (identity C6 31 to 34).
///
/// Absence is not deletion: most publishers list only their last episodes. A
/// row is taken for withdrawn only when older and newer episodes are still
/// listed around it, in two clean documents a day apart.
struct AbsenceRules {
    private let document: MatchDocument
    private let listedDates: [Timestamp?]
    /// The dates that the same had at first.
    private let firstListedDates: [Timestamp?]
    private let absentRows: [EpisodeIdentity]
    /// Whether the document lists anything that the one before did not.
    private let listsMore: Bool

    /// - Parameters:
    ///   - document: the circumstances.
    ///   - listedDates: the dates of the items, in document order.
    ///   - firstListedDates: the first dates that these episodes ever had.
    ///   - absentRows: the stored episodes that no item was matched with.
    ///   - hasNews: whether any item is new or has come back.
    init(
        document: MatchDocument,
        listedDates: [Timestamp?],
        firstListedDates: [Timestamp?],
        absentRows: [EpisodeIdentity],
        hasNews: Bool
    ) {
        self.document = document
        self.listedDates = listedDates
        self.firstListedDates = firstListedDates
        self.absentRows = absentRows
        listsMore = hasNews || listedDates.count >= document.previousItemCount ?? 0
    }

    /// Whether a document is so much shorter than the one before that it is
    /// not believed until it has been seen three times (identity C6 34).
    static func isMassDrop(itemCount: Int, previousItemCount: Int?) -> Bool {
        guard let previousItemCount else { return false }
        return itemCount * 2 < previousItemCount
    }

    /// What becomes of the absent rows, and when those that are not confirmed yet count as withdrawn.
    struct Verdict {
        var decisions: [AbsenceDecision] = []
        /// Nil if all that wait for it go on waiting.
        var removalsDue: [Int64: Timestamp]? = [:]
    }

    func verdict(warnings: inout [ImportWarning]) -> Verdict {
        guard !absentRows.isEmpty else { return Verdict() }
        guard mayJudge(warnings: &warnings) else { return Verdict(removalsDue: stillWaiting) }
        var verdict = Verdict()
        if document.archiveComplete {
            verdict.decisions = absentRows.filter { $0.removedAt == nil }.map {
                AbsenceDecision(
                    episodeID: $0.id,
                    action: .remove,
                    detail: "the feed lists every episode there is, and not this one"
                )
            }
            return verdict
        }
        for (row, place) in places { judge(row, place: place, verdict: &verdict) }
        return verdict
    }
}

extension AbsenceRules {
    /// How many times in a row a much shorter document must come to be believed.
    static let massDropConfirmations = 3
    private static let confirmationSeconds: Int64 = 86_400
    /// With older items only that may be pinned, at least; a window would have slid on meanwhile.
    private static let doubtfulConfirmationSeconds: Int64 = 8 * 86_400
    /// The same in gaps between two episodes: of a monthly show nothing else slides out in eight days.
    private static let doubtfulConfirmationGaps: Int64 = 2

    /// Whether the absence of an episode from this document means anything (identity C6 34).
    private func mayJudge(warnings: inout [ImportWarning]) -> Bool {
        guard document.isComplete, !document.isLaterPage, !document.addressChanged, !document.isFirstImport,
            !listedDates.isEmpty
        else { return false }
        let isDrop = Self.isMassDrop(itemCount: listedDates.count, previousItemCount: document.previousItemCount)
        guard isDrop, document.massDropSightings < Self.massDropConfirmations else { return true }
        let detail =
            "\(listedDates.count) items after \(document.previousItemCount ?? 0); nothing is taken for withdrawn yet"
        warnings.append(ImportWarning(kind: .massDrop, detail: detail))
        return false
    }

    /// What goes on waiting although the document is held against nobody; nil if all does.
    ///
    /// The next refresh may find that very document unchanged, which is then taken for the confirmation. So where it is
    /// from another address, and the window may be another, only those wait that are between others there as well.
    private var stillWaiting: [Int64: Timestamp]? {
        guard document.addressChanged || listedDates.isEmpty else { return nil }
        var waiting: [Int64: Timestamp] = [:]
        for (row, place) in places where row.removalDueAt != nil {
            waiting[row.id] = removalDue(of: row, place: place, since: row.absentSince ?? document.now)
        }
        return waiting
    }

    /// The absent rows that are not withdrawn yet, and where they would be in the document.
    private var places: [(row: EpisodeIdentity, place: FeedWindow.Place)] {
        let window = FeedWindow(listedDates: listedDates, absentDates: absentRows.compactMap(\.storedPublishedAt))
        let firstWindow = firstWindow
        return absentRows.filter { $0.removedAt == nil }.map { row in
            let isBeyond = firstWindow?.place(of: row.firstPublishedAt) == .beyond
            return (row, isBeyond ? .beyond : window.place(of: row.storedPublishedAt))
        }
    }

    /// The window by the dates that episodes had at first; nil if these are the ones they have.
    ///
    /// Where a publisher moves all times, those of what has left the feed stay as they were, and would come to stand
    /// between the listed ones: only what does so by both kinds of dates is missing.
    private var firstWindow: FeedWindow? {
        let isSame =
            firstListedDates == listedDates && absentRows.allSatisfy { $0.firstPublishedAt == $0.storedPublishedAt }
        guard !isSame else { return nil }
        return FeedWindow(listedDates: firstListedDates, absentDates: absentRows.compactMap(\.firstPublishedAt))
    }

    private func judge(_ row: EpisodeIdentity, place: FeedWindow.Place, verdict: inout Verdict) {
        let since = row.absentSince ?? document.now
        if row.absentSince == nil {
            verdict.decisions.append(AbsenceDecision(episodeID: row.id, action: .unlist, detail: place.detail))
        }
        guard let dueAt = removalDue(of: row, place: place, since: since) else { return }
        guard dueAt <= document.now else {
            verdict.removalsDue?[row.id] = dueAt
            return
        }
        verdict.decisions.append(
            AbsenceDecision(episodeID: row.id, action: .remove, detail: Self.removalDetail(since: since))
        )
    }

    /// When a row counts as withdrawn; nil if it does not.
    ///
    /// It waits since a document first listed older and newer ones around it. That need not be the first without it:
    /// one old favourite that is listed again for a day puts all those in the middle that have slid out since.
    private func removalDue(of row: EpisodeIdentity, place: FeedWindow.Place, since: Timestamp) -> Timestamp? {
        let isBeyondDoubt = isBeyondDoubt(row)
        switch place {
        case .beyond, .unknown: return nil
        case .doubtful(let usualGap) where !isBeyondDoubt:
            let confirmation = max(Self.doubtfulConfirmationSeconds, usualGap * Self.doubtfulConfirmationGaps)
            let latest = document.now.adding(seconds: confirmation)
            // What was beyond doubt before may be doubtful now.
            return row.removalDueAt.map { min(max($0, since.adding(seconds: confirmation)), latest) } ?? latest
        case .inside, .doubtful:
            let latest = document.now.adding(seconds: Self.confirmationSeconds)
            return row.removalDueAt.map { min($0, latest) } ?? latest
        }
    }

    /// Whether an episode was no end of a window when it went: it has gone while nothing came, and the document is shorter
    /// by it; or more older ones stood behind it then than may be pinned.
    ///
    /// Of one that was missing before both show in the time from which it counts as withdrawn, a day after it had gone.
    private func isBeyondDoubt(_ row: EpisodeIdentity) -> Bool {
        guard let since = row.absentSince else { return !listsMore }
        return row.removalDueAt == since.adding(seconds: Self.confirmationSeconds)
    }

    /// Says of an episode why it counts as withdrawn.
    static func removalDetail(since: Timestamp) -> String {
        "missing since \(since.rfc3339) while older and newer episodes are listed"
    }
}
