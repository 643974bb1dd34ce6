import FeedParsing
import PodcastModel

/// One number that tells whether all items of a document are those of the last one, without their being read
/// (identity C7 38).
///
/// It is made of the bytes of the items and of everything else that decides which episodes they become: what stands
/// around them, the versions of what reads and compares them, and whether their guids are used. Equal numbers mean
/// equal episodes with equal keys in the same order; other numbers mean nothing.
enum ItemBlockDigest {
    /// Makes the number.
    ///
    /// - Parameters:
    ///   - block: the items with what stands around them.
    ///   - guidsAreUnreliable: whether they are read without their guids.
    /// - Returns: an XXH64.
    static func make(of block: ItemBlock, guidsAreUnreliable: Bool) -> UInt64 {
        var digest = start(block, guidsAreUnreliable: guidsAreUnreliable)
        block.forEachPiece { digest.update($0) }
        return digest.finalize()
    }

    /// Makes one number of what stands around the items of a block, with all that decides what they become.
    static func surroundings(of block: ItemBlock, guidsAreUnreliable: Bool) -> UInt64 {
        start(block, guidsAreUnreliable: guidsAreUnreliable).finalize()
    }

    /// Makes one number of an item: of its bytes and of its surroundings.
    static func make(ofItem bytes: UnsafeRawBufferPointer, in surroundings: UInt64) -> UInt64 {
        var digest = ContentDigest()
        digest.update(Int64(bitPattern: surroundings))
        digest.update(bytes)
        return digest.finalize()
    }

    private static func start(_ block: ItemBlock, guidsAreUnreliable: Bool) -> ContentDigest {
        var digest = ContentDigest()
        digest.add(1, FeedDocumentReader.version)
        digest.add(2, EpisodeContentHash.version)
        digest.add(3, guidsAreUnreliable)
        for (index, text) in block.surroundings.enumerated() { digest.add(Int64(10 + index), text) }
        digest.end(10)
        return digest
    }
}
