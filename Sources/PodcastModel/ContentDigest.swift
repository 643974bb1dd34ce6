/// A streaming XXH64 digest (seed 0), used to recognise unchanged content.
///
/// The digests of feed bodies and of episodes are stored, so the formula is
/// fixed by its published definition and does not change between versions or
/// machines. It guards against accidents, not against forgery: a publisher
/// who forges a collision can only hide an edit of their own feed.
package struct ContentDigest: Sendable {
    private var lane1: UInt64 = prime1 &+ prime2
    private var lane2: UInt64 = prime2
    private var lane3: UInt64 = 0
    private var lane4: UInt64 = 0 &- prime1
    private var totalCount: UInt64 = 0
    /// The up to 31 bytes that do not fill a stripe yet.
    private var pending: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var pendingCount = 0

    /// Makes the digest of nothing yet.
    package init() {}

    /// Adds bytes; the result depends on their order, not on how they were cut.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        totalCount &+= UInt64(bytes.count)
        guard let base = bytes.baseAddress else { return }
        var offset = 0
        if pendingCount > 0 {
            offset = min(32 - pendingCount, bytes.count)
            fillPending(from: base, count: offset)
            guard pendingCount == 32 else { return }
            consume(pending.0, pending.1, pending.2, pending.3)
            pendingCount = 0
        }
        offset = consumeStripes(base, from: offset, end: bytes.count)
        fillPending(from: base + offset, count: bytes.count - offset)
    }

    /// Adds the UTF-8 bytes of a text.
    package mutating func update(_ text: String) {
        text.utf8Span.span.withUnsafeBytes { update($0) }
    }

    /// Adds eight bytes, the little-endian form of an integer.
    package mutating func update(_ integer: Int64) {
        guard pendingCount <= 24 else { return withUnsafeBytes(of: integer.littleEndian) { update($0) } }
        // Nine of ten: each field begins with one of these.
        totalCount &+= 8
        let start = pendingCount
        withUnsafeMutableBytes(of: &pending) { buffer in
            buffer.storeBytes(of: integer.littleEndian, toByteOffset: start, as: Int64.self)
        }
        pendingCount += 8
        guard pendingCount == 32 else { return }
        consume(pending.0, pending.1, pending.2, pending.3)
        pendingCount = 0
    }

    /// The digest of everything added so far.
    package func finalize() -> UInt64 {
        var hash: UInt64
        if totalCount >= 32 {
            hash = lane1.rotated(1) &+ lane2.rotated(7) &+ lane3.rotated(12) &+ lane4.rotated(18)
            for lane in [lane1, lane2, lane3, lane4] {
                hash = (hash ^ Self.round(0, lane)) &* prime1 &+ prime4
            }
        } else {
            hash = prime5
        }
        hash &+= totalCount
        withUnsafeBytes(of: pending) { bytes in
            var offset = 0
            while offset + 8 <= pendingCount {
                hash ^= Self.round(0, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                hash = hash.rotated(27) &* prime1 &+ prime4
                offset += 8
            }
            if offset + 4 <= pendingCount {
                hash ^= UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) &* prime1
                hash = hash.rotated(23) &* prime2 &+ prime3
                offset += 4
            }
            while offset < pendingCount {
                hash ^= UInt64(bytes[offset]) &* prime5
                hash = hash.rotated(11) &* prime1
                offset += 1
            }
        }
        hash = (hash ^ (hash >> 33)) &* prime2
        hash = (hash ^ (hash >> 29)) &* prime3
        return hash ^ (hash >> 32)
    }
}

extension ContentDigest {
    private mutating func fillPending(from source: UnsafeRawPointer, count: Int) {
        guard count > 0 else { return }
        let start = pendingCount
        withUnsafeMutableBytes(of: &pending) { buffer in
            UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
                .copyMemory(from: UnsafeRawBufferPointer(start: source, count: count))
        }
        pendingCount += count
    }

    /// Takes in all whole stripes; the lanes live in registers meanwhile.
    private mutating func consumeStripes(_ base: UnsafeRawPointer, from start: Int, end: Int) -> Int {
        var (one, two, three, four) = (lane1, lane2, lane3, lane4)
        var offset = start
        while end - offset >= 32 {
            one = Self.round(one, base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            two = Self.round(two, base.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
            three = Self.round(three, base.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
            four = Self.round(four, base.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
            offset += 32
        }
        (lane1, lane2, lane3, lane4) = (one, two, three, four)
        return offset
    }

    @inline(__always)
    private mutating func consume(_ word1: UInt64, _ word2: UInt64, _ word3: UInt64, _ word4: UInt64) {
        lane1 = Self.round(lane1, word1)
        lane2 = Self.round(lane2, word2)
        lane3 = Self.round(lane3, word3)
        lane4 = Self.round(lane4, word4)
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        (lane &+ UInt64(littleEndian: word) &* prime2).rotated(31) &* prime1
    }
}

private let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
private let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
private let prime3: UInt64 = 0x1656_67B1_9E37_79F9
private let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
private let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

extension UInt64 {
    @inline(__always)
    fileprivate func rotated(_ count: UInt64) -> UInt64 {
        (self << count) | (self >> (64 - count))
    }
}
