/// What holds for the feeds of some hosts (http polling A5 59).
package struct HostRule: Hashable, Sendable {
    /// The host, and all hosts below it: `example.com` is meant by
    /// `feeds.example.com` too; lower-case.
    package var hostSuffix: String
    /// At most this often, in seconds; nil for the usual.
    package var minimumInterval: Int64?
    /// The least time between two requests, whichever of the host's feeds they are for; nil for the usual.
    package var spacing: Duration?
    /// What is added to the User-Agent.
    package var userAgentSuffix: String?
    /// Whether validators are kept however old they are (A1 12).
    package var keepsValidators: Bool

    package init(
        hostSuffix: String,
        minimumInterval: Int64? = nil,
        spacing: Duration? = nil,
        userAgentSuffix: String? = nil,
        keepsValidators: Bool = false
    ) {
        self.hostSuffix = hostSuffix
        self.minimumInterval = minimumInterval
        self.spacing = spacing
        self.userAgentSuffix = userAgentSuffix
        self.keepsValidators = keepsValidators
    }

    /// Hosts whose operators have said what they want.
    ///
    /// The first two count unconditional requests against a reader and want a day
    /// between two; 25 hours is what other readers settled on. The third answers
    /// readers that ask for more than a feed a minute with 429.
    package static let defaults = [
        HostRule(hostSuffix: "rachelbythebay.com", minimumInterval: 25 * 3600, keepsValidators: true),
        HostRule(hostSuffix: "openrss.org", minimumInterval: 25 * 3600, keepsValidators: true),
        HostRule(hostSuffix: "reddit.com", spacing: .seconds(60)),
    ]

    /// What is said of a feed that waits for its host's sake.
    func detail(_ seconds: Int64) -> String {
        "\(hostSuffix) is asked at most once in \(DurationText.of(seconds))"
    }

    /// Whether the rule is about this host.
    func matches(_ host: some StringProtocol) -> Bool {
        let (name, suffix) = (host.utf8, hostSuffix.utf8)
        guard name.count >= suffix.count, name.suffix(suffix.count).elementsEqual(suffix) else { return false }
        return name.count == suffix.count || name.dropLast(suffix.count).last == UInt8(ascii: ".")
    }

    /// The host of an address as the store spells it, without reading the
    /// whole of it: this is done at every refresh.
    static func host(ofStoredURL feedURL: String) -> Substring {
        let bytes = feedURL.utf8
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return ""
        }
        let start = bytes.index(colon, offsetBy: 3)
        let end = bytes[start...].firstIndex { byte in
            byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "?")
        }
        return feedURL[start..<(end ?? bytes.endIndex)]
    }
}
