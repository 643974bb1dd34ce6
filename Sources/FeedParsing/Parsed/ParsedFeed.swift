/// Everything one feed document says, as plain values.
///
/// Times are epoch seconds in UTC. Texts are as the feed means them: XML
/// entities are decoded once, HTML inside is kept. URLs are absolute wherever a
/// base was known.
package struct ParsedFeed: Sendable, Equatable {
    /// The format and its version: "rss 2.0", "atom 1.0", "json feed 1.1".
    package var format: String
    /// The character encoding the bytes were read in, lower case: "utf-8".
    package var encoding: String
    /// Whether the document was read to its end, and no tag was so damaged that
    /// an element may have been cut or have taken others along.
    ///
    /// An incomplete document says nothing about the items that are missing from
    /// it, nor of the fields that an item lacks.
    package var isComplete: Bool
    /// What was wrong with the document and how it was read nevertheless.
    package var warnings: [FeedWarning]
    /// The show-level data.
    package var channel: ParsedChannel
    /// The items in document order.
    package var items: [ParsedItem]
    /// What can be said of the items as a block, if that was asked for; nil if they are none.
    package var itemBlock: ParsedItemBlock?

    /// Makes a value of its fields.
    package init(
        format: String,
        encoding: String,
        isComplete: Bool,
        warnings: [FeedWarning],
        channel: ParsedChannel,
        items: [ParsedItem]
    ) {
        self.format = format
        self.encoding = encoding
        self.isComplete = isComplete
        self.warnings = warnings
        self.channel = channel
        self.items = items
    }
}
