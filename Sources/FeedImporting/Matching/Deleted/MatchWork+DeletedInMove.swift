import PodcastModel

extension MatchWork {
    /// Suppresses deleted episodes of a feed that has moved to a host which has changed dates, titles or lengths of the
    /// stored episodes, and of the deleted ones in the same way (identity C4 20, C6 36).
    ///
    /// Otherwise a move would bring back what was deleted, often the greater part of an archive. As with stored
    /// episodes what an item has in common with one must be its own among all items, all that is stored and all that
    /// was deleted.
    mutating func suppressWhatAMoveHasChanged(_ deleted: [DeletedEpisode]) {
        guard isHostMigration else { return }
        suppressRedated(deleted)
        suppressRetitled(deleted)
        guard habits.writesOtherLengths else { return }
        suppressTitled(
            deleted,
            detail: "its title and time are the same, the lengths of all are others",
            key: { EvidenceKey($0, moment: $1) },
            accept: { $0.isOfKind(ofFile: $1.canonicalEnclosure) }
        )
    }
}

extension MatchWork {
    private mutating func suppressRedated(_ deleted: [DeletedEpisode]) {
        let (work, habits) = (self, habits)
        if habits.writesDays {
            suppressUnique(
                deleted,
                detail: "its title and day are the same, and all are dated by their days now",
                item: { EvidenceKey($0.canonicalTitle, day: $0.episode.publishedAt) },
                row: { EvidenceKey($0.canonicalTitle, day: $0.publishedAt) },
                episode: { EvidenceKey($0.canonicalTitle, day: $0.publishedAt) },
                accept: { work.fitsInMove($0, $1) }
            )
        }
        if habits.writesOtherDates || habits.lacksDates {
            let dates = habits.writesOtherDates ? "all have been given other dates" : "there are no dates to compare"
            suppressUnique(
                deleted,
                detail: "its media file is the same, its title as well or part of the other, and " + dates,
                item: { EvidenceKey($0.canonicalEnclosure) },
                row: { EvidenceKey($0.canonicalEnclosure) },
                episode: { EvidenceKey($0.canonicalEnclosure) },
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
                detail: "its title is the same, and all have been given other dates",
                key: { title, _ in EvidenceKey(title) },
                accept: { item, episode in
                    guard let new = item.episode.publishedAt, let old = episode.publishedAt else { return false }
                    return hour.contains(new) && !hour.contains(old) && work.fitsInMove(item, episode)
                        && item.mayBeAsLong(as: episode.durationSeconds)
                }
            )
        }
    }

    private mutating func suppressRetitled(_ deleted: [DeletedEpisode]) {
        let (work, habits) = (self, habits)
        guard habits.lengthensTitles || habits.rewritesTitles else { return }
        func suppress(_ key: (Timestamp?, _ isItem: Bool) -> EvidenceKey?) {
            suppressUnique(
                deleted,
                detail: "its time is that of all others, and all titles are written differently",
                item: { key($0.episode.publishedAt, true) },
                row: { key($0.publishedAt, false) },
                episode: { key($0.publishedAt, false) },
                accept: { item, episode in
                    let (new, old) = (item.canonicalTitle, episode.canonicalTitle)
                    let isSame =
                        habits.lengthensTitles && CanonicalTitle.areOneInAnotherButForNumbers(new, old)
                        || habits.rewritesTitles && CanonicalTitle.areAlike(new, old)
                    return isSame && work.fitsInMove(item, episode)
                }
            )
        }
        for shift in shifts.isEmpty ? [0] : shifts {
            suppress { date, isItem in EvidenceKey("moment", moment: isItem ? date?.adding(seconds: -shift) : date) }
        }
        // Many hosts write no seconds.
        suppress { date, _ in EvidenceKey("minute", minute: date) }
    }

    /// Whether the media may be the same; of another length if the new host states such for most.
    func fitsInMove(_ item: IncomingEpisode, _ episode: DeletedEpisode) -> Bool {
        item.isOfKind(ofFile: episode.canonicalEnclosure)
            && item.isAsLong(as: episode.durationSeconds, but: habits.lengthChange)
    }

    /// Two passes over the pairs that have their titles in common: as they are, and but for the numbers in front of
    /// them, which may have come or gone.
    private mutating func suppressTitled(
        _ deleted: [DeletedEpisode],
        detail: String,
        key: (_ title: String, _ date: Timestamp?) -> EvidenceKey?,
        accept: (IncomingEpisode, DeletedEpisode) -> Bool
    ) {
        for hasNumber in [true, false] {
            func title(_ text: String) -> String { hasNumber ? text : CanonicalTitle.withoutNumber(text) }
            suppressUnique(
                deleted,
                detail: detail,
                item: { key(title($0.canonicalTitle), $0.episode.publishedAt) },
                row: { key(title($0.canonicalTitle), $0.publishedAt) },
                episode: { key(title($0.canonicalTitle), $0.publishedAt) },
                accept: { accept($0, $1) && CanonicalTitle.numbersAgree($0.canonicalTitle, $1.canonicalTitle) }
            )
        }
    }

    /// One pass over the pairs of an item and a deleted episode that have something in common which no other item, no
    /// other deleted episode and no stored one has.
    mutating func suppressUnique(
        _ deleted: [DeletedEpisode],
        detail: String,
        item: (IncomingEpisode) -> EvidenceKey?,
        row: (EpisodeIdentity) -> EvidenceKey?,
        episode: (DeletedEpisode) -> EvidenceKey?,
        accept: (IncomingEpisode, DeletedEpisode) -> Bool
    ) {
        let candidates = Set(pending.filter { mayBeDeleted($0) })
        guard !candidates.isEmpty else { return }
        let stored = Set(rows.compactMap(row))
        let pairs = EvidenceKey.uniquePairs(
            items: incoming.indices.filter { originals[$0] == nil }.map { ($0, item(incoming[$0])) },
            rows: deleted.indices.map { ($0, episode(deleted[$0])) }
        )
        for pair in pairs where candidates.contains(pair.item) && accept(incoming[pair.item], deleted[pair.row]) {
            if let key = item(incoming[pair.item]), stored.contains(key) { continue }
            settle(pair.item, asDeleted: deleted[pair.row].key, detail: "the episode was deleted here; " + detail)
        }
        dropSettled()
    }
}
