/// Finds what of a document libxml2 need not see: the long texts and sections,
/// in order.
struct LongRuns {
    /// A part of the document, and what it must be for libxml2 to be told of it
    /// only afterwards.
    struct Run {
        enum Kind {
            /// Between `<![CDATA[` and `]]>`.
            case section
            /// Text between tags.
            case text
        }

        let kind: Kind
        let range: Range<Int>
    }

    private var texts: LongTexts
    private var sections: LongSections
    /// The next section, and up to where none begins otherwise.
    private var section: Range<Int>?
    private var searchedEnd = 0

    /// Looks for runs in a document.
    ///
    /// - Parameter bytes: The document, which stays in place.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        texts = LongTexts(bytes)
        sections = LongSections(bytes)
    }

    /// The next run that begins in a range.
    ///
    /// - Parameter range: It begins no earlier than those asked for before, and
    ///   behind the beginning of any run that was returned.
    /// - Returns: What looks like one; it may stand in a comment or a tag.
    mutating func next(in range: Range<Int>) -> Run? {
        if let known = section, known.lowerBound <= range.lowerBound { section = nil }
        if section == nil, searchedEnd < range.upperBound {
            let start = max(range.lowerBound, searchedEnd)
            section = sections.next(in: start..<range.upperBound)
            searchedEnd = section?.lowerBound ?? range.upperBound
        }
        // Tags are looked for up to the section only: its text is part of it.
        if let text = texts.next(in: range.lowerBound..<(section?.lowerBound ?? range.upperBound)) {
            return Run(kind: .text, range: text)
        }
        return section.map { Run(kind: .section, range: $0) }
    }
}
