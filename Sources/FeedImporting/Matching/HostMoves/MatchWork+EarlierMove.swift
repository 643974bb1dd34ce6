import PodcastModel

extension MatchWork {
    /// Notes which items an earlier document of a move has brought: their episodes are listed under guids that they
    /// have had for a short time only.
    ///
    /// A new host may list its last episodes first and all the others later, and the first document may break off. What
    /// is known of these by now says nothing of the others, so they are left out of account: the rest is looked at as
    /// if it had come alone (identity C4 20). A guid that is listed beside the other was not given up: the feed has the
    /// episode twice.
    mutating func noteEarlierMove() {
        guard !claims.pending.isEmpty, !formerKeys.aliases.isEmpty else { return }
        let oldest = document.now.adding(seconds: -Self.moveSeconds)
        let listed = Set(incoming.map { ExactText($0.episode.key) })
        let underOwnKeys = Set(rows.filter { listed.contains(ExactText($0.key)) }.map(\.id))
        var moved: Set<Int64> = []
        for (key, alias) in formerKeys.aliases {
            guard let since = alias.since, since >= oldest else { continue }
            if !(listed.contains(key) && underOwnKeys.contains(alias.episodeID)) { moved.insert(alias.episodeID) }
        }
        let pairs = claims.pairs.filter { moved.contains(rows[$0.row].id) }
        guard pairs.count >= Self.fewestItems, !isSecondMove(listed: pairs.count, of: moved) else { return }
        earlierMove.episodes = moved
        earlierMove.newestStored = NewestStored(rows, now: document.now)
        // What is kept out by its key was deleted here, before the move or since.
        earlierMove.items = Set(pairs.map(\.item)).union(claims.itemsOfDeleted)
        // Nor does what has come along with the move, or since.
        if let newest = pairs.compactMap({ rows[$0.row].publishedAt }).max() {
            let later = claims.pairs.filter { rows[$0.row].publishedAt.map { $0 > newest } ?? false }
            earlierMove.items.formUnion(later.map(\.item))
        }
        noteShifts(of: pairs)
    }

    /// Notes by how much the times of these items have moved since they were first seen or, as the publisher goes back
    /// to where the feed was, since the last document.
    private mutating func noteShifts(of pairs: [(item: Int, row: Int)]) {
        let (sinceFirst, sinceLast) = (dates(of: pairs, and: \.firstPublishedAt), dates(of: pairs, and: \.publishedAt))
        let (first, last) = (Self.usualShifts(sinceFirst.map(\.shift)), Self.usualShifts(sinceLast.map(\.shift)))
        earlierMove.shifts = (last.contains(0) ? first : first + last)
            .filter { $0 != 0 && abs($0) <= SameEpisode.zoneSeconds }
        let shifted = (sinceFirst + sinceLast).filter { earlierMove.shifts.contains($0.shift) }
        earlierMove.newestShifted = shifted.map(\.date).max()
    }

    /// The dates of known items, and by how many seconds they differ from those of their rows.
    private func dates(
        of pairs: [(item: Int, row: Int)],
        and date: KeyPath<EpisodeIdentity, Timestamp?>
    ) -> [(date: Timestamp, shift: Int64)] {
        pairs.compactMap { item, row in
            guard let new = incoming[item].episode.publishedAt, let old = rows[row][keyPath: date] else {
                return nil
            }
            return (new, new.seconds(since: old))
        }
    }

    /// Whether most of the episodes that have moved are missing now: then the publisher moves on once more, and what is
    /// listed as before are a few that are pinned, say.
    private func isSecondMove(listed: Int, of moved: Set<Int64>) -> Bool {
        !document.isPart && listed * 2 < rows.count { $0.absentSince == nil && moved.contains($0.id) }
    }

    /// How long a move may take until the new host lists everything.
    private static let moveSeconds: Int64 = 90 * 86_400
}
