/// What may stand in which element of a feed: how a missing end tag is noticed.
///
/// Names are known as they are written, and in lower case if a feed is written by hand: `<Title>`.
enum ElementNesting {
    /// Whether an element cannot stand in another one, whatever comes later, unless that may have parts: a field in a
    /// text.
    static func cannotHold(_ name: String, in outer: String) -> Bool {
        isField(name) && isLeaf(outer)
    }

    /// Whether an element stands in another one only if that is ended: a field in an element that is all in its
    /// attributes, such as who took a picture.
    static func hardlyHolds(_ name: String, in outer: String) -> Bool {
        guard isField(name), isAllAttributes(outer) else { return false }
        // Categories hold categories, an enclosure of RSS 1.0 another one, and a file of Media RSS what belongs to it.
        if name == outer { return !has(name, in: nested) }
        return !(outer == "media:content" && name.hasPrefix("media:"))
    }

    /// Whether a field is hardly meant to stand in show notes: the body of a page has none of that name, or in Atom it
    /// comes behind them.
    static func isStrange(_ name: String, inNotes outer: String) -> Bool {
        isField(name) && (!isAlsoInHTML(name) || (name == "content" && outer == "summary"))
    }

    /// Whether an element with this name is a field of its own wherever it
    /// stands in a feed.
    static func isField(_ name: String) -> Bool {
        if has(name, in: leaves) || has(name, in: notes) || has(name, in: others) { return true }
        guard let colon = name.firstIndex(of: ":") else { return false }
        return prefixes.contains(name[..<colon])
    }

    /// Whether an element with this name holds only text.
    static func isLeaf(_ name: String) -> Bool {
        has(name, in: leaves)
    }

    /// Whether a text may be written in elements as well, some of which have the names of fields: the title that an
    /// author has at work.
    static func mayHaveParts(_ name: String) -> Bool {
        has(name, in: inParts)
    }

    /// Whether an element with this name holds show notes, which may be markup.
    static func isNotes(_ name: String) -> Bool {
        has(name, in: notes)
    }

    /// Whether the children of an element with this name are fields.
    static func isContainer(_ name: String) -> Bool {
        ["item", "entry", "channel", "feed", "rss", "rdf:rdf", "podcast:liveitem"].contains(name.lowercased())
    }

    /// Whether an element with this name, whatever its prefix, is one whose children are fields: `<x:channel>`.
    static func isAnyContainer(_ name: String) -> Bool {
        isContainer(name) || (name.split(separator: ":").last.map { isContainer(String($0)) } ?? false)
    }

    /// Whether a field is meant to stand in an element that is no item: the title of a picture, a file in a group.
    static func belongs(_ name: String, in outer: String) -> Bool {
        if let children = children[outer] ?? children[outer.lowercased()] { return has(name, in: children) }
        guard let colon = outer.firstIndex(of: ":"), familyPrefixes.contains(outer[..<colon]) else { return false }
        return name.hasPrefix(outer[...colon])
    }

    /// Whether an element has each of the fields that belong in it no more than once.
    static func hasFieldsOnce(_ outer: String) -> Bool {
        ["image", "textinput"].contains(outer.lowercased())
    }

    /// Whether an element with this name is part of a text, and of nothing else in a feed: `<br>`, `<p>`.
    ///
    /// Such as are never closed end with the text they stand in, and take nothing else along.
    static func isMarkup(_ name: String) -> Bool {
        if isField(name) || name.utf8.contains(0x3A) { return false }
        return MarkupElements.effect(of: name.lowercased()) != nil
    }

    /// Whether nothing can be missing of an element with this name that was never closed: it is markup, or all in its
    /// attributes.
    static func endsByItself(_ name: String) -> Bool {
        isMarkup(name) || isAllAttributes(name)
    }

    /// Whether an element with this name is an item or entry.
    static func isItem(_ name: String) -> Bool {
        let name = name.lowercased()
        return name == "item" || name == "entry"
    }

    /// Whether an element with this name says all in its attributes, and nothing between its tags.
    static func isAllAttributes(_ name: String) -> Bool {
        has(name, in: allAttributes)
    }

    private static func isAlsoInHTML(_ name: String) -> Bool {
        has(name, in: alsoInHTML)
    }

    private static func has(_ name: String, in names: Set<String>) -> Bool {
        if names.contains(name) { return true }
        return name.utf8.contains { (0x41...0x5A).contains($0) } && names.contains(name.lowercased())
    }

    private static let allAttributes: Set<String> = [
        "enclosure", "itunes:image", "itunes:category", "googleplay:image", "googleplay:category", "atom:link",
        "atom10:link", "podcast:transcript", "podcast:chapters", "media:content", "media:thumbnail", "media:player",
        "psc:chapter", "cloud", "podcast:podping", "podcast:images",
    ]

    /// Of those that are all in their attributes, the ones that stand in their like.
    private static let nested: Set<String> = ["itunes:category", "googleplay:category", "enclosure"]

    private static let alsoInHTML: Set<String> = [
        "source", "summary", "content",
    ]

    private static let leaves: Set<String> = [
        "title", "link", "guid", "id", "updated", "published", "pubDate", "pubdate", "lastBuildDate", "lastbuilddate",
        "language", "copyright",
        "generator", "ttl", "comments",
        "category", "author", "managingEditor", "managingeditor", "webMaster", "webmaster", "dc:creator", "dc:date",
        "dc:subject", "subtitle", "tagline", "rights", "icon", "logo", "contributor", "modified", "issued", "created",
        "itunes:title", "itunes:author", "itunes:duration", "itunes:explicit", "itunes:subtitle", "itunes:keywords",
        "itunes:episode", "itunes:season", "itunes:episodeType", "itunes:block", "itunes:type", "itunes:complete",
        "itunes:new-feed-url", "itunes:name", "itunes:email", "podcast:person", "podcast:season", "podcast:episode",
        "podcast:guid", "podcast:locked", "podcast:license", "podcast:location", "podcast:soundbite",
        "podcast:trailer", "podcast:funding", "podcast:txt", "podcast:medium", "media:title", "media:keywords",
    ]

    /// Of the leaves, those that other formats and programs write in elements.
    private static let inParts: Set<String> = ["author", "contributor", "category"]

    private static let notes: Set<String> = [
        "description", "content:encoded", "itunes:summary", "summary", "content", "googleplay:description",
        "media:description",
    ]

    private static let others: Set<String> = [
        "item", "entry", "enclosure", "source", "image",
    ]

    /// The fields that stand in an element that is no item and no text.
    private static let children: [String: Set<String>] = [
        "image": ["title", "link", "description"], "textinput": ["title", "link", "description"],
        "itunes:owner": ["itunes:name", "itunes:email"],
        "podcast:value": ["podcast:valueRecipient", "podcast:valueTimeSplit"],
        "podcast:valueTimeSplit": ["podcast:valueRecipient", "podcast:remoteItem"],
        "podcast:alternateEnclosure": ["podcast:source", "podcast:integrity"],
        "podcast:podroll": ["podcast:remoteItem"], "podcast:publisher": ["podcast:remoteItem"],
        "psc:chapters": ["psc:chapter"],
    ]

    /// Of namespaces whose elements stand in each other: files in groups, names of persons.
    private static let familyPrefixes: Set<Substring> = ["media", "atom", "atom10"]

    /// Of namespaces whose elements are fields.
    private static let prefixes: Set<Substring> = [
        "itunes", "podcast", "media", "content", "dc", "atom", "atom10", "googleplay", "psc",
    ]
}
