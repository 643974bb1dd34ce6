/// Quotation marks around the values of attributes that are missing, doubled, or of another kind.
extension MarkupCleaner {
    /// Where the other quotation mark stands before the own one of a value, and another attribute behind it:
    /// `a='1" b="2"`.
    func otherQuote(from start: Int, than quote: UInt8) -> Int? {
        let other: UInt8 = quote == 0x22 ? 0x27 : 0x22
        var index = start
        while index < input.count, input[index] != other {
            if input[index] == quote || input[index] == 0x3C || input[index] == 0x3E { return nil }
            index += 1
        }
        let mark = index
        guard mark > start, mark + 1 < input.count, ASCIIText.isSpace(input[mark + 1]) else { return nil }
        index = mark + 1
        while index < input.count, ASCIIText.isSpace(input[index]) { index += 1 }
        let name = index
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        guard index > name, index + 1 < input.count, input[index] == 0x3D, input[index + 1] == other else { return nil }
        return mark
    }

    /// Where a value ends that goes on to the quotation mark of the next attribute: `a="1 b="2"`.
    func endWithoutQuote(_ value: Range<Int>) -> Int? {
        // Behind its own mark there is a space or the end of the tag.
        let after = value.upperBound + 1
        guard after < input.count, !ASCIIText.isSpace(input[after]), input[after] != 0x3E, input[after] != 0x2F,
            input[after] != 0x3F, value.count > 2, input[value.upperBound - 1] == 0x3D
        else { return nil }
        var index = value.upperBound - 1
        while index > value.lowerBound, MarkupScanner.isName(input[index - 1]) { index -= 1 }
        guard index < value.upperBound - 1, index > value.lowerBound, ASCIIText.isSpace(input[index - 1]) else {
            return nil
        }
        return index - 1
    }

    /// Where a value ends that began with one quotation mark and ends with the other, or with that of a word processor:
    /// `a="1' b="2"`.
    func endBeforeOtherQuote(_ value: Range<Int>, than quote: UInt8) -> Int {
        let other: UInt8 = quote == 0x22 ? 0x27 : 0x22
        var end = value.upperBound
        while end > value.lowerBound, ASCIIText.isSpace(input[end - 1]) { end -= 1 }
        if end > value.lowerBound, input[value].firstIndex(of: other) == end - 1 { return end - 1 }
        let mark = value.first { isTypographicMark(at: $0) }
        return mark == end - 3 ? end - 3 : value.upperBound
    }

    /// A value whose quotation marks were doubled, as they are in a table of values: `a=""1""`.
    mutating func doublyQuoted() -> Range<Int>? {
        let quote = input[position]
        let start = position + 2
        guard start < input.count, input[start - 1] == quote, input[start] != quote, !isTagDelimiter(input[start]),
            let end = input[start...].firstIndex(where: { $0 == quote || $0 == 0x3C || $0 == 0x3E }),
            input[end] == quote, input[end - 1] != 0x3D, end + 1 < input.count,
            input[end + 1] == quote || isTagDelimiter(input[end + 1])
        else { return nil }
        findings.note(.notWellFormed, at: position, "an attribute has its quotation marks twice")
        position = input[end + 1] == quote ? end + 2 : end + 1
        return start..<end
    }

    /// Whether a quotation mark of a word processor is there, U+2018 to U+201F.
    private func isTypographicMark(at index: Int) -> Bool {
        index + 2 < input.count && input[index] == 0xE2 && input[index + 1] == 0x80
            && (0x98...0x9F).contains(input[index + 2])
    }

    /// Whether a plain quotation mark ends a value that began with another one: the tag ends behind it, or another
    /// attribute begins.
    private func isLastMark(at mark: Int) -> Bool {
        guard mark + 1 < input.count, input[mark] == 0x22 || input[mark] == 0x27 else { return false }
        var index = mark + 1
        if input[index] == 0x2F || input[index] == 0x3E { return true }
        while index < input.count, ASCIIText.isSpace(input[index]) { index += 1 }
        guard index < input.count, input[index] != 0x2F, input[index] != 0x3E else { return true }
        let name = index
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        return index > name && index < input.count && input[index] == 0x3D
    }

    /// A value between the quotation marks of a word processor, or between marks that were escaped along with a text,
    /// `&quot;`, `\"`; the last may be a plain one.
    mutating func otherwiseQuoted() -> Range<Int>? {
        let scanner = MarkupScanner(input, at: position)
        func markLength(_ index: Int) -> Int {
            if scanner.has("&quot;", at: index) { return 6 }
            if index + 1 < input.count, input[index] == 0x5C, input[index + 1] == 0x22 || input[index + 1] == 0x27 {
                return 2
            }
            return isTypographicMark(at: index) ? 3 : 0
        }
        let first = markLength(position)
        guard first > 0 else { return nil }
        let start = position + first
        var end = start
        while end < input.count, input[end] != 0x3E, input[end] != 0x3C, markLength(end) == 0, !isLastMark(at: end) {
            end += 1
        }
        let last = isLastMark(at: end) ? 1 : markLength(end)
        guard last > 0 else { return nil }
        position = end + last
        return start..<end
    }

    /// A value between backticks, which are quotation marks in the languages that templates are written in.
    ///
    /// They count only where both are there: one alone is a part of its value.
    mutating func betweenBackticks() -> Range<Int>? {
        let start = position + 1
        guard input[position] == 0x60, let end = input[start...].firstIndex(where: Self.endsBackticks), end > start,
            input[end] == 0x60, end + 1 == input.count || isTagDelimiter(input[end + 1])
        else { return nil }
        position = end + 1
        return start..<end
    }

    private static func endsBackticks(_ byte: UInt8) -> Bool {
        byte == 0x60 || byte == 0x22 || byte == 0x3C || byte == 0x3E
    }
}
