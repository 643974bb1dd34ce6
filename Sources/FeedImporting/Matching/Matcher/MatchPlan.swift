import PodcastModel

/// What an import is to do to the episodes of a podcast.
///
/// Applied as a whole in one transaction it keeps keys unique at every step, if
/// the rows whose keys others get give them up first (``givenUpKeys``).
struct MatchPlan: Sendable {
    /// One for each incoming item, in document order.
    var decisions: [MatchDecision]
    /// What becomes of stored episodes that the document does not list; those
    /// of which there is nothing to write are left out.
    var absences: [AbsenceDecision]
    /// Absent episodes that count as withdrawn from a moment on, if the feed
    /// then still says that nothing has changed; nil if what waited for that goes on waiting.
    var removalsDue: [Int64: Timestamp]? = [:]
    /// Deleted episodes that the document describes otherwise than they were.
    var tombstoneRenewals: [TombstoneRenewal] = []
    var warnings: [ImportWarning]
    /// Whether the publisher has moved to another host (identity C4 20).
    ///
    /// Most guids are new, most episodes are not. To be reported as one event.
    var isHostMigration: Bool
    /// Whether the guids change from document to document, so that the next
    /// documents are better read without them (``EpisodeKeys/assign(to:feedURL:channelLink:guidsAreUnreliable:)``).
    var guidsAreUnreliable: Bool

    /// Whether the last item of the document is news, so that there may be more behind it.
    var endsWithNews: Bool {
        guard let last = decisions.last else { return false }
        guard case .duplicate(let original) = last.action else { return last.isNews }
        return decisions[original].isNews
    }

    /// Keys that episodes give up for others and that other episodes get, by the former: guids that were exchanged.
    var givenUpKeys: [Int64: String] {
        let former = decisions.compactMap(\.formerKeyOfEpisode)
        guard !former.isEmpty else { return [:] }
        let taken = Set(decisions.lazy.filter { $0.formerKeyOfEpisode != nil }.map { ExactText($0.key) })
        let pairs = former.filter { taken.contains(ExactText($0.key)) }.map { ($0.id, $0.key) }
        return Dictionary(pairs) { first, _ in first }
    }
}

/// What is to be done with one incoming item, and why.
struct MatchDecision: Hashable, Sendable {
    /// Place of the item in the incoming list.
    var position: Int
    var action: MatchAction
    /// The key the episode has from now on.
    var key: String
    var keyKind: EpisodeKeyKind
    /// The key that the row had, if it gets another: to be kept as an alias
    /// of the episode, replacing an alias of that name.
    ///
    /// Of an episode that was deleted here, its key at that time: `key` is to be
    /// remembered with it.
    var formerKey: String?
    var by: MatchReason
    /// In words, for `subscription explain`; empty for a plain match by key.
    var detail: String
    /// Whether the row had been missing from documents: `absentSince` is to be cleared.
    var isReturn = false
    /// Whether the row had been taken for withdrawn: `removedAt` is to be cleared and the restoration told.
    var wasRemoved = false
    /// Whether the stored date is to be kept whatever the item says (identity C7 41).
    var keepsStoredDate = false
    /// Whether the stored guid is to be kept: it is another in most documents, and one of its own in none.
    ///
    /// That of a copy is no former key of the episode then.
    var keepsStoredGUID = false
    /// Whether the former key of a deleted episode is to be forgotten: it is another in each document.
    var forgetsFormerKey = false

    /// The known episode that it is; nil if it is none.
    var episodeID: Int64? {
        if case .match(let id, _) = action { id } else { nil }
    }

    fileprivate var isNews: Bool { action == .insert(isBacklog: false) }

    /// The key that a known episode gives up for another.
    fileprivate var formerKeyOfEpisode: (id: Int64, key: String)? {
        guard let id = episodeID, let formerKey else { return nil }
        return (id, formerKey)
    }
}

/// What is to be done with one incoming item.
enum MatchAction: Hashable, Sendable {
    /// An episode not seen before. `isBacklog` means that it is an old one:
    /// nobody is to be told of a new episode (identity C5 29).
    case insert(isBacklog: Bool)
    /// A known episode.
    case match(episodeID: Int64, change: EpisodeChange)
    /// The same episode as another item of this document, by its place; if the
    /// key differs from that item's, it is to be kept as an alias of the episode.
    case duplicate(of: Int)
    /// An episode that was deleted here on purpose: not to be stored again.
    case suppress
}

/// What the content hashes say of a known episode.
enum EpisodeChange: Hashable, Sendable {
    /// Equal: nothing of the episode is to be written.
    case none
    /// Only addresses and the like: to be written without telling anybody.
    case refresh
    /// Something else: ``EpisodeMerge`` says what.
    case edit
}

/// Why an item is taken for an episode; the words are those of `subscription explain`.
enum MatchReason: String, Hashable, Sendable, CaseIterable {
    /// The guid is the same.
    case guid
    /// The key made from enclosure, link or title is the same.
    case key
    /// The episode had this key before.
    case alias
    /// One of several episodes with one guid, told by its content.
    case sharedKey = "shared-key"
    /// The item has gained a guid since.
    case gainedGuid = "gained-guid"
    /// The media file is the same.
    case enclosure
    /// Page and time are the same, and there is no media file.
    case page
    /// Title and date are the same.
    case titleAndDate = "title-date"
    /// Another item of the document is the same episode.
    case duplicate
    /// The episode was deleted here.
    case tombstone
    /// Nothing stored fits.
    case new
}

/// What is to be remembered of an episode that was deleted here, for it is known by that if it comes under another key.
struct TombstoneRenewal: Hashable, Sendable {
    /// As the document describes it, under the key it has there.
    var episode: DeletedEpisode
    /// The key that said all this of it until now; nil if that is the same.
    var formerKey: String?
    /// Whether that key is to be forgotten, for it is another in each document.
    var forgetsFormerKey = false
}

/// What becomes of a stored episode that the document does not list.
struct AbsenceDecision: Hashable, Sendable {
    var episodeID: Int64
    var action: AbsenceAction
    var detail: String
}

/// What becomes of a stored episode that the document does not list.
enum AbsenceAction: Hashable, Sendable {
    /// Missing for the first time: `absentSince` is to be set.
    case unlist
    /// Taken to be withdrawn by the publisher: `removedAt` is to be set, and
    /// `absentSince` if it is not. The row stays.
    case remove
}
