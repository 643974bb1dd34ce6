/// Finds the long CDATA sections of a document, which libxml2 need not see.
///
/// Show notes are most of most feeds, and most show notes are in CDATA. libxml2
/// looks at each byte of a section twice, one at a time, and copies it; all
/// there is to find out is where the section ends and whether its characters
/// are allowed. So the parser is given the beginning and the end of a section,
/// and what is between goes from the document to the builder.
struct LongSections {
    /// Shorter ones cost less in libxml2 than two more calls of it do.
    static let minimumBytes = 256

    private let scanner: MarkupScanner
    /// The next `]]>` behind the last section asked for; it is the end of any
    /// other that begins before it.
    private var knownEnd = 0
    private var isExhausted = false

    /// Looks for sections in a document.
    ///
    /// - Parameter bytes: The document, which stays in place.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = MarkupScanner(bytes, at: 0)
    }

    /// The content of the next long section that begins in a range, if what
    /// looks like one is one: it may stand in a comment or an attribute.
    ///
    /// - Parameter range: Where its first bracket is to be.
    /// - Returns: The range between `<![CDATA[` and `]]>`.
    mutating func next(in range: Range<Int>) -> Range<Int>? {
        guard !isExhausted else { return nil }
        var index = range.lowerBound
        while let bracket = ASCIIText.firstIndex(of: 0x5B, in: scanner.bytes, index..<range.upperBound) {
            index = bracket + 1
            guard bracket >= 2, scanner.has("<![CDATA[", at: bracket - 2) else { continue }
            let start = bracket + 7
            guard let end = end(from: start) else { return nil }
            if end - start >= Self.minimumBytes { return start..<end }
            // Nothing in a section opens another.
            index = max(index, min(end, range.upperBound))
        }
        return nil
    }

    private mutating func end(from start: Int) -> Int? {
        if knownEnd >= start { return knownEnd }
        guard let end = scanner.find("]]>", from: start) else {
            // None of those that follow has an end either: they are looked for once.
            isExhausted = true
            return nil
        }
        knownEnd = end
        return end
    }
}
