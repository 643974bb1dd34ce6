/// Comments and instructions, which are left out, and those that were never ended, which take no item along.
extension MarkupCleaner {
    /// Leaves out a comment.
    mutating func comment() {
        let start = position + 4
        let end = commentEnd.place(of: "-->", in: input, from: start)
        if end == input.count || takesItems(commentFrom: start, to: end) {
            // What it was to hide is seen now.
            findings.noteCut(at: position, "a comment was never ended")
            return endAtBracket()
        }
        // One comment in another: the first was never ended, and took what stood between them.
        if MarkupScanner(input, at: start).find("<!--", from: start, before: end) != nil {
            findings.noteCut(at: position, "a comment without its end took what follows")
        }
        drop(upTo: end + 3)
    }

    /// Leaves out an instruction: `<?php echo 1; ?>`.
    mutating func instruction() {
        let start = position + 2
        let end = instructionEnd.place(of: "?>", in: input, from: start)
        if end == input.count || itemTags.takesItems(in: input, start..<end, begunBy: "<?") {
            findings.note(.notWellFormed, at: position, "an instruction was never ended")
            return endAtBracket()
        }
        drop(upTo: end + 2)
    }

    /// Leaves out a declaration, which has no place in an element: `<![endif]`.
    mutating func declaration() {
        if MarkupScanner(input, at: position).hasWord("<!doctype") {
            let end = ASCIIText.firstIndex(of: 0x3E, in: input, position..<input.count)
            return drop(upTo: end.map { $0 + 1 } ?? input.count)
        }
        findings.note(.notWellFormed, at: position, "a declaration stands where there is none")
        endAtBracket()
    }

    /// Whether a comment goes on over an end of an item that it does not begin.
    ///
    /// Items may be commented out, or their end tags, and comments be forgotten in them. But within an item no comment
    /// reaches beyond it, and one that was ended by `->` and goes on into the next one was to end there.
    private mutating func takesItems(commentFrom start: Int, to end: Int) -> Bool {
        guard itemTags.firstEnd(in: input, from: start) < end else { return false }
        if open.last?.isInItem == true {
            return itemTags.first(in: input, from: start) == itemTags.firstEnd(in: input, from: start)
                && itemTags.takesItems(in: input, start..<end, begunBy: "<!--")
        }
        let bracket = nextBracket(from: start)
        return bracket > start && bracket < end && input[bracket] == 0x3E && input[bracket - 1] == 0x2D
            && MarkupScanner(input, at: start).find("<!--", from: bracket, before: end) != nil
    }

    /// Ends what has no end of its own at its first ">", as HTML does; where a tag begins before, it is only text.
    private mutating func endAtBracket() {
        let bracket = nextBracket(from: position + 1)
        guard bracket < input.count, input[bracket] == 0x3E else {
            output.append("&lt;")
            position += 1
            return
        }
        drop(upTo: bracket + 1)
    }

    private func nextBracket(from start: Int) -> Int {
        var index = start
        while index < input.count, input[index] != 0x3C, input[index] != 0x3E { index += 1 }
        return index
    }

    /// Leaves out what goes up to a position, but not its line ends.
    private mutating func drop(upTo end: Int) {
        for index in position..<end where input[index] == 0x0A { output.append(0x0A) }
        position = end
    }
}
