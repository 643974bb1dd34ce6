/// `itunes:explicit` and its likes (feed formats C6).
enum ExplicitFlag {
    /// yes, true and explicit are true; no, false and clean are false; nil for all else, which inherits.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        let text = ASCIIText.trimmed(bytes)
        if ASCIIText.matches(text, "explicit") { return true }
        if ASCIIText.matches(text, "clean") { return false }
        return BooleanWord.parse(text)
    }
}
