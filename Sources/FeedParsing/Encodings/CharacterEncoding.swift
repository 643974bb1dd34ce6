internal import CLibXML2

/// An encoding by its label, decoded with iconv, which libxml2 brings along.
struct CharacterEncoding {
    /// The name, lower case, as it is reported.
    let name: String

    /// Nil for labels nobody knows and labels that cannot be true of bytes in
    /// which ASCII was readable.
    init?(label: String) {
        let label = label.lowercased()
        guard !Self.wideLabels.contains(where: label.hasPrefix), label.utf8.allSatisfy({ MarkupScanner.isName($0) })
        else { return nil }
        name = EncodingLabels.name(of: label) ?? label
    }

    /// How the labels begin of encodings in which ASCII takes more than one byte, or is written in letters.
    private static let wideLabels = [
        "utf-16", "utf16", "utf-32", "utf32", "ucs-", "ucs2", "ucs4", "utf-7", "utf7", "unicode", "csunicode",
        "iso-10646",
    ]

    /// Whether bytes that look like ASCII are in an encoding that switches its
    /// character sets with escape sequences.
    static func usesEscapes(_ bytes: UnsafeBufferPointer<UInt8>, labels: [String]) -> Bool {
        labels.contains(where: EncodingLabels.usesEscapes) && bytes.contains(0x1B)
    }

    /// The bytes as UTF-8; nil when too many do not fit the encoding.
    ///
    /// One bad byte in a hundred is a typing error, and becomes U+FFFD; more of
    /// them mean that the label is wrong.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> DecodedText? {
        if name == "windows-1252" { return DecodedText(Windows1252.decode(bytes)) }
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var output = DecodedText(capacity: bytes.count + bytes.count / 2)
        var piece = [CChar](repeating: 0, count: 64 << 10)
        var source = UnsafeMutablePointer(
            mutating: bytes.baseAddress.map { UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self) }
        )
        var left = bytes.count
        while left > 0 {
            let status = piece.withUnsafeMutableBufferPointer { buffer -> Int in
                var target = buffer.baseAddress
                var room = buffer.count
                let status = iconv(converter, &source, &left, &target, &room)
                buffer.withMemoryRebound(to: UInt8.self) { output.append(contentsOf: $0.prefix($0.count - room)) }
                return status == -1 && room < 8 ? 0 : status
            }
            guard status == -1, left > 0 else { continue }
            if output.failureCount > bytes.count / 100 { return nil }
            output.appendReplacement()
            source = source.map { $0 + 1 }
            left -= 1
        }
        return output.with(withoutControls(output.bytes))
    }

    /// What was decoded, with the characters of Windows in the place of controls.
    ///
    /// Nobody who writes "iso-8859-2" means its controls from 0x80 on: the text comes from Windows, which has
    /// quotation marks and dashes there.
    private func withoutControls(_ decoded: [UInt8]) -> [UInt8] {
        guard let windows = EncodingLabels.windowsName(for: name).flatMap({ CharacterEncoding(label: $0) }) else {
            return decoded
        }
        return decoded.withUnsafeBufferPointer { bytes in
            guard let first = UpperControls.first(in: bytes) else { return decoded }
            let characters = UpperControls.all.map { byte -> [UInt8] in
                let character = [byte].withUnsafeBufferPointer { windows.decode($0)?.bytes } ?? []
                // Windows has no character for some of them.
                let isNone = character.isEmpty || character == Array(UTF8.encodedReplacementCharacter)
                return isNone ? [0xC2, byte] : character
            }
            return UpperControls.replaced(in: bytes, from: first) { characters[Int($0 & 0x1F)] }
        }
    }
}
