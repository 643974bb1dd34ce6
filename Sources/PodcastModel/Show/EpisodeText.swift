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
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\n": html += "<br>\n"
            default: html.unicodeScalars.append(scalar)
            }
        }
        return html
    }

    /// A text that may be plain as HTML that looks the same; HTML stays what it is.
    ///
    /// References are left as they are: descriptions have them whether there is a tag in them or not.
    package static func html(ofDescription text: String) -> String {
        let mayLookDifferent = text.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\n") }
        guard mayLookDifferent, !looksLikeHTML(text) else { return text }
        return text.replacing("<", with: "&lt;").replacing("\r\n", with: "\n").replacing("\n", with: "<br>\n")
    }

    /// Whether there is something to read, to see or to play in a text: `<p class="x">&nbsp;</p>` is nothing.
    package static func hasNotes(_ text: String) -> Bool {
        !isBlank(text) && (text.utf8.count > longestBlank || !isBlankMarkup(text))
    }

    /// Whether there is nothing to read in the text.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{200B}" || $0 == "\u{FEFF}" }
            || (text.utf8.count < 40 && strippedOfBlankMarkup(text).isEmpty)
    }

    private static func strippedOfBlankMarkup(_ text: String) -> String {
        var rest = text.lowercased()
        for blank in ["&nbsp;", "&#160;", "<br>", "<br/>", "<br />", "<p>", "</p>", "\u{A0}"] {
            rest = rest.replacing(blank, with: "")
        }
        return rest.trimmingWhitespace()
    }
}
