import PodcastModel

extension MatchWork {
    /// Undoes the match of a feed's only item with the episode whose file it has, if the file is all it has of it and it
    /// is the newest: without guids that is the key, and at its address there may always be the latest (identity C4 21).
    ///
    /// One that is published anew at its address with another title is doubled by that, which can be deleted; an
    /// episode that is overwritten is lost. Where others are listed, the address is that of an old one brought up to
    /// date, or of a rerun.
    mutating func matchLatestAtOneAddress() {
        guard incoming.count - originals.count == 1, !document.isLaterPage,
            let item = incoming.indices.first(where: { originals[$0] == nil }),
            reasons[item] == .key, rowOfItem[item] >= 0, incoming[item].episode.keyKind == .enclosure,
            let date = incoming[item].episode.publishedAt,
            EpisodeLikeness(incoming[item], rows[rowOfItem[item]]).isOfOtherTitleAndTime,
            NewestStored(rows, now: document.now).isPassed(by: date)
        else { return }
        release(item)
        // From here on several have it, so that it is no evidence either.
        sharedBases.insert(ExactText(incoming[item].episode.key))
        keepApart(item, base: incoming[item].episode.key)
    }
}
