import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows of one title that both have no date, or none that can be read, in a feed that has
    /// moved (identity C4 20, 22).
    ///
    /// A title alone is no evidence. With it either the name of the file, which is often copied along with it, has to
    /// be the same, and be that of no other; or no other may have the title, and the stated lengths must agree to the
    /// second.
    func pairsOfUndated() -> [(item: Int, row: Int)] {
        guard !pending.isEmpty else { return [] }
        func areUndatedOfOneTitle(_ item: Int, _ row: Int) -> Bool {
            incoming[item].episode.publishedAt == nil && rows[row].publishedAt == nil
                && incoming[item].canonicalTitle == rows[row].canonicalTitle
        }
        let named = unsettledPairs(
            item: { EvidenceKey(MediaFileName.mediaName(inCanonical: $0.canonicalEnclosure)) },
            row: { EvidenceKey(MediaFileName.mediaName(inCanonical: $0.canonicalEnclosure)) }
        ).filter(areUndatedOfOneTitle)
        let (items, taken) = (Set(named.map(\.item)), Set(named.map(\.row)))
        let titled = unsettledPairs(item: { EvidenceKey($0.canonicalTitle) }, row: { EvidenceKey($0.canonicalTitle) })
            .filter { item, row in
                guard let seconds = incoming[item].episode.durationSeconds else { return false }
                return seconds == rows[row].durationSeconds && !items.contains(item) && !taken.contains(row)
                    && areUndatedOfOneTitle(item, row)
            }
        return withoutOtherMedia(named + titled)
    }
}
