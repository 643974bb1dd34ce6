/// `itunes:type` (feed formats C8).
enum ITunesTypeValue: String {
    case episodic, serial

    /// nil for any other word, as if the element were not there.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> ITunesTypeValue? {
        let text = ASCIIText.trimmed(bytes)
        if ASCIIText.matches(text, "serial") { return .serial }
        return ASCIIText.matches(text, "episodic") ? .episodic : nil
    }
}
