/// Strings, with their escapes.
extension JSONScanner {
    /// Reads a string; the quotation mark is next.
    mutating func string() throws(Failure) -> String {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != 0x22, bytes[position] != 0x5C, Self.isAllowed(bytes[position])
        {
            position += 1
        }
        guard position < bytes.count else { throw .truncated }
        let plain = UnsafeBufferPointer(rebasing: bytes[start..<position])
        if bytes[position] == 0x22 {
            position += 1
            return text(plain)
        }
        var output = Array(plain)
        while true {
            guard position < bytes.count else { throw .truncated }
            let byte = bytes[position]
            position += 1
            if byte == 0x22 { break }
            if byte == 0x5C {
                try escape(&output)
            } else if Self.isAllowed(byte) {
                output.append(byte)
            }
        }
        return output.withUnsafeBufferPointer { text($0) }
    }

    private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        if let text = String(validUTF8: bytes) { return text }
        holdsInvalidBytes = true
        return String(utf8: bytes)
    }

    /// Control characters have no place in a text, as in XML: U+0000 would end it in the store.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private mutating func escape(_ output: inout [UInt8]) throws(Failure) {
        guard position < bytes.count else { throw .truncated }
        let byte = bytes[position]
        position += 1
        switch byte {
        case 0x6E: output.append(0x0A)
        case 0x74: output.append(0x09)
        case 0x72: output.append(0x0D)
        case 0x62, 0x66: break
        case 0x75:
            guard var value = hexadecimal() else {
                warnings.add(.notWellFormed, line: nil, "an escape of no character was taken literally")
                output.append(contentsOf: [0x5C, 0x75])
                return
            }
            if value & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == 0x5C,
                bytes[position + 1] == 0x75
            {
                let high = value
                position += 2
                let low = hexadecimal() ?? 0
                value = low & 0xFC00 == 0xDC00 ? 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF) : 0xFFFD
            }
            if value < 0x20, !Self.isAllowed(UInt8(value)) { return }
            UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}").map { output.append(contentsOf: $0) }
        default: output.append(byte)
        }
    }

    /// The value of four digits; nil where there are fewer, and the rest is a text.
    private mutating func hexadecimal() -> UInt32? {
        guard position + 4 <= bytes.count else { return nil }
        var value: UInt32 = 0
        for offset in 0..<4 {
            guard let digit = ASCIIText.hexValue(bytes[position + offset]) else { return nil }
            value = value << 4 | digit
        }
        position += 4
        return value
    }
}
