import PodcastModel

/// The parts of addresses that are called what secrets are called: `token=…`
/// in a query, and also where such parts are written without one.
///
/// A secret that is a piece of the path cannot be told from a public address.
enum AddressKeys {
    /// The text with `…` for the values of such parts in all its addresses.
    static func masking(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "=")), let addresses = AddressesInText(text) else { return text }
        let bytes = addresses.bytes
        var masked: [UInt8] = []
        var next = 0
        for value in addresses.ranges.flatMap({ values(in: bytes, $0) }) where value.lowerBound >= next {
            masked += bytes[next..<value.lowerBound] + Array("…".utf8)
            next = value.upperBound
        }
        return next == 0 ? text : String(decoding: masked + bytes[next...], as: UTF8.self)
    }

    /// Where the values of such parts of an address are.
    private static func values(in bytes: [UInt8], _ address: Range<Int>) -> [Range<Int>] {
        var values: [Range<Int>] = []
        var isInKey = false
        let separators = bytes[address].indices.filter { Self.separators.contains(bytes[$0]) }
        for (separator, end) in zip(separators, separators.dropFirst() + [address.upperBound]) {
            let item = bytes[separator + 1..<end]
            guard let sign = item.firstIndex(of: UInt8(ascii: "=")) else {
                // It may be a semicolon of the value itself.
                if isInKey, bytes[separator] == UInt8(ascii: ";"), let last = values.popLast() {
                    values.append(last.lowerBound..<end)
                } else {
                    isInKey = false
                }
                continue
            }
            isInKey = isKey(String(decoding: item[..<sign], as: UTF8.self))
            if isInKey { values.append(sign + 1..<end) }
        }
        return values
    }

    private static func isKey(_ name: String) -> Bool {
        let name = name.percentDecoded.lowercased()
        return names.contains(name) || ["token", "secret", "password", "key"].contains(where: name.hasSuffix)
    }

    /// Also `;`, which HTML has between `&amp;` and the name.
    private static let separators = Array("?&;#".utf8)

    private static let names: Set<String> = [
        "auth", "authorization", "jwt", "pass", "passwd", "pw", "sig", "signature",
    ]
}

extension String {
    /// Whether an address in it has a part that is called what secrets are called.
    var holdsKey: Bool { AddressKeys.masking(self) != self }
}
