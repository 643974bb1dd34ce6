/// Where the values of attributes end: some lack quotation marks, and some took tags into themselves.
extension MarkupCleaner {
    /// Where the value of an attribute is; moves behind it.
    mutating func attributeValue(of tag: Range<Int>) -> Range<Int> {
        guard position < input.count else { return position..<position }
        let quote = input[position]
        if quote == 0x22 || quote == 0x27 {
            if let doubled = doublyQuoted() { return doubled }
            let start = position + 1
            if let cut = otherQuote(from: start, than: quote) {
                findings.noteCut(at: start, "an attribute has quotation marks of two kinds")
                position = cut + 1
                return start..<cut
            }
            if let end = input[start...].firstIndex(of: quote) {
                if let cut = endWithoutQuote(start..<end) {
                    findings.noteCut(at: start, "an attribute without its last quotation mark was ended")
                    position = cut
                    return start..<endBeforeOtherQuote(start..<cut, than: quote)
                }
                position = end + 1
                return start..<end
            }
            return end(start, at: input[start...].firstIndex(of: 0x3E) ?? input.count, of: tag)
        }
        findings.note(.notWellFormed, at: position, "an attribute without quotes was read to the next space")
        if let quoted = otherwiseQuoted() { return quoted }
        if let quoted = betweenBackticks() { return quoted }
        let start = position
        while position < input.count, !ASCIIText.isSpace(input[position]), input[position] != 0x3E { position += 1 }
        stepBackOverSlash(from: start, of: tag)
        // A last quotation mark that has lost the first.
        let isMarked = position - start > 1 && (input[position - 1] == 0x22 || input[position - 1] == 0x27)
        return start..<(isMarked ? position - 1 : position)
    }

    /// Ends a value that lacks its last quotation mark with its tag; moves there.
    private mutating func end(_ start: Int, at bracket: Int, of tag: Range<Int>) -> Range<Int> {
        position = bracket
        stepBackOverSlash(from: start, of: tag)
        return start..<endBeforeOtherQuote(start..<position, than: input[start - 1])
    }

    /// Moves from the end of a tag before the slash of an empty element, which is not the end of an address.
    private mutating func stepBackOverSlash(from start: Int, of tag: Range<Int>) {
        guard position > start, position < input.count, input[position] == 0x3E, input[position - 1] == 0x2F,
            !hasContent(tag)
        else { return }
        position -= 1
    }

    /// Whether the element of a tag that seems to be an empty one has content all the same:
    /// `<rss xmlns:content="http://purl.org/rss/1.0/modules/content/>`.
    ///
    /// No item and nothing around items is empty; other elements have content where their end tags follow.
    private mutating func hasContent(_ tag: Range<Int>) -> Bool {
        let name = text(tag)
        if ElementNesting.isContainer(name) { return true }
        return !ElementNesting.isAllAttributes(name) && isEnded(tag, beforeAnother: true)
    }

    /// Whether something that looks like a tag stands in a value, because a quotation mark is missing.
    func holdsTag(_ value: Range<Int>) -> Bool {
        var index = value.lowerBound
        while let start = ASCIIText.firstIndex(of: 0x3C, in: input, index..<value.upperBound) {
            index = start + 1
            if index < value.upperBound, input[index] == 0x2F || MarkupScanner.isNameStart(input[index]) { return true }
        }
        return false
    }

    /// A value that lacks its last quotation mark, as far as its tag goes; moves there.
    ///
    /// One that begins other tags before its own has ended may lack nothing, and be about markup.
    mutating func upToEndOfTag(_ value: Range<Int>, of tag: Range<Int>) -> Range<Int> {
        guard let bracket = input[value].firstIndex(where: { $0 == 0x3C || $0 == 0x3E }),
            input[bracket] == 0x3E || !isWhole(value)
        else {
            return value
        }
        return end(value.lowerBound, at: bracket, of: tag)
    }

    /// Whether a value that holds tags has quotation marks of its own, and its last is not the first of another
    /// attribute, in what follows: `type="audio/m</item><item><guid isPermaLink="false">`.
    private mutating func isWhole(_ value: Range<Int>) -> Bool {
        // Each of many may go on to the end of the document.
        lookahead -= value.count
        guard lookahead > 0, holdsField(value) else { return true }
        let scanner = MarkupScanner(input, at: value.lowerBound)
        let end = value.upperBound
        guard end < input.count, input[end] == 0x22 || input[end] == 0x27 else {
            return scanner.find("</", from: value.lowerBound, before: end) == nil
        }
        let next = end + 1
        guard input[end - 1] != 0x3D, next == input.count || isTagDelimiter(input[next]) else { return false }
        return ["</item>", "</entry>"].allSatisfy { scanner.find($0, from: value.lowerBound, before: end) == nil }
    }

    /// Whether a tag of an item or a field stands in a value, and not only markup.
    private func holdsField(_ value: Range<Int>) -> Bool {
        var index = value.lowerBound
        while let start = ASCIIText.firstIndex(of: 0x3C, in: input, index..<value.upperBound) {
            index = start + 1
            if index < value.upperBound, input[index] == 0x2F { index += 1 }
            let name = input[index..<value.upperBound].prefix(while: MarkupScanner.isName)
            if ElementNesting.isField(text(name.startIndex..<name.endIndex)) { return true }
        }
        return false
    }
}
