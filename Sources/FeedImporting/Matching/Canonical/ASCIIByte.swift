extension UInt8 {
    static var slash: UInt8 { 0x2F }
    static var colon: UInt8 { 0x3A }
    static var semicolon: UInt8 { 0x3B }
    static var question: UInt8 { 0x3F }
    static var hash: UInt8 { 0x23 }
    static var percent: UInt8 { 0x25 }
    static var at: UInt8 { 0x40 }
    static var dot: UInt8 { 0x2E }
    static var hyphen: UInt8 { 0x2D }
    static var underscore: UInt8 { 0x5F }
    static var ampersand: UInt8 { 0x26 }
    static var equals: UInt8 { 0x3D }
    static var space: UInt8 { 0x20 }

    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }

    /// The letter in lower case; every other byte as it is.
    var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    /// Whether an address may hold the byte as it is or encoded without a
    /// difference in meaning (RFC 3986 2.3).
    var isUnreservedInAddress: Bool {
        isASCIILetterOrDigit || self == .hyphen || self == .dot || self == .underscore || self == 0x7E
    }

    /// Whether the byte has no other spelling in an address that counts as the same.
    var isNormalisedInAddress: Bool { self > .space && self < 0x7F && self != .percent }

    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
