/// What a user wrote to name a feed, understood (identity C8 45).
///
/// Web addresses come in many spellings: `feed://`, `itpc://`, `pcast:`,
/// `podcast://`, `rss:`, subscribe links with `?url=`, or a bare
/// `example.com/rss`. Where the scheme was guessed, `alternative` is the
/// address to try if the first does not answer.
package struct FeedAddress: Hashable, Sendable {
    /// The feed to load.
    package let source: FeedSource
    /// The http address to try when https was only a guess.
    package let alternative: FeedURL?
    /// Userinfo found in the address.
    package let credentials: FeedCredentials?

    /// Makes an address from its parts.
    package init(source: FeedSource, alternative: FeedURL? = nil, credentials: FeedCredentials? = nil) {
        self.source = source
        self.alternative = alternative
        self.credentials = credentials
    }

    /// Reads what a user wrote.
    ///
    /// - Parameters:
    ///   - text: a URL, a path, or `-` for standard input.
    ///   - currentDirectory: what a relative path starts from.
    ///   - fileExists: whether a path names a file; asked only for texts that
    /// could be a path as well as a bare host.
    /// - Throws: an error that says what is wrong and where.
    package init(
        userText text: String,
        currentDirectory: String,
        fileExists: (String) -> Bool
    ) throws(FeedURLError) {
        let text = text.trimmingWhitespace().withSlashesOfTheWeb
        guard !text.isEmpty else { throw .tooShort }
        if text == "-" {
            self.init(source: .standardInput)
            return
        }
        if text.lowercased().hasPrefix("file:") {
            if let host = FeedSource.otherHost(ofFileURL: text) { throw .fileOfAnotherHost(host) }
            self.init(source: .file(path: FeedSource.path(ofFileURL: text).absolutePath(in: currentDirectory)))
            return
        }
        if let prefix = SubscribeScheme.matching(text) {
            self = try prefix.address(of: text)
            return
        }
        let path = text.absolutePath(in: currentDirectory)
        if ["/", "./", "../", "~"].contains(where: text.hasPrefix) || text == "." || text == ".." || fileExists(path) {
            self.init(source: .file(path: path))
            return
        }
        if let web = text.withColonOfTheWeb, let prefix = SubscribeScheme.matching(web) {
            self = try prefix.address(of: web)
            return
        }
        if let colon = text.range(ofASCII: "://") {
            throw .unsupportedScheme(String(text[..<colon.lowerBound]))
        }
        guard text.looksLikeBareHost else {
            // Not an address of any kind: most likely a path with a typo.
            self.init(source: .file(path: path))
            return
        }
        self = try SubscribeScheme.guessing(text)
    }
}

/// The ways to write "subscribe to this" that are in use.
private struct SubscribeScheme {
    /// What the text begins with, lower-case.
    let prefix: String
    let kind: Kind

    enum Kind {
        /// http or https itself.
        case web
        /// Stands for http or https, whichever answers.
        case guess
        /// The address is in the query item `url`.
        case queryItem
    }

    /// Applications whose links say `subscribe` where an address has its host.
    private static let verbs = ["podkicker", "antennapod-subscribe", "podcast", "pcast"].map { $0 + "://subscribe" }

    static let all: [SubscribeScheme] =
        [SubscribeScheme(prefix: "http://", kind: .web), SubscribeScheme(prefix: "https://", kind: .web)]
        + verbs.map { SubscribeScheme(prefix: $0 + "/", kind: .guess) }
        + [
            "feed://", "feed:", "itpcs://", "itpcs:", "itpc://", "itpc:", "itmss://", "itmss:", "itms://", "itms:",
            "pcast://", "pcast:", "podcast://", "podcast:", "rss://", "rss:", "podkicker://", "antennapod-subscribe://",
            "subscribeonandroid.com/",
        ].map { SubscribeScheme(prefix: $0, kind: .guess) }

    private static let deepLinkPrefixes = [
        "http://subscribeonandroid.com/", "https://subscribeonandroid.com/", "https://www.subscribeonandroid.com/",
        "http://www.subscribeonandroid.com/",
    ]

    private static let deepLinks =
        ["https://antennapod.org/deeplink/subscribe", "https://www.antennapod.org/deeplink/subscribe"]
        + verbs.flatMap { [$0 + "/", $0 + "?"] }

    static func matching(_ text: String) -> SubscribeScheme? {
        let lower = text.lowercased()
        if let link = deepLinks.first(where: lower.hasPrefix), lower.range(ofASCII: "url=") != nil,
            // The query is the feed's own then.
            !["http://", "https://"].contains(where: lower.dropFirst(link.count).hasPrefix)
        {
            return SubscribeScheme(prefix: link, kind: .queryItem)
        }
        if let link = deepLinkPrefixes.first(where: lower.hasPrefix), lower.utf8.count > link.utf8.count {
            return SubscribeScheme(prefix: link, kind: .guess)
        }
        return all.first { lower.hasPrefix($0.prefix) }
    }

    /// Takes https first, http if that does not answer.
    static func guessing(_ text: String) throws(FeedURLError) -> FeedAddress {
        guard !text.holdsUnescapedUserinfo else { throw .unescapedPassword }
        let secure = try FeedURL.reading("https://" + text)
        let plain = try FeedURL("http://" + text)
        // Who names the port of a scheme means that scheme.
        if secure.url.port == 80 { return FeedAddress(source: .http(plain), credentials: secure.credentials) }
        let alternative = plain.port == 443 ? nil : plain
        return FeedAddress(source: .http(secure.url), alternative: alternative, credentials: secure.credentials)
    }

    func address(of text: String) throws(FeedURLError) -> FeedAddress {
        switch kind {
        case .web:
            return try SubscribeScheme.exact(text)
        case .guess:
            let inner = String(text.dropFirst(prefix.count)).withSlashesOfTheWeb
            let lower = inner.lowercased()
            if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return try SubscribeScheme.exact(inner) }
            // Some links carry the whole address percent-encoded.
            let decoded = inner.percentDecoded
            if lower.hasPrefix("http%3a") || lower.hasPrefix("https%3a") { return try SubscribeScheme.exact(decoded) }
            return try SubscribeScheme.guessing(inner.hasPrefix("//") ? String(inner.dropFirst(2)) : inner)
        case .queryItem:
            guard let start = text.range(ofASCII: "url=") else { throw .invalidHost }
            let value = text[start.upperBound...].prefix { $0 != "&" && $0 != "#" }
            let decoded = String(value).percentDecoded.withSlashesOfTheWeb
            if decoded.range(ofASCII: "://") == nil { return try SubscribeScheme.guessing(decoded) }
            return try SubscribeScheme.exact(decoded)
        }
    }

    private static func exact(_ text: String) throws(FeedURLError) -> FeedAddress {
        if let scheme = text.range(ofASCII: "://"), text[scheme.upperBound...].holdsUnescapedUserinfo {
            throw .unescapedPassword
        }
        let (url, credentials) = try FeedURL.reading(text)
        return FeedAddress(source: .http(url), credentials: credentials)
    }
}

extension String {
    /// The text with two slashes behind `http:` or `https:` at its start, whatever slashes stand there: one, three,
    /// none, or backslashes.
    ///
    /// Nobody means a file by that, and what follows may be a password (http polling A6 64).
    var withSlashesOfTheWeb: String {
        guard let scheme = ["https:", "http:"].first(where: prefix(6).lowercased().hasPrefix) else { return self }
        let rest = utf8.dropFirst(scheme.utf8.count).drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        return String(prefix(scheme.count)) + "//" + String(Substring(rest))
    }

    /// The text with the colon put in that is missing in `http//example.com`; nil if none is missing.
    var withColonOfTheWeb: String? {
        guard let scheme = ["https//", "http//"].first(where: prefix(7).lowercased().hasPrefix) else { return nil }
        return String(prefix(scheme.count - 2)) + "://" + String(dropFirst(scheme.count))
    }

    fileprivate func absolutePath(in directory: String) -> String {
        if hasPrefix("/") { return self }
        var rest = Substring(self)
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        return (directory.hasSuffix("/") ? directory : directory + "/") + rest
    }

    /// Whether the text begins like a host name: a dot inside the first part,
    /// or `localhost`, perhaps with a port.
    fileprivate var looksLikeBareHost: Bool {
        let firstPart = prefix { $0 != "/" && $0 != "?" }
        let host = firstPart.split(separator: "@").last?.split(separator: ":").first ?? ""
        guard !host.isEmpty, !host.contains(" ") else { return false }
        if host == "localhost" { return true }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let fileEndings: Set<Substring> = ["xml", "rss", "atom", "json", "gz", "opml", "txt", "html"]
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { return false }
        // "feed.xml" that is not there is a path with a typo, not a host.
        return firstPart.count < count || !fileEndings.contains(Substring(last.lowercased()))
    }
}
