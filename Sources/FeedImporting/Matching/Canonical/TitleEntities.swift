/// Decodes the entities that are left over in titles that were escaped twice.
enum TitleEntities {
    private static let named: [Substring: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–", "mdash": "—",
        "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»",
        "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß", "eacute": "é",
        "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ", "aacute": "á", "iacute": "í", "oacute": "ó",
        "uacute": "ú",
    ]

    /// Whether anything in a text may be one: an ampersand, and a semicolon soon after it.
    static func mayBe(in text: String) -> Bool {
        var rest = text.utf8[...]
        while let ampersand = rest.firstIndex(of: .ampersand) {
            rest = rest[ampersand...].dropFirst()
            if rest.prefix(longestName + 1).contains(.semicolon) { return true }
        }
        return false
    }

    private static let longestName = 10

    static func decoding(_ text: String) -> String {
        var output = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            output += rest[..<ampersand]
            let after = rest[rest.index(after: ampersand)...]
            let name = after.prefix(longestName).prefix { $0 != ";" && $0 != "&" && $0 != " " }
            if name.endIndex < after.endIndex, after[name.endIndex] == ";", let scalar = scalar(named: name) {
                output.unicodeScalars.append(scalar)
                rest = after[after.index(after: name.endIndex)...]
            } else {
                output += "&"
                rest = after
            }
        }
        return output + rest
    }

    private static func scalar(named name: Substring) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return value.flatMap(Unicode.Scalar.init)
    }
}
