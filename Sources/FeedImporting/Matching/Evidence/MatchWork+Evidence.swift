import PodcastModel

extension MatchWork {
    /// Recognises episodes whose key has changed (identity C1 6, C4 17 to 22).
    ///
    /// Only rows whose own key has left the document can be claimed, each
    /// once, and only where nothing else fits equally well. The strongest
    /// evidence comes first.
    mutating func matchByEvidence(unknownCount: Int) {
        guard !claims.pending.isEmpty, claims.unclaimedCount > 0 else { return }
        rowsInQuestion = Array(rows.indices)
        // Where most rows are claimed by their keys already, going through the few others is less work than this.
        if claims.unclaimedCount > incoming.count {
            let traits = CommonTraits(of: claims.pending.map { incoming[$0] })
            rowsInQuestion.removeAll { !traits.areAny(of: rows[$0]) }
        }
        let context = EvidenceContext(
            incoming: incoming,
            merged: Set(claims.originals.keys),
            known: claims.pairs.map(\.item),
            rows: rows,
            formerKeys: formerKeys,
            deleted: deletedEpisodes.all,
            document: document
        )
        matchGainedGuids(context)
        matchEnclosures(context)
        matchOtherFiles(context)
        matchPages(context)
        matchTitlesAndDates(context)
        noteMigration(unknownCount: unknownCount, context)
        if hostMove.isFound { matchMoved(context) }
    }

    /// One pass: pairs that are unique in what the closures take from both
    /// sides, if `accept` finds a reason; among the rows in question, if no others are named.
    mutating func claimUnique(
        by reason: MatchReason,
        among candidates: [Int]? = nil,
        item: (IncomingEpisode) -> EvidenceKey?,
        row: (EpisodeIdentity) -> EvidenceKey?,
        accept: (_ item: Int, _ row: Int) -> String?
    ) {
        guard !claims.pending.isEmpty else { return }
        let pairs = EvidenceKey.uniquePairs(
            items: claims.pending.map { ($0, item(incoming[$0])) },
            rows: (candidates ?? unclaimedInQuestion).map { ($0, row(rows[$0])) }
        )
        for pair in pairs where !isListedEarlier(pair.row, asOtherThan: pair.item) {
            guard let detail = accept(pair.item, pair.row) else { continue }
            claims.add(pair.row, for: pair.item, by: reason, detail: detail)
        }
        claims.dropSettled()
    }

    /// One pass over the pairs that have one kind of evidence in common.
    mutating func claimUnique(
        by reason: MatchReason,
        sharing kind: EvidenceKind,
        accept: (_ item: Int, _ row: Int) -> String?
    ) {
        claimUnique(
            by: reason,
            item: { EvidenceKey(kind, of: $0) },
            row: { EvidenceKey(kind, of: $0) },
            accept: accept
        )
    }

    /// Settles all items that are still pending as new episodes (identity C4 17).
    mutating func insertPending() {
        for item in claims.pending { claims.settle(item, as: .new, detail: rows.isEmpty ? "" : "nothing stored fits") }
        claims.dropSettled()
    }
}

extension MatchWork {
    /// Matches items that now have a guid with rows whose key was made of their enclosure, link or title.
    private mutating func matchGainedGuids(_ context: EvidenceContext) {
        let withoutGUIDs = claims.unclaimedRows.filter { rows[$0].keyKind != .guid }
        guard !withoutGUIDs.isEmpty else { return }
        let detail = "the key made without a guid is the same"
        let keys: [(isFile: Bool, make: (IncomingEpisode) -> String?)] = [
            (true, { $0.enclosureKey?.key }), (false, { $0.linkKey?.key }),
            (false, { SyntheticKey.hash(of: $0.episode).key }),
        ]
        for (isFile, key) in keys {
            claimUnique(
                by: .gainedGuid,
                among: withoutGUIDs.filter { !claims.isClaimed($0) },
                item: { EvidenceKey(key($0)) },
                row: { EvidenceKey($0.key) },
                accept: { isFile && context.isSlot(item: $0, row: $1) ? nil : detail }
            )
        }
    }

    private mutating func matchEnclosures(_ context: EvidenceContext) {
        let (incoming, rows) = (incoming, rows)
        let deleted = deletedEpisodes.filesAndTitles
        claimUnique(
            by: .enclosure,
            sharing: .fileAndTitle,
            accept: { context.isSlotOfOneTitle(item: $0, row: $1) ? nil : "the media file and the title are the same" }
        )
        let missing = Set(unclaimedInQuestion.compactMap { EvidenceKey(.titleAtMoment, of: rows[$0]) })
        claimUnique(
            by: .enclosure,
            sharing: .file,
            accept: { item, row in
                // One that has both title and time says more than one that has a file of several.
                if incoming[item].canonicalTitle != rows[row].canonicalTitle,
                    let key = EvidenceKey(.titleAtMoment, of: incoming[item]), missing.contains(key)
                {
                    return nil
                }
                // Of a rerun and its original one may be deleted: that one has the title, too.
                if !deleted.isEmpty, incoming[item].canonicalTitle != rows[row].canonicalTitle,
                    let key = EvidenceKey(.fileAndTitle, of: incoming[item]), deleted.contains(key),
                    !context.areAtOneMoment(item: item, row: row)
                {
                    return nil
                }
                return context.enclosureEvidence(item: item, row: row)
            }
        )
        // An item with neither guid nor date is known by its file alone, and rows from before the query counted as part
        // of a file's canonical form have it without the query.
        claimUnique(
            by: .enclosure,
            item: { item in
                guard item.episode.keyKind != .guid, item.episode.publishedAt == nil else { return nil }
                return EvidenceKey(item.canonicalEnclosure.flatMap(CanonicalEnclosure.formerForm), item.canonicalTitle)
            },
            row: { row in
                guard row.keyKind != .guid, row.publishedAt == nil else { return nil }
                return EvidenceKey(.fileAndTitle, of: row)
            },
            accept: { _, _ in "the media file but for its query, and the title are the same" }
        )
    }

    /// Matches items of which another file than the first is that of a stored episode: some feeds list the files of each
    /// in another order now and then.
    private mutating func matchOtherFiles(_ context: EvidenceContext) {
        let most = claims.pending.map { incoming[$0].episode.enclosures.count }.max() ?? 0
        guard most > 1 else { return }
        for place in 1..<min(most, Self.mostFiles) {
            claimUnique(
                by: .enclosure,
                item: { item in
                    let files = item.episode.enclosures
                    guard place < files.count else { return nil }
                    return EvidenceKey(CanonicalEnclosure.make(from: files[place].url), item.canonicalTitle)
                },
                row: { EvidenceKey(.fileAndTitle, of: $0) },
                accept: { item, row in
                    context.areAtOneMoment(item: item, row: row)
                        ? "another of its media files, the title and the time are the same" : nil
                }
            )
        }
    }

    /// Of one item more files than this are not looked at.
    private static let mostFiles = 6

    /// Matches episodes without media files or without guids by their pages.
    ///
    /// The time must be the same too, since some feeds link one page from every item; without dates the title must be
    /// the same and the page that of one item and one row only.
    private mutating func matchPages(_ context: EvidenceContext) {
        claimUnique(
            by: .page,
            sharing: .pageAtMoment,
            accept: { context.fits(item: $0, row: $1) ? "the page and the time are the same" : nil }
        )
        claimUnique(
            by: .page,
            item: { $0.episode.publishedAt == nil ? EvidenceKey($0.canonicalPage, $0.canonicalTitle) : nil },
            row: { $0.publishedAt == nil ? EvidenceKey($0.canonicalPage, $0.canonicalTitle) : nil },
            accept: { item, row in
                let isSame = context.fits(item: item, row: row) && context.hasPageAlone(item: item, row: row)
                return isSame ? "the page and the title are the same, and there are no dates" : nil
            }
        )
    }

    /// The deleted episodes that no item is known to be.
    var unlistedDeleted: [DeletedEpisode] {
        guard !deletedEpisodes.all.isEmpty else { return [] }
        let keys = claims.itemsOfDeleted.map { deletedEpisodes.formerKeys[$0] ?? incoming[$0].episode.key }
        let listed = Set(keys.map { ExactText($0) })
        return deletedEpisodes.all.filter { !listed.contains(ExactText($0.key)) }
    }
}
