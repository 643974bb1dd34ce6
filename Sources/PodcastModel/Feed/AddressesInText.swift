/// The addresses in a text, of whatever scheme: the text may be one, or have
/// them among its words or its markup.
package struct AddressesInText: Sendable {
    /// The text.
    package let bytes: [UInt8]
    /// Where each address is, starting after its `://`; one inside the query of
    /// another comes after that.
    package let ranges: [Range<Int>]

    /// Looks for addresses; nil if there are none.
    package init?(_ text: String) {
        var text = text
        let found = text.withUTF8 { bytes in
            Self.hasMarker(bytes) ? (bytes: Array(bytes), ranges: Self.ranges(in: bytes)) : nil
        }
        guard let found, !found.ranges.isEmpty else { return nil }
        (bytes, ranges) = found
    }

    private static func hasMarker(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.indices.dropFirst().dropLast(2).contains { isMarker(bytes, $0) }
    }

    private static func isMarker(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        bytes[index] == UInt8(ascii: ":") && bytes[index + 1] == UInt8(ascii: "/")
            && bytes[index + 2] == UInt8(ascii: "/")
    }

    private static func ranges(in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        bytes.indices.dropFirst().dropLast(2).compactMap { marker in
            guard isMarker(bytes, marker), bytes[marker - 1].isInScheme else { return nil }
            let begin = (bytes[..<marker].lastIndex { !$0.isInScheme } ?? -1) + 1
            // What is an address from its beginning may hold anything but blanks.
            let quotes: [UInt8] = begin == 0 ? [] : Array("\"<>".utf8)
            let isQuoted = begin > 0 && bytes[begin - 1] == UInt8(ascii: "'")
            let end = bytes[(marker + 3)...].firstIndex { byte in
                byte <= 0x20 || byte == 0x7F || quotes.contains(byte) || (isQuoted && byte == UInt8(ascii: "'"))
            }
            return marker + 3..<(end ?? bytes.count)
        }
    }
}

extension String {
    /// The text without the user names and passwords in its addresses.
    package var withoutUserinfoInAddresses: String {
        guard holds(UInt8(ascii: "@")), let addresses = AddressesInText(self) else { return self }
        let bytes = addresses.bytes
        let authorityEnds = Array("/?#\\".utf8)
        var kept: [UInt8] = []
        var next = 0
        for range in addresses.ranges where range.lowerBound >= next {
            guard let at = bytes[range].lastIndex(of: UInt8(ascii: "@")) else { continue }
            let authorityEnd = bytes[range].firstIndex(where: authorityEnds.contains) ?? range.upperBound
            var end = bytes[range.lowerBound..<authorityEnd].lastIndex(of: UInt8(ascii: "@"))
            if String(decoding: bytes[range], as: UTF8.self).holdsUnescapedUserinfo { end = at }
            guard let end else { continue }
            kept += bytes[next..<range.lowerBound]
            next = end + 1
        }
        return next == 0 ? self : String(decoding: kept + bytes[next...], as: UTF8.self)
    }
}

extension UInt8 {
    /// Letters, digits and `+`, `-`, `.` (RFC 3986 3.1).
    fileprivate var isInScheme: Bool {
        (0x61...0x7A).contains(self | 0x20) || (0x30...0x39).contains(self) || self == 0x2B || self == 0x2D
            || self == 0x2E
    }
}
