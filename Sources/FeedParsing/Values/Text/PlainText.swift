/// Show notes as a reader without HTML sees them.
package enum PlainText {
    /// The text of HTML: no tags, no scripts, references decoded once, line ends
    /// where the markup has them; text that is not HTML stays what it is.
    ///
    /// `<br>` and `<ul>` are a line end, `<li>` a starred line, `<p>` an empty line.
    /// Spaces within a line are squashed, more than one empty line is one.
    package static func ofHTML(_ text: String) -> String {
        ASCIIText.withBytes(of: text) { String(utf8: MarkupStripper.strip($0, keepsLines: true)) }
    }

    /// The same on one line, with a space for every tag.
    package static func line(ofHTML text: String) -> String {
        let plain = ASCIIText.withBytes(of: text) {
            MarkupStripper.strip($0, keepsLines: false, separatesTags: true)
        }
        return plain.withUnsafeBufferPointer { MarkupText.squashed($0) }
    }
}
