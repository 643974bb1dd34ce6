/// The links of a web page that have to do with feeds, in the page's order.
struct PageLinks {
    private(set) var candidates: [FeedCandidate] = []
    private(set) var canonicalURL: String?
    private(set) var refreshURL: String?
    private var baseURL: String

    init(_ bytes: UnsafeBufferPointer<UInt8>, pageURL: String) {
        baseURL = pageURL
        var scanner = PageScanner(bytes)
        var hasBase = false
        while candidates.count < FeedPage.maximumCandidates, let tag = scanner.nextTag() {
            switch tag.name {
            case "base" where !hasBase:
                // The first counts, for what follows it (HTML 4.2.3).
                guard let base = url(tag["href"]) else { continue }
                hasBase = true
                baseURL = base
            case "link": readLink(tag)
            case "meta": readMeta(tag)
            case "a": readAnchor(tag, text: scanner.text(limit: 40))
            default: break
            }
        }
    }

    private mutating func readLink(_ tag: PageTag) {
        let relations = Set((tag["rel"] ?? "").lowercased().split { $0.isWhitespace }.map(String.init))
        guard let url = url(tag["href"]) else { return }
        if relations.contains("canonical"), canonicalURL == nil { canonicalURL = url }
        let type = tag["type"].map(Self.mediaType)
        let isFeed =
            relations.contains("alternate") ? Self.isFeedType(type, url: url) : relations.contains("feed")
        guard isFeed, !relations.contains("stylesheet") else { return }
        candidates.append(FeedCandidate(url: url, title: tag["title"].flatMap(Self.title), type: type, origin: .link))
    }

    private mutating func readMeta(_ tag: PageTag) {
        guard refreshURL == nil, tag["http-equiv"]?.lowercased() == "refresh" else { return }
        refreshURL = url(tag["content"].flatMap(Self.target(ofRefresh:)))
    }

    private mutating func readAnchor(_ tag: PageTag, text: String) {
        guard let url = url(tag["href"]) else { return }
        let isForSubscribing = tag["href"].flatMap(Self.withoutSubscribeScheme) != nil
        let path = url.lowercased().prefix { $0 != "?" && $0 != "#" }
        let endings = [".rss", ".xml", ".atom", "/feed", "/feed/", "/rss", "/rss/", "/podcast.json", "/feed.json"]
        let word = text.lowercased().trimmingPrefix { $0.isWhitespace }
        let isNamedSo = ["rss", "feed", "atom", "podcast feed"].contains { word.hasPrefix($0) }
        let isLikeFeed = endings.contains { path.hasSuffix($0) } && !path.hasSuffix("sitemap.xml")
        guard isForSubscribing || isLikeFeed || isNamedSo else { return }
        candidates.append(
            FeedCandidate(
                url: url,
                title: Self.title(tag["title"] ?? text),
                type: tag["type"].map(Self.mediaType),
                origin: .anchor
            )
        )
    }

    /// A reference made absolute, without its fragment; nil unless it leads to
    /// http or https.
    ///
    /// `feed:` and its like before it, or in place of its scheme, only tell programs apart.
    private func url(_ reference: String?) -> String? {
        guard let reference,
            let url = URLReference.resolved(Self.withoutSubscribeScheme(reference) ?? reference, against: baseURL),
            ASCIIText.withBytes(of: url, URLReference.isHTTP)
        else { return nil }
        return url.firstIndex(of: "#").map { String(url[..<$0]) } ?? url
    }
}

extension PageLinks {
    /// What stands before the address in links for programs to subscribe by (identity C8 45).
    ///
    /// Not those of the iTunes Store (`itms:`), which on pages lead to its own.
    private static let subscribeSchemes = ["feed:", "itpc:", "itpcs:", "pcast:", "podcast:", "rss:"]

    /// What is left of such a link: an address with another scheme, or with that of the page; nil for any other link.
    private static func withoutSubscribeScheme(_ reference: String) -> String? {
        let start = reference.drop { $0.isWhitespace }
        let beginning = start.prefix(8).lowercased()
        guard let scheme = subscribeSchemes.first(where: beginning.hasPrefix) else { return nil }
        var rest = start.dropFirst(scheme.count)
        let verb = "//subscribe/"
        if rest.prefix(verb.count).lowercased() == verb { rest = rest.dropFirst(verb.count) }
        let hasScheme = ASCIIText.withBytes(of: String(rest)) { URLReference.schemeLength($0) > 0 }
        return hasScheme || rest.hasPrefix("/") ? String(rest) : "//" + rest
    }

    /// Where a refresh leads, such as `0; url='https://…'`; nil if it only loads the page again (HTML 4.2.5.3).
    private static func target(ofRefresh content: String) -> String? {
        let start = content.drop { $0.isWhitespace }
        let separators = ";,"
        var target = start.drop { $0.isASCII && $0.isNumber || $0 == "." }
        guard target.startIndex > start.startIndex, let next = target.first,
            next.isWhitespace || separators.contains(next)
        else { return nil }
        target = target.drop { $0.isWhitespace }
        if let first = target.first, separators.contains(first) {
            target = target.dropFirst().drop { $0.isWhitespace }
        }
        if target.prefix(3).lowercased() == "url" {
            let value = target.dropFirst(3).drop { $0.isWhitespace }
            if value.first == "=" { target = value.dropFirst().drop { $0.isWhitespace } }
        }
        if let quote = target.first, quote == "'" || quote == "\"" {
            target = target.dropFirst().prefix { $0 != quote }
        }
        return target.isEmpty ? nil : String(target)
    }

    private static func mediaType(_ text: String) -> String {
        let type = text.prefix { $0 != ";" }.lowercased()
        return type.filter { !$0.isWhitespace }
    }

    private static func title(_ text: String) -> String? {
        let title = MarkupText.title(text)
        return title.isEmpty ? nil : String(title.prefix(200))
    }

    private static func isFeedType(_ type: String?, url: String) -> Bool {
        switch type {
        case "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
            "application/x.atom+xml", "application/x-atom+xml", "application/x-rss+xml", "text/rss+xml", "text/rss",
            "text/atom+xml", "application/xml", "text/xml":
            // WordPress offers oEmbed as XML too.
            !url.contains("/oembed")
        case "application/json":
            // The REST interface of WordPress is no feed (http polling A11 89).
            !url.contains("/wp-json") && !url.contains("oembed")
        default:
            false
        }
    }
}
