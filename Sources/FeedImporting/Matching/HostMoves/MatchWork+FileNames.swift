import PodcastModel

extension MatchWork {
    /// Unknown items and missing rows of a feed that has moved whose titles or dates do not tell enough: several have one
    /// title and one second, or there is no date that could be read (identity C4 20, 22).
    ///
    /// A file that was copied to another host often keeps its name. With title and second that is enough; without a date
    /// the name has to be the only one of its kind, or the title, and then the stated length is the same to the second.
    func pairsOfFileNames(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        guard !pending.isEmpty else { return [] }
        let dated = unsettledPairs(
            item: { item in
                item.fileName.flatMap { EvidenceKey(item.canonicalTitle, $0, moment: item.episode.publishedAt) }
            },
            row: { row in row.fileName.flatMap { EvidenceKey(row.canonicalTitle, $0, moment: row.publishedAt) } }
        )
        return withoutOtherMedia(dated + undatedPairs(context))
    }

    private func undatedPairs(_ context: EvidenceContext) -> [(item: Int, row: Int)] {
        func areUndatedOfOneTitle(_ item: Int, _ row: Int) -> Bool {
            incoming[item].episode.publishedAt == nil && rows[row].publishedAt == nil
                && incoming[item].canonicalTitle == rows[row].canonicalTitle
        }
        let named = unsettledPairs(item: { EvidenceKey($0.fileName) }, row: { EvidenceKey($0.fileName) })
            .filter(areUndatedOfOneTitle)
        let (items, taken) = (Set(named.map(\.item)), Set(named.map(\.row)))
        let titled = unsettledPairs(item: { EvidenceKey($0.canonicalTitle) }, row: { EvidenceKey($0.canonicalTitle) })
            .filter { item, row in
                guard let seconds = incoming[item].episode.durationSeconds else { return false }
                return seconds == rows[row].durationSeconds && !items.contains(item) && !taken.contains(row)
                    && areUndatedOfOneTitle(item, row)
            }
        return named + titled
    }
}

extension IncomingEpisode {
    /// The name of its media file, if it has the ending of one.
    fileprivate var fileName: String? { MediaFileName.name(inCanonical: canonicalEnclosure) }
}

extension EpisodeIdentity {
    /// The name of its media file, if it has the ending of one.
    fileprivate var fileName: String? { MediaFileName.name(inCanonical: canonicalEnclosure) }
}
