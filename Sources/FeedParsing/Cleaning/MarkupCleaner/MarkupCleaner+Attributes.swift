/// An attribute of the tag that is being written.
struct WrittenAttribute {
    /// Where its name is in the input.
    let name: Range<Int>
    /// Where its value would be in the output, if it is blank.
    var blank: Int?
}

/// Attributes, put in order: each is written once, with a name and a value as XML has them.
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
