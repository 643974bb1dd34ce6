import FeedParsing
import Foundation

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

    /// All items as bytes (``ItemBlockDigest``).
    var block: UInt64
    /// What they tell of the feed.
    var findings: ItemFindings
    /// What stood around the items (``ItemBlockDigest``).
    var surroundings: UInt64 = 0
    /// What they have taken of the parser's limits.
    var costs = ItemCosts()
    /// None if they cannot be told apart; never of an item that gives rise to a warning.
    var entries: [Entry] = []

    /// What the parser has to know to leave them out.
    var knownItems: KnownItems { KnownItems(digests: Set(entries.map(\.item)), costs: costs) }

    /// Numbers of eight bytes, the lowest first, and what the items tell as JSON behind them.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * (Self.headCount + 2 * entries.count))
        func append(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        for number in [Self.version, block, surroundings] { append(number) }
        for cost in [costs.allowance, costs.extensions, costs.names] { append(UInt64(max(0, cost))) }
        append(UInt64(entries.count))
        for entry in entries {
            append(entry.item)
            append(entry.episode)
        }
        return bytes + findings.bytes
    }

    private static let version: UInt64 = 2
    private static let headCount = 7
}

extension ItemMemory {
    /// Decodes what was stored; nil if that is of another version or damaged, and every item has to be read.
    init?(bytes: [UInt8]) {
        guard let head = Head(bytes: bytes), let findings = head.findings(in: bytes) else { return nil }
        self.init(block: head.block, findings: findings, surroundings: head.surroundings, costs: head.costs)
        entries = bytes.withUnsafeBytes { raw in
            stride(from: 8 * Self.headCount, to: head.entriesEnd, by: 16).map {
                Entry(item: Head.number(in: raw, at: $0), episode: Head.number(in: raw, at: $0 + 8))
            }
        }
    }

    /// Whether something is remembered of single items, by what was stored.
    static func hasEntries(_ bytes: [UInt8]) -> Bool {
        Head(bytes: bytes).map { $0.entriesEnd > 8 * headCount } ?? false
    }

    /// What the items of a block tell of the feed, by what was stored; nil if that is of another block, of another
    /// version or damaged.
    static func findings(of block: UInt64, in bytes: [UInt8]) -> ItemFindings? {
        guard let head = Head(bytes: bytes), head.block == block else { return nil }
        return head.findings(in: bytes)
    }

    /// What stands before the entries.
    private struct Head {
        let block: UInt64
        let surroundings: UInt64
        let costs: ItemCosts
        let entriesEnd: Int

        init?(bytes: [UInt8]) {
            guard bytes.count >= 8 * ItemMemory.headCount else { return nil }
            let numbers = bytes.withUnsafeBytes { raw in
                (0..<ItemMemory.headCount).map { Self.number(in: raw, at: 8 * $0) }
            }
            guard numbers[0] == ItemMemory.version, let allowance = Int(exactly: numbers[3]),
                let extensions = Int(exactly: numbers[4]), let names = Int(exactly: numbers[5]),
                max(allowance, extensions, names) <= Int(Int32.max), numbers[6] <= UInt64(bytes.count / 16)
            else { return nil }
            (block, surroundings) = (numbers[1], numbers[2])
            costs = ItemCosts(allowance: allowance, extensions: extensions, names: names)
            entriesEnd = 8 * ItemMemory.headCount + 16 * Int(numbers[6])
            guard entriesEnd <= bytes.count else { return nil }
        }

        func findings(in bytes: [UInt8]) -> ItemFindings? { ItemFindings(bytes: bytes[entriesEnd...]) }

        static func number(in raw: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
    }
}

extension ItemFindings {
    /// As JSON; nothing for the podcasts of which all is well, which are most.
    fileprivate var bytes: [UInt8] {
        guard self != Self.ofMost else { return [] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // What cannot be encoded cannot be decoded, and is read again.
        return (try? encoder.encode(self)).map(Array.init) ?? [0]
    }

    /// Decodes what was stored; nil if it is damaged, or says something that this version does not know.
    fileprivate init?(bytes: ArraySlice<UInt8>) {
        self = Self.ofMost
        guard !bytes.isEmpty else { return }
        guard let findings = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = findings
    }
}
