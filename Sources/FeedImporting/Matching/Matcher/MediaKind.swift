import PodcastModel

/// Audio, video or something to read, as far as an address tells.
enum MediaKind: Hashable {
    case audio, video, document

    init?(canonicalEnclosure: String?) {
        guard let canonicalEnclosure else { return nil }
        let name = canonicalEnclosure.utf8.prefix { $0 != .question }.suffix(5).map(\.asciiLowercased)
        guard let dot = name.lastIndex(of: .dot) else { return nil }
        switch String(decoding: name[(dot + 1)...], as: UTF8.self) {
        case "mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "wav", "flac", "wma", "aif", "aiff", "mpga":
            self = .audio
        case "mp4", "m4v", "mov", "webm", "mkv", "avi", "wmv", "mpg", "mpeg", "ogv", "3gp": self = .video
        case "pdf", "epub": self = .document
        default: return nil
        }
    }
}

extension IncomingEpisode {
    /// Whether the media of an episode may be those of the item.
    func fits(seconds: Int?, canonicalEnclosure other: String?) -> Bool {
        if let new = episode.durationSeconds, let old = seconds, abs(new - old) >= 600 { return false }
        guard let new = MediaKind(canonicalEnclosure: canonicalEnclosure),
            let old = MediaKind(canonicalEnclosure: other)
        else { return true }
        return new == old
    }
}
