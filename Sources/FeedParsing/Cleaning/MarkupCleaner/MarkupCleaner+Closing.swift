/// The ends of elements: those that are missing, and those that end nothing.
extension MarkupCleaner {
    /// Ends what was never ended, when a tag begins that cannot stand in it: an
    /// item in an item, a field in a title, in `<br>`.
    mutating func closeUnended(before range: Range<Int>) {
        let name = text(range)
        if ElementNesting.isItem(name), NextItemTags.endOfEmptyItem(in: input, from: range.lowerBound) == nil,
            let outer = open.lastIndex(where: { text($0.name) == name })
        {
            findings.noteCut(at: position, "a missing end tag was added")
            while open.count > outer { closeInnermost() }
        }
        while let index = unended(before: name, at: range) {
            let mayHaveCut = !ElementNesting.endsByItself(text(open[index].name))
            note("a missing end tag was added", at: position, mayHaveCut: mayHaveCut)
            while open.count > index { closeInnermost() }
        }
    }

    /// Takes the tag of an empty item for the end tag of the one that it stands in, if that has no other:
    /// `<item>…<item/>`, with the slash in the wrong place.
    ///
    /// - Returns: Whether it was one.
    mutating func endsItem(_ name: Range<Int>) -> Bool {
        guard let end = NextItemTags.endOfEmptyItem(in: input, from: name.lowerBound),
            ElementNesting.isItem(text(name)), let outer = innermost(name)
        else { return false }
        let next = itemTags.firstOfContent(in: input, from: end)
        // A document that was cut off says nothing of what would have come.
        guard next < input.count ? !MarkupScanner(input, at: next).has("</") : isEndedAround(outer, from: end) else {
            return false
        }
        findings.noteCut(at: position, "the slash of an end tag is misplaced")
        while open.count > outer { closeInnermost() }
        position = end
        return true
    }

    /// Whether the end tag of what is around an open element is yet to come.
    private mutating func isEndedAround(_ index: Int, from start: Int) -> Bool {
        guard index > 0, lookahead > 0 else { return false }
        // Each of many may look through the rest of the document.
        lookahead -= input.count - start
        return firstTag("</", of: open[index - 1].name, in: start..<input.count) != nil
    }

    /// The outermost element that was never ended, if the one that begins cannot
    /// stand in it; markup that is open inside of it ends with it.
    private mutating func unended(before name: String, at range: Range<Int>) -> Int? {
        guard let index = open.last?.field else { return nil }
        let outer = text(open[index].name)
        guard ElementNesting.isField(name) else {
            // Of a namespace that nobody knows, where a text of few words ought to have ended.
            guard name.utf8.contains(0x3A), ElementNesting.isLeaf(outer) else { return nil }
            return isEnded(index, beforeAnother: true) || lookahead <= 0 ? nil : index
        }
        if ElementNesting.cannotHold(name, in: outer) {
            return ElementNesting.mayHaveParts(outer) && isEnded(index, beforeAnother: true) ? nil : index
        }
        if ElementNesting.hardlyHolds(name, in: outer) { return isEnded(index, beforeAnother: true) ? nil : index }
        if ElementNesting.isNotes(outer) {
            // The next end may be that of an item's notes.
            let isStrange = ElementNesting.isStrange(name, inNotes: outer)
            return isStrange && !isEnded(index, beforeAnother: !open[index].isInItem) ? index : nil
        }
        if ElementNesting.isContainer(outer) {
            // Markup beside the fields, such as a warning of a web server.
            let markup = index + 1
            return markup < open.count && !isEnded(markup) ? markup : nil
        }
        if ElementNesting.belongs(name, in: outer), !isBeside(range, index) { return nil }
        guard !ElementNesting.isAnyContainer(outer), !ElementNesting.isAllAttributes(outer) else { return nil }
        // What was not looked for to the end is taken to have one.
        return isEnded(index, beforeAnother: true) || lookahead <= 0 ? nil : index
    }

    /// Whether a field may stand beside an open element that it belongs in as well: the title behind that of a picture
    /// is the show's, and in an item pictures have hardly more than an address.
    private mutating func isBeside(_ name: Range<Int>, _ index: Int) -> Bool {
        let outer = open[index].name
        guard ElementNesting.hasFieldsOnce(text(outer)) else { return false }
        if open[index].isInItem { return true }
        var next = outer.upperBound
        // Each field in it looks this far back, which together could take long.
        lookahead -= position - next
        while lookahead > 0, let bracket = ASCIIText.firstIndex(of: 0x3C, in: input, next..<position) {
            if isName(name, at: bracket + 1) { return true }
            next = bracket + 1
        }
        return false
    }

    /// Puts an element among the open ones.
    mutating func push(_ name: Range<Int>) {
        let word = text(name)
        let isInItem = open.last?.isInItem == true || ElementNesting.isItem(word)
        let field = ElementNesting.isMarkup(word) ? open.last?.field ?? 0 : open.count
        open.append(OpenElement(name: name, field: field, isInItem: isInItem))
    }

    /// Whether what is open innermost is a text, or markup in one.
    var isInText: Bool {
        open.last.map { !ElementNesting.isContainer(text(open[$0.field].name)) } ?? false
    }

    /// Whether the end tag of an open element comes before that of the element
    /// around it, and where that is asked before another one begins, whose it would be.
    private mutating func isEnded(_ index: Int, beforeAnother: Bool = false) -> Bool {
        // Kept, for each field in it asks.
        if let end = open[index].end { return position < end }
        guard index > 0 else { return true }
        open[index].end = end(of: open[index].name, in: open[index - 1].name, beforeAnother: beforeAnother)
        return open[index].end != nil
    }

    /// Whether an element whose start tag is being read has an end tag, and where that is asked, before another begins.
    mutating func isEnded(_ name: Range<Int>, beforeAnother: Bool) -> Bool {
        guard let outer = open.last?.name else { return false }
        return end(of: name, in: outer, beforeAnother: beforeAnother) != nil
    }

    /// Where the end tag of an element is, if it comes before that of the element around it; of others of its name that
    /// begin behind it each has its own.
    private mutating func end(of name: Range<Int>, in outer: Range<Int>, beforeAnother: Bool) -> Int? {
        let scanner = MarkupScanner(input, at: position)
        var next = position
        var others = 0
        while let bracket = ASCIIText.firstIndex(of: 0x3C, in: input, next..<input.count) {
            lookahead -= bracket + 1 - next
            guard lookahead > 0 else { return nil }
            next = bracket + 1
            if scanner.has("</", at: bracket) {
                if isName(outer, at: bracket + 2) { return nil }
                guard isName(name, at: bracket + 2) else { continue }
                if others == 0 { return bracket }
                others -= 1
            } else if let end = endOfSection(at: bracket) {
                next = end
            } else if isName(name, at: next) {
                if beforeAnother { return nil }
                if !isEmptyTag(from: bracket) { others += 1 }
            }
        }
        return nil
    }

    /// Where a CDATA section ends that begins at a bracket; nil where none does, or one whose marks are both misspelt.
    private mutating func endOfSection(at bracket: Int) -> Int? {
        let scanner = MarkupScanner(input, at: bracket)
        guard let start = scanner.sectionText else { return nil }
        if scanner.has("<![CDATA[") {
            let end = scanner.find("]]>", from: start) ?? input.count
            lookahead -= end - start
            return end
        }
        // The next "]]>" may be that of another section.
        let limit = MarkupScanner(input, at: start).sectionStart() ?? input.count
        lookahead -= limit - start
        return scanner.find("]]>", from: start, before: limit)
    }

    /// Whether the tag that begins at a bracket ends its element, too: `<p/>`.
    private mutating func isEmptyTag(from bracket: Int) -> Bool {
        let end = ASCIIText.firstIndex(of: 0x3E, in: input, bracket..<input.count) ?? input.count
        lookahead -= end - bracket
        return input[end - 1] == 0x2F
    }

    /// Whether a name is at a position, and ends there.
    func isName(_ name: Range<Int>, at index: Int) -> Bool {
        let end = index + name.count
        guard end <= input.count, equal(name, index..<end) else { return false }
        return end == input.count || !MarkupScanner.isName(input[end])
    }

    /// Writes an end tag, with those that are missing before it; leaves out one
    /// that ends nothing.
    ///
    /// - Parameter start: Where its name begins.
    mutating func endTag(nameAt start: Int) {
        let begin = position
        var index = start
        while index < input.count, MarkupScanner.isName(input[index]) { index += 1 }
        let name = start..<index
        while index < input.count, input[index] != 0x3E, input[index] != 0x3C { index += 1 }
        guard index < input.count else {
            position = input.count
            return
        }
        position = input[index] == 0x3E ? index + 1 : index
        if input[index] == 0x3C {
            note("a tag without its \">\" was closed", at: begin, mayHaveCut: !ElementNesting.isMarkup(text(name)))
        }
        guard let match = innermost(name) else {
            // What has no name was no tag either when it began.
            let mayHaveCut = MarkupName.isValid(bytes(name)) && !ElementNesting.isMarkup(text(name))
            return note("an end tag that ends nothing was left out", at: begin, mayHaveCut: mayHaveCut)
        }
        if match < open.count - 1 {
            let mayHaveCut = open[(match + 1)...].contains { !ElementNesting.endsByItself(text($0.name)) }
            note("a missing end tag was added", at: begin, mayHaveCut: mayHaveCut)
        }
        while open.count > match { closeInnermost() }
        if open.isEmpty { rootEnded = true }
    }

    /// The place among the open elements of the innermost with a name.
    ///
    /// Each end tag is compared with as many as may be nested, of which few have a name of its length and beginning.
    func innermost(_ name: Range<Int>) -> Int? {
        guard let first = bytes(name).first else { return nil }
        var index = open.count
        while index > 0 {
            index -= 1
            let other = open[index].name
            if other.count == name.count, input[other.lowerBound] == first, equal(other, name) { return index }
        }
        return nil
    }

    mutating func closeInnermost() {
        guard let element = open.popLast() else { return }
        output.append("</")
        appendInput(element.name)
        output.append(0x3E)
    }

    mutating func note(_ detail: String, at offset: Int, mayHaveCut: Bool) {
        if mayHaveCut {
            findings.noteCut(at: offset, detail)
        } else {
            findings.note(.notWellFormed, at: offset, detail)
        }
    }
}
