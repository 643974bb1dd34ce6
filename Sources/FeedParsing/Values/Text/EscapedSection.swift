/// A CDATA section that was escaped like a text, or put into another one: its marks are part of the text then (feed
/// formats C1, C2).
///
/// `&lt;![CDATA[Title]]&gt;` comes of a template that writes the section and escapes it as well.
enum EscapedSection {
    private static let beginning: StaticString = "[cdata["

    /// What stands between the marks; all of a text that is no such section as a whole.
    ///
    /// Neither the text nor what is returned has white space at its ends.
    @inline(__always)
    static func content(of text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard text.count >= 12, text[0] == 0x3C, text[1] == 0x21 else { return text }
        return unwrapped(text)
    }

    private static func unwrapped(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = 2
        while start < text.count, ASCIIText.isSpace(text[start]) { start += 1 }
        let marked = UnsafeBufferPointer(rebasing: text[start...])
        let end = text.count - 3
        guard ASCIIText.hasPrefix(marked, beginning), start + 7 <= end, text[end] == 0x5D, text[end + 1] == 0x5D,
            text[end + 2] == 0x3E
        else { return text }
        return ASCIIText.trimmed(UnsafeBufferPointer(rebasing: text[(start + 7)..<end]))
    }
}
