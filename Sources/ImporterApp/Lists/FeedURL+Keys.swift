import PodcastModel

extension FeedURL {
    /// Whether a part of the query is called what secrets are called.
    ///
    /// A secret that is part of the path cannot be told from a public address.
    var holdsKey: Bool {
        queryItems.contains(where: Self.isKey)
    }

    /// The address with `…` for the values of such parts.
    var maskingKeys: String {
        guard holdsKey, let query = string.firstIndex(of: "?") else { return string }
        let items = queryItems.map { item in
            Self.isKey(item) ? item.prefix { $0 != "=" } + "=…" : item
        }
        return string[...query] + items.joined(separator: "&")
    }

    private var queryItems: [Substring] {
        guard let query = string.firstIndex(of: "?") else { return [] }
        return string[string.index(after: query)...].split(separator: "&", omittingEmptySubsequences: false)
    }

    private static func isKey(_ item: Substring) -> Bool {
        let name = item.prefix { $0 != "=" }.lowercased()
        return keyNames.contains(name) || ["token", "secret", "password", "key"].contains(where: name.hasSuffix)
    }

    private static let keyNames: Set<String> = [
        "auth", "authorization", "jwt", "pass", "passwd", "pw", "sig", "signature",
    ]
}
