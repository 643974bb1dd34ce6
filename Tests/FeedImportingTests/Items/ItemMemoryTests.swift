import FeedParsing
import PodcastModel
import Testing

@testable import FeedImporting

/// What is remembered of items is read back as it was, or not at all.
struct ItemMemoryTests {
    private static let memory = ItemMemory(
        block: 7,
        findings: .ofMost,
        surroundings: .max,
        costs: ItemCosts(allowance: 1, extensions: 2, names: 3),
        entries: [.init(item: 4, episode: 5), .init(item: .max - 1, episode: 0)]
    )

    @Test func isReadBackAsItWas() {
        #expect(ItemMemory(bytes: Self.memory.bytes) == Self.memory)
        #expect(Self.memory.bytes.count == 56 + 2 * 16)
    }

    @Test func whatTheItemsTellIsReadBackForTheirBlockOnly() throws {
        // Given items of which it is not known whether they can be played
        let memory = ItemMemory(block: 7, findings: ItemFindings())

        // Then
        #expect(ItemMemory(bytes: memory.bytes) == memory)
        #expect(memory.findings != Self.memory.findings)
        for memory in [memory, Self.memory] {
            #expect(ItemMemory.findings(of: 7, in: memory.bytes) == memory.findings)
            #expect(ItemMemory.findings(of: 8, in: memory.bytes) == nil)
            #expect(ItemMemory.findings(of: 7, in: memory.bytes + [0x7B]) == nil)
        }
        #expect(!ItemMemory.hasEntries(memory.bytes) && !ItemMemory.hasEntries([]))
        #expect(ItemMemory.hasEntries(Self.memory.bytes))
        let lookup = ItemMemoryLookup { memory.bytes }
        #expect(lookup.findings(of: 7) == memory.findings)
        #expect(lookup.memory(in: 0) == nil)
        #expect(try lookup.found() == nil)
    }

    @Test func isNotReadIfItIsOfAnotherFormOrDamaged() {
        var other = Self.memory.bytes
        other[0] = 1
        var large = Self.memory.bytes
        large[31] = 0x7F
        let cut = [1, 8].map { Array(Self.memory.bytes.dropLast($0)) }
        for bytes in [[], [1], other, large] + cut {
            #expect(ItemMemory(bytes: bytes) == nil)
        }
    }

    @Test func anEpisodeThatDiffersInAnythingThatIsMatchedHasAnotherNumber() {
        // Given
        func identity(
            key: String = "k",
            kind: EpisodeKeyKind = .guid,
            hash: UInt64 = 1,
            file: String? = "f",
            title: String = "t",
            date: Int64? = 2,
            duration: Int? = 3
        ) -> EpisodeIdentity {
            EpisodeIdentity(
                id: 1,
                key: key,
                keyKind: kind,
                contentHash: hash,
                canonicalEnclosure: file,
                canonicalTitle: title,
                publishedAt: date.map(Timestamp.init(epochSeconds:)),
                durationSeconds: duration,
                absentSince: nil,
                removedAt: nil
            )
        }
        let all = [
            identity(), identity(key: "l"), identity(kind: .link), identity(hash: 2), identity(file: nil),
            identity(file: "g"), identity(title: "u"), identity(date: nil), identity(date: 3),
            identity(duration: nil), identity(duration: 4),
        ]

        // Then
        #expect(Set(all.map(\.matchingDigest)).count == all.count)
        for identity in all {
            #expect(IncomingEpisode(standingFor: identity, position: 7).matchingDigest == identity.matchingDigest)
        }
    }

    @Test func whatCannotBeLookedUpIsSaidToWhoeverReads() throws {
        struct Broken: Error {}
        let lookup = ItemMemoryLookup { throw Broken() }
        #expect(lookup.memory(in: 1) == nil)
        #expect(throws: Broken.self) { try lookup.found() }
        let found = ItemMemoryLookup { Self.memory.bytes }
        #expect(try found.found() == nil)
        #expect(found.memory(in: 1) == nil)
        #expect(found.memory(in: .max) == Self.memory)
        #expect(try found.found() == Self.memory)
    }
}
