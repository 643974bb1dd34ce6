/// A switch that only "yes" throws: `itunes:block`, `itunes:complete` (feed formats C7).
enum YesFlag {
    /// Whether the text is "yes", in any case.
    ///
    /// "true" is not: a show would vanish from directories by mistake.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        ASCIIText.matches(ASCIIText.trimmed(bytes), "yes")
    }

    static func parse(_ text: String) -> Bool {
        ASCIIText.withBytes(of: text) { parse($0) }
    }
}
