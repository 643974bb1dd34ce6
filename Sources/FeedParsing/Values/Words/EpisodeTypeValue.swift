/// `itunes:episodeType` (feed formats C8).
enum EpisodeTypeValue: String {
    case full, trailer, bonus

    /// What is none of the three is a full episode, as in Apple's directory.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> EpisodeTypeValue {
        let text = ASCIIText.trimmed(bytes)
        if ASCIIText.matches(text, "trailer") { return .trailer }
        return ASCIIText.matches(text, "bonus") ? .bonus : .full
    }
}
