/// Text with one scalar for each byte, ISO 8859-1: how header values are kept
/// exactly, whatever bytes a server puts into them.
enum Latin1 {
    /// The text that stands for the bytes.
    static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// Appends the bytes a text stands for.
    ///
    /// A scalar beyond one byte, which
    /// no received value has, is written as UTF-8.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let isASCII = text.utf8.withContiguousStorageIfAvailable { utf8 in
            guard utf8.allSatisfy({ $0 < 0x80 }) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
        if isASCII == true { return }
        for scalar in text.unicodeScalars {
            if let byte = UInt8(exactly: scalar.value) {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: Array(String(scalar).utf8))
            }
        }
    }

    /// Whether the text may stand in a header: no CR, LF, NUL or other control
    /// character but the tab (http polling A7 72).
    static func isHeaderValue(_ text: String) -> Bool {
        let isAllowed = { (byte: UInt8) in (byte >= 0x20 && byte != 0x7F) || byte == 0x09 }
        return text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isAllowed) }
            ?? text.utf8.allSatisfy(isAllowed)
    }
}
