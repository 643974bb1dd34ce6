/// Elements of RSS that hold nothing but text, and elements that stand beside
/// them: how a missing end tag is noticed.
enum LeafElements {
    /// Whether an element with this name holds only text.
    static func isLeaf(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        leaves.contains(String(decoding: name, as: UTF8.self))
    }

    /// Whether an element with this name is a field of its own wherever it
    /// stands in RSS.
    static func isField(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = String(decoding: name, as: UTF8.self)
        return leaves.contains(text) || others.contains(text) || text.hasPrefix("itunes:")
            || text.hasPrefix("podcast:")
    }

    /// Whether an element cannot stand in another one: a field in a text, or
    /// anything but a category in a category.
    static func cannotHold(_ name: UnsafeBufferPointer<UInt8>, in outer: UnsafeBufferPointer<UInt8>) -> Bool {
        if isLeaf(outer) { return isField(name) }
        return ASCIIText.matches(outer, "itunes:category") && !ASCIIText.matches(name, "itunes:category")
    }

    /// Whether an element with this name is part of a text, and of nothing else in a feed: `<br>`, `<p>`.
    ///
    /// Such as are never closed end with the text they stand in, and take nothing else along.
    static func isMarkup(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let text = String(decoding: name, as: UTF8.self)
        if isField(name) || text == "summary" || text.utf8.contains(0x3A) { return false }
        return MarkupElements.effect(of: text.lowercased()) != nil
    }

    /// Whether nothing can be missing of an element with this name that was never closed: it is markup, or a category,
    /// which is all in its attributes.
    static func endsByItself(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        isMarkup(name) || ASCIIText.matches(name, "itunes:category")
    }

    /// Whether an element with this name is an item or entry.
    static func isItem(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count == 4 || name.count == 5 else { return false }
        return ASCIIText.matches(name, "item") || ASCIIText.matches(name, "entry")
    }

    private static let leaves: Set<String> = [
        "title", "link", "guid", "pubDate", "lastBuildDate", "language", "copyright", "generator", "ttl", "comments",
        "itunes:title", "itunes:author", "itunes:duration", "itunes:explicit", "itunes:subtitle", "itunes:keywords",
        "itunes:episode", "itunes:season", "itunes:episodeType", "itunes:block",
    ]

    private static let others: Set<String> = [
        "item", "description", "enclosure", "category", "author", "content:encoded", "source", "image",
    ]
}
