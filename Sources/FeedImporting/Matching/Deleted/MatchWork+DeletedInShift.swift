import PodcastModel

extension MatchWork {
    /// Suppresses deleted episodes that come under new guids in the document that moves the times of all others, whose
    /// guids are as before: a time zone that is set right (identity C6 36).
    ///
    /// Title or file must be the same, and those of no other item, no stored episode and no other deleted one: of news
    /// under one title the next may stand where the deleted one stood. The time must have moved by exactly as much as
    /// those of the others.
    mutating func suppressWhatShiftsWithTheOthers(_ deleted: [DeletedEpisode]) {
        guard !document.isPart, !claims.pending.isEmpty, deleted.contains(where: { $0.publishedAt != nil }) else {
            return
        }
        let (shifts, habits) = (Set(shiftsOfKnown()), hostMove.habits)
        guard !shifts.isEmpty else { return }
        func hasMoved(_ item: IncomingEpisode, _ episode: DeletedEpisode) -> Bool {
            guard let new = item.episode.publishedAt, let old = episode.publishedAt else { return false }
            return shifts.contains(new.seconds(since: old))
        }
        suppressUnique(
            deleted,
            sharing: .bareTitle,
            detail: "its title is the same, its time that by which all have moved",
            accept: { item, episode in
                hasMoved(item, episode) && habits.fit(item, episode)
                    && CanonicalTitle.numbersAgree(item.canonicalTitle, episode.canonicalTitle)
            }
        )
        suppressUnique(
            deleted,
            sharing: .file,
            detail: "its media file is the same, its time that by which all have moved",
            accept: { hasMoved($0, $1) }
        )
    }

    /// By how many seconds the document has moved the times of what is known in it; empty if it has not moved four
    /// fifths of these, and three at least, alike.
    ///
    /// With summer time there are two such shifts.
    private mutating func shiftsOfKnown() -> [Int64] {
        let deleted = deletedEpisodes.byKey
        let all = incoming.indices.compactMap { item -> Int64? in
            guard let new = incoming[item].episode.publishedAt, let old = knownDate(of: item, deleted) else {
                return nil
            }
            return new.seconds(since: old)
        }
        let moved = Self.usualShifts(all).filter { $0 != 0 && abs($0) <= SameEpisode.zoneSeconds }
        let count = all.count { moved.contains($0) }
        return count >= Self.fewestItems && count * 5 >= all.count * 4 ? moved : []
    }

    /// When the feed has published until now what an item is known to be, or to have been.
    private func knownDate(of item: Int, _ deleted: [ExactText: DeletedEpisode]) -> Timestamp? {
        if let row = claims.row(of: item) { return rows[row].publishedAt }
        guard claims.reason(for: item) == .tombstone, deletedEpisodes.formerKeys[item] == nil else { return nil }
        return deleted[ExactText(incoming[item].episode.key)]?.publishedAt
    }
}
