extension MarkupCleaner {
    /// What came of a "<" and a letter.
    enum StartTag {
        /// A tag, which was written.
        case written
        /// Nothing was written: it is text.
        case none
        /// Nothing was written: a tag that another one begins in.
        case unfinished
    }

    /// Writes the start tag that begins here, put in order.
    mutating func startTag() -> StartTag {
        let begin = position
        var index = position + 1
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        let name = position + 1..<index
        // "<me@example.org>" and "<3" are text.
        guard index == input.count || isTagDelimiter(input[index]), MarkupName.isValid(bytes(name)) else {
            return .none
        }
        if open.count >= maximumDepth {
            // The parser stops at this depth; nothing further is needed.
            position = input.count
            return .written
        }
        closeItem(before: name)
        closeLeaf(before: name)
        let mark = output.count
        output.append(0x3C)
        appendInput(name)
        position = index
        var written: [Range<Int>] = []
        while position < input.count {
            let byte = input[position]
            if ASCIIText.isSpace(byte) {
                if byte == 0x0A { output.append(0x0A) }
                position += 1
            } else if byte == 0x3E {
                output.append(0x3E)
                position += 1
                open.append(name)
                return .written
            } else if byte == 0x2F {
                position += 1
                guard position < input.count, input[position] == 0x3E else { continue }
                output.append("/>")
                position += 1
                if open.isEmpty { rootEnded = true }
                return .written
            } else if byte == 0x3C || !attribute(&written) {
                break
            }
        }
        guard position < input.count else {
            // The document ends inside this tag, which then was never read.
            output.truncate(to: mark)
            return .written
        }
        let isMarkup = LeafElements.isMarkup(bytes(name))
        if written.isEmpty {
            output.truncate(to: mark)
            position = begin
            return isMarkup ? .none : .unfinished
        }
        note("a tag without its \">\" was closed", at: begin, mayHaveCut: !isMarkup)
        output.append(0x3E)
        open.append(name)
        return .written
    }

    /// Writes the attribute that begins here; false when there is none.
    private mutating func attribute(_ written: inout [Range<Int>]) -> Bool {
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
        var value = attributeValue()
        if holdsTag(value) {
            findings.noteCut(at: start, "the value of an attribute took tags into itself")
            value = upToEndOfTag(value)
        }
        guard MarkupName.isValid(bytes(name)), written.count < maximumAttributes,
            !written.contains(where: { equal($0, name) })
        else {
            findings.note(.notWellFormed, at: start, "a repeated or misspelt attribute was left out")
            return true
        }
        written.append(name)
        output.append(0x20)
        appendInput(name)
        output.append("=\"")
        appendValue(value)
        output.append(0x22)
        return true
    }

    /// Where the value of an attribute is; moves behind it.
    private mutating func attributeValue() -> Range<Int> {
        guard position < input.count else { return position..<position }
        let quote = input[position]
        if quote == 0x22 || quote == 0x27 {
            let start = position + 1
            if let end = input[start...].firstIndex(of: quote) {
                position = end + 1
                return start..<end
            }
            let end = input[start...].firstIndex(of: 0x3E) ?? input.count
            position = end
            return start..<end
        }
        findings.note(.notWellFormed, at: position, "an attribute without quotes was read to the next space")
        let start = position
        while position < input.count, !ASCIIText.isSpace(input[position]), input[position] != 0x3E { position += 1 }
        // The slash of an empty element, and not the end of an address.
        if position > start, position < input.count, input[position] == 0x3E, input[position - 1] == 0x2F {
            position -= 1
        }
        return start..<position
    }

    private mutating func appendValue(_ value: Range<Int>) {
        let after = position
        position = value.lowerBound
        while position < value.upperBound {
            switch input[position] {
            case 0x26:
                reference()
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

    /// Writes an end tag, with those that are missing before it; leaves out one
    /// that ends nothing.
    mutating func endTag() {
        let begin = position
        var index = position + 2
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        let name = position + 2..<index
        while index < input.count, input[index] != 0x3E, input[index] != 0x3C { index += 1 }
        guard index < input.count else {
            position = input.count
            return
        }
        position = input[index] == 0x3E ? index + 1 : index
        if input[index] == 0x3C {
            note("a tag without its \">\" was closed", at: begin, mayHaveCut: !LeafElements.isMarkup(bytes(name)))
        }
        guard let match = open.lastIndex(where: { equal($0, name) }) else {
            // What has no name was no tag either when it began.
            let mayHaveCut = MarkupName.isValid(bytes(name)) && !LeafElements.isMarkup(bytes(name))
            return note("an end tag that ends nothing was left out", at: begin, mayHaveCut: mayHaveCut)
        }
        if match < open.count - 1 {
            let mayHaveCut = open[(match + 1)...].contains { !LeafElements.endsByItself(bytes($0)) }
            note("a missing end tag was added", at: begin, mayHaveCut: mayHaveCut)
        }
        while open.count > match { closeInnermost() }
        if open.isEmpty { rootEnded = true }
    }

    private mutating func closeInnermost() {
        guard let name = open.popLast() else { return }
        output.append("</")
        appendInput(name)
        output.append(0x3E)
    }

    /// Ends an item that was never ended when the next one begins.
    private mutating func closeItem(before name: Range<Int>) {
        guard LeafElements.isItem(bytes(name)), let outer = open.lastIndex(where: { equal($0, name) }) else { return }
        findings.noteCut(at: position, "a missing end tag was added")
        while open.count > outer { closeInnermost() }
    }

    /// Ends elements that were never ended, when one follows that cannot stand
    /// in them: the title or category must not swallow the item.
    private mutating func closeLeaf(before name: Range<Int>) {
        while let innermost = open.last, LeafElements.cannotHold(bytes(name), in: bytes(innermost)) {
            let mayHaveCut = !LeafElements.endsByItself(bytes(innermost))
            note("a missing end tag was added", at: position, mayHaveCut: mayHaveCut)
            closeInnermost()
        }
    }

    private mutating func note(_ detail: String, at offset: Int, mayHaveCut: Bool) {
        if mayHaveCut {
            findings.noteCut(at: offset, detail)
        } else {
            findings.note(.notWellFormed, at: offset, detail)
        }
    }

    // MARK: Bytes

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
    /// One that begins other tags before its own has ended lacks nothing: it is about markup.
    private mutating func upToEndOfTag(_ value: Range<Int>) -> Range<Int> {
        guard let bracket = input[value].firstIndex(where: { $0 == 0x3C || $0 == 0x3E }), input[bracket] == 0x3E else {
            return value
        }
        let isEmptyElement = bracket > value.lowerBound && input[bracket - 1] == 0x2F
        position = isEmptyElement ? bracket - 1 : bracket
        return value.lowerBound..<position
    }

    private func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: input[range])
    }

    private func equal(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        first.count == second.count && bytes(first).elementsEqual(bytes(second))
    }

    private mutating func appendInput(_ range: Range<Int>) {
        guard let base = input.baseAddress else { return }
        output.append(base + range.lowerBound, count: range.count)
    }

    private mutating func skipBlanks() {
        while position < input.count, ASCIIText.isSpace(input[position]) {
            if input[position] == 0x0A { output.append(0x0A) }
            position += 1
        }
    }

    private func isTagDelimiter(_ byte: UInt8) -> Bool {
        ASCIIText.isSpace(byte) || byte == 0x3E || byte == 0x2F
    }

    private func isAttributeDelimiter(_ byte: UInt8) -> Bool {
        ASCIIText.isSpace(byte) || byte == 0x3D || byte == 0x3E || byte == 0x2F || byte == 0x3C || byte == 0x22
            || byte == 0x27
    }
}
