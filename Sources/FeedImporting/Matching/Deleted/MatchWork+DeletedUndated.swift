import PodcastModel

extension MatchWork {
    /// Suppresses deleted episodes without dates that come under new guids (identity C4 22, C6 36).
    ///
    /// Such an episode has nothing but its title, and its file or, of a text, its page. Both have to be the same, and
    /// file or page no other item's, no stored episode's and no other deleted one's, nor the page that of the show.
    /// That does not tell it from the next episode where one address has ever new ones: so it is not believed of a feed
    /// of one item, nor of an episode that has come under other guids twice already.
    mutating func suppressUndated(_ deleted: [DeletedEpisode]) {
        guard !document.isPart, claims.distinctCount > 1 else { return }
        let undated = deleted.filter { $0.publishedAt == nil && !$0.isUndatedSlot }
        guard !undated.isEmpty else { return }
        let showPage = document.showPage.flatMap(CanonicalLink.make)
        suppressUnique(
            undated,
            sharing: .file,
            detail: "its media file and title are the same, and there are no dates",
            accept: { $0.episode.publishedAt == nil && $0.canonicalTitle == $1.canonicalTitle }
        )
        suppressUnique(
            undated,
            sharing: .pageAlone,
            detail: "its page and title are the same, and there are neither dates nor files",
            accept: {
                $0.episode.publishedAt == nil && $0.canonicalTitle == $1.canonicalTitle && $1.canonicalPage != showPage
            }
        )
    }
}

extension DeletedEpisode {
    /// The address of its page in canonical form, if it has no media file.
    var canonicalPage: String? { canonicalEnclosure == nil ? page.flatMap(CanonicalLink.make) : nil }

    /// Whether it has come under so many guids without a date that ever new episodes seem to have its title and file.
    var isUndatedSlot: Bool { publishedAt == nil && formerKeyCount >= Self.keyCountOfSlot }

    /// Whether an item with its file may be this one by its date.
    ///
    /// One that has come under other guids twice already has to be dated to the minute: else it may be that something
    /// new comes at one address several times an hour, and all of it would be kept out, one after the other.
    func mayHaveCome(dated date: Timestamp?) -> Bool {
        guard let date, let old = publishedAt else { return false }
        return date.minute == old.minute || date.isSameMoment(as: old) && formerKeyCount < Self.keyCountOfSlot
    }

    private static let keyCountOfSlot = 2
}
