/// The secrets of a feed, to be hidden in any text that may repeat them: error
/// pages repeat the address that was requested, some even the password (http
/// polling A6 64).
package struct KnownSecrets: Sendable {
    /// The longest first, so that no part of a longer one is left.
    private let texts: [String]

    /// Collects the secrets of a request.
    ///
    /// - Parameters:
    ///   - addresses: what was requested; everything after the host may be secret.
    ///   - credentials: what was sent along, in each form it has on the way.
    package init(addresses: [FeedURL], credentials: FeedCredentials?) {
        var texts: Set<String> = []
        for address in addresses {
            for piece in Self.pieces(of: address) where piece.utf8.count >= Self.shortestPiece {
                texts.formUnion([piece, piece.percentDecoded])
            }
        }
        if let credentials {
            let pair = credentials.user + ":" + credentials.password
            for text in [credentials.password, pair] {
                texts.formUnion([text, Self.base64(text)])
            }
        }
        // The name alone is no secret, and a password of nothing hides nothing.
        self.texts = texts.filter { !$0.isEmpty }.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }

    /// The text with each of the secrets in it replaced by `…`.
    package func hidden(in text: String) -> String {
        texts.reduce(text) { $0.replacing($1, with: "…") }
    }

    /// The parts of which a path and a query are made.
    fileprivate static func pieces(of address: FeedURL) -> [String] {
        address.pathAndQuery.split { "/?&=#;,+".contains($0) }.map(String.init)
    }

    /// The form of the Basic scheme (RFC 4648 4).
    fileprivate static func base64(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            let quartet = [18, 12, 6, 0].map { digits[bits >> $0 & 63] }
            encoded += quartet.prefix(group.count + 1)
            encoded += repeatElement(UInt8(ascii: "="), count: 3 - group.count)
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Shorter pieces of a path are words such as `feed`, not tokens.
    private static let shortestPiece = 6
}

extension FeedCredentials {
    /// Whether an address that a server has made up repeats the password, by itself or in the form in which it is sent.
    ///
    /// - Parameters:
    ///   - address: the address.
    ///   - own: the one that was asked; what it has in common with the other was not added by the server.
    /// - Returns: whether it does.
    package func areRepeated(in address: FeedURL, behind own: FeedURL) -> Bool {
        guard !user.isEmpty || !password.isEmpty else { return false }
        let sent = KnownSecrets.base64(user + ":" + password).prefix { $0 != "=" }
        if address.pathAndQuery.percentDecoded.contains(sent) { return true }
        func hasPassword(_ url: FeedURL) -> Bool {
            KnownSecrets.pieces(of: url).contains { $0.percentDecoded == password }
        }
        return !password.isEmpty && hasPassword(address) && !hasPassword(own)
    }
}
