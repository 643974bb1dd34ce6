/// A document in UTF-8 in which control characters stand in tags, without them (feed formats E4).
///
/// Anywhere else the cleaner takes them out; in a name or between attributes they would make another tag of it, or
/// none.
struct ControlsInTags {
    /// The document without any control character.
    let bytes: [UInt8]
    private let first: Int
    private let count: Int

    /// Nil where no tag has one.
    init?(_ source: UnsafeBufferPointer<UInt8>) {
        guard let first = source.firstIndex(where: Self.isControl), Self.areInTag(source) else { return nil }
        self.first = first
        bytes = source.filter { !Self.isControl($0) }
        count = source.count - bytes.count
    }

    /// Says what was done to what was given.
    func warning(in source: UnsafeBufferPointer<UInt8>) -> FeedWarning {
        FeedWarning(
            kind: .controlCharacters,
            line: ASCIIText.lineFeeds(in: source, 0..<first) + 1,
            detail: "a control character was removed" + FeedWarning.times(count)
        )
    }

    /// Whether any stands between the bracket and the end of what looks like a tag.
    private static func areInTag(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
        var isInTag = false
        for (index, byte) in source.enumerated() {
            switch byte {
            case 0x3C:
                guard index + 1 < source.count else { return false }
                let next = source[index + 1]
                isInTag = next == 0x2F || MarkupScanner.isNameStart(next) || isControl(next)
            case 0x3E: isInTag = false
            default: if isInTag, isControl(byte) { return true }
            }
        }
        return false
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
}
