/// Tells whether a text is the one that was read just before.
///
/// Many feeds give every item the same author and the same keywords; what was
/// made of them last time is good again, and is shared instead of copied.
struct RepeatedText {
    private var last: [UInt8] = []

    /// Whether these are the bytes of the last call; remembers them.
    mutating func isSame(as bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if last.count == bytes.count, last.elementsEqual(bytes) { return true }
        last.removeAll(keepingCapacity: true)
        last.append(contentsOf: bytes)
        return false
    }
}
