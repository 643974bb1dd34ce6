import Foundation

/// One growing run of bytes into which the texts of open elements are collected.
///
/// It is reused for every field of a document: an element remembers where its
/// text begins, and the buffer is cut back there when the element ends.
struct TextBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes are in use.
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = capacity
        base = Self.moved(nil, to: capacity)
    }

    deinit {
        free(base)
    }

    /// Appends bytes.
    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, count added: Int) {
        if count + added > capacity { grow(to: count + added) }
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
        if count == capacity { grow(to: count + 1) }
        base[count] = byte
        count += 1
    }

    /// Appends an ASCII literal.
    mutating func append(_ text: StaticString) {
        append(text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// Makes room for bytes, so that appending them moves nothing.
    mutating func reserve(_ added: Int) {
        if count + added > capacity { grow(to: count + added) }
    }

    /// The bytes from a position to the end; valid until the next change.
    @inline(__always)
    func bytes(from start: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: base + start, count: count - start)
    }

    /// Cuts the buffer back.
    @inline(__always)
    mutating func truncate(to length: Int) {
        count = length
    }

    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity + capacity / 2)
        base = Self.moved(base, to: larger)
        capacity = larger
    }

    /// By `realloc`, which moves the pages of a large buffer and does not copy
    /// them: for a moment both copies would be there.
    private static func moved(_ base: UnsafeMutablePointer<UInt8>?, to capacity: Int) -> UnsafeMutablePointer<UInt8> {
        guard let memory = realloc(base, capacity) else { fatalError("out of memory for \(capacity) bytes of text") }
        return memory.assumingMemoryBound(to: UInt8.self)
    }
}
