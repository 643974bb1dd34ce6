import PodcastModel

/// What a server wants before it lets anybody in (http polling A3 35, A6 62).
package enum AuthenticationChallenge: Hashable, Sendable {
    /// A name and a password.
    case password
    /// Another way to log in than Basic, which is the only one here, such as `Digest`.
    case other(String)
    /// The proxy wants them.
    case proxy
    /// A server that is no proxy asks for a proxy's.
    case strayProxy
    /// A server, such as `https://example.com`, to which a redirect leads, and no password goes.
    case elsewhere(String)

    /// What a server asks for with a 401, or a 407 of its own.
    ///
    /// - Parameters:
    ///   - head: its answer.
    ///   - url: what it was asked for.
    ///   - source: the feed, from which redirects may have led there.
    init(head: ResponseHead, asked url: FeedURL, of source: FeedSource) {
        guard head.status != 407 else {
            self = .strayProxy
            return
        }
        let schemes = head[.authenticate].map(Self.schemes) ?? []
        let foreign = schemes.contains("basic") ? nil : schemes.lazy.compactMap { Self.foreign[$0] }.first
        if let foreign {
            self = .other(foreign)
        } else if case .http(let feed) = source, feed.origin != url.origin {
            self = .elsewhere(url.origin)
        } else {
            self = .password
        }
    }

    /// The schemes that may be named to the user; any other word of a server may repeat a secret it was sent.
    private static let foreign = ["digest": "Digest", "ntlm": "NTLM", "negotiate": "Negotiate", "bearer": "Bearer"]

    /// The schemes of a list of challenges, in lower case (RFC 9110 11.6.1).
    private static func schemes(of challenges: String) -> [String] {
        // Between quotes there is text, which may hold commas.
        let unquoted = challenges.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
        return unquoted.split(separator: ",").compactMap { part in
            let word = part[...].trimmedOfBlanks.prefix { $0 != " " && $0 != "\t" }
            return word.contains("=") ? nil : word.lowercased()
        }
    }
}
