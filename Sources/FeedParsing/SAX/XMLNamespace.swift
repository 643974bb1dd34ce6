/// The namespaces that have a type of their own in `Namespaces/`, and those
/// that are told apart for another reason.
enum XMLNamespace: UInt8 {
    /// Elements of the format itself without a namespace: RSS of any version.
    case rss
    case atom
    case itunes
    case content
    case dublinCore
    case dublinCoreTerms
    case podcast
    case media
    case podloveChapters
    case googlePlay
    case syndication
    case history
    case rawVoice
    case spotify
    case feedburner
    case rdf
    case slash
    case wellFormedWeb
    case creativeCommons
    case xhtml
    /// A namespace nothing here reads.
    case unknown

    /// More than anything that is known has.
    private static let longestURI = 200

    /// Finds a namespace by its URI, whatever the spelling of scheme, case and
    /// final slash (feed formats E1).
    init?(uri: UnsafeBufferPointer<UInt8>) {
        let uri = ASCIIText.trimmed(uri)
        guard uri.count <= Self.longestURI else { return nil }
        var key = Substring(String(decoding: uri, as: UTF8.self).lowercased()).utf8
        if key.starts(with: "https://".utf8) {
            key = key.dropFirst(8)
        } else if key.starts(with: "http://".utf8) {
            key = key.dropFirst(7)
        }
        if key.starts(with: "www.".utf8) { key = key.dropFirst(4) }
        while key.last == 0x2F { key = key.dropLast() }
        guard let found = Self.byURI[String(Substring(key))] else { return nil }
        self = found
    }

    /// Finds a namespace by the prefix it usually has, for feeds that do not
    /// declare it or declare another URI.
    init?(prefix: UnsafeBufferPointer<UInt8>) {
        guard prefix.count <= Self.longestURI else { return nil }
        let key = String(decoding: prefix, as: UTF8.self).lowercased()
        guard let found = Self.byPrefix[key] else { return nil }
        self = found
    }
}

extension XMLNamespace {
    /// The URI under which elements of the namespace are kept, however a feed
    /// spells it; empty for the format's own.
    var uri: String {
        switch self {
        case .rss, .unknown: ""
        case .atom: "http://www.w3.org/2005/Atom"
        case .itunes: "http://www.itunes.com/dtds/podcast-1.0.dtd"
        case .content: "http://purl.org/rss/1.0/modules/content/"
        case .dublinCore: "http://purl.org/dc/elements/1.1/"
        case .dublinCoreTerms: "http://purl.org/dc/terms/"
        case .podcast: "https://podcastindex.org/namespace/1.0"
        case .media: "http://search.yahoo.com/mrss/"
        case .podloveChapters: "http://podlove.org/simple-chapters"
        case .googlePlay: "http://www.google.com/schemas/play-podcasts/1.0"
        case .syndication: "http://purl.org/rss/1.0/modules/syndication/"
        case .history: "http://purl.org/syndication/history/1.0"
        case .rawVoice: "http://www.rawvoice.com/rawvoiceRssModule/"
        case .spotify: "http://www.spotify.com/ns/rss"
        case .feedburner: "http://rssnamespace.org/feedburner/ext/1.0"
        case .rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        case .slash: "http://purl.org/rss/1.0/modules/slash/"
        case .wellFormedWeb: "http://wellformedweb.org/CommentAPI/"
        case .creativeCommons: "http://backend.userland.com/creativeCommonsRssModule"
        case .xhtml: "http://www.w3.org/1999/xhtml"
        }
    }
}

extension XMLNamespace {
    /// URIs without scheme, "www.", upper case and final slash.
    private static let byURI: [String: XMLNamespace] = [
        "itunes.com/dtds/podcast-1.0.dtd": .itunes,
        "itunes.com/dtds/podcast-1.0": .itunes,
        "w3.org/2005/atom": .atom,
        "purl.org/atom/ns#": .atom,
        "purl.org/atom/ns": .atom,
        "example.com/necho": .atom,
        "purl.org/echo": .atom,
        "purl.org/pie": .atom,
        "backend.userland.com/rss": .rss,
        "backend.userland.com/rss2": .rss,
        "backend.userland.com/rss091": .rss,
        "backend.userland.com/rss092": .rss,
        "blogs.law.harvard.edu/tech/rss": .rss,
        "purl.org/rss/1.0": .rss,
        "purl.org/net/rss1.1#": .rss,
        "my.netscape.com/rdf/simple/0.9": .rss,
        "my.netscape.com/publish/formats/rss-0.91.dtd": .rss,
        "channel.netscape.com/rdf/simple/0.9": .rss,
        "purl.org/rss/1.0/modules/rss091#": .rss,
        // Enclosures of RSS 1.0 (mod_enclosure), with the attributes of RSS 2.0 but for rdf:resource.
        "purl.oclc.org/net/rss_2.0/enc#": .rss,
        "purl.org/rss/1.0/modules/content": .content,
        "purl.org/dc/elements/1.1": .dublinCore,
        "purl.org/dc/elements/1.0": .dublinCore,
        "purl.org/dc/terms": .dublinCoreTerms,
        "podcastindex.org/namespace/1.0": .podcast,
        "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": .podcast,
        "github.com/podcastindex-org/podcastindex-org/blob/main/docs/1.0.md": .podcast,
        "podlove.org/simple-chapters": .podloveChapters,
        "search.yahoo.com/mrss": .media,
        "video.search.yahoo.com/mrss": .media,
        "tools.search.yahoo.com/mrss": .media,
        "rssboard.org/media-rss": .media,
        "google.com/schemas/play-podcasts/1.0": .googlePlay,
        "google.com/schemas/play-podcasts/1.0/play-podcasts.xsd": .googlePlay,
        "purl.org/rss/1.0/modules/syndication": .syndication,
        "purl.org/syndication/history/1.0": .history,
        "rawvoice.com/rawvoicerssmodule": .rawVoice,
        "blubrry.com/developer/rawvoice-rss": .rawVoice,
        "spotify.com/ns/rss": .spotify,
        "rssnamespace.org/feedburner/ext/1.0": .feedburner,
        "w3.org/1999/02/22-rdf-syntax-ns#": .rdf,
        "purl.org/rss/1.0/modules/slash": .slash,
        "wellformedweb.org/commentapi": .wellFormedWeb,
        "cyber.law.harvard.edu/rss/creativecommonsrssmodule.html": .creativeCommons,
        "backend.userland.com/creativecommonsrssmodule": .creativeCommons,
        "w3.org/1999/xhtml": .xhtml,
    ]

    private static let byPrefix: [String: XMLNamespace] = [
        "itunes": .itunes, "atom": .atom, "atom10": .atom, "a10": .atom, "content": .content, "dc": .dublinCore,
        "dcterms": .dublinCoreTerms, "podcast": .podcast, "media": .media, "psc": .podloveChapters,
        "sc": .podloveChapters, "googleplay": .googlePlay, "sy": .syndication, "fh": .history,
        "rawvoice": .rawVoice, "spotify": .spotify, "feedburner": .feedburner, "rdf": .rdf, "slash": .slash,
        "wfw": .wellFormedWeb, "creativecommons": .creativeCommons, "xhtml": .xhtml,
    ]
}
