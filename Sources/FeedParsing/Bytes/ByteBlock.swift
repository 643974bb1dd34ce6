/// Sixteen bytes that are looked at together.
///
/// Comparisons give marks: 0xFF for each byte for which they hold, and 0 for
/// the others.
typealias ByteBlock = SIMD16<UInt8>

extension ByteBlock {
    /// The bytes at an offset.
    @inline(__always)
    init(_ base: UnsafeRawPointer, at offset: Int) {
        self = base.loadUnaligned(fromByteOffset: offset, as: Self.self)
    }

    @inline(__always)
    var isZero: Bool {
        let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }

    /// How many are marked, for the sum of up to 255 blocks of marks.
    ///
    /// Each mark is -1 in such a sum.
    var markCount: Int {
        var count = 0
        for place in indices { count += Int(0 &- self[place]) }
        return count
    }

    @inline(__always)
    func marks(of byte: UInt8) -> Self {
        unsafeBitCast(self .== Self(repeating: byte), to: Self.self)
    }

    @inline(__always)
    func marks(from byte: UInt8) -> Self {
        unsafeBitCast(self .>= Self(repeating: byte), to: Self.self)
    }

    @inline(__always)
    func marks(below byte: UInt8) -> Self {
        unsafeBitCast(self .< Self(repeating: byte), to: Self.self)
    }
}
