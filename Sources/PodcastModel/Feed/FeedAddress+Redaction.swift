extension FeedAddress {
    /// What a user wrote to name a feed, as it may be shown to anybody:
    /// `https://example.com/…` (http polling A6 64).
    ///
    /// Also for texts that are no address: what stands before an `@` or after
    /// the host may be secret all the same. Paths of files are shown as they are.
    package static func redacted(_ text: String) -> String {
        do {
            let address = try FeedAddress(userText: text, currentDirectory: "/") { _ in false }
            if case .http(let url) = address.source { return url.redacted }
            return redactedWord(text)
        } catch {
            let spelled = text.trimmingWhitespace()
            let text = spelled.withColonOfTheWeb ?? spelled.withSlashesOfTheWeb
            guard let scheme = text.range(ofASCII: "://") else { return redactedWord(text) }
            let rest = text[scheme.upperBound...]
            // Neither host nor path begins where it seems to.
            if rest.holdsUnescapedUserinfo { return text[..<scheme.upperBound] + "…" }
            let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
            let path = rest[authority.endIndex...]
            return String(text[..<scheme.upperBound] + host) + (path.isEmpty || path == "/" ? String(path) : "/…")
        }
    }

    /// A text without a scheme: `anna:pw@host` is taken for a path, but hardly meant as one.
    private static func redactedWord(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@"), text[..<at].contains(":") else { return text.inMessage }
        return "…" + String(text[at...].prefix { $0 != "/" && $0 != "?" && $0 != "#" })
    }

    /// The same text without user name and password; all else is kept.
    package static func withoutUserinfo(_ text: String) -> String {
        // In a link to subscribe it may be encoded.
        guard text.contains("@") || text.range(ofASCII: "%40") != nil else { return text }
        do {
            let address = try FeedAddress(userText: text, currentDirectory: "/") { _ in false }
            guard address.credentials != nil, let feedURL = address.source.feedURL else { return text }
            return feedURL
        } catch {
            return redacted(text)
        }
    }
}
