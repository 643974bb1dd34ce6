/// What a document is, judged by its bytes (feed formats A): content types lie.
struct SniffedDocument {
    /// The root element of a feed in XML.
    struct Root: Equatable {
        enum Kind: String {
            case rss
            case rdf
            case atom
            /// A channel without the rss element around it.
            case channel
        }

        var kind: Kind
        /// Whether an RDF root is RSS 0.90.
        var isEarlyRDF = false
        /// Whether an Atom root is Atom 0.3.
        var isEarlyAtom = false
    }

    enum Content {
        case xml(Root)
        case json
    }

    var content: Content
    var head: DocumentHead
    /// Whether text before the document was cut off.
    var hasLeadingJunk: Bool

    /// Finds out what a document is.
    ///
    /// - Throws: `FeedParsingError` when it is no feed, with what it is.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedParsingError) {
        var head = DocumentHead(bytes, from: 0)
        hasLeadingJunk = false
        guard head.start < bytes.count else { throw .empty }
        if bytes[head.start] == 0x5B {
            guard let document = SniffedDocument(behindJSON: bytes, from: head.start) else {
                throw MarkupScanner(bytes, at: head.start).hasWord("[playlist]")
                    ? .playlist(format: "PLS") : .json(message: nil)
            }
            self = document
            return
        }
        if bytes[head.start] == 0x7B {
            self.head = head
            content = .json
            return
        }
        if Self.isPage(head) {
            if let later = Self.start(inPage: bytes, from: head.start) {
                head = DocumentHead(bytes, from: later)
                hasLeadingJunk = true
            }
        } else if Self.root(head, bytes) == nil, !Self.isKnown(head) {
            if let kind = BinarySignature.kind(of: bytes) { throw kind }
            if let later = Self.laterStart(bytes, from: head.start) {
                head = DocumentHead(bytes, from: later)
                hasLeadingJunk = true
            } else if let later = Self.laterJSON(bytes, from: head.start) {
                self.head = DocumentHead(bytes, from: later)
                hasLeadingJunk = true
                content = .json
                return
            }
        }
        guard let root = Self.root(head, bytes) else { throw Self.error(head, bytes) }
        if head.isUnended { hasLeadingJunk = true }
        self.head = head
        content = .xml(root)
    }

    /// Finds the feed in XML behind what begins as JSON does and is no feed itself: a line of a log, an empty object.
    ///
    /// Nil if there is none. Within JSON that is whole, or may be but for its end, nothing is looked for.
    init?(behindJSON bytes: UnsafeBufferPointer<UInt8>, from position: Int) {
        guard let end = Self.endOfJSON(bytes, from: position), let later = Self.laterStart(bytes, from: end) else {
            return nil
        }
        head = DocumentHead(bytes, from: later)
        guard let root = Self.root(head, bytes) else { return nil }
        hasLeadingJunk = true
        content = .xml(root)
    }

    /// Whether an element of this name, in lower case, may be the root of a feed.
    static func isRoot(_ name: String) -> Bool {
        ["rss", "redirect", "rdf", "feed", "channel"].contains(name)
    }

    private static func root(_ head: DocumentHead, _ bytes: UnsafeBufferPointer<UInt8>) -> Root? {
        let tag = MarkupScanner(UnsafeBufferPointer(rebasing: bytes[head.rootTag]), at: 0)
        switch head.rootName {
        case "rss", "redirect": return Root(kind: .rss)
        case "rdf": return Root(kind: .rdf, isEarlyRDF: tag.find("netscape.com/rdf/simple/0.9", from: 0) != nil)
        case "feed": return Root(kind: .atom, isEarlyAtom: tag.find("purl.org/atom/ns", from: 0) != nil)
        case "channel": return Root(kind: .channel)
        default: return nil
        }
    }

    /// Whether the document is a web page.
    private static func isPage(_ head: DocumentHead) -> Bool {
        head.rootName == "html" || (head.documentTypeName == "html" && head.rootName.map { isRoot($0) } != true)
    }

    /// Whether the root is of a kind that holds no feed further down.
    private static func isKnown(_ head: DocumentHead) -> Bool {
        ["opml", "urlset", "sitemapindex"].contains(head.rootName)
    }

    private static func error(_ head: DocumentHead, _ bytes: UnsafeBufferPointer<UInt8>) -> FeedParsingError {
        let scanner = MarkupScanner(bytes, at: head.start)
        switch head.rootName {
        case "opml": return .opml
        case "urlset", "sitemapindex": return .sitemap
        case "playlist": return .playlist(format: "XSPF")
        case "asx": return .playlist(format: "ASX")
        case let name? where head.documentTypeName == "html" || HTMLPage.isElement(name):
            return .html(title: HTMLPage.title(scanner))
        case let name?: return .otherXML(rootElement: name)
        case nil where head.documentTypeName == "html":
            return .html(title: HTMLPage.title(scanner))
        case nil where scanner.hasWord("#extm3u"): return .playlist(format: "M3U")
        case nil:
            let beginning = String(decoding: bytes[head.start...].prefix(40), as: UTF8.self)
            return .unknownFormat(beginning: beginning.split(separator: "\n").first.map(String.init) ?? beginning)
        }
    }
}
