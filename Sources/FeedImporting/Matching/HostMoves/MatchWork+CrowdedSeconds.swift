import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows dated to a second that others have as well, if of all titles of that second their
    /// two alone are part of each other (identity C4 20).
    ///
    /// Some shows write days and no times, or publish the parts of a talk together. Their files have to be at another
    /// host: in a feed of a few items the news of the evening may come in the place of those of the morning, and so may
    /// versions without advertisements. An item that may be a deleted episode of that second is left out.
    func pairsAtCrowdedSeconds(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        let unique = claims.distinctItems.filter { incoming[$0].episode.publishedAt != nil }
        let items = Dictionary(grouping: unique) { incoming[$0].episode.publishedAt }
        let rowsAt = Dictionary(grouping: rows.indices.filter { rows[$0].publishedAt != nil }) { rows[$0].publishedAt }
        let deleted = Dictionary(grouping: unlistedDeleted, by: \.publishedAt)
        return items.flatMap { second, items -> [(item: Int, row: Int)] in
            guard let rows = rowsAt[second], items.count > 1 || rows.count > 1, items.count <= Self.mostAtOneSecond,
                rows.count <= Self.mostAtOneSecond
            else { return [] }
            let pairs = items.flatMap { item in
                rows.filter { context.haveTitlesInCommon(item: item, row: $0) }.map { (item: item, row: $0) }
            }
            let (itemCounts, rowCounts) = (pairs.map(\.item).occurrences, pairs.map(\.row).occurrences)
            return pairs.filter { item, row in
                guard itemCounts[item] == 1, rowCounts[row] == 1, !claims.isSettled(item), !claims.isClaimed(row),
                    isFileElsewhere(item: item, row: row)
                else { return false }
                return deleted[second, default: []].allSatisfy { episode in
                    !CanonicalTitle.areOneInAnotherButForNumbers(incoming[item].canonicalTitle, episode.canonicalTitle)
                }
            }
        }.sorted { $0.item < $1.item }
    }

    /// Each title is compared with each: where more are dated alike, that would take long and tell little.
    private static let mostAtOneSecond = 8
}
