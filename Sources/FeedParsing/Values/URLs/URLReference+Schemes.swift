/// Schemes of http that are there twice, or misspelt, and slashes that lean the wrong way.
extension URLReference {
    /// The length of an "http://" that another one stands behind, whose server would be called "http"; 0 for none.
    ///
    /// Forms that begin with it have whole addresses pasted into them.
    @inline(__always)
    static func doubledSchemeLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard isHTTP(bytes) else { return 0 }
        let length = bytes[4] == 0x3A ? 7 : 8
        guard bytes[length] | 0x20 == 0x68 else { return 0 }
        return isHTTP(UnsafeBufferPointer(rebasing: bytes[length...])) ? length : 0
    }

    /// Whether a third slash follows the two of an "http://".
    @inline(__always)
    static func hasSlashForHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[bytes[4] == 0x3A ? 7 : 8] == 0x2F
    }

    /// The length of a misspelt "http://" or "https://", and which of them is meant; nil for any other text.
    ///
    /// Programs that join the parts of a path leave one slash of two, or add a third; people leave out the colon, or a
    /// letter or write it twice. The name of a host follows, with a dot in it: "http:a" and "http//a" are paths.
    @inline(never)
    static func misspeltScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, scheme: String)? {
        var index = 0
        var letters: [UInt8] = []
        while index < min(bytes.count, 8), ASCIIText.isLetter(bytes[index]) {
            let letter = ASCIIText.lowercased(bytes[index])
            if letters.last != letter { letters.append(letter) }
            index += 1
        }
        let word = UnsafeBufferPointer(rebasing: bytes[..<index])
        let isSecure = letters.last == UInt8(ascii: "s")
        if isSecure { letters.removeLast() }
        guard letters == Array("htp".utf8) || letters == Array("tp".utf8) else { return nil }
        let isRight = ASCIIText.matches(word, "http") || ASCIIText.matches(word, "https")
        let colon = index
        while index < bytes.count, bytes[index] == 0x3A || bytes[index] == 0x3B { index += 1 }
        let slash = index
        while index < bytes.count, bytes[index] == 0x2F || bytes[index] == 0x5C { index += 1 }
        let (colons, slashes) = (slash - colon, index - slash)
        if isRight, colons == 1, bytes[colon] == 0x3A, slashes == 2, bytes[slash] == 0x2F, bytes[slash + 1] == 0x2F {
            return nil
        }
        guard isRight ? colons + slashes >= 2 && slashes > 0 : colons > 0 && slashes >= 2 else { return nil }
        let host = bytes[index...].prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
        guard let first = host.first, ASCIIText.isLetter(first) || ASCIIText.isDigit(first), host.contains(0x2E) else {
            return nil
        }
        return (index, isSecure ? "https://" : "http://")
    }

    /// An address of http with slashes for the backslashes before its query, as browsers take them.
    ///
    /// Programs for Windows join the parts of a path with them, and in "https:\/\/" they escape the slashes.
    static func withSlashes(_ address: [UInt8]) -> [UInt8] {
        let isOther = address.withUnsafeBufferPointer { schemeLength($0) > 0 && !ASCIIText.hasPrefix($0, "http") }
        if isOther { return address }
        let end = address.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? address.count
        var output: [UInt8] = []
        output.reserveCapacity(address.count)
        for index in 0..<end {
            guard address[index] == 0x5C else {
                output.append(address[index])
                continue
            }
            let escapes = index + 1 < end && address[index + 1] == 0x2F
            if !escapes { output.append(0x2F) }
        }
        return output + address[end...]
    }
}
