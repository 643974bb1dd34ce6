import PodcastModel

/// One number that tells whether an episode has changed, and how.
///
/// The upper 40 bits are a digest of what a reader or listener would notice,
/// the lower 24 of what publishers change without changing the episode:
/// tokens, counters and tracking prefixes in addresses, the spelling of the
/// date, `updated`. So the one stored number tells three cases apart: equal,
/// nothing is to be written at all; equal in the upper bits, the addresses are
/// refreshed in silence; else it is an edit (identity C5 23).
struct EpisodeContentHash: Hashable, Sendable {
    /// Counts up whenever the same episode gets another number; 1 took tokens of transcripts and the like for content.
    static let version = 2

    /// What the store keeps.
    let value: UInt64

    /// Takes the number out of the store.
    init(value: UInt64) {
        self.value = value
    }

    /// Makes the number of an episode.
    ///
    /// Key and place in the document are not part of it.
    ///
    /// - Parameters:
    ///   - episode: as mapped from the document.
    ///   - canonicalEnclosure: the canonical form of the first enclosure, which the caller has at hand.
    ///   - ignoresGUID: whether the feed's guids are known to change from document to document: another one is no edit.
    init(_ episode: borrowing Episode, canonicalEnclosure: String?, ignoresGUID: Bool = false) {
        var fields = EpisodeFieldDigest(ignoresGUID: ignoresGUID)
        fields.add(episode, canonicalEnclosure: canonicalEnclosure)
        value = fields.content.finalize() & Self.contentMask | fields.volatile.finalize() & ~Self.contentMask
    }

    /// Whether both differ in nothing that anybody would notice.
    func hasSameContent(as other: EpisodeContentHash) -> Bool {
        (value ^ other.value) & Self.contentMask == 0
    }

    private static let contentMask: UInt64 = 0xFFFF_FFFF_FF00_0000
}
