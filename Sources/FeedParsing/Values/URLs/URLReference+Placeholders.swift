extension URLReference {
    /// Whether an address is what programs write when they have none: `href="None"`, `url="null"`, `https://`.
    @inline(__always)
    static func isPlaceholder(_ reference: UnsafeBufferPointer<UInt8>) -> Bool {
        reference.count <= longestPlaceholder && isShortPlaceholder(reference)
    }

    /// Whether an address is a program, which browsers run where it is opened.
    static func isScript(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        ASCIIText.hasPrefix(address, "javascript:") || ASCIIText.hasPrefix(address, "vbscript:")
    }

    @inline(never)
    private static func isShortPlaceholder(_ reference: UnsafeBufferPointer<UInt8>) -> Bool {
        placeholders.contains(String(decoding: ASCIIText.trimmed(reference), as: UTF8.self).lowercased())
    }

    /// The same words in the place of a guid name no episode, either (identity C1 4).
    private static let placeholders: Set<String> = [
        "null", "(null)", "undefined", "none", "nil", "n/a", "na", "nan", "0", "-", "#", "false", "unknown",
        "http://", "https://", "http:///", "https:///",
    ]

    /// The length of "undefined", with some white space around it.
    private static let longestPlaceholder = 16
}
