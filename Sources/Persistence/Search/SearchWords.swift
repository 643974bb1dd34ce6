import Foundation

/// How texts are cut into words, on both sides of a search.
enum SearchWords {
    /// A text as the index is given it.
    ///
    /// Chinese and Japanese have no blanks between words: each character is made
    /// a word, and a search for several finds them next to each other. Control
    /// characters would end a query early.
    static func separated(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isWordByItself(scalar) {
                result.append(contentsOf: [" ", scalar, " "])
            } else {
                result.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
            }
        }
        return String(result)
    }

    /// Whether the index makes a word of something in this text.
    static func hasWord(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains(where: isWordCharacter)
    }

    /// A word as it is compared: without case and accents.
    static func folded(_ word: some StringProtocol) -> String {
        word.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// The words of a text, each with its place.
    static func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var start: String.Index?
        let scalars = text.unicodeScalars
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let next = scalars.index(after: index)
            if isWordByItself(scalar) || !isWordCharacter(scalar) {
                if let begin = start { ranges.append(begin..<index) }
                start = nil
                if isWordByItself(scalar) { ranges.append(index..<next) }
            } else if start == nil {
                start = index
            }
            index = next
        }
        if let begin = start { ranges.append(begin..<scalars.endIndex) }
        return ranges
    }

    /// As the tokenizer unicode61 decides; marks belong to the letter before.
    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }

    private static func isWordByItself(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: true
        default: false
        }
    }
}
