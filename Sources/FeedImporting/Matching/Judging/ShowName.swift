import PodcastModel

/// What a show calls itself, and where it is at home.
struct ShowName {
    private let title: String?
    private let site: String?

    init(_ podcast: Podcast) {
        title = podcast.title.map(CanonicalTitle.make)
        site = podcast.link.flatMap(CanonicalLink.make)
    }

    /// Whether the names are equal; numbers in them may differ if the site is the same: some titles have a date.
    func isSame(as other: ShowName) -> Bool {
        guard let title, let otherTitle = other.title else { return false }
        return title == otherTitle || hasSameSite(as: other) && hasSameWords(as: other)
    }

    /// Whether the names are equal but for numbers, or the site is the same.
    ///
    /// That is enough between two documents of which neither is known, but a publisher may have one site for all shows.
    func isAlike(_ other: ShowName) -> Bool {
        hasSameSite(as: other) || hasSameWords(as: other)
    }

    private func hasSameSite(as other: ShowName) -> Bool { site != nil && site == other.site }

    private func hasSameWords(as other: ShowName) -> Bool {
        guard let words = title?.filter({ !$0.isNumber }), words.contains(where: \.isLetter) else { return false }
        return words == other.title?.filter { !$0.isNumber }
    }
}
