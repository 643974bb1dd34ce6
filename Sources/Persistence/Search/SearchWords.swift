/// How texts are cut into words, on both sides of a search.
///
/// Chinese, Japanese, Korean and the languages between India and China have no
/// blanks between words, or none where somebody looks for a part of one. There
/// each character is a word, and a search for several finds them next to each
/// other.
enum SearchWords {
    /// A text as the index is given it: its words as they are compared.
    static func separated(_ text: String) -> String {
        // Most texts; the index sees no difference of case.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count * 2)
        var cutter = WordCutter()
        for element in FoldedScalars(text) {
            switch cutter.place(of: element.scalar) {
            case .outside: continue
            case .begins: if !result.isEmpty { result.append(UInt8(ascii: " ")) }
            case .continues: break
            }
            if element.scalar.isASCII {
                result.append(UInt8(truncatingIfNeeded: element.scalar.value))
            } else {
                result.append(contentsOf: UTF8.encode(element.scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the index makes a word of something in this text.
    static func hasWord(_ text: some StringProtocol) -> Bool {
        FoldedScalars(text).contains { isWordCharacter($0.scalar) }
    }

    /// A word of a text: where it is, and how it is compared.
    struct Word {
        var range: Range<String.Index>
        var folded: String
    }

    /// The words of a text, in its order; they do not overlap.
    static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var cutter = WordCutter()
        var isInWord = false
        for element in FoldedScalars(text) {
            // Accents and points that are not compared stay with their letter.
            if isInWord { words.extendLast(to: element.source.lowerBound) }
            let place = cutter.place(of: element.scalar)
            isInWord = place != .outside
            switch place {
            case .outside: break
            case .begins:
                // One character can hold the end of a word and the beginning of the next.
                let start = max(element.source.lowerBound, words.last?.range.upperBound ?? element.source.lowerBound)
                words.append(Word(range: start..<element.source.upperBound, folded: ""))
                words.appendToLast(element.scalar)
            case .continues:
                words.extendLast(to: element.source.upperBound)
                words.appendToLast(element.scalar)
            }
        }
        if isInWord { words.extendLast(to: text.endIndex) }
        return words
    }

    /// As the tokenizer unicode61 decides: marks part words.
    static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // What most texts are made of, Greek, Cyrillic, Hebrew, Arabic and Hindi: looking it up takes longer than all
        // the rest.
        case 0x3B1...0x3C9, 0x430...0x45F, 0x5D0...0x5EA, 0x620...0x64A, 0x905...0x939: return true
        case 0x2010...0x2027: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}

extension [SearchWords.Word] {
    fileprivate mutating func extendLast(to end: String.Index) {
        let range = self[count - 1].range
        self[count - 1].range = range.lowerBound..<Swift.max(range.upperBound, end)
    }

    fileprivate mutating func appendToLast(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            self[count - 1].folded.unicodeScalars.append(("A"..."Z").contains(scalar) ? scalar.lowercaseASCII : scalar)
        } else {
            self[count - 1].folded += scalar.properties.lowercaseMapping
        }
    }
}

extension Unicode.Scalar {
    fileprivate var lowercaseASCII: Unicode.Scalar { Unicode.Scalar(UInt8(truncatingIfNeeded: value | 0x20)) }
}

/// Finds the ends of words as it is given one scalar after the other.
private struct WordCutter {
    enum Place {
        case outside, begins, continues
    }

    private enum Before {
        case gap, word, character
    }

    private var before = Before.gap

    mutating func place(of scalar: Unicode.Scalar) -> Place {
        if Self.isSign(scalar) {
            // It belongs to the word or character before it.
            if before != .gap { return .continues }
            before = .word
            return .begins
        }
        if Self.isWordByItself(scalar) {
            before = .character
            return .begins
        }
        guard scalar.isASCII ? Self.isWordASCII(scalar) : SearchWords.isWordCharacter(scalar) else {
            before = .gap
            return .outside
        }
        defer { before = .word }
        return before == .word ? .continues : .begins
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        LetterFolding.vowelSigns.contains(scalar.value)
    }

    private static func isWordASCII(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }

    private static func isWordByItself(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0xE00: false
        // Thai, Lao; Burmese; Khmer.
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: SearchWords.isWordCharacter(scalar)
        // Kana; ideographs; Hangul.
        case 0x3041...0x3096, 0x309D...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF,
            0xAC00...0xD7A3:
            true
        default: false
        }
    }
}
