import PodcastModel

extension MatchWork {
    /// Says what is kept out for the first time under its key: if that is wrong, nobody would see it else.
    ///
    /// Not of one whose key is another in each document: that has been said of the keys before.
    mutating func warnOfDeleted(_ decisions: [MatchDecision]) {
        for item in deletedEpisodes.formerKeys.keys.sorted() where !decisions[item].forgetsFormerKey {
            let title = incoming[item].episode.title.prefix(80)
            warnings.append(
                ImportWarning(kind: .deletedEpisode, detail: "“\(title)” is left out: \(claims.detail(of: item))")
            )
        }
    }

    /// Suppresses deleted episodes to which their publisher has given new guids.
    ///
    /// A mistake would keep a new episode out for good, and nobody would notice,
    /// so this needs more evidence than a match with a stored episode: the same
    /// time and either the title, numbered or not, or the file; without dates
    /// both the title and what the key was made of. A file or a title alone is
    /// not enough: some feeds use one address or one title for every episode.
    mutating func suppressDeletedEpisodes(unknownCount: Int) {
        guard !deletedEpisodes.all.isEmpty else { return }
        suppressCopies { _ in true }
        // What is listed under the key it was deleted with is nothing else.
        let listed = Set(claims.itemsOfDeleted.map { ExactText(incoming[$0].episode.key) })
        let deleted = deletedEpisodes.all.filter { !listed.contains(ExactText($0.key)) }
        suppressByTitle(deleted) { _ in true }
        suppressByFileOrPage(deleted)
        suppressWhatHasGainedAGuid(deleted)
        suppressUndated(deleted)
        suppressWhatShiftsWithTheOthers(deleted)
        suppressWhatHasMoved(deleted)
        suppressWhatMovesAsIfStored(deleted, unknownCount: unknownCount)
    }

    /// Those with the time and the media file of a deleted one or, without a file, its page.
    private mutating func suppressByFileOrPage(_ deleted: [DeletedEpisode]) {
        suppress(
            deleted,
            sharing: .file,
            detail: "its media file and time are the same",
            accept: { $1.mayHaveCome(dated: $0.episode.publishedAt) }
        )
        let showPage = document.showPage.flatMap(CanonicalLink.make)
        suppress(
            deleted,
            detail: "its page and time are the same, and there is no media file",
            item: { item in
                guard item.canonicalEnclosure == nil, let page = item.canonicalPage, page != showPage else {
                    return nil
                }
                return EvidenceKey(page, moment: item.publishedAt)
            },
            episode: { EvidenceKey(.pageAtMoment, of: $0) },
            accept: { $0.isAsLong(as: $1.durationSeconds) }
        )
    }

    /// Suppresses deleted episodes that come under new guids before these are looked for among the stored ones.
    ///
    /// Else one comes back over the row of its rerun, which has the file as well. One that is stored as it is deleted,
    /// and is not listed, goes first.
    mutating func suppressDeletedCopies() {
        guard !deletedEpisodes.all.isEmpty, !claims.pending.isEmpty else { return }
        let deleted = deletedEpisodes.filesAndTitles
        var storedDates: [EvidenceKey: [Timestamp]] = [:]
        for row in claims.unclaimedRows {
            guard let key = EvidenceKey(.fileAndTitle, of: rows[row]), deleted.contains(key),
                let date = rows[row].publishedAt
            else { continue }
            storedDates[key, default: []].append(date)
        }
        suppressCopies { item in
            guard let key = EvidenceKey(.fileAndTitle, of: item), let date = item.publishedAt else { return false }
            return storedDates[key]?.contains { date.isSameMoment(as: $0) } != true
        }
    }

    /// Another copy of a deleted episode, be that listed as well: file, title and time are the same (identity C2 11).
    private mutating func suppressCopies(where mayBe: (IncomingEpisode) -> Bool) {
        suppress(
            deletedEpisodes.all,
            beside: [],
            sharing: .fileAndTitle,
            detail: "its file, title and time are the same",
            accept: { $1.mayHaveCome(dated: $0.episode.publishedAt) && mayBe($0) }
        )
    }

    /// Whether an item can be a deleted episode: a key that a stored one had before stays that one's, unless it is
    /// another that comes under it now.
    func mayBeDeleted(_ item: Int) -> Bool {
        foreignItems.contains(item) || formerKeys[incoming[item].episode.key] == nil
    }

    /// Suppresses deleted episodes of a feed that has moved, to which the move has done what it did to the stored ones.
    mutating func suppressWhatHasMoved(_ deleted: [DeletedEpisode]) {
        suppressWhatHasShifted(deleted)
        suppressWhatAMoveHasChanged(deleted)
    }

    /// Suppresses deleted episodes of a feed that has moved to a host which dates all episodes differently: their dates
    /// have moved by exactly as many seconds as those of the stored episodes (identity C4 20).
    ///
    /// With summer time there are two such shifts; then a title that others have too is no evidence. Nor is it where
    /// only those say so that an earlier document of the move has brought, and then what is newer than these is new.
    private mutating func suppressWhatHasShifted(_ deleted: [DeletedEpisode]) {
        let (shifts, habits) = (hostMove.shifts, hostMove.habits)
        let isCertain = shifts.count == 1
        let times = shifts.isEmpty ? earlierMove.shifts : shifts.filter { $0 != 0 }
        guard !times.isEmpty else { return }
        let newest = shifts.isEmpty ? earlierMove.newestShifted : nil
        let stored = claims.unclaimedRows.map { rows[$0].canonicalTitle }
        let titles = (incoming.map(\.canonicalTitle) + deleted.map(\.canonicalTitle) + stored)
            .map(CanonicalTitle.withoutNumber).occurrences
        for shift in times {
            suppress(
                deleted,
                sharing: .bareTitleAtMoment,
                movedBy: -shift,
                detail: "its title is the same, its time that by which all have moved",
                accept: { item, episode in
                    if let newest, let date = item.episode.publishedAt, date > newest { return false }
                    return habits.fit(item, episode)
                        && CanonicalTitle.numbersAgree(item.canonicalTitle, episode.canonicalTitle)
                        && (isCertain || titles[CanonicalTitle.withoutNumber(item.canonicalTitle), default: 0] <= 2)
                }
            )
        }
    }

    /// Without guid and date an episode was known by its file or page alone, so these and its title are enough.
    private mutating func suppressWhatHasGainedAGuid(_ deleted: [DeletedEpisode]) {
        let keys: [(IncomingEpisode) -> String?] = [{ $0.enclosureKey?.key }, { $0.linkKey?.key }]
        for key in keys {
            suppress(
                deleted,
                detail: "the key made without a guid, and its title are the same",
                item: { $0.episode.publishedAt == nil ? EvidenceKey(key($0), $0.canonicalTitle) : nil },
                episode: { $0.publishedAt == nil ? EvidenceKey($0.key, $0.canonicalTitle) : nil },
                accept: { _, _ in true }
            )
        }
    }

    /// One pass over the pairs that are unique in what they have in common, the dates of the items moved.
    mutating func suppress(
        _ deleted: [DeletedEpisode],
        beside known: [Int]? = nil,
        sharing kind: EvidenceKind,
        movedBy seconds: Int64 = 0,
        detail: String,
        accept: (IncomingEpisode, DeletedEpisode) -> Bool
    ) {
        suppress(
            deleted,
            beside: known,
            detail: detail,
            item: { EvidenceKey(kind, of: $0, movedBy: seconds) },
            episode: { EvidenceKey(kind, of: $0) },
            accept: accept
        )
    }

    /// One pass over the pairs that are unique in what the closures take from
    /// both sides, on the one of which also those items stand that are known to have been deleted: of two editions of a
    /// day under one title it may be the other one (identity C4 18).
    mutating func suppress(
        _ deleted: [DeletedEpisode],
        beside known: [Int]? = nil,
        detail: String,
        item: (IncomingEpisode) -> EvidenceKey?,
        episode: (DeletedEpisode) -> EvidenceKey?,
        accept: (IncomingEpisode, DeletedEpisode) -> Bool
    ) {
        let candidates = claims.pending.filter { mayBeDeleted($0) }
        guard !candidates.isEmpty else { return }
        let pairs = EvidenceKey.uniquePairs(
            items: ((known ?? claims.itemsOfDeleted) + candidates).map { ($0, item(incoming[$0])) },
            rows: deleted.indices.map { ($0, episode(deleted[$0])) }
        )
        for pair in pairs where !claims.isSettled(pair.item) && accept(incoming[pair.item], deleted[pair.row]) {
            settle(pair.item, asDeleted: deleted[pair.row].key, because: detail)
        }
        claims.dropSettled()
    }
}
