import PodcastModel

/// What a stored episode has to have in common with one of several items for any evidence to take the one for the other.
///
/// All evidence but keys compares titles, with or without their numbers, files, their names where there is no date, or
/// dates, none of them further than to the minute, or together with the title. A later page of a paged feed, or the
/// newest item of a feed that lists its last ones, has nothing in common with nearly all that is stored: so these are
/// looked at once, and not for each kind of evidence.
struct CommonTraits {
    private let titles: Set<String>
    private let titleEnds: Set<UInt32>
    private let files: Set<String>
    private let undatedNames: Set<String>
    private let minutes: Set<Int64>

    init(of items: [IncomingEpisode]) {
        titles = Set(items.map { CanonicalTitle.withoutNumber($0.canonicalTitle) })
        titleEnds = Set(items.compactMap { Self.end(of: $0.canonicalTitle) })
        files = Set(items.compactMap(\.canonicalEnclosure))
        undatedNames = Set(
            items.filter { $0.episode.publishedAt == nil }
                .compactMap { MediaFileName.mediaName(inCanonical: $0.canonicalEnclosure) }
        )
        minutes = Set(items.compactMap(\.episode.publishedAt?.minute))
    }

    /// Whether a stored episode has any of them.
    func areAny(of row: EpisodeIdentity) -> Bool {
        if let date = row.publishedAt, minutes.contains(date.minute) { return true }
        if let file = row.canonicalEnclosure, files.contains(file) { return true }
        if !undatedNames.isEmpty, let name = MediaFileName.mediaName(inCanonical: row.canonicalEnclosure),
            undatedNames.contains(name)
        {
            return true
        }
        // Looking for a number in front takes longer than all else.
        if let end = Self.end(of: row.canonicalTitle), !titleEnds.contains(end) { return false }
        return titles.contains(CanonicalTitle.withoutNumber(row.canonicalTitle))
    }

    /// The last three bytes of a title, which no number in front takes from it; nil if they are not three characters of
    /// ASCII: what is equal to others has their bytes.
    private static func end(of title: String) -> UInt32? {
        let bytes = title.utf8.suffix(3)
        guard bytes.count == 3, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
