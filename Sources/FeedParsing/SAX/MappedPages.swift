import Foundation

/// Gives pages of a mapped file back to the kernel when they were read.
///
/// Nothing is lost by that: a page that is touched again is read again.
struct MappedPages {
    /// How much is given back at a time.
    private static let step = 1 << 20

    private let base: UInt
    private let pageBytes = UInt(sysconf(Int32(_SC_PAGESIZE)))
    private var released: UInt

    /// Watches over a part of a mapping.
    ///
    /// - Parameter bytes: The part that is read, from its beginning to its end.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        base = UInt(bitPattern: bytes.baseAddress)
        released = (base + pageBytes - 1) / pageBytes * pageBytes
    }

    /// Gives back the pages before a position, if they are many.
    mutating func release(before position: Int) {
        let end = (base + UInt(position)) / pageBytes * pageBytes
        guard end >= released + UInt(Self.step) else { return }
        // Advice: where it is not taken, memory stays in use, and that is all.
        madvise(UnsafeMutableRawPointer(bitPattern: released), Int(end - released), MADV_DONTNEED)
        released = end
    }
}
