extension EpisodeText {
    /// Whether the text holds at least one HTML tag: "a < b", "<me@example.org>" and "<low then -> high" are none.
    ///
    /// Each byte is looked at once, whatever the text is full of.
    package static func looksLikeHTML(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            // A tag has an end: looked for once, and not behind each of many beginnings.
            guard let lastEnd = bytes.lastIndex(of: UInt8(ascii: ">")) else { return false }
            var rest = bytes[..<lastEnd]
            while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
                rest = rest[(open + 1)...]
                if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
                let name = bytes[rest.startIndex...].prefix(longestName + 1).prefix(while: isInName)
                if isBehindName(bytes[name.endIndex...].first), isElement(name) { return true }
                rest = rest[min(name.endIndex, lastEnd)...]
            }
            return false
        }
    }

    /// A text longer than this is not searched for something behind its markup.
    static let longestBlank = 400

    /// Whether a text is tags and comments with white space between them, of which none shows or plays anything.
    static func isBlankMarkup(_ text: String) -> Bool {
        // Most texts begin with a letter.
        guard let start = text.utf8.first(where: { $0 > 0x20 }), !(0x30...0x7A).contains(start) || start == 0x3C else {
            return false
        }
        // By scalars: some of what has no width is one character with what stands before it.
        var rest = text.lowercased().unicodeScalars[...]
        while let first = rest.first {
            if first == "<" {
                guard let end = endOfBlankTag(Substring(rest)) else { return false }
                rest = rest[end...]
            } else if first == "&" {
                guard let end = rest.prefix(longestReference).firstIndex(of: ";"),
                    blankReferences.contains(String(rest[..<end]))
                else { return false }
                rest = rest[end...].dropFirst()
            } else {
                guard first.properties.isWhitespace || first.properties.isDefaultIgnorableCodePoint else {
                    return false
                }
                rest = rest.dropFirst()
            }
        }
        return true
    }

    /// What shows nothing: spaces, and what has no width.
    private static let blankReferences: Set<String> = [
        "&nbsp", "&#160", "&#xa0", "&#8203", "&#x200b", "&zerowidthspace", "&#8204", "&#x200c", "&zwnj", "&#8205",
        "&#x200d", "&zwj", "&#65279", "&#xfeff", "&#8288", "&#x2060", "&nobreak", "&#173", "&#xad", "&shy", "&ensp",
        "&emsp", "&thinsp",
    ]

    /// Where the tag or comment that a text in lower case begins with ends, with the text of a style sheet; nil if it
    /// is none, or is something to see.
    private static func endOfBlankTag(_ text: Substring) -> String.Index? {
        if text.hasPrefix("<!--") { return text.firstRange(of: "-->")?.upperBound }
        let scalars = text.unicodeScalars
        guard let end = scalars.firstIndex(of: ">").map(scalars.index(after:)) else { return nil }
        let tag = String(text[..<end])
        if tag.hasPrefix("<style"), looksLikeHTML(tag) { return text[end...].firstRange(of: "</style>")?.upperBound }
        let shows = ["<img", "<audio", "<video", "<iframe", "<object", "<script"].contains(where: tag.hasPrefix)
        return shows || !looksLikeHTML(tag) ? nil : end
    }

    private static func isElement(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard !name.isEmpty, name.count <= longestName else { return false }
        return elements.contains(String(decoding: name.map { $0 | 0x20 }, as: UTF8.self))
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
    }

    private static func isBehindName(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }

    /// The length of "blockquote" and "figcaption".
    private static let longestName = 10

    /// What show notes are written with.
    ///
    /// The reader of feeds knows all of HTML, and what each element does to a text; here it is only asked whether
    /// somebody wrote HTML.
    package static let elements: Set<String> = [
        "a", "abbr", "address", "article", "aside", "audio", "b", "big", "blockquote", "body", "br", "center", "cite",
        "code", "dd", "del", "details", "div", "dl", "dt", "em", "figcaption", "figure", "font", "footer", "h1", "h2",
        "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "i", "iframe", "img", "ins", "kbd", "li", "main",
        "mark", "nav", "object", "ol", "p", "picture", "pre", "q", "s", "script", "section", "small", "span", "strike",
        "strong", "style", "sub", "summary", "sup", "table", "tbody", "td", "th", "thead", "time", "tr", "tt", "u",
        "ul", "video",
    ]
}
