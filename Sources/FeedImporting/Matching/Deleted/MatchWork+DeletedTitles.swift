import PodcastModel

extension MatchWork {
    /// Suppresses the items that have title and time of a deleted episode before they are looked for among stored ones
    /// of other times.
    ///
    /// Else a deleted one comes back over the row of another of its title that has left the feed: of news under one
    /// title, say. Not where a stored one of that title and time is missing, since it may be that one.
    mutating func suppressDeletedAtTheirTimes() {
        guard !claims.pending.isEmpty else { return }
        let deleted = unlistedDeleted
        let titles = Set(deleted.map { CanonicalTitle.withoutNumber($0.canonicalTitle) })
        guard !titles.isEmpty else { return }
        var storedDates: [String: [Timestamp]] = [:]
        for row in claims.unclaimedRows {
            let title = CanonicalTitle.withoutNumber(rows[row].canonicalTitle)
            guard let date = rows[row].publishedAt, titles.contains(title) else { continue }
            storedDates[title, default: []].append(date)
        }
        // Of one title there may be thousands.
        let sorted = storedDates.mapValues { $0.sorted() }
        suppressByTitle(deleted) { item in
            guard let date = item.episode.publishedAt else { return false }
            let dates = sorted[CanonicalTitle.withoutNumber(item.canonicalTitle)] ?? []
            let next = dates.countBelow(date)
            return !dates[max(next - 1, 0)..<min(next + 1, dates.count)].contains { date.isSameMoment(as: $0) }
        }
    }

    /// Suppresses those with the title and time of a deleted one.
    mutating func suppressByTitle(_ deleted: [DeletedEpisode], where mayBe: (IncomingEpisode) -> Bool) {
        func suppress(sharing kind: EvidenceKind, _ detail: String) {
            self.suppress(
                deleted,
                sharing: kind,
                detail: detail,
                accept: { item, episode in
                    item.fits(seconds: episode.durationSeconds, canonicalEnclosure: episode.canonicalEnclosure)
                        && mayBe(item) && CanonicalTitle.numbersAgree(item.canonicalTitle, episode.canonicalTitle)
                }
            )
        }
        suppress(sharing: .titleAtMoment, "its title and time are the same")
        // Many hosts write no seconds.
        suppress(sharing: .titleInMinute, "its title and minute are the same")
        suppress(sharing: .bareTitleAtMoment, "its title but for its number, and its time are the same")
    }
}
