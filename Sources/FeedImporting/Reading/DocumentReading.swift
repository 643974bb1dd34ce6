import FeedLoading
import FeedParsing
import PodcastModel

/// A document, and what has to be known of it beside its bytes to read it.
struct DocumentSource: Sendable {
    let body: FeedBody
    /// What relative addresses are relative to.
    let baseURL: String?
    /// What HTTP said of the encoding.
    let charset: String?
    /// Whether earlier documents have shown that the guids are of no use (identity C2 10).
    var guidsAreUnreliable: Bool
}

/// What all items of a document are recognised by (``ItemBlockDigest``).
struct KnownItemBlock: Sendable {
    let digest: UInt64
    /// What the items tell of the feed; nothing if they were left out.
    let findings: ItemFindings
}

/// What was read of a document.
struct DocumentReading: Sendable {
    var document: FeedDocument
    /// Whether it was read without its guids.
    let guidsAreUnreliable: Bool
    /// What its items can be recognised by without being read; nil if they cannot.
    let itemBlock: KnownItemBlock?
    /// Whether its items are known and were left out here.
    let itemsAreLeftOut: Bool
    /// The items one by one; nil if they cannot be told apart, or are left out together.
    var layout: ItemLayout?

    /// Takes the episodes out of the document, ready to be matched.
    mutating func takeEpisodes() -> [IncomingEpisode] {
        let episodes = document.episodes
        document.episodes = []
        return IncomingEpisode.list(from: episodes, guidsAreUnreliable: guidsAreUnreliable)
    }
}

/// Which items of a document are read.
enum ItemReading: Sendable {
    /// All; they need not be recognised later.
    case all
    /// All but the block of items with this digest, if one is known, and the items that are remembered one by one.
    case unknown(UInt64?, ItemMemoryLookup? = nil)

    /// What the parser is to do to recognise them.
    func recognition(guidsAreUnreliable: Bool) -> ItemBlockRecognition? {
        guard case .unknown(let known, let lookup) = self else { return nil }
        let items = ItemRecognition(
            surroundings: { ItemBlockDigest.surroundings(of: $0, guidsAreUnreliable: guidsAreUnreliable) },
            digest: { ItemBlockDigest.make(ofItem: $0, in: $1) },
            known: { lookup?.memory(in: $0)?.knownItems }
        )
        return ItemBlockRecognition(
            known: known,
            findings: { known.flatMap { lookup?.findings(of: $0) } },
            items: items,
            digest: { ItemBlockDigest.make(of: $0, guidsAreUnreliable: guidsAreUnreliable) }
        )
    }

    /// What was remembered when it was looked up.
    ///
    /// - Throws: what went wrong then.
    func found() throws -> ItemMemory? {
        guard case .unknown(_, let lookup?) = self else { return nil }
        return try lookup.found()
    }
}
