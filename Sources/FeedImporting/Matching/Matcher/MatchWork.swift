import PodcastModel

/// The state of one matching: what is given, and what has been found out so far.
///
/// What the passes find goes into values that each say what they are about; beside these is what several of the passes
/// look up.
struct MatchWork {
    let incoming: [IncomingEpisode]
    let rows: [EpisodeIdentity]
    let document: MatchDocument
    let rowByKey: [ExactText: Int]

    var claims: Claims
    var formerKeys: FormerKeys
    var deletedEpisodes: DeletedEpisodes
    var hostMove = HostMove()
    var earlierMove = EarlierMove()

    /// Keys of items whose own key may not be used.
    private(set) var otherKeys: [Int: SyntheticKey.Made] = [:]
    /// The keys of the document and those given instead; made when first asked for.
    private var keysInUse: Set<ExactText>?

    /// The pairs that have two of file, title and time in common which no others have, the strongest evidence first;
    /// they are made when first asked for.
    private(set) lazy var pairsOfTwo = findPairsOfTwo()

    /// The rows that such pairs say an item is, where they tell it from its neighbours; found when first asked for.
    private(set) lazy var rowsByTwo = findRowsByTwo()

    /// How many stored and deleted episodes have each title; counted when first asked for.
    private(set) lazy var knownTitleCounts =
        (rows.map(\.canonicalTitle) + deletedEpisodes.all.map(\.canonicalTitle)).occurrences

    /// What is newer than all that is stored or was deleted; found when first asked for.
    private(set) lazy var newestKnown = NewestStored(rows, deletedEpisodes.all, now: document.now)

    /// Items under a former key of a stored episode that are others.
    var foreignItems: Set<Int> = []
    /// Items whose guid was that of another known episode.
    var changedPlaces: Set<Int> = []
    /// Keys that several episodes have, or had, so that none of them is identified by it.
    var sharedBases: Set<ExactText> = []
    /// The rows, claimed or not, that evidence may point to: those that have anything in common with these, or all where
    /// that is not worth finding out.
    var rowsInQuestion: [Int] = []
    var warnings: [ImportWarning] = []

    init(incoming: [IncomingEpisode], stored: StoredEpisodes, document: MatchDocument) {
        self.incoming = incoming
        rows = KeptDates.rows(stored.identities, asIn: incoming)
        self.document = document
        var rowByKey: [ExactText: Int] = [:]
        rowByKey.reserveCapacity(rows.count)
        for index in rows.indices { rowByKey[ExactText(rows[index].key)] = index }
        self.rowByKey = rowByKey
        claims = Claims(itemCount: incoming.count, rowCount: rows.count)
        formerKeys = FormerKeys(stored.aliases, now: document.now)
        deletedEpisodes = DeletedEpisodes(stored.tombstones)
    }

    /// Those of the rows in question that no item has claimed.
    var unclaimedInQuestion: [Int] { rowsInQuestion.filter { !claims.isClaimed($0) } }

    /// Settles an item as an episode that was deleted here; its key is given if the item has another.
    mutating func settle(_ item: Int, asDeleted key: String?, because detail: String) {
        if let key { deletedEpisodes.formerKeys[item] = key }
        claims.settle(item, as: .tombstone, detail: "the episode was deleted here; " + detail)
    }

    /// Whether no row has the key, nor has an episode had it that was deleted here.
    func isAvailable(_ key: String) -> Bool {
        rowByKey[ExactText(key)] == nil && !deletedEpisodes.keys.contains(ExactText(key))
    }

    /// Whether it is available, and no item has it either.
    mutating func isFree(_ key: String) -> Bool {
        guard isAvailable(key) else { return false }
        let inUse = keysInUse ?? Set(incoming.map { ExactText($0.episode.key) })
        keysInUse = inUse
        return !inUse.contains(ExactText(key))
    }

    /// Gives an item another key than its own.
    mutating func useKey(_ key: SyntheticKey.Made, for item: Int) {
        otherKeys[item] = key
        keysInUse?.insert(ExactText(key.key))
    }

    /// Whether, of two items that are one episode, the first is the later one; their places do not count.
    func isLater(_ first: Int, than second: Int) -> Bool {
        let left = incoming[first]
        let right = incoming[second]
        if left.episode.publishedAt != right.episode.publishedAt {
            return (left.episode.publishedAt?.epochSeconds ?? .min) > (right.episode.publishedAt?.epochSeconds ?? .min)
        }
        if left.episode.updatedAt != right.episode.updatedAt {
            return (left.episode.updatedAt?.epochSeconds ?? .min) > (right.episode.updatedAt?.epochSeconds ?? .min)
        }
        return left.contentHash > right.contentHash
    }
}

extension Sequence where Element: Hashable {
    /// How often each element is there.
    var occurrences: [Element: Int] { reduce(into: [:]) { $0[$1, default: 0] += 1 } }
}
