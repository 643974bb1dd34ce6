import PodcastModel

/// What is known of the episodes that were deleted here, and under which other keys a document lists them.
struct DeletedEpisodes {
    /// All keys that they are known to have had.
    let keys: Set<ExactText>
    /// They themselves, as far as more than their keys is remembered.
    let all: [DeletedEpisode]

    /// Each by the key under which it is described; collected when first asked for.
    private(set) lazy var byKey = Dictionary(all.map { (ExactText($0.key), $0) }) { first, _ in first }

    /// Those under keys made of one that several shared, by that one; collected when first asked for.
    private(set) lazy var byBase = collectByBase()

    /// File, title and time of each; collected when first asked for.
    private lazy var descriptions = Set(all.compactMap { EvidenceKey(.everything, of: $0) })

    /// The former keys of items that were recognised as some of them.
    var formerKeys: [Int: String] = [:]

    /// Under which keys those are described that came under a former guid.
    var describedKeys: [Int: String] = [:]

    init(_ tombstones: Tombstones) {
        keys = tombstones.keys
        all = tombstones.episodes
    }

    /// Whether file, title and time of an item are all those of one of them; where neither has a file, title and time.
    mutating func areDescribed(by item: IncomingEpisode) -> Bool {
        guard !all.isEmpty else { return false }
        return EvidenceKey(.everything, of: item).map { descriptions.contains($0) } ?? false
    }

    /// What tells that a file belongs to one of them rather than to a stored one that has it under another title.
    var filesAndTitles: Set<EvidenceKey> { Set(all.compactMap { EvidenceKey(.fileAndTitle, of: $0) }) }

    private func collectByBase() -> [ExactText: [DeletedEpisode]] {
        var byBase: [ExactText: [DeletedEpisode]] = [:]
        for episode in all {
            guard let base = SyntheticKey.base(ofShared: episode.key) else { continue }
            byBase[ExactText(base), default: []].append(episode)
        }
        return byBase
    }
}
