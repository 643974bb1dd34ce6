/// Percent-encodes what may not stand in an address.
enum PercentEncoding {
    /// The text with every byte outside of visible ASCII written as `%xx`.
    ///
    /// What is encoded already stays as it is.
    static func ascii(_ text: String) -> String {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : ascii(bytes: text.utf8)
    }

    /// The same for bytes of unknown encoding, such as a Location header's.
    static func ascii(bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        for byte in bytes {
            if byte > 0x20, byte < 0x7F {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
