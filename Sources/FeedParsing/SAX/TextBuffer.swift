import Foundation

/// One growing run of bytes into which the texts of open elements are collected.
///
/// It is reused for every field of a document: an element remembers where its
/// text begins, and the buffer is cut back there when the element ends.
struct TextBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    /// How many bytes are in use.
    private(set) var count = 0
    /// Whether the system refused memory; what is appended since may be lost.
    private(set) var isOutOfMemory = false

    init(capacity: Int) {
        _ = grow(to: capacity)
    }

    deinit {
        free(base)
    }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, count added: Int) {
        guard count + added <= capacity || grow(to: count + added), let base else { return }
        (base + count).update(from: bytes, count: added)
        count += added
    }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        append(start, count: bytes.count)
    }

    /// Appends one byte.
    mutating func append(_ byte: UInt8) {
        guard count < capacity || grow(to: count + 1), let base else { return }
        base[count] = byte
        count += 1
    }

    /// Appends an ASCII literal.
    mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Makes room for bytes, so that appending them moves nothing.
    mutating func reserve(_ added: Int) {
        if count + added > capacity { _ = grow(to: count + added) }
    }

    /// The bytes from a position to the end; valid until the next change.
    @inline(__always)
    func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
        guard let base else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: base + start, count: count - start)
    }

    /// Cuts the buffer back.
    @inline(__always)
    mutating func truncate(to length: Int) {
        count = length
    }

    /// By `realloc`, which moves the pages of a large buffer and does not copy
    /// them: for a moment both copies would be there.
    @inline(never)
    private mutating func grow(to needed: Int) -> Bool {
        let larger = max(needed, capacity + capacity / 2)
        guard let memory = realloc(base, larger) else {
            isOutOfMemory = true
            return false
        }
        base = memory.assumingMemoryBound(to: UInt8.self)
        capacity = larger
        return true
    }
}
