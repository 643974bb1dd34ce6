import FeedParsing

/// Show notes as text to search in and to quote.
package enum ShowNotesText {
    /// The words of show notes without their markup.
    package static func plain(_ notes: String) -> String {
        PlainText.ofHTML(notes)
    }
}
