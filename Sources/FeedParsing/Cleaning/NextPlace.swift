/// Where something stands next in a document that is walked from its beginning: many that ask may be in front of the
/// same.
struct NextPlace {
    private var asked = Int.max
    private var found = -1

    /// Where the text begins first, not in front of a position; the end of the input where it does not.
    mutating func place(of text: StaticString, in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        place(from: start) { MarkupScanner(input, at: start).find(text, from: start) ?? input.count }
    }

    /// Where something begins first that `find` looks for, not in front of a position.
    mutating func place(from start: Int, _ find: () -> Int) -> Int {
        if start < asked || start > found { (asked, found) = (start, find()) }
        return found
    }
}

/// Where tags of items stand next in a document that is walked from its beginning.
struct NextItemTags {
    private var tag = NextPlace()
    private var endTag = NextPlace()
    private var contentTag = NextPlace()

    /// Where a tag of an item begins first, not in front of a position; the end of the input where there is none.
    mutating func first(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        tag.place(from: start) { Self.find(in: input, from: start, isEnd: false) }
    }

    /// Where an end tag of an item begins first, likewise.
    mutating func firstEnd(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        endTag.place(from: start) { Self.find(in: input, from: start, isEnd: true) }
    }

    /// Where a tag of an item begins first that is no `<item/>`, likewise.
    mutating func firstOfContent(in input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        contentTag.place(from: start) {
            var tag = Self.find(in: input, from: start, isEnd: false)
            while tag < input.count, Self.endOfEmptyItem(in: input, from: tag + 1) != nil {
                tag = Self.find(in: input, from: tag + 1, isEnd: false)
            }
            return tag
        }
    }

    /// Where a tag ends that has nothing but a name, which begins at a position, and ends its element, too; nil for any
    /// other.
    static func endOfEmptyItem(in input: UnsafeBufferPointer<UInt8>, from name: Int) -> Int? {
        let nameEnd = input[name...].firstIndex { !MarkupScanner.isName($0) } ?? input.count
        guard nameEnd > name else { return nil }
        let slash = input[nameEnd...].firstIndex { !ASCIIText.isSpace($0) } ?? input.count
        return MarkupScanner(input, at: slash).has("/>") ? slash + 2 : nil
    }

    /// Whether what seems to go up to the end of a range was never ended: it holds the end of an item, and either the
    /// beginning of one as well, or of another of its kind, which the end belongs to.
    ///
    /// An end tag alone that was commented out takes nothing along.
    mutating func takesItems(
        in input: UnsafeBufferPointer<UInt8>,
        _ range: Range<Int>,
        begunBy mark: StaticString
    ) -> Bool {
        let end = firstEnd(in: input, from: range.lowerBound)
        guard end < range.upperBound else { return false }
        let scanner = MarkupScanner(input, at: range.lowerBound)
        if first(in: input, from: range.lowerBound) < end { return true }
        return scanner.find(mark, from: range.lowerBound, before: range.upperBound) != nil
            || Self.findStart(in: input, end..<range.upperBound)
    }

    private static func findStart(in input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let tag = find(in: input, from: index, isEnd: false)
            guard tag < range.upperBound else { return false }
            if !MarkupScanner(input, at: tag).has("</") { return true }
            index = tag + 1
        }
        return false
    }

    private static func find(in input: UnsafeBufferPointer<UInt8>, from start: Int, isEnd: Bool) -> Int {
        let scanner = MarkupScanner(input, at: start)
        var index = start
        while let bracket = ASCIIText.firstIndex(of: 0x3C, in: input, index..<input.count) {
            index = bracket + 1
            let hasSlash = scanner.has("/", at: index)
            if isEnd, !hasSlash { continue }
            let name = hasSlash ? index + 1 : index
            for item in ["item", "entry"] as [StaticString] where scanner.hasWord(item, at: name) {
                let end = name + item.utf8CodeUnitCount
                if end == input.count || !MarkupScanner.isName(input[end]) { return bracket }
            }
        }
        return input.count
    }
}
