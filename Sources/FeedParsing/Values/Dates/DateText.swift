/// The text of a date made plain for `LooseDateReader`: markup, references and odd spaces gone.
enum DateText {
    /// No date is longer; what follows is trailing text.
    private static let limit = 200

    /// A copy with tags, escaped line ends and odd spaces replaced by a space, every kind of minus sign and dash by
    /// "-", and character references by what they stand for.
    static func cleaned(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(min(bytes.count, limit))
        let count = min(bytes.count, limit)
        var index = 0
        while index < count {
            let byte = bytes[index]
            switch byte {
            case 0x3C:
                index = skip(bytes, from: index, through: 0x3E, limit: count)
                output.append(0x20)
            case 0x26:
                index += appendReference(bytes, at: index, to: &output)
            // A backslash and a letter: "\r\n" written out by a careless template.
            case 0x5C where index + 1 < count && [0x6E, 0x72, 0x74].contains(bytes[index + 1]):
                index += 2
                output.append(0x20)
            case 0xE2 where index + 2 < count && isDash(bytes[index + 1], bytes[index + 2]):
                index += 3
                output.append(0x2D)
            case 0xD9... where DateDigits.character(bytes, at: index, end: count) != nil:
                let foreign = DateDigits.character(bytes, at: index, end: count)
                output.append(foreign?.ascii ?? byte)
                index += foreign?.length ?? 1
            default:
                let space = ASCIIText.spaceLength(bytes, at: index, end: count)
                output.append(space > 0 ? 0x20 : byte)
                index += max(space, 1)
            }
        }
        return output
    }

    /// The word beginning at `index`, folded to lower case without accents, and the index after it.
    ///
    /// Letters beside ASCII are Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Bengali and Thai. Others are read
    /// one by one. Thai has full stops inside its abbreviations, which are left out.
    static func word(_ bytes: [UInt8], at start: Int) -> (folded: String, end: Int) {
        var folded = String.UnicodeScalarView()
        var index = start
        while index < bytes.count {
            if ASCIIText.isLetter(bytes[index]) {
                folded.append(Unicode.Scalar(ASCIIText.lowercased(bytes[index])))
                index += 1
            } else if let scalar = twoByteLetter(bytes, at: index) {
                folded.append(fold(scalar))
                index += 2
            } else if let scalar = indicLetter(bytes, at: index) {
                folded.append(scalar)
                index += 3
                let next = index + 1
                if next < bytes.count, bytes[index] == 0x2E, isThai(bytes, at: index - 3), isThai(bytes, at: next) {
                    index = next
                }
            } else {
                break
            }
        }
        return (String(folded), index)
    }

    /// The three-byte character at `index`, where Korean, Chinese and Japanese write their units.
    static func ideograph(_ bytes: [UInt8], at index: Int) -> UInt32? {
        guard index + 2 < bytes.count, bytes[index] & 0xF0 == 0xE0 else { return nil }
        return UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
            | UInt32(bytes[index + 2] & 0x3F)
    }

    /// Whether a letter begins at `index`.
    static func isLetter(_ bytes: [UInt8], at index: Int) -> Bool {
        ASCIIText.isLetter(bytes[index]) || twoByteLetter(bytes, at: index) != nil
            || indicLetter(bytes, at: index) != nil
    }

    /// Whether a letter or vowel sign of Thai is at `index`.
    static func isThai(_ bytes: [UInt8], at index: Int) -> Bool {
        indicLetter(bytes, at: index).map { $0.value >= 0xE00 } ?? false
    }
}

extension DateText {
    private static func skip(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        through terminator: UInt8,
        limit: Int
    ) -> Int {
        var index = start + 1
        while index < limit {
            if bytes[index] == terminator { return index + 1 }
            index += 1
        }
        return start + 1
    }

    /// Appends what the reference at `index` stands for and says how long it is; an "&" that begins none is a space.
    private static func appendReference(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at index: Int,
        to output: inout [UInt8]
    ) -> Int {
        let reference = HTMLEntities.reference(in: bytes, at: index)
        if let reference, reference.first != 0xA0 {
            MarkupText.append(reference, to: &output)
        } else {
            output.append(0x20)
        }
        return reference?.length ?? 1
    }

    private static func isDash(_ second: UInt8, _ third: UInt8) -> Bool {
        (second == 0x80 && (0x90...0x95).contains(third)) || (second == 0x88 && third == 0x92)
    }

    private static func twoByteLetter(_ bytes: [UInt8], at index: Int) -> UInt32? {
        guard index + 1 < bytes.count, (0xC3...0xDB).contains(bytes[index]) else { return nil }
        let scalar = UInt32(bytes[index] & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
        switch scalar {
        case 0xC0...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x671...0x6D3: return scalar
        default: return nil
        }
    }

    /// The letter or vowel sign of Devanagari, Bengali or Thai at `index`.
    private static func indicLetter(_ bytes: [UInt8], at index: Int) -> Unicode.Scalar? {
        guard bytes[index] == 0xE0, let scalar = ideograph(bytes, at: index) else { return nil }
        switch scalar {
        case 0x900...0x963, 0x980...0x9E3, 0xE01...0xE3A, 0xE40...0xE4E: return Unicode.Scalar(scalar)
        default: return nil
        }
    }

    private static func fold(_ scalar: UInt32) -> Unicode.Scalar {
        switch scalar {
        case 0xC0...0xDE, 0x391...0x3A9, 0x410...0x42F: base(scalar + 0x20)
        case 0x400...0x40F: base(scalar + 0x50)
        default: base(scalar)
        }
    }

    /// The letter without its accent.
    private static func base(_ scalar: UInt32) -> Unicode.Scalar {
        switch scalar {
        case 0xE0...0xE5: "a"
        case 0xE7: "c"
        case 0xE8...0xEB: "e"
        case 0xEC...0xEF: "i"
        case 0xF1: "n"
        case 0xF2...0xF6, 0xF8, 0x150, 0x151: "o"
        case 0xF9...0xFC, 0x170, 0x171: "u"
        // Polish and Czech, in either case.
        case 0x104, 0x105: "a"
        case 0x106, 0x107, 0x10C, 0x10D: "c"
        case 0x10E, 0x10F: "d"
        case 0x118...0x11B: "e"
        case 0x141, 0x142: "l"
        case 0x143, 0x144, 0x147, 0x148: "n"
        case 0x158, 0x159: "r"
        case 0x15A, 0x15B, 0x160, 0x161: "s"
        case 0x164, 0x165: "t"
        case 0x16E, 0x16F: "u"
        case 0x179...0x17E: "z"
        case 0xFD: "y"
        // Turkish, Romanian, Croatian, Baltic.
        case 0x100...0x103: "a"
        case 0x110, 0x111: "d"
        case 0x112, 0x113, 0x116, 0x117: "e"
        case 0x11E, 0x11F: "g"
        case 0x12A, 0x12B, 0x12E...0x131: "i"
        case 0x136, 0x137: "k"
        case 0x13B, 0x13C: "l"
        case 0x145, 0x146: "n"
        case 0x15E, 0x15F, 0x218, 0x219: "s"
        case 0x162, 0x163, 0x21A, 0x21B: "t"
        case 0x16A, 0x16B, 0x172, 0x173: "u"
        // The forms of alef, heh, yeh and kaf.
        case 0x622, 0x623, 0x625: "\u{627}"
        case 0x626, 0x649, 0x6CC: "\u{64A}"
        case 0x629: "\u{647}"
        case 0x6A9: "\u{643}"
        case 0x386, 0x3AC: "α"
        case 0x388, 0x3AD: "ε"
        case 0x389, 0x3AE: "η"
        case 0x38A, 0x390, 0x3AA, 0x3AF, 0x3CA: "ι"
        case 0x38C, 0x3CC: "ο"
        case 0x38E, 0x3B0, 0x3AB, 0x3CD, 0x3CB: "υ"
        case 0x38F, 0x3CE: "ω"
        case 0x3C2: "σ"
        default: Unicode.Scalar(scalar) ?? "?"
        }
    }
}
