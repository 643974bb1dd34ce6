/// A yes or no, true or false, of the podcast namespace and of attributes.
enum BooleanWord {
    /// nil when the text is none of the four, in any case.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        let text = ASCIIText.trimmed(bytes)
        if ASCIIText.matches(text, "yes") || ASCIIText.matches(text, "true") { return true }
        if ASCIIText.matches(text, "no") || ASCIIText.matches(text, "false") { return false }
        return nil
    }
}
