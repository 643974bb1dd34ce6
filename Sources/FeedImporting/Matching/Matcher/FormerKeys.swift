import PodcastModel

/// The keys that the stored episodes had before those they have now (identity C4 19).
struct FormerKeys {
    let aliases: [ExactText: EpisodeAlias]
    private let now: Timestamp

    /// How many each episode has; counted when first asked for.
    private lazy var counts = aliases.values.map(\.episodeID).occurrences

    /// How many each episode has given up within a year; counted when first asked for.
    private lazy var recentCounts = countRecent()

    /// With so many former keys from one year an episode's guid is taken to change by itself: podcasts move less often
    /// than that.
    static let volatileCount = 5
    /// With so many former keys no more are kept of a deleted episode, nor of copies: a dozen servers may answer by
    /// turns, each with a key of its own.
    static let endlessCount = 12
    private static let volatileSeconds: Int64 = 365 * 86_400

    init(_ aliases: [ExactText: EpisodeAlias], now: Timestamp) {
        self.aliases = aliases
        self.now = now
    }

    /// The number of the episode that had a key.
    subscript(key: String) -> Int64? { aliases[ExactText(key)]?.episodeID }

    /// How many an episode has.
    mutating func count(of id: Int64) -> Int { counts[id, default: 0] }

    /// How many an episode has given up within a year.
    mutating func recentCount(of id: Int64) -> Int { recentCounts[id, default: 0] }

    private func countRecent() -> [Int64: Int] {
        let oldest = now.adding(seconds: -Self.volatileSeconds)
        return aliases.values.filter { $0.since.map { $0 >= oldest } ?? true }.map(\.episodeID).occurrences
    }
}
