import PodcastModel

/// What stands in a feed's own ``TransferOverride/httpVersion`` if no user has set it, but HTTP/2 has failed: that may
/// have been a bad day of the server, and it is tried again (http polling A5 53).
struct TemporaryHTTP1: Hashable, Sendable {
    /// Until when HTTP/1.1 is spoken.
    let end: Timestamp

    /// For a week from now.
    init(from now: Timestamp) {
        end = now.adding(seconds: Self.seconds)
    }

    /// Reads a setting; nil if a user has set it.
    init?(_ value: String) {
        guard value.hasPrefix(Self.words), let end = Timestamp(rfc3339: String(value.dropFirst(Self.words.count)))
        else {
            return nil
        }
        self.end = end
    }

    /// Reads the settings of a feed; nil if there is none, or a user has set it.
    init?(in overrides: [String: String]) {
        guard let value = overrides[TransferOverride.httpVersion.rawValue] else { return nil }
        self.init(value)
    }

    /// Whether the feed has been spoken to in HTTP/1.1 for long enough.
    func isOver(at now: Timestamp) -> Bool { end <= now }

    /// The setting.
    var value: String { Self.words + end.rfc3339 }

    private static let words = "1.1 until "
    private static let seconds: Int64 = 7 * 86_400
}
