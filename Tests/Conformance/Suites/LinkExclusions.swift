/// What is left out of the lists of links, for every suite.
enum LinkExclusions {
    /// Why a property of a link is not compared; nil when it is.
    ///
    /// - Parameters:
    ///   - field: a name such as `items[0].links[1].type`.
    ///   - expected: everything the suite expects of the feed.
    /// - Returns: the rule that says so.
    static func reason(_ field: String, in expected: Fields) -> String? {
        guard let dot = field.lastIndex(of: "."), field[..<dot].contains(/links\[\d+\]$/) else {
            return field.contains(/links\[[1-9]\d*\]$/) ? "feed formats B: of several pages the first is kept" : nil
        }
        let (link, property) = (field[..<dot], field[field.index(after: dot)...])
        guard let address = expected["\(link).href"] else { return "a link without an address leads nowhere" }
        let rel = expected["\(link).rel"] ?? "alternate"
        if addressAlone.contains(rel), property != "href", property != "rel" {
            return "feed formats B9: of page, self, next, hub and replies the address is kept"
        }
        if address.hasPrefix("/"), property == "href" { return "feed formats B: addresses are resolved" }
        if rel == "alternate", link.contains("atom.links") {
            return "feed formats B: of several pages the first is kept"
        }
        return nil
    }

    private static let addressAlone: Set = ["alternate", "self", "next", "hub", "replies"]
}
