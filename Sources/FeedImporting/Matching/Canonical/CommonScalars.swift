/// What is asked of nearly every character of a title: the Unicode tables know
/// it too, at thirty times the cost.
extension Unicode.Scalar {
    /// The lower-case form, where it is one character and known at sight; nil
    /// elsewhere.
    ///
    /// Latin (to U+017F), Greek and Cyrillic letters, Hebrew, kana, the common
    /// Han and Hangul characters, and general punctuation.
    var commonLowercase: Unicode.Scalar? {
        switch value {
        case 0xC0...0xD6, 0xD8...0xDE, 0x391...0x3A1, 0x3A3...0x3A9, 0x410...0x42F: Unicode.Scalar(value + 0x20)
        case 0x400...0x40F: Unicode.Scalar(value + 0x50)
        case 0x100...0x12F, 0x132...0x137, 0x14A...0x177: Unicode.Scalar(value | 1)
        case 0x139...0x148, 0x179...0x17E: Unicode.Scalar(value + (value & 1))
        case 0x178: Unicode.Scalar(0xFF)
        case 0x80...0xBF, 0xD7, 0xDF...0xFF, 0x131, 0x138, 0x17F, 0x3AC...0x3CE, 0x430...0x45F, 0x5D0...0x5EA,
            0x2000...0x203A, 0x3001...0x3029, 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xAC00...0xD7A3:
            self
        default: nil
        }
    }

    /// White space beyond ASCII (Unicode's `White_Space`).
    var isWideSpace: Bool {
        switch value {
        case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
