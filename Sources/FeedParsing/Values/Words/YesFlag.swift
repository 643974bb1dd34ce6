/// A switch that only "yes" throws: `itunes:block`, `itunes:complete` (feed formats C7).
enum YesFlag {
    /// Whether the text is "yes", in any case.
    ///
    /// "true" is not: a show would vanish from directories by mistake.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        ASCIIText.matches(ASCIIText.trimmed(bytes), "yes")
    }

    /// Whether the text of an element is "yes"; what is neither that nor a plain
    /// no is left, to be kept as it was written.
    static func take(_ field: FieldText) -> Bool {
        if parse(field.bytes) { return true }
        if BooleanWord.parse(field.bytes) != false { field.leave() }
        return false
    }
}
