/// Words around a length of time that say no more than that it is one: "Duration: 45:03", "about 45 min",
/// "0:45:03 (extended)".
enum DurationPhrase {
    /// The seconds of the length in a text; nil where nothing stands around it, or something that may say otherwise.
    ///
    /// No other number stands beside it, nor a unit: "1:05 (hours)". A bare number may count anything: "Part 5".
    static func seconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let length = length(in: ASCIIText.trimmed(bytes)),
            length.contains(where: { $0 == 0x3A || $0 >= 0x80 || ASCIIText.isLetter($0) })
        else { return nil }
        return EpisodeDuration.parse(length)
    }

    /// The part of a text that may be the length.
    private static func length(in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard text.count <= longest, let start = text.firstIndex(where: ASCIIText.isDigit),
            start == 0 || isLabel(text[..<start])
        else { return nil }
        var end = text.count
        if let last = text.last, last == 0x29 || last == 0x5D {
            guard let bracket = text.firstIndex(of: last == 0x29 ? 0x28 : 0x5B) else { return nil }
            end = bracket < start ? text.count - 1 : bracket
            if bracket > start, mayBeUnit(text[(bracket + 1)..<(text.count - 1)]) { return nil }
        }
        guard start > 0 || end < text.count else { return nil }
        return ASCIIText.trimmed(UnsafeBufferPointer(rebasing: text[start..<end]))
    }

    /// Whether words stand before a number that may be a length, and no sign, "PT" or path.
    ///
    /// Such as "Duration: ", "ca. " and "~".
    private static func isLabel(_ words: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let last = words.last, !ASCIIText.isLetter(last), words.first != 0x3A, words.first != 0x2E else {
            return false
        }
        return words.allSatisfy { byte in
            ASCIIText.isLetter(byte) || byte >= 0x80 || [0x20, 0x28, 0x2E, 0x3A, 0x5B, 0x7E].contains(byte)
        }
    }

    /// Whether what stands in brackets behind a length has a number in it, or says what it is measured in.
    private static func mayBeUnit(_ words: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        words.contains { ASCIIText.isDigit($0) || $0 == 0x3A }
            || words.split(separator: 0x20).contains {
                DurationWords.weight(of: UnsafeBufferPointer(rebasing: $0)) != nil
            }
    }

    /// No longer text is a few words beside a number.
    private static let longest = 80
}
