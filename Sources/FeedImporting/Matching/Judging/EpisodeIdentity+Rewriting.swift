import PodcastModel

extension EpisodeIdentity {
    /// Whether both the title and the file of an episode would be replaced.
    ///
    /// It stays the same episode if the date is the same and the new title only adds something to the old one, such as
    /// a number in front or the name of the show behind it, or writes its number otherwise: publishers do that when they
    /// move their files.
    func isRewritten(by item: IncomingEpisode) -> Bool {
        let (old, new) = (canonicalTitle, item.canonicalTitle)
        guard old != new, canonicalEnclosure != item.canonicalEnclosure else { return false }
        guard publishedAt != nil, publishedAt == item.episode.publishedAt else { return true }
        guard CanonicalTitle.numbersAgree(old, new) else { return true }
        if CanonicalTitle.areOneInAnother(old, new) { return false }
        let (oldName, newName) = (CanonicalTitle.withoutNumber(old), CanonicalTitle.withoutNumber(new))
        return oldName != newName && !CanonicalTitle.areOneInAnother(oldName, newName)
    }
}
