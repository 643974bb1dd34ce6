import PodcastModel

extension MatchWork {
    /// Notes which items an earlier document of a move has brought: their episodes are listed under guids that they have
    /// had for a short time only.
    ///
    /// A new host may list its last episodes first and all the others later, and the first document may break off. What is
    /// known of these by now says nothing of the others, so they are left out of account: the rest is looked at as if it
    /// had come alone (identity C4 20).
    mutating func noteEarlierMove() {
        guard !pending.isEmpty, !aliasDates.isEmpty else { return }
        let oldest = document.now.adding(seconds: -Self.moveSeconds)
        var moved: Set<Int64> = []
        for (key, date) in aliasDates where date >= oldest {
            if let id = aliases[key] { moved.insert(id) }
        }
        let items = incoming.indices.filter { rowOfItem[$0] >= 0 && moved.contains(rows[rowOfItem[$0]].id) }
        guard items.count >= Self.fewestItems else { return }
        // What is kept out by its key was deleted here, before the move or since.
        movedEarlier = Set(items).union(incoming.indices.filter { reasons[$0] == .tombstone })
        earlierShifts = Self.usualShifts(
            items.compactMap { item in
                guard let new = rows[rowOfItem[item]].publishedAt, let old = rows[rowOfItem[item]].firstPublishedAt
                else { return nil }
                return new.seconds(since: old)
            }
        ).filter { $0 != 0 }
    }

    /// How long a move may take until the new host lists everything.
    private static let moveSeconds: Int64 = 90 * 86_400
}
