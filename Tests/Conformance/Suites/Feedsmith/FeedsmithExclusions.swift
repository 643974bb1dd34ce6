/// What feedsmith expects and podimport does not promise.
enum FeedsmithExclusions {
    /// Why an expectation is left out; nil when it is compared.
    static func reason(_ pattern: String, _ field: String, in expected: Fields) -> String? {
        let parts = pattern.replacing("[]", with: "").split(separator: ".").map(String.init)
        if parts.contains("media"),
            !pattern.contains(/^(items|entries)\[\]\.media\.contents\[\]\.\w+$/)
                || unreadOfMedia.contains(parts.last ?? "")
        {
            return
                "feed formats J: of Media RSS the contents with their properties are compared"
        }
        if let reason = reasonForRaw(pattern) { return reason }
        if isRaw(pattern) { return nil }
        if isSecondCopy(parts) { return "a second copy of the list beside it, which is compared" }
        if pattern.contains("links[]"), let reason = LinkExclusions.reason(field, in: expected) { return reason }
        if pattern.contains(".source."), !pattern.contains(/source\.(title|url|id)$/) {
            return "feed formats B: of the source of an item title, address and id are read"
        }
        if pattern.hasPrefix("textInput") { return "feed formats B: textInput is ignored" }
        return reasonForValues(pattern, field, in: expected)
    }

    /// Namespaces without fields of their own are compared by what is kept of their markup.
    private static func reasonForRaw(_ pattern: String) -> String? {
        switch pattern {
        case _ where pattern.contains(/georss\.(box|line|point|polygon)\.|slash\.hitParade|geo\.alt$/):
            return "feed formats B12: numbers in raw markup are kept as the text they stand in"
        case _ where pattern.contains("links[].thr.") || pattern.contains("authors[].arxiv."):
            return "feed formats B12: an attribute of another namespace on an element that is read"
        default: return nil
        }
    }

    private static func reasonForValues(_ pattern: String, _ field: String, in expected: Fields) -> String? {
        switch pattern {
        case _ where pattern.contains(/googleplay\.(block|explicit|email|image|newFeedUrl|categories)/):
            return "feed formats C: it stands in for its itunes namesake, which is there"
        case "sy.updatePeriod", "sy.updateFrequency": return "http polling: both are read as one number of seconds"
        case "generator.uri", "generator.version": return "feed formats B: of the generator the name is kept"
        case "icon" where expected["logo"] != nil:
            return "feed formats C3: one picture is kept, the logo before the icon"
        case "rights", "entries[].rights":
            return expected[field]?.hasMarkup == true
                ? "feed formats C1: names are unescaped once and without tags" : nil
        case "image.rdf.about": return "the address of the picture, which is compared"
        case _ where pattern.hasPrefix("podcast.chats[]") && !field.contains("chats[0]"):
            return "feed formats H: a podcast has one chat"
        case _ where pattern.contains("spotify.access"): return "feed formats B12: spotify:access is kept as raw markup"
        default: return nil
        }
    }

    private static let rawNamespaces: Set = [
        "acast", "admin", "app", "arxiv", "blogChannel", "cc", "creativeCommons", "dcterms", "feedpress", "geo",
        "georss", "opensearch", "pingback", "prism", "rawvoice", "slash", "sourceNs", "thr", "trackback",
        "wfw", "xml", "yt",
    ]

    /// Whether a value belongs to a namespace that is kept as raw markup.
    static func isRaw(_ name: String) -> Bool {
        guard !name.contains("podcast.") else { return false }
        let parts = name.split(separator: ".").map { String($0.prefix { $0 != "[" }) }
        if parts.contains("dc") { return !isReadDublinCore(parts) }
        return parts.contains { rawNamespaces.contains($0) }
    }

    /// Of Dublin Core these have fields; the rest, and what stands beside a field of the format, is kept as it is.
    private static func isReadDublinCore(_ parts: [String]) -> Bool {
        guard let last = parts.last, let index = parts.firstIndex(of: "dc") else { return false }
        return readDublinCore.contains(last) && !(last.hasPrefix("publisher") && index > 0)
    }

    private static let unreadOfMedia: Set = [
        "backLinks", "comments", "responses", "rights", "keywords", "texts", "scenes",
    ]

    private static let readDublinCore: Set = [
        "creators", "publishers", "titles", "descriptions", "creator", "publisher", "title", "description",
    ]

    /// Feedsmith gives the first element of some lists once more by itself.
    private static func isSecondCopy(_ parts: [String]) -> Bool {
        guard let index = parts.firstIndex(of: "podcast"), index + 1 < parts.count else {
            return parts.suffix(2).first == "dc" && !(parts.last?.hasSuffix("s") ?? false)
        }
        return parts[(index + 1)...].contains { ["location", "value", "chat"].contains($0) } && parts.last != "value"
    }
}
