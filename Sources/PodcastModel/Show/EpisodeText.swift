/// The documented choice among the texts of an item (feed formats C1, C2).
///
/// Every source text is kept; these rules are applied when one has to be shown.
package enum EpisodeText {
    /// The text to read beside the audio, HTML where the feed has HTML.
    ///
    /// content, else the description or summary if it is HTML, else the
    /// description, the summary, the subtitle. White space or `&nbsp;` alone
    /// counts as nothing.
    package static func showNotes(
        content: String?,
        description: String?,
        summary: String?,
        subtitle: String?
    ) -> String? {
        let candidates = [content, description, summary, subtitle].compactMap { $0 }.filter(hasNotes)
        if let content, hasNotes(content) { return content }
        return candidates.first(where: looksLikeHTML) ?? candidates.first
    }

    /// Plain text as HTML that looks the same: what would be markup is escaped, lines stay lines.
    package static func html(ofPlain text: String) -> String {
        var html = ""
        html.reserveCapacity(text.utf8.count)
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\n" where last == "\r": break
            case "\n", "\r": html += "<br>\n"
            default: html.unicodeScalars.append(scalar)
            }
            last = scalar
        }
        return html
    }

    /// A text that may be plain as HTML that looks the same; HTML stays what it is.
    ///
    /// References are left as they are: descriptions have them whether there is a tag in them or not. An `&` that
    /// begins none is itself: `?a=1&copy=2` is an address.
    package static func html(ofDescription text: String) -> String {
        let mayLookDifferent = text.utf8.contains {
            $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "&")
        }
        guard mayLookDifferent, !looksLikeHTML(text) else { return text }
        return withoutBareAmpersands(text).replacing("<", with: "&lt;").replacing("\r\n", with: "\n")
            .replacing("\n", with: "<br>\n")
    }

    private static func withoutBareAmpersands(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var html = ""
        html.reserveCapacity(text.utf8.count + 16)
        var rest = text[...]
        while let ampersand = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            let next = rest.utf8.index(after: ampersand)
            html += rest[..<next]
            rest = rest[next...]
            if !isReference(rest.utf8) { html += "amp;" }
        }
        return html + rest
    }

    /// Whether a text behind an `&` begins with `name;` or `#…;`.
    private static func isReference(_ text: Substring.UTF8View) -> Bool {
        let name = text.prefix(longestReference).prefix {
            $0 == UInt8(ascii: "#") || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        }
        return !name.isEmpty && text[name.endIndex...].first == UInt8(ascii: ";")
    }

    /// The length of "CounterClockwiseContourIntegral".
    static let longestReference = 31

    /// Whether there is something to read, to see or to play in a text: `<p class="x">&nbsp;</p>` is nothing.
    package static func hasNotes(_ text: String) -> Bool {
        !isBlank(text) && (text.utf8.count > longestBlank || !isBlankMarkup(text))
    }

    /// Whether there is nothing to read in the text.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{200B}" || $0 == "\u{FEFF}" }
            || (text.utf8.count < 40 && text.utf8.contains(where: mayBeOfBlankMarkup)
                && strippedOfBlankMarkup(text).isEmpty)
    }

    /// Whether a byte is of what is taken out of blank texts, be it `<br>`, `&nbsp;`, the first of U+00A0 or a control.
    ///
    /// Taking it out costs a hundred times as much as this look, and hardly any title has such a byte.
    private static func mayBeOfBlankMarkup(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == 0xC2 || byte < 0x20
    }

    private static func strippedOfBlankMarkup(_ text: String) -> String {
        var rest = text.lowercased()
        for blank in ["&nbsp;", "&#160;", "<br>", "<br/>", "<br />", "<p>", "</p>", "\u{A0}"] {
            rest = rest.replacing(blank, with: "")
        }
        return rest.trimmingWhitespace()
    }
}
