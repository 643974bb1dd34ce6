import Foundation

/// Which letters are one to a search: forms of different width or case, with
/// and without accents, points and vowel signs that are often left out.
///
/// Where a mark makes another letter, as in й, が and the vowels of India, it
/// stays.
enum LetterFolding {
    enum Folded {
        case same
        case one(Unicode.Scalar)
        case several([Unicode.Scalar])

        func scalars(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
            switch self {
            case .same: [scalar]
            case .one(let folded): [folded]
            case .several(let list): list
            }
        }
    }

    /// A letter as it is compared; none for a mark that is not.
    static func folded(_ scalar: Unicode.Scalar) -> Folded {
        switch scalar.value {
        case 0..<0xA0: .same
        case ..<0x590: european[scalar]
        case ..<0x900: semitic[scalar]
        case ..<0x1900: southAsian[scalar]
        case 0x1AB0..<0x2000: latinAndGreekExtended[scalar]
        // Dashes and quotes are in nearly every text: no table is made for them.
        case 0x2000..<0x2070: isIgnored(scalar) ? .several([]) : .same
        case 0x2070..<0x2200: symbols[scalar]
        case 0xF900..<0xFFF0: forms[scalar]
        case 0x1D400..<0x1D800: mathematical[scalar]
        case 0xE0100..<0xE01F0: .several([])
        default: .same
        }
    }

    // MARK: - Tables, each made when one of its letters first occurs

    private static let european = FoldingTable(0xA0..<0x590, rule)
    private static let semitic = FoldingTable(0x590..<0x900, rule)
    private static let southAsian = FoldingTable(0x900..<0x1900, rule)
    private static let latinAndGreekExtended = FoldingTable(0x1AB0..<0x2000, rule)
    private static let symbols = FoldingTable(0x2070..<0x2200, rule)
    private static let forms = FoldingTable(0xF900..<0xFFF0, rule)
    private static let mathematical = FoldingTable(0x1D400..<0x1D800, rule)

    // MARK: - The rule

    /// Letters that no decomposition leads to what people type for them.
    private static let others: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t",
        "ı": "i", "ς": "σ",
        // Signs that are written as an apostrophe elsewhere, which parts words.
        "ʹ": "'", "ʻ": "'", "ʼ": "'", "ʾ": "'", "ʿ": "'",
        // Alef wasla, alef maqsura, teh marbuta; kaf, yeh and heh as Persian and Urdu have them; the line that
        // stretches words.
        "\u{671}": "\u{627}", "\u{649}": "\u{64A}", "\u{629}": "\u{647}", "\u{6A9}": "\u{643}", "\u{6CC}": "\u{64A}",
        "\u{6C1}": "\u{647}", "\u{640}": "",
    ]

    private static func rule(_ scalar: Unicode.Scalar, _ decomposed: String) -> [Unicode.Scalar] {
        if isIgnored(scalar) { return [] }
        // A trade mark sign is no pair of letters.
        guard SearchWords.isWordCharacter(scalar) || isMark(scalar) else { return [scalar] }
        if (0x400..<0x530).contains(scalar.value), !["ё", "Ё", "ѐ", "Ѐ", "ѝ", "Ѝ"].contains(scalar) {
            return isDropped(scalar) ? [] : Array(scalar.properties.lowercaseMapping.unicodeScalars)
        }
        let pieces = decomposed.unicodeScalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }.flatMap(piece)
        // A vowel on its own is decomposed to a blank with a vowel.
        return Array(pieces.drop { $0 == " " })
    }

    /// What becomes of one scalar of a letter that was taken to pieces.
    private static func piece(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let other = others[scalar] { return Array(other.unicodeScalars) }
        if isIgnored(scalar) || isDropped(scalar) { return [] }
        if scalar.properties.generalCategory == .decimalNumber, let digit = scalar.properties.numericValue {
            return Array(String(Int(digit)).unicodeScalars)
        }
        return [vowelSign(scalar) ?? scalar]
    }

    /// Accents of Europe, points of Hebrew, vowels of Arabic, and the dot below
    /// that makes letters of India stand for foreign sounds.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard properties.generalCategory == .nonspacingMark else { return false }
        return (0x900..<0x1900).contains(scalar.value) ? properties.canonicalCombiningClass == .nukta : true
    }

    /// Signs without a width, but the space and the non-joiner, which part words.
    private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint && scalar.value != 0x200B && scalar.value != 0x200C
    }

    // MARK: - Vowel signs

    /// A vowel sign of South Asia as a character for private use; nil for
    /// anything else.
    ///
    /// The index takes marks for ends of words and would not tell की from का.
    private static func vowelSign(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard (0x900..<0x1900).contains(scalar.value) else { return nil }
        return isMark(scalar) ? Unicode.Scalar(scalar.value - 0x900 + vowelSigns.lowerBound) : nil
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .spacingMark
    }

    /// Where vowel signs are put.
    static let vowelSigns: Range<UInt32> = 0xE000..<0xF000
}

/// What becomes of the letters of a block.
private struct FoldingTable: Sendable {
    private let first: UInt32
    /// The letter itself, or above all letters a place among ``lists``.
    private let entries: [UInt32]
    private let lists: [[Unicode.Scalar]]

    private static let firstPlace: UInt32 = 0x11_0000

    init(_ block: Range<UInt32>, _ rule: (Unicode.Scalar, String) -> [Unicode.Scalar]) {
        var (entries, lists): ([UInt32], [[Unicode.Scalar]]) = ([], [])
        entries.reserveCapacity(block.count)
        let letters = block.compactMap(Unicode.Scalar.init)
        // All at once: the call costs more than what it does with one letter.
        let decomposed = letters.map { String($0) }.joined(separator: "\n").decomposedStringWithCompatibilityMapping
            .unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        for (letter, pieces) in zip(letters, decomposed) {
            let folded = rule(letter, pieces)
            if folded.count == 1, let only = folded.first {
                entries.append(only.value)
            } else {
                entries.append(Self.firstPlace + UInt32(lists.count))
                lists.append(folded)
            }
        }
        (first, self.entries, self.lists) = (block.lowerBound, entries, lists)
    }

    subscript(scalar: Unicode.Scalar) -> LetterFolding.Folded {
        let entry = entries[Int(scalar.value - first)]
        guard let folded = Unicode.Scalar(entry) else { return .several(lists[Int(entry - Self.firstPlace)]) }
        return folded == scalar ? .same : .one(folded)
    }
}
