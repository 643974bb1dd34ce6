import PodcastModel

/// Writes a list of subscriptions as OPML 2.0, a line at a time.
struct OPMLWriter {
    private let write: (String) -> Void
    private let withSecrets: Bool
    private var folder: [String] = []

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - createdAt: the date in its head.
    ///   - withSecrets: whether user names, passwords and pages with a key are written.
    ///   - write: gets line after line, with their ends.
    init(createdAt: Timestamp, withSecrets: Bool, write: @escaping (String) -> Void) {
        self.write = write
        self.withSecrets = withSecrets
        write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\">\n  <head>\n")
        write("    <title>Podcasts</title>\n    <dateCreated>\(createdAt.rfc822)</dateCreated>\n")
        write("    <docs>http://opml.org/spec2.opml</docs>\n  </head>\n  <body>\n")
    }

    /// Writes a feed; those of a folder have to follow each other.
    mutating func add(_ feed: ListedFeed) {
        enter(feed.folder)
        // An outline has to have a text.
        var attributes = [("type", "rss"), ("text", feed.title ?? feed.feedURL)]
        if let title = feed.title { attributes.append(("title", title)) }
        attributes.append(("xmlUrl", address(of: feed)))
        // A feed may repeat what it was asked with.
        if let link = feed.link, withSecrets || !link.holdsKey {
            attributes.append(("htmlUrl", withSecrets ? link : FeedAddress.withoutUserinfo(link)))
        }
        write("\(indentation)<outline \(Self.text(of: attributes))/>\n")
    }

    /// Ends the list.
    mutating func finish() {
        enter([])
        write("  </body>\n</opml>\n")
    }

    /// Ends folders and begins others until a folder is the innermost one.
    private mutating func enter(_ folder: [String]) {
        let shared = zip(folder, self.folder).prefix(while: ==).count
        while self.folder.count > shared {
            self.folder.removeLast()
            write("\(indentation)</outline>\n")
        }
        for name in folder.dropFirst(self.folder.count) {
            write("\(indentation)<outline \(Self.text(of: [("text", name), ("title", name)]))>\n")
            self.folder.append(name)
        }
    }

    /// So far only to the right as somebody may still look: every line of a deep folder would be longer than all its names.
    private var indentation: String { String(repeating: "  ", count: min(folder.count, Self.deepestIndentation) + 2) }

    private static let deepestIndentation = 20

    private func address(of feed: ListedFeed) -> String {
        guard withSecrets, let credentials = feed.credentials, let host = feed.feedURL.firstRange(of: "://") else {
            return feed.feedURL
        }
        let userinfo = [credentials.user, credentials.password].map(Self.percentEncoded).joined(separator: ":")
        return feed.feedURL[..<host.upperBound] + userinfo + "@" + feed.feedURL[host.upperBound...]
    }

    private static func text(of attributes: [(name: String, value: String)]) -> String {
        attributes.map { "\($0.name)=\"\(escaped($0.value))\"" }.joined(separator: " ")
    }

    /// The text of an attribute; line ends and tabs as references, or readers
    /// would take them for spaces.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            // What a feed says must not steer the terminal that shows the list.
            case "\u{7F}"..."\u{9F}": escaped += "&#x\(String(scalar.value, radix: 16, uppercase: true));"
            // Characters XML does not know.
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func percentEncoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                String(UnicodeScalar(byte))
            default: "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        .joined()
    }
}
