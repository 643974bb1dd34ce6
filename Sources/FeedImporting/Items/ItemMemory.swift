import FeedParsing

/// What is remembered of the items of a feed's last document, so that the next one's need not all be read
/// (identity C7 38).
///
/// Of each item it keeps two digests: one of its bytes, and one of what it is matched by. A later item with the same
/// bytes is the same item; and as long as the store has an episode with the second digest, that episode can answer
/// everything the matcher asks of the item.
struct ItemMemory: Sendable, Equatable {
    /// The two digests of one item.
    struct Entry: Sendable, Hashable {
        /// Of its bytes and its surroundings (``ItemBlockDigest``).
        let item: UInt64
        /// Of what it is matched by (``EpisodeIdentity/matchingDigest``).
        let episode: UInt64
    }

    /// What stood around the items (``ItemBlockDigest``).
    let surroundings: UInt64
    /// What they have taken of the parser's limits.
    let costs: ItemCosts
    let entries: [Entry]

    /// What the parser has to know to leave them out.
    var knownItems: KnownItems { KnownItems(digests: Set(entries.map(\.item)), costs: costs) }

    /// Numbers of eight bytes, the lowest first.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * (Self.headCount + 2 * entries.count))
        func append(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        for number in [Self.version, surroundings] { append(number) }
        for cost in [costs.allowance, costs.extensions, costs.names] { append(UInt64(max(0, cost))) }
        for entry in entries {
            append(entry.item)
            append(entry.episode)
        }
        return bytes
    }

    private static let version: UInt64 = 1
    private static let headCount = 5
}

extension ItemMemory {
    /// Decodes what was stored; nil if that is of another version or damaged, and every item has to be read.
    init?(bytes: [UInt8]) {
        guard bytes.count % 16 == 8, bytes.count >= 8 * Self.headCount else { return nil }
        let numbers = bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count, by: 8).map {
                UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
            }
        }
        guard numbers[0] == Self.version, let allowance = Int(exactly: numbers[2]),
            let extensions = Int(exactly: numbers[3]), let names = Int(exactly: numbers[4]),
            max(allowance, extensions, names) <= Int(Int32.max)
        else { return nil }
        self.init(
            surroundings: numbers[1],
            costs: ItemCosts(allowance: allowance, extensions: extensions, names: names),
            entries: stride(from: Self.headCount, to: numbers.count, by: 2).map {
                Entry(item: numbers[$0], episode: numbers[$0 + 1])
            }
        )
    }
}
