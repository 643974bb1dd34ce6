import Foundation

/// The form in which the spellings of one title are all equal (identity C3 16).
enum CanonicalTitle {
    /// Compatibility characters resolved (NFKC), entities decoded, quotes and
    /// dashes folded, white space squashed, upper and lower case alike: also
    /// where their numbers of letters differ (`STRASSE`, `Straße`).
    static func make(from title: String) -> String {
        var title = title
        return title.withUTF8 { plain($0) } ?? folded(title)
    }

    /// The title without a number in front (`#12 - `, `Ep. 12: `, `S1E5: `), and the
    /// number; nil if there is none or nothing after it.
    ///
    /// - Parameter title: in canonical form.
    /// - Returns: both, or nil.
    static func splittingNumber(of title: String) -> (number: TitleNumber, rest: Substring)? {
        var after = title[...]
        guard let (number, isNamed) = TitleNumber.take(from: &after) else { return nil }
        let name = after.drop { $0.asciiValue.map(Self.separators.contains) ?? false }
        // "12 Angry Men" has no number in front, "12: Angry Men" has.
        let separator = after[..<name.startIndex]
        let isMarked = isNamed || separator.utf8.contains { $0 != .space }
        guard isMarked, !separator.isEmpty, name.prefix(3).count == 3 else { return nil }
        return (number, name)
    }

    /// What may be between a number and the name.
    private static let separators = Array(" :-.|".utf8)

    /// The title, in canonical form, without a number in front.
    static func withoutNumber(_ title: String) -> String {
        splittingNumber(of: title).map { String($0.rest) } ?? title
    }

    /// Whether two titles, in canonical form, have no different numbers in front: one may have come or gone.
    static func numbersAgree(_ first: String, _ second: String) -> Bool {
        withoutNumbers(first, second) != nil
    }

    /// Two titles, in canonical form, without the numbers in front; nil if these differ.
    static func withoutNumbers(_ first: String, _ second: String) -> (String, String)? {
        let (one, other) = (splittingNumber(of: first), splittingNumber(of: second))
        if let one, let other, !one.number.agrees(with: other.number) { return nil }
        return (one.map { String($0.rest) } ?? first, other.map { String($0.rest) } ?? second)
    }

    /// Whether one of two titles, in canonical form, is the other with something before or behind it: a number, or the
    /// name of the show.
    ///
    /// One that was cut off may end in dots. `Talk 1` is no part of `Talk 10`.
    static func areOneInAnother(_ first: String, _ second: String) -> Bool {
        let (first, second) = (withoutDots(first), withoutDots(second))
        let (long, short) = first.utf8.count < second.utf8.count ? (second, first) : (first, second)
        guard short.utf8.count >= fewestBytes else { return false }
        let isInFront = long.hasPrefix(short) && !isInsideNumber(short.last, long.dropFirst(short.count).first)
        return isInFront || long.hasSuffix(short) && !isInsideNumber(long.dropLast(short.count).last, short.first)
    }

    /// The same where numbers in front may have come, gone or been written otherwise, but not changed.
    static func areOneInAnotherButForNumbers(_ first: String, _ second: String) -> Bool {
        if areOneInAnother(first, second) { return true }
        return withoutNumbers(first, second).map(areOneInAnother) ?? false
    }

    /// Whether two titles, in canonical form, begin or end alike over half of the shorter one; accents do not count.
    ///
    /// That alone is no evidence.
    static func areAlike(_ first: String, _ second: String) -> Bool {
        let (first, second) = (withoutAccents(withoutDots(first)), withoutAccents(withoutDots(second)))
        let shorter = min(first.count, second.count)
        let front = zip(first, second).prefix { $0 == $1 }.count
        let back = zip(first.reversed(), second.reversed()).prefix(shorter - front).prefix { $0 == $1 }.count
        return shorter >= fewestBytes && (front + back) * 2 >= shorter
    }

    /// Whether there is a digit on both sides of a place in a title.
    private static func isInsideNumber(_ before: Character?, _ after: Character?) -> Bool {
        before?.isNumber == true && after?.isNumber == true
    }

    /// The title without the dots where it was cut off: NFKC makes three of an ellipsis.
    private static func withoutDots(_ title: String) -> Substring {
        guard title.hasSuffix("...") else { return title[...] }
        let end = title.lastIndex { $0 != "." && $0 != " " }
        return end.map { title[...$0] } ?? title[...]
    }

    private static func withoutAccents(_ title: Substring) -> [Unicode.Scalar] {
        if title.utf8.allSatisfy({ $0 < 0x80 }) { return Array(title.unicodeScalars) }
        return String(title).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
    }

    /// What is shorter is part of too many.
    private static let fewestBytes = 4
}

extension CanonicalTitle {
    /// The common case, ASCII without entities; nil if it is another.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        for byte in bytes where byte >= 0x80 || byte == .ampersand { return nil }
        return String(unsafeUninitializedCapacity: bytes.count) { output in
            var count = 0
            var pendingSpace = false
            for byte in bytes {
                if byte.isSpaceInTitle {
                    pendingSpace = count > 0
                    continue
                }
                if pendingSpace {
                    output[count] = .space
                    count += 1
                    pendingSpace = false
                }
                output[count] = byte.foldedInTitle
                count += 1
            }
            return count
        }
    }

    private static func folded(_ title: String) -> String {
        let decoded = TitleEntities.mayBe(in: title) ? TitleEntities.decoding(title) : title
        // Normalising costs ten times the rest, and few titles need it.
        let isNormal = decoded.unicodeScalars.allSatisfy(isSurelyNormal)
        let normal = isNormal ? decoded : decoded.precomposedStringWithCompatibilityMapping
        var output: [UInt8] = []
        output.reserveCapacity(normal.utf8.count)
        var pendingSpace = false
        for scalar in normal.unicodeScalars {
            let ascii = scalar.isASCII ? UInt8(truncatingIfNeeded: scalar.value) : nil
            if ascii == nil, isInvisible(scalar) { continue }
            if ascii?.isSpaceInTitle ?? scalar.isWideSpace {
                pendingSpace = !output.isEmpty
                continue
            }
            if pendingSpace { output.append(.space) }
            pendingSpace = false
            if let ascii {
                output.append(ascii.foldedInTitle)
            } else if let folding = folding(scalar) {
                output.append(folding)
            } else {
                append(scalar, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends a character beyond ASCII in lower case.
    @inline(__always)
    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        if scalar == "ß" || scalar == "ẞ" {
            output += "ss".utf8
        } else if scalar == "ς" {
            output += "σ".utf8
        } else if let lowercased = scalar.commonLowercase {
            if let encoded = UTF8.encode(lowercased) { output.append(contentsOf: encoded) }
        } else {
            output += scalar.properties.lowercaseMapping.utf8
        }
    }

    /// Whether a character is its own NFKC form beside any neighbour that is
    /// so too: letters of the common scripts, the usual quotation marks and
    /// dashes, pictures.
    private static func isSurelyNormal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x7E, 0xA1, 0xAB, 0xBB, 0xBF...0x131, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E, 0x391...0x3C9,
            0x400...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x63A, 0x641...0x64A, 0x2012...0x2016,
            0x2018...0x201E, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF:
            true
        default: false
        }
    }

    /// Marks that show nothing: zero-width spaces and joiners, direction marks, the byte order mark.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }

    /// Every quotation mark and apostrophe beyond ASCII as `'`, every dash as `-`.
    private static func folding(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar.value {
        case 0xAB, 0xB4, 0xBB, 0x2B9, 0x2BC, 0x2018...0x201F, 0x2032...0x2037, 0x2039, 0x203A,
            0x300C...0x300F:
            UInt8(ascii: "'")
        case 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: UInt8(ascii: "-")
        default: nil
        }
    }
}

extension UInt8 {
    /// Whether this is white space or a control.
    fileprivate var isSpaceInTitle: Bool { self <= .space || self == 0x7F }

    /// The form of a character of ASCII: every quotation mark as `'`, no upper case.
    fileprivate var foldedInTitle: UInt8 {
        self == 0x60 || self == 0x22 ? UInt8(ascii: "'") : asciiLowercased
    }
}
