extension FeedURL {
    /// Equal for addresses that probably lead to the same feed (identity C8 47,
    /// 48): a hint for people, never a reason to take two feeds for one.
    ///
    /// Beyond ``dedupKey`` it leaves out the case of the path, empty segments, and
    /// `format=xml`; the hosts of FeedBurner are one, and a show on anchor.fm is
    /// its number.
    package var likenessKey: String {
        var host = hostWithoutWWW
        if Self.feedBurnerHosts.contains(host) { host = Self.feedBurner }
        let (path, query) = pathAndQuery.splitAtFirst("?")
        var segments = path.lowercased().split(separator: "/")
        if host == "anchor.fm", segments.count > 2, segments[0] == "s" { segments = Array(segments.prefix(2)) }
        let arguments = (query ?? "").split(separator: "&").filter { !Self.formats.contains($0.lowercased()) }
        var key = host
        if let port { key += ":\(port)" }
        key += "/" + segments.joined(separator: "/")
        return arguments.isEmpty ? key : key + "?" + arguments.joined(separator: "&")
    }

    /// ``likenessKey`` with the names of the query alone; nil for an address without any.
    ///
    /// Equal for addresses that differ in a key only, and for those of shows that a host tells apart by a number.
    package var likenessKeyWithoutValues: String? {
        let (path, query) = likenessKey.splitAtFirst("?")
        guard let query else { return nil }
        return path + "?" + query.split(separator: "&").map { $0.prefix { $0 != "=" } }.sorted().joined(separator: "&")
    }

    /// The hosts, without `www.`, of all addresses that may have the same ``likenessKey``.
    package var likenessHosts: [String] {
        let host = hostWithoutWWW
        guard host == Self.feedBurner || Self.feedBurnerHosts.contains(host) else { return [host] }
        return [Self.feedBurner] + Self.feedBurnerHosts.sorted()
    }

    private var hostWithoutWWW: String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }

    private static let feedBurner = "feedburner.com"
    private static let feedBurnerHosts: Set<String> = ["feeds.feedburner.com", "feeds2.feedburner.com"]
    /// FeedBurner shows browsers a page unless the address asks for the feed.
    private static let formats: Set<String> = ["format=xml", "fmt=xml"]
}

extension String {
    fileprivate func splitAtFirst(_ separator: Character) -> (Substring, Substring?) {
        guard let index = firstIndex(of: separator) else { return (self[...], nil) }
        return (self[..<index], self[self.index(after: index)...])
    }
}
