/// An attribute of the tag that is being written.
struct WrittenAttribute {
    /// Where its name is in the input.
    let name: Range<Int>
    /// Where its value would be in the output, if it is blank.
    var blank: Int?
}

/// Attributes, put in order: quotation marks that are missing or of another kind, values that took tags into themselves.
extension MarkupCleaner {
    /// Writes the attribute of a tag that begins here; false when there is none.
    mutating func attribute(_ written: inout [WrittenAttribute], of tag: Range<Int>) -> Bool {
        let start = position
        var index = position
        while index < input.count, !isAttributeDelimiter(input[index]) { index += 1 }
        let name = start..<index
        position = index
        skipBlanks()
        guard position < input.count, input[position] == 0x3D else {
            // A quotation mark that nothing stands before has lost the one it belongs to.
            let isQuote = name.isEmpty && (input[start] == 0x22 || input[start] == 0x27)
            if name.isEmpty { position = max(position, start + 1) }
            note("an attribute without a value was left out", at: start, mayHaveCut: isQuote)
            return true
        }
        position += 1
        skipBlanks()
        var value = attributeValue(of: tag)
        if holdsTag(value) {
            findings.noteCut(at: start, "the value of an attribute took tags into itself")
            value = upToEndOfTag(value, of: tag)
        }
        let repeated = written.firstIndex { equal($0.name, name) }
        guard MarkupName.isValid(bytes(name)), written.count < maximumAttributes, repeated == nil else {
            findings.note(.notWellFormed, at: start, "a repeated or misspelt attribute was left out")
            if let repeated { fill(repeated, of: &written, with: value) }
            return true
        }
        output.append(0x20)
        appendInput(name)
        output.append("=\"")
        let isBlank = ASCIIText.trimmed(bytes(value)).isEmpty
        written.append(WrittenAttribute(name: name, blank: isBlank ? output.count : nil))
        appendValue(value)
        output.append(0x22)
        return true
    }

    /// Gives an attribute that was written without a value that of its repetition: `url="" url="1.mp3"`.
    private mutating func fill(_ index: Int, of written: inout [WrittenAttribute], with value: Range<Int>) {
        guard let place = written[index].blank, !ASCIIText.trimmed(bytes(value)).isEmpty else { return }
        // Each of many may move the long value of another.
        lookahead -= output.count - place
        guard lookahead > 0 else { return }
        let rest = Array(output.bytes(from: place))
        output.truncate(to: place)
        appendValue(value)
        let added = output.count - place
        rest.withUnsafeBufferPointer { output.append($0) }
        written[index].blank = nil
        for other in written.indices {
            if let blank = written[other].blank, blank > place { written[other].blank = blank + added }
        }
    }

    /// Where the value of an attribute is; moves behind it.
    private mutating func attributeValue(of tag: Range<Int>) -> Range<Int> {
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

    /// Where the other quotation mark stands before the own one of a value, and another attribute behind it:
    /// `a='1" b="2"`.
    private func otherQuote(from start: Int, than quote: UInt8) -> Int? {
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
    private func endWithoutQuote(_ value: Range<Int>) -> Int? {
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
    private func endBeforeOtherQuote(_ value: Range<Int>, than quote: UInt8) -> Int {
        let other: UInt8 = quote == 0x22 ? 0x27 : 0x22
        var end = value.upperBound
        while end > value.lowerBound, ASCIIText.isSpace(input[end - 1]) { end -= 1 }
        if end > value.lowerBound, input[value].firstIndex(of: other) == end - 1 { return end - 1 }
        let mark = value.first { isTypographicMark(at: $0) }
        return mark == end - 3 ? end - 3 : value.upperBound
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

    /// A value whose quotation marks were doubled, as they are in a table of values: `a=""1""`.
    private mutating func doublyQuoted() -> Range<Int>? {
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
    private mutating func otherwiseQuoted() -> Range<Int>? {
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
    private mutating func betweenBackticks() -> Range<Int>? {
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

    private mutating func appendValue(_ value: Range<Int>) {
        let after = position
        position = value.lowerBound
        while position < value.upperBound {
            switch input[position] {
            case 0x26:
                reference(isInText: false)
            case 0x3C:
                output.append("&lt;")
                position += 1
            case 0x22:
                output.append("&quot;")
                position += 1
            default:
                copy(upTo: value.upperBound) { $0 == 0x26 || $0 == 0x3C || $0 == 0x22 }
            }
        }
        position = after
    }

    /// Whether something that looks like a tag stands in a value, because a quotation mark is missing.
    private func holdsTag(_ value: Range<Int>) -> Bool {
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
    private mutating func upToEndOfTag(_ value: Range<Int>, of tag: Range<Int>) -> Range<Int> {
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

    private mutating func skipBlanks() {
        while position < input.count, ASCIIText.isSpace(input[position]) {
            if input[position] == 0x0A { output.append(0x0A) }
            position += 1
        }
    }

    private func isAttributeDelimiter(_ byte: UInt8) -> Bool {
        ASCIIText.isSpace(byte) || byte == 0x3D || byte == 0x3E || byte == 0x2F || byte == 0x3C || byte == 0x22
            || byte == 0x27
    }
}
