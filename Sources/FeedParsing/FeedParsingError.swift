/// Why bytes could not be read as a feed.
package enum FeedParsingError: Error, Sendable, Equatable {
    /// There are no bytes, or only white space.
    case empty
    /// The document is a web page; with its title if it has one.
    case html(title: String?)
    /// The document is a list of subscriptions.
    case opml
    /// The document was to be an OPML list of subscriptions, and is something
    /// else; with words for what.
    case notOPML(found: String)
    /// The document is a sitemap.
    case sitemap
    /// The document is a list of media files; with the name of its format.
    case playlist(format: String)
    /// The document says only that the feed has moved.
    case redirect(newLocation: String)
    /// The document is XML of another kind; with its root element.
    case otherXML(rootElement: String)
    /// The document is JSON, but not a JSON Feed; with its error message if it
    /// has one.
    case json(message: String?)
    /// The bytes are a media file, an archive or another binary; with a word
    /// for what they are.
    case binary(kind: String)
    /// The bytes are compressed and nobody said so; with the format.
    case compressed(format: String)
    /// The bytes are text, but of no known format; with their beginning.
    case unknownFormat(beginning: String)
    /// Nothing could be read before the document turned out damaged.
    case malformed(line: Int?, detail: String)
    /// Nothing could be read before a limit was reached.
    case limitExceeded(limit: String)
    /// The system refused memory for libxml2, or for a text.
    case outOfMemory

    /// The kind of error without its values, for metric labels.
    package var shortDescription: String {
        switch self {
        case .empty: "empty"
        case .html: "html"
        case .opml: "opml"
        case .notOPML: "not-opml"
        case .sitemap: "sitemap"
        case .playlist: "playlist"
        case .redirect: "redirect"
        case .otherXML: "other-xml"
        case .json: "json"
        case .binary: "binary"
        case .compressed: "compressed"
        case .unknownFormat: "unknown-format"
        case .malformed: "malformed"
        case .limitExceeded: "limit-exceeded"
        case .outOfMemory: "out-of-memory"
        }
    }
}

extension FeedParsingError: CustomStringConvertible {
    package var description: String { description(wasFeed: false) }

    /// The error in one line.
    ///
    /// - Parameter wasFeed: whether there was a feed at the address before: then that is right, and something stands in
    ///   between.
    /// - Returns: what is wrong, and what to do.
    package func description(wasFeed: Bool) -> String {
        "feed parsing: " + explanation(wasFeed: wasFeed)
    }

    private func explanation(wasFeed: Bool) -> String {
        switch self {
        case .empty:
            "the document is empty; check the address, or try again later"
        case .html(let title):
            "the document is a web page\(title.map { " titled \"\($0)\"" } ?? ""), not a feed; "
                + (wasFeed
                    ? "the server may want a log-in, or let only browsers in: open the address in one"
                    : "look for the feed's own address")
        case .opml:
            "the document is an OPML list of subscriptions, not a feed; use `opml import`"
        case .notOPML(let found):
            "the document is no OPML list of subscriptions: it is \(found)"
        case .sitemap:
            "the document is a sitemap, not a feed"
        case .playlist(let format):
            "the document is a playlist (\(format)), not a feed; look for the address of the show's feed"
        case .redirect:
            "the document only says that the feed has moved; follow its new location"
        case .otherXML(let rootElement):
            "the document is XML, but <\(rootElement)> is not the root of a feed"
        case .json(let message):
            "the document is JSON, but not a JSON Feed\(message.map { ": \($0)" } ?? "")"
        case .binary(let kind):
            "the document is \(kind), not a feed"
        case .compressed(let format):
            "the bytes are compressed with \(format) although no header says so; decompress them first"
        case .unknownFormat(let beginning):
            "the document begins with \"\(beginning)\", which is no feed format"
        case .malformed(let line, let detail):
            "nothing could be read\(line.map { " (line \($0))" } ?? ""): \(detail)"
        case .limitExceeded(let limit):
            "nothing could be read before a limit was reached: \(limit)"
        case .outOfMemory:
            "there is no memory to read the document; free some, or import fewer feeds at a time"
        }
    }
}
