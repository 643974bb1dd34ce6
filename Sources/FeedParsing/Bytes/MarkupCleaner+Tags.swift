extension MarkupCleaner {
    /// Writes the start tag that begins here, put in order; false when it is
    /// none after all, and nothing was written.
    mutating func startTag() -> Bool {
        let begin = position
        let mark = output.count
        var index = position + 1
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        let name = position + 1..<index
        // "<me@example.org>" and "<3" are text.
        guard index == input.count || isTagDelimiter(input[index]), MarkupName.isValid(bytes(name)) else {
            return false
        }
        if open.count >= maximumDepth {
            // The parser stops at this depth; nothing further is needed.
            position = input.count
            return true
        }
        closeItem(before: name)
        closeLeaf(before: name)
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
                return true
            } else if byte == 0x2F {
                position += 1
                guard position < input.count, input[position] == 0x3E else { continue }
                output.append("/>")
                position += 1
                if open.isEmpty { rootEnded = true }
                return true
            } else if byte == 0x3C || !attribute(&written) {
                break
            }
        }
        guard position < input.count else {
            // The document ends inside this tag, which then was never read.
            output.truncate(to: mark)
            return true
        }
        if written.isEmpty {
            output.truncate(to: mark)
            position = begin
            return false
        }
        findings.note(.notWellFormed, at: begin, "a tag without its \">\" was closed")
        output.append(0x3E)
        open.append(name)
        return true
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
            if name.isEmpty { position = max(position, start + 1) }
            findings.note(.notWellFormed, at: start, "an attribute without a value was left out")
            return true
        }
        position += 1
        skipBlanks()
        let value = attributeValue()
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
        guard let match = open.lastIndex(where: { equal($0, name) }) else {
            return findings.note(.notWellFormed, at: begin, "an end tag that ends nothing was left out")
        }
        if match < open.count - 1 { findings.note(.notWellFormed, at: begin, "a missing end tag was added") }
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
        findings.note(.notWellFormed, at: position, "a missing end tag was added")
        while open.count > outer { closeInnermost() }
    }

    /// Ends elements that were never ended, when one follows that cannot stand
    /// in them: the title or category must not swallow the item.
    private mutating func closeLeaf(before name: Range<Int>) {
        while let innermost = open.last, LeafElements.cannotHold(bytes(name), in: bytes(innermost)) {
            findings.note(.notWellFormed, at: position, "a missing end tag was added")
            closeInnermost()
        }
    }

    // MARK: Bytes

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
