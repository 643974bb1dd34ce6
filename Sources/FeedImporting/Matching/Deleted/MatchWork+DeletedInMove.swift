import PodcastModel

extension MatchWork {
    /// Suppresses deleted episodes of a feed that has moved to a host which has changed dates, titles or lengths of the
    /// stored episodes, and of the deleted ones in the same way (identity C4 20, C6 36).
    ///
    /// Otherwise a move would bring back what was deleted, often the greater part of an archive. As with stored
    /// episodes what an item has in common with one must be its own among all items, all that is stored and all that
    /// was deleted.
    mutating func suppressWhatAMoveHasChanged(_ deleted: [DeletedEpisode]) {
        guard hostMove.isFound else { return }
        suppressRedated(deleted)
        suppressRetitled(deleted)
        guard hostMove.habits.writesOtherLengths else { return }
        suppressTitled(
            deleted,
            sharing: [.titleAtMoment, .bareTitleAtMoment],
            detail: "its title and time are the same, the lengths of all are others",
            accept: { $0.isOfKind(ofFile: $1.canonicalEnclosure) }
        )
    }
}

extension MatchWork {
    private mutating func suppressRedated(_ deleted: [DeletedEpisode]) {
        let habits = hostMove.habits
        if habits.writesDays {
            suppressUnique(
                deleted,
                sharing: .titleOnDay,
                detail: "its title and day are the same, and all are dated by their days now",
                accept: { habits.fit($0, $1) }
            )
        }
        if habits.writesOtherDates || habits.lacksDates {
            let dates = habits.writesOtherDates ? "all have been given other dates" : "there are no dates to compare"
            suppressUnique(
                deleted,
                sharing: .file,
                detail: "its media file is the same, its title as well or part of the other, and " + dates,
                accept: { item, episode in
                    // A date that says otherwise is believed where only the dates of others are missing.
                    let isUndated = item.episode.publishedAt == nil || episode.publishedAt == nil
                    let (new, old) = (item.canonicalTitle, episode.canonicalTitle)
                    let isTitledAlike = new == old || CanonicalTitle.areOneInAnotherButForNumbers(new, old)
                    return isTitledAlike && (habits.writesOtherDates || isUndated)
                }
            )
        }
        if let hour = habits.redatedHour {
            suppressTitled(
                deleted,
                sharing: [.title, .bareTitle],
                detail: "its title is the same, and all have been given other dates",
                accept: { item, episode in
                    guard let new = item.episode.publishedAt, let old = episode.publishedAt else { return false }
                    return hour.contains(new) && !hour.contains(old) && habits.fit(item, episode)
                        && item.mayBeAsLong(as: episode.durationSeconds)
                }
            )
        }
    }

    private mutating func suppressRetitled(_ deleted: [DeletedEpisode]) {
        let habits = hostMove.habits
        guard habits.lengthensTitles || habits.rewritesTitles else { return }
        func suppress(sharing kind: EvidenceKind, movedBy seconds: Int64 = 0) {
            suppressUnique(
                deleted,
                sharing: kind,
                movedBy: seconds,
                detail: "its time is that of all others, and all titles are written differently",
                accept: { item, episode in
                    let (new, old) = (item.canonicalTitle, episode.canonicalTitle)
                    let isSame =
                        habits.lengthensTitles && CanonicalTitle.areOneInAnotherButForNumbers(new, old)
                        || habits.rewritesTitles && CanonicalTitle.areAlike(new, old)
                    return isSame && habits.fit(item, episode)
                }
            )
        }
        for shift in hostMove.shifts.isEmpty ? [0] : hostMove.shifts { suppress(sharing: .moment, movedBy: -shift) }
        // Many hosts write no seconds.
        suppress(sharing: .minute)
    }

    /// One pass for each kind over the pairs that have their titles in common: as they are, and but for the numbers in
    /// front of them, which may have come or gone.
    private mutating func suppressTitled(
        _ deleted: [DeletedEpisode],
        sharing kinds: [EvidenceKind],
        detail: String,
        accept: (IncomingEpisode, DeletedEpisode) -> Bool
    ) {
        for kind in kinds {
            suppressUnique(
                deleted,
                sharing: kind,
                detail: detail,
                accept: { accept($0, $1) && CanonicalTitle.numbersAgree($0.canonicalTitle, $1.canonicalTitle) }
            )
        }
    }

    /// One pass over the pairs of an item, its date moved, and a deleted episode that have something in common which no
    /// other item, no other deleted episode and no stored one has.
    mutating func suppressUnique(
        _ deleted: [DeletedEpisode],
        sharing kind: EvidenceKind,
        movedBy seconds: Int64 = 0,
        detail: String,
        accept: (IncomingEpisode, DeletedEpisode) -> Bool
    ) {
        let candidates = Set(claims.pending.filter { mayBeDeleted($0) })
        guard !candidates.isEmpty else { return }
        let stored = Set(rows.compactMap { EvidenceKey(kind, of: $0) })
        let pairs = EvidenceKey.uniquePairs(
            items: claims.distinctItems.map { item in
                (item, EvidenceKey(kind, of: incoming[item], movedBy: seconds))
            },
            rows: deleted.indices.map { ($0, EvidenceKey(kind, of: deleted[$0])) }
        )
        for pair in pairs where candidates.contains(pair.item) && accept(incoming[pair.item], deleted[pair.row]) {
            if let key = EvidenceKey(kind, of: incoming[pair.item], movedBy: seconds), stored.contains(key) { continue }
            settle(pair.item, asDeleted: deleted[pair.row].key, because: detail)
        }
        claims.dropSettled()
    }
}
