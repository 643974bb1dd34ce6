import Crypto
import PodcastModel

/// Makes the keys of episodes that have no usable guid (identity C1 5).
///
/// The formula is part of the store: a key that changes makes an episode look
/// new. Whoever changes it gives it a new version in the prefix; the old keys
/// are then found again by enclosure, link or title and date.
enum SyntheticKey {
    /// A key and what it was made from.
    struct Made: Hashable {
        let key: String
        let kind: EpisodeKeyKind
    }

    /// What begins every key that is not a guid; real guids that begin so are
    /// set apart by ``guid(_:)``.
    static let prefix = "syn:1:"

    private static let enclosurePrefix = "syn:1:enclosure:"
    private static let sharedPrefix = "syn:1:shared:"
    private static let discriminatorCount = 16

    /// The key of a real guid: the guid itself, exactly.
    static func guid(_ guid: String) -> String {
        guid.hasPrefix("syn:") ? "syn:guid:" + guid : guid
    }

    static func enclosure(_ canonicalEnclosure: String) -> Made {
        Made(key: enclosurePrefix + canonicalEnclosure, kind: .enclosure)
    }

    /// Whether the key is made of a media file and nothing else.
    static func isMadeOfFile(_ key: String) -> Bool { key.hasPrefix(enclosurePrefix) }

    static func link(_ canonicalLink: String) -> Made {
        Made(key: prefix + "link:" + canonicalLink, kind: .link)
    }

    /// The last resort: title and date as written, else title and description.
    ///
    /// The description is left out where there is a date: texts are edited
    /// more often than anything else.
    static func hash(of episode: Episode) -> Made {
        let title = CanonicalTitle.make(from: episode.title)
        let second = episode.publishedRaw ?? episode.publishedAt?.rfc3339
        let parts =
            second.map { ["date", title, $0] } ?? ["text", title, episode.description ?? episode.showNotes ?? ""]
        return Made(key: prefix + "hash:" + digest(parts).prefix(32), kind: .hash)
    }

    /// The key of a later one of several episodes that share a key (identity C2 10).
    static func shared(_ base: String, discriminator: Made) -> Made {
        let mark = digest([discriminator.key]).prefix(discriminatorCount)
        return Made(key: sharedPrefix + mark + ":" + base, kind: discriminator.kind)
    }

    /// The key that a shared key was made for; nil if the key is of another kind.
    static func base(ofShared key: String) -> String? {
        guard key.hasPrefix(sharedPrefix) else { return nil }
        // Bytes: a guid may begin with a sign that would become one character with the colon before it.
        return String(Substring(key.utf8.dropFirst(sharedPrefix.utf8.count + discriminatorCount + 1)))
    }

    private static func digest(_ parts: [String]) -> String {
        var hash = SHA256()
        for part in parts {
            hash.update(data: Array(part.utf8))
            hash.update(data: [0])
        }
        return HexText.lowercase(hash.finalize())
    }
}
