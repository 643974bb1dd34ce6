/// The names of elements and attributes.
enum MarkupName {
    /// A name without its prefix.
    static func local(_ name: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard let colon = name.firstIndex(of: 0x3A) else { return name }
        return UnsafeBufferPointer(rebasing: name[(colon + 1)...])
    }

    /// Whether bytes are a name as XML allows it, in UTF-8 (XML 1.0, section 2.3).
    ///
    /// libxml2 takes one wrong byte in a name for a sign that the whole document
    /// is in another encoding than it is.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first, MarkupScanner.isNameStart(first), bytes.allSatisfy(MarkupScanner.isName) else {
            return false
        }
        if bytes.allSatisfy({ $0 < 0x80 }) { return true }
        guard let text = String(validating: bytes, as: UTF8.self), let start = text.unicodeScalars.first else {
            return false
        }
        return isStart(start) && text.unicodeScalars.allSatisfy { isStart($0) || isInner($0) }
    }

    /// Whether a character may begin a name; all of ASCII was looked at before.
    private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
            0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// Whether a character may stand in a name, but not begin it.
    private static func isInner(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: false
        }
    }
}
