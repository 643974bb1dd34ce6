extension AtomNamespace {
    /// Reads a `<link>` of the format itself: RSS writes the address as text,
    /// but feeds forget the prefix of Atom links (feed formats B9).
    static func beginPlainLink(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        attributes[.href] == nil ? .text : beginLink(attributes, &builder)
    }

    /// Reads an Atom link, whose address may be its text as in RSS.
    static func beginAtomLink(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        // As text nobody else reads the relation: it is not asked for, and kept.
        let rel = XMLAttributes(all: attributes.all)[.rel]
        let isText = attributes[.href] == nil && relation(builder.word(rel)) == "alternate"
        return isText ? .text : beginLink(attributes, &builder)
    }

    /// Takes the text of a link for the page, where no link says it as Atom does.
    static func endLinkText(_ field: FieldText, _ builder: inout FeedBuilder) {
        builder.chooseLink(builder.address(field), rank: 4)
    }

    /// Reads an Atom link.
    static func beginLink(_ attributes: XMLAttributes, _ builder: inout FeedBuilder) -> ElementRole {
        let rel = relation(builder.word(attributes[.rel]))
        guard let address = builder.url(attributes[.href]) ?? emptyReference(attributes, rel, builder) else {
            return .unread
        }
        let link = ParsedLink(
            rel: rel,
            url: address,
            type: builder.word(attributes[.type]),
            title: builder.string(attributes[.title]),
            language: builder.string(attributes[.hreflang]),
            length: attributes[.length].flatMap(EnclosureLength.parse)
        )
        if builder.isInItem {
            readItemLink(link, attributes, &builder)
        } else {
            readChannelLink(link, &builder)
        }
        return .skipped
    }

    private static func readChannelLink(_ link: ParsedLink, _ builder: inout FeedBuilder) {
        var isTaken = false
        switch link.rel {
        case "self", "service.feed": isTaken = fill(\.selfURL, link, &builder)
        case "hub":
            let known = builder.channel.hubURLs
            isTaken = known.contains(link.url) || builder.hasRoomForDistinct(known.count, Allowance.Weight.word)
            if isTaken, !known.contains(link.url) { builder.channel.hubURLs.append(link.url) }
        case "next": isTaken = fill(\.nextPageURL, link, &builder)
        case "prev-archive": isTaken = fill(\.previousArchiveURL, link, &builder)
        case "current": isTaken = fill(\.currentURL, link, &builder)
        case "license": CreativeCommonsNamespace.offer(link.url, &builder)
        case "alternate" where isPage(link):
            builder.chooseLink(link.url, rank: pageRank(link))
            isTaken = true
        default:
            if mayBePage(link) { builder.chooseLink(link.url, rank: 6) }
        }
        if isTaken, saysNoMore(link) { return }
        if builder.hasRoom(builder.channel.links.count, Allowance.Weight.link) { builder.channel.links.append(link) }
    }

    /// Fills a field of the channel; false when it holds another address.
    private static func fill(
        _ path: WritableKeyPath<ParsedChannel, String?>,
        _ link: ParsedLink,
        _ builder: inout FeedBuilder
    ) -> Bool {
        if builder.channel[keyPath: path] == nil { builder.channel[keyPath: path] = link.url }
        return builder.channel[keyPath: path] == link.url
    }

    /// Whether a link has nothing to tell but its relation and address: a page is HTML and a feed is a feed.
    private static func saysNoMore(_ link: ParsedLink) -> Bool {
        guard link.title == nil, link.language == nil, link.length == nil else { return false }
        guard let type = link.type else { return true }
        let feedTypes = ["application/rss+xml", "application/atom+xml", "application/xml", "text/xml"]
        return link.rel == "alternate" || link.rel == "replies" ? type == "text/html" : feedTypes.contains(type)
    }

    private static func readItemLink(
        _ link: ParsedLink,
        _ attributes: XMLAttributes,
        _ builder: inout FeedBuilder
    ) {
        switch link.rel {
        case "alternate" where isPage(link):
            builder.chooseLink(link.url, rank: pageRank(link))
            if !saysNoMore(link) { keep(link, &builder) }
        case "enclosure":
            var enclosure = FeedBuilder.enclosure(
                url: link.url,
                length: attributes[.length],
                type: attributes[.type],
                origin: .atomLink
            )
            enclosure.title = link.title
            builder.addEnclosure(enclosure)
            if link.language != nil { keep(link, &builder) }
        case "http://podlove.org/simple-chapters" where builder.choices.chaptersLink == nil:
            builder.choices.chaptersLink = link
        case "license":
            CreativeCommonsNamespace.offer(link.url, &builder)
            keep(link, &builder)
        case "replies" where isPage(link) && builder.item.commentsURL == nil:
            builder.item.commentsURL = link.url
            if !saysNoMore(link) { keep(link, &builder) }
        default:
            if mayBePage(link) { builder.chooseLink(link.url, rank: 6) }
            keep(link, &builder)
        }
    }

    /// Takes a file of Podlove's chapters for the chapters of an item that names no other (feed formats I).
    static func settle(chaptersLink link: ParsedLink, _ builder: inout FeedBuilder) {
        let isTaken = !builder.item.hasPodcastTags || builder.item.podcast.chaptersURL == nil
        if isTaken {
            builder.item.podcast.chaptersURL = link.url
            builder.item.podcast.chaptersType = link.type ?? "application/xml"
        }
        if !isTaken || link.title != nil || link.language != nil || link.length != nil { keep(link, &builder) }
    }

    private static func keep(_ link: ParsedLink, _ builder: inout FeedBuilder) {
        if builder.hasRoom(builder.item.links.count, Allowance.Weight.link) { builder.item.links.append(link) }
    }

    /// A link without a relation is an alternate; registered relations may be
    /// written as URIs.
    private static func relation(_ rel: String?) -> String {
        guard let rel, !rel.isEmpty else { return "alternate" }
        let registry = "http://www.iana.org/assignments/relation/"
        return rel.hasPrefix(registry) ? String(rel.dropFirst(registry.count)) : rel
    }

    /// An empty reference means the document it stands in (RFC 3986 section 5.2.2): under an xml:base that is the
    /// base; the feed itself is no page and no file.
    private static func emptyReference(
        _ attributes: XMLAttributes,
        _ rel: String,
        _ builder: borrowing FeedBuilder
    ) -> String? {
        guard attributes[.href] != nil, rel != "enclosure", let base = builder.bases.last else { return nil }
        return base.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init)
    }

    /// The same as plain text or Markdown, for programs, comes behind the page for people.
    private static func pageRank(_ link: ParsedLink) -> UInt8 {
        link.type.map { $0.contains("html") } ?? true ? 1 : 3
    }

    /// Whether an alternate of an unknown type may serve as the page while there is no better one.
    private static func mayBePage(_ link: ParsedLink) -> Bool {
        guard link.rel == "alternate", let type = link.type else { return false }
        let others = ["xml", "rss", "atom", "json", "opml", "audio", "video", "image"]
        return !others.contains { type.contains($0) }
    }

    /// Whether the target is a page for people: a feed in another format is an
    /// alternate too, but not the site of the show.
    private static func isPage(_ link: ParsedLink) -> Bool {
        guard let type = link.type else { return true }
        return type.hasPrefix("text/") || type.contains("html")
    }
}
