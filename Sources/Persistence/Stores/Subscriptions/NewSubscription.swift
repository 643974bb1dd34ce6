package import PodcastModel

/// A request to follow a feed, or to import it without following it.
package struct NewSubscription: Sendable, Hashable {
    /// The address as the store keeps it (``FeedSource/feedURL``).
    package let feedURL: String
    /// The key by which two spellings of one feed are recognised.
    package let dedupKey: String
    /// The title an OPML list gave.
    package let title: String?
    /// The web page an OPML list gave.
    package let link: String?
    /// The folder of the user's list it is in, the outermost name first; empty
    /// for none.
    package let folder: [String]
    package let credentials: FeedCredentials?
    /// Whether to refresh the feed from now on.
    package let isFollowed: Bool
    /// Who chose the address; only what somebody typed here may be private.
    package let provenance: AddressProvenance

    /// Makes a request for an address as the store keeps it; the dedup key of an
    /// http(s) address is that of ``FeedURL``, any other address is its own.
    package init(
        feedURL: String,
        title: String? = nil,
        link: String? = nil,
        folder: [String] = [],
        credentials: FeedCredentials? = nil,
        isFollowed: Bool = true,
        provenance: AddressProvenance = .others
    ) {
        self.feedURL = feedURL
        dedupKey = NewSubscription.dedupKey(of: feedURL)
        self.title = title.map(Self.cleaned)
        self.link = link
        self.folder = folder.map(Self.cleaned).filter { !$0.allSatisfy(\.isWhitespace) }
        self.credentials = credentials
        self.isFollowed = isFollowed
        self.provenance = provenance
    }

    /// Without the characters that no name has: SQLite would end it at U+0000, and XML knows none of them.
    private static func cleaned(_ name: String) -> String {
        guard name.utf8.contains(where: isControl) else { return name }
        return String(decoding: name.utf8.filter { !isControl($0) }, as: UTF8.self)
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte == 0x7F || (byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D)
    }

    /// The dedup key of an address as the store keeps it (identity C8 47).
    package static func dedupKey(of feedURL: String) -> String {
        do {
            return try FeedURL(feedURL).dedupKey
        } catch {
            return feedURL
        }
    }
}

/// What a request to follow a feed led to.
package enum SubscribeOutcome: Sendable, Hashable {
    /// A new subscription.
    case added(Int64)
    /// There was one already, in whatever state it is.
    case known(Int64)
    /// There was one that had been left; it is active again.
    case followedAgain(Int64)

    /// The subscription's row.
    package var id: Int64 {
        switch self {
        case .added(let id), .known(let id), .followedAgain(let id): id
        }
    }
}
