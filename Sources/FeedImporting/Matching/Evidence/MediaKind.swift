import PodcastModel

/// Audio, video or something to read, as far as an address tells, and the declared type where it does not.
enum MediaKind: String, Hashable, CaseIterable {
    case audio, video, document

    /// Nil if neither tells.
    ///
    /// - Parameters:
    ///   - canonicalEnclosure: the address, of which the ending counts.
    ///   - declaredType: what the feed says of it. Only asked where the ending is that of audio and of video: many
    ///     feeds declare one type for all their files.
    init?(canonicalEnclosure: String?, declaredType: String?) {
        guard let canonicalEnclosure else { return nil }
        let name = canonicalEnclosure.utf8.prefix { $0 != .question }.suffix(5).map(\.asciiLowercased)
        guard let dot = name.lastIndex(of: .dot) else { return nil }
        switch String(decoding: name[(dot + 1)...], as: UTF8.self) {
        case "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "wav", "flac", "wma", "aif", "aiff", "mpga":
            self = .audio
        case "m4v", "mov", "mkv", "avi", "wmv", "mpg", "ogv": self = .video
        case "pdf", "epub": self = .document
        // EpisodeStore.identities(ofPodcast:) reads the declared types of these.
        case "mp4", "webm", "mpeg", "3gp":
            guard let kind = declaredType.flatMap(Self.init(declaredType:)) else { return nil }
            self = kind
        default: return nil
        }
    }

    private init?(declaredType: String) {
        switch declaredType.split(separator: "/").first?.lowercased() {
        case "audio": self = .audio
        case "video": self = .video
        default: return nil
        }
    }
}

extension IncomingEpisode {
    /// Whether the media of an episode may be those of the item: of a like length, and of the same kind.
    func fits(_ row: EpisodeIdentity) -> Bool {
        isAsLong(as: row.durationSeconds) && isOfKind(of: row)
    }

    /// Whether the lengths are less than ten minutes apart, as far as they are known (identity C4 17).
    func isAsLong(as seconds: Int?) -> Bool {
        guard let new = episode.durationSeconds, let old = seconds else { return true }
        return Self.areAsLong(new, old)
    }

    static func areAsLong(_ first: Int, _ second: Int) -> Bool { abs(first - second) < 600 }

    /// Whether the kinds of media are the same, as far as they are known (identity C4 17).
    func isOfKind(of row: EpisodeIdentity) -> Bool {
        guard let new = mediaKind, let old = row.mediaKind else { return true }
        return new == old
    }

    /// The same of an episode that was deleted, of which no declared type is known.
    func fits(seconds: Int?, canonicalEnclosure other: String?) -> Bool {
        isAsLong(as: seconds) && isOfKind(ofFile: other)
    }

    /// Whether the kinds of media are the same where only the other one's address is known.
    ///
    /// What may be audio or video is then taken for video, for a mistake would keep an episode out for good.
    func isOfKind(ofFile other: String?) -> Bool {
        guard let old = MediaKind(canonicalEnclosure: other, declaredType: "video/*") else { return true }
        let usual = MediaKind(canonicalEnclosure: canonicalEnclosure, declaredType: "video/*")
        return usual == nil || usual == old || mediaKind == old
    }

    /// The type that the feed gives its media file; nil if it gives none.
    var declaredMediaType: String? {
        guard let enclosure = episode.enclosures.first, !enclosure.typeGuessed else { return nil }
        return enclosure.type
    }

    /// Audio, video or something to read; nil if nothing tells.
    var mediaKind: MediaKind? {
        MediaKind(canonicalEnclosure: canonicalEnclosure, declaredType: declaredMediaType)
    }
}

extension EpisodeIdentity {
    /// Audio, video or something to read; nil if nothing tells.
    var mediaKind: MediaKind? { MediaKind(canonicalEnclosure: canonicalEnclosure, declaredType: mediaType) }
}
