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
    ///
    /// - Parameter start: Where its name begins.
    /// - Returns: What came of it.
    mutating func startTag(nameAt start: Int) -> StartTag {
        let begin = position
        var index = start
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        let name = start..<index
        // "<me@example.org>", "<https://example.org>" and "<3" are text.
        guard index == input.count || isTagDelimiter(input[index]) || isUnendedContainer(name, upTo: index),
            input[index - 1] != 0x3A,
            MarkupName.isValid(bytes(name)), !isTypeName(name)
        else {
            return .none
        }
        if endsItem(name) { return .written }
        let element = HTMLElement(bytes(name))
        closeUnended(before: name)
        if element?.endsItsLike == true, let innermost = open.last, equal(innermost.name, name) {
            findings.note(.notWellFormed, at: begin, "a missing end tag was added")
            closeInnermost()
        }
        if open.count >= maximumDepth { return startTagTooDeep(name) }
        let mark = output.count
        output.append(0x3C)
        appendInput(name)
        position = index
        var attributes: [WrittenAttribute] = []
        if writeRest(of: name, element, begunAt: begin, &attributes) { return .written }
        guard position < input.count else {
            // The document ends inside this tag, which then was never read.
            output.truncate(to: mark)
            return .written
        }
        let isMarkup = ElementNesting.isMarkup(text(name))
        if attributes.isEmpty, !isUnendedContainer(name, upTo: position) {
            output.truncate(to: mark)
            position = begin
            return isMarkup ? .none : .unfinished
        }
        note("a tag without its \">\" was closed", at: begin, mayHaveCut: !isMarkup)
        output.append(0x3E)
        push(name)
        return .written
    }

    /// What becomes of a start tag when no more elements may be open: it ends the document, unless it is text.
    private mutating func startTagTooDeep(_ name: Range<Int>) -> StartTag {
        // No text means that many tags; elsewhere the parser stops at this one, and nothing further is needed.
        if isInText, ElementNesting.isMarkup(text(name)) { return .none }
        output.append(0x3C)
        appendInput(name)
        output.append(0x3E)
        position = input.count
        return .written
    }

    /// Writes a start tag from behind its name to its end.
    ///
    /// - Returns: Whether it has an end; if not, the cleaner is at what cannot be in a tag, or at the end of the document.
    private mutating func writeRest(
        of name: Range<Int>,
        _ element: HTMLElement?,
        begunAt begin: Int,
        _ attributes: inout [WrittenAttribute]
    ) -> Bool {
        while position < input.count {
            let byte = input[position]
            if ASCIIText.isSpace(byte) {
                if byte == 0x0A { output.append(0x0A) }
                position += 1
            } else if byte == 0x3E {
                position += 1
                // Beside the texts it may have content all the same: `<track>` in a list of songs.
                if element?.isVoid == true, !open.isEmpty, isInText || !isEnded(name, beforeAnother: false) {
                    findings.note(.notWellFormed, at: begin, "a missing end tag was added")
                    output.append("/>")
                } else {
                    output.append(0x3E)
                    push(name)
                }
                return true
            } else if byte == 0x2F {
                position += 1
                guard position < input.count, input[position] == 0x3E else { continue }
                output.append("/>")
                position += 1
                if open.isEmpty { rootEnded = true }
                return true
            } else if byte == 0x3C || !attribute(&attributes, of: name) {
                return false
            }
        }
        return false
    }

    /// Whether the tag of an item, or of what is around items, has lost its ">" and nothing else: `<channel <title>`.
    private func isUnendedContainer(_ name: Range<Int>, upTo next: Int) -> Bool {
        input[next] == 0x3C && ElementNesting.isContainer(text(name)) && !isInText
            && input[name.upperBound..<next].allSatisfy(ASCIIText.isSpace)
    }

    /// Where the name of a tag begins that has white space before it, `< item>` or `< /item>`; nil where a "<" is text.
    ///
    /// Only a field is begun so where no text is open, and only what is open ended.
    func spacedName(isEnd: inout Bool) -> Int? {
        var start = position + 1
        while start < input.count, ASCIIText.isSpace(input[start]) { start += 1 }
        isEnd = start < input.count && input[start] == 0x2F
        if isEnd { start += 1 }
        while isEnd, start < input.count, ASCIIText.isSpace(input[start]) { start += 1 }
        guard start < input.count, MarkupScanner.isNameStart(input[start]) else { return nil }
        var end = start
        while end < input.count, MarkupScanner.isName(input[end]) { end += 1 }
        guard end < input.count, isTagDelimiter(input[end]) else { return nil }
        if isEnd { return innermost(start..<end) == nil ? nil : start }
        return !isInText && ElementNesting.isField(text(start..<end)) ? start : nil
    }

    /// Whether what looks like a tag in a title is a word between angle brackets: `List<String> in Swift`.
    private mutating func isTypeName(_ name: Range<Int>) -> Bool {
        guard let leaf = open.last?.name, ElementNesting.isLeaf(text(leaf)), name.upperBound < input.count,
            input[name.upperBound] == 0x3E
        else { return false }
        let word = text(name)
        guard !ElementNesting.isField(word), MarkupElements.effect(of: word.lowercased()) == nil else { return false }
        // A title has an end, and an element in it as well.
        let scanner = MarkupScanner(input, at: name.upperBound)
        let limit = min(input.count, name.upperBound + Self.longestTitle)
        var index = name.upperBound
        while let bracket = ASCIIText.firstIndex(of: 0x3C, in: input, index..<limit) {
            lookahead -= bracket + 1 - index
            guard lookahead > 0 else { return false }
            index = bracket + 1
            guard scanner.has("</", at: bracket) else { continue }
            if isName(name, at: bracket + 2) { return false }
            if isName(leaf, at: bracket + 2) { return true }
        }
        return false
    }

    /// No title is longer than so many bytes.
    private static let longestTitle = 2048

    // MARK: - Bytes

    func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: input[range])
    }

    /// A name of the input as text.
    func text(_ range: Range<Int>) -> String {
        String(decoding: input[range], as: UTF8.self)
    }

    func equal(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        first.count == second.count && bytes(first).elementsEqual(bytes(second))
    }

    mutating func appendInput(_ range: Range<Int>) {
        guard let base = input.baseAddress else { return }
        output.append(base + range.lowerBound, count: range.count)
    }

    func isTagDelimiter(_ byte: UInt8) -> Bool {
        ASCIIText.isSpace(byte) || byte == 0x3E || byte == 0x2F
    }
}
