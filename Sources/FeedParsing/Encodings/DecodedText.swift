/// A document in another encoding, brought to UTF-8, and what of it was no character (feed formats E3).
struct DecodedText {
    private(set) var bytes: [UInt8] = []
    /// How many times bytes were no character.
    private(set) var failureCount = 0
    /// The line of the first of them.
    private(set) var failureLine: Int?

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// A document that is in UTF-8 by now.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func append(contentsOf characters: some Collection<UInt8>) {
        bytes.append(contentsOf: characters)
    }

    /// Puts U+FFFD where bytes are no character.
    mutating func appendReplacement() {
        if failureLine == nil { failureLine = bytes.count { $0 == 0x0A } + 1 }
        failureCount += 1
        bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
    }

    /// The same with other bytes in the place of some.
    func with(_ bytes: [UInt8]) -> DecodedText {
        var text = self
        text.bytes = bytes
        return text
    }

    /// Says that bytes were replaced, if any were.
    func warnings(about encoding: String) -> [FeedWarning] {
        guard failureCount > 0 else { return [] }
        return [
            FeedWarning(
                kind: .invalidBytes,
                line: failureLine,
                detail: "bytes that are no character in \(encoding) were replaced by U+FFFD"
                    + FeedWarning.times(failureCount)
            )
        ]
    }
}
