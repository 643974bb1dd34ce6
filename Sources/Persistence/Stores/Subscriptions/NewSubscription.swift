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
    /// Whether nobody wrote https, and http is meant if that does not answer (identity C8 45).
    package let schemeIsAssumed: Bool

    /// Makes a request for an address as the store keeps it; the dedup key of an
    /// http(s) address is that of ``FeedURL``, any other address is its own.
    package init(
        feedURL: String,
        title: String? = nil,
        link: String? = nil,
        folder: [String] = [],
        credentials: FeedCredentials? = nil,
        isFollowed: Bool = true,
        provenance: AddressProvenance = .others,
        schemeIsAssumed: Bool = false
    ) {
        self.feedURL = feedURL
        dedupKey = NewSubscription.dedupKey(of: feedURL)
        self.title = title.map(Self.cleaned).flatMap { $0.isEmpty ? nil : $0 }
        self.link = link
        self.folder = folder.map(Self.cleaned).filter { !$0.isEmpty }
        self.credentials = credentials
        self.isFollowed = isFollowed
        self.provenance = provenance
        self.schemeIsAssumed = schemeIsAssumed
    }

    /// In one line, a blank for what breaks it, without blanks around it, and without the characters that no name has:
    /// SQLite would end it at U+0000, and XML knows none of them.
    private static func cleaned(_ name: String) -> String {
        let name = withoutControls(name)
        guard let last = name.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(name[...last].drop(while: \.isWhitespace))
    }

    private static func withoutControls(_ name: String) -> String {
        guard name.unicodeScalars.contains(where: { isBreak($0) || isControl($0) }) else { return name }
        var cleaned = String.UnicodeScalarView()
        var isAfterBreak = false
        for scalar in name.unicodeScalars where isBreak(scalar) || !isControl(scalar) {
            defer { isAfterBreak = isBreak(scalar) }
            if !isBreak(scalar) { cleaned.append(scalar) } else if !isAfterBreak { cleaned.append(" ") }
        }
        return String(cleaned)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// The dedup key of an address as the store keeps it (identity C8 47).
    package static func dedupKey(of feedURL: String) -> String { FeedURL(ifValid: feedURL)?.dedupKey ?? feedURL }
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
