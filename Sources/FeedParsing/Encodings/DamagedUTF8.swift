/// A document that should be UTF-8 and is not, or not all of it, brought to UTF-8 (feed formats E3).
///
/// Two kinds of documents look like this: those in windows-1252 that do not say so, and those in UTF-8 into which text
/// in windows-1252 was pasted. Both have a few sequences that are UTF-8; in the first kind they are so by accident, as
/// in "É»". So they are counted: where they are fewer than the bytes that are none, the document is windows-1252, or in
/// what stands for it in the language that the document is in.
///
/// Every byte that windows-1252 defines becomes its character there.
///
/// In UTF-8, surrogates are no such bytes: programs that keep text in UTF-16 write each of a pair by itself. A pair
/// becomes its character, and half of one goes (E4).
struct DamagedUTF8 {
    /// The document in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// Where the first byte is that is not UTF-8, in what was given.
    let firstInvalid: Int
    /// How many bytes are not UTF-8.
    private(set) var invalidCount = 0
    /// How many characters were written as surrogates.
    private(set) var surrogateCount = 0
    /// What the document was read as.
    private(set) var encodingName = "windows-1252"

    /// Nil for what is UTF-8.
    init?(_ source: UnsafeBufferPointer<UInt8>) {
        guard let first = UTF8Check.firstInvalid(source) else { return nil }
        firstInvalid = first
        var sequenceCount = 0
        Self.walk(source) { index, length in
            if length == 0 {
                invalidCount += 1
            } else {
                sequenceCount += 1
                if Self.isSurrogate(source, at: index) { surrogateCount += 1 }
            }
        }
        let isMostlyUTF8 = sequenceCount >= invalidCount
        if !isMostlyUTF8 {
            (invalidCount, surrogateCount) = (invalidCount + surrogateCount, 0)
            if let decoded = LanguageEncoding.decode(source, invalidCount: invalidCount) {
                (encodingName, bytes) = decoded
                return
            }
        }
        repair(source, isMostlyUTF8: isMostlyUTF8)
    }

    /// Whether a document under the label of another encoding is in UTF-8 all the same, but for some of its bytes.
    ///
    /// Text in any other encoding has sequences that are UTF-8 by accident: one for two or three bytes that are none
    /// where there are many, as in Japanese and Thai. Where UTF-8 was promised as well they need only be the more.
    static func prevails(in source: UnsafeBufferPointer<UInt8>, isPromised: Bool) -> Bool {
        var sequenceCount = 0
        var invalidCount = 0
        walk(source) { _, length in
            if length == 0 { invalidCount += 1 } else { sequenceCount += 1 }
        }
        return sequenceCount >= invalidCount * (isPromised ? 1 : 3)
    }

    /// Says what was done to what was given.
    func warning(in source: UnsafeBufferPointer<UInt8>) -> FeedWarning {
        // In UTF-8 they were pasted.
        let bytesName = encodingName == "utf-8" ? "windows-1252" : encodingName
        let times = FeedWarning.times(max(invalidCount, surrogateCount))
        return FeedWarning(
            kind: .invalidBytes,
            line: ASCIIText.lineFeeds(in: source, 0..<firstInvalid) + 1,
            detail: invalidCount > 0
                ? "bytes that are not UTF-8 were read as \(bytesName)\(times)"
                : "surrogates in UTF-8 were read as the characters they stand for\(times)"
        )
    }
}

extension DamagedUTF8 {
    /// Goes over all that is not ASCII: sequences with their lengths, and bytes that are in none with 0.
    private static func walk(_ source: UnsafeBufferPointer<UInt8>, _ visit: (_ index: Int, _ length: Int) -> Void) {
        var index = 0
        while true {
            index = UTF8Check.firstBeyondASCII(source, from: index)
            guard index < source.count else { return }
            var length = UTF8Check.sequenceLength(source, at: index)
            if length == 0, isSurrogate(source, at: index) { length = pair(source, at: index) == nil ? 3 : 6 }
            visit(index, length)
            index += max(length, 1)
        }
    }

    /// Whether a surrogate is at an index, written as if it were a character.
    private static func isSurrogate(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        index + 2 < source.count && source[index] == 0xED && source[index + 1] & 0xE0 == 0xA0
            && source[index + 2] & 0xC0 == 0x80
    }

    /// The character whose surrogates begin at an index; nil for half of one.
    private static func pair(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Unicode.Scalar? {
        guard source[index + 1] < 0xB0, isSurrogate(source, at: index + 3), source[index + 4] >= 0xB0 else {
            return nil
        }
        let high = UInt32(source[index + 1] & 0x0F) << 6 | UInt32(source[index + 2] & 0x3F)
        let low = UInt32(source[index + 4] & 0x0F) << 6 | UInt32(source[index + 5] & 0x3F)
        return Unicode.Scalar(0x10000 + (high << 10 | low))
    }

    private mutating func repair(_ source: UnsafeBufferPointer<UInt8>, isMostlyUTF8: Bool) {
        var output: [UInt8] = []
        output.reserveCapacity(source.count + invalidCount * 2)
        var copied = 0
        Self.walk(source) { index, length in
            let isSurrogate = length >= 3 && Self.isSurrogate(source, at: index)
            if length > 0, isMostlyUTF8 || Self.isUnmistakable(source, index) {
                encodingName = "utf-8"
                guard isSurrogate else { return }
            }
            output.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied..<index]))
            copied = index + max(length, 1)
            if isSurrogate, isMostlyUTF8 {
                Self.pair(source, at: index).flatMap(UTF8.encode).map { output.append(contentsOf: $0) }
                return
            }
            for byte in source[index..<copied] {
                UTF8.encode(Windows1252.scalar(byte)).map { output.append(contentsOf: $0) }
            }
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: source[copied...]))
        bytes = output
    }

    /// Whether a sequence is UTF-8 whatever stands around it, because it would be nonsense in windows-1252.
    ///
    /// Letters with accents would be "Ã©" there, quotation marks and dashes "â€œ", pictures "ðŸŽ™".
    private static func isUnmistakable(_ source: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        switch (source[index], source[index + 1]) {
        case (0xC2, _), (0xC3, _), (0xE2, 0x80), (0xE2, 0x82), (0xE2, 0x84), (0xF0, 0x9F): true
        default: false
        }
    }
}
