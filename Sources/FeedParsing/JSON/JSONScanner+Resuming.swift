/// Going on behind what is damaged.
extension JSONScanner {
    /// Whether an element of a list may have ended here: with a comma, the end of the list or that of the document.
    var isBehindElement: Bool {
        let next = endOfSpaceAndComments(from: position)
        return next == bytes.count || bytes[next] == 0x2C || bytes[next] == 0x5D
    }

    /// Whether an object is next whose first key is a number: PHP writes a list so of which some were taken out.
    var isNumberedList: Bool {
        guard let key = firstKey(ofObjectAt: position) else { return false }
        return key.count > 2 && bytes[key].dropFirst().dropLast().allSatisfy(ASCIIText.isDigit)
    }

    /// Whether an object that has a key begins somewhere in what was not read.
    var holdsObjectAhead: Bool {
        var index = position
        while let brace = ASCIIText.firstIndex(of: 0x7B, in: bytes, index..<bytes.count) {
            if firstKey(ofObjectAt: brace) != nil { return true }
            index = brace + 1
        }
        return false
    }

    /// The quoted key with which an object begins; nil for what is no object with a key.
    func firstKey(ofObjectAt start: Int) -> Range<Int>? {
        guard start < bytes.count, bytes[start] == 0x7B else { return nil }
        let quote = endOfSpace(from: start + 1)
        guard quote < bytes.count, bytes[quote] == 0x22 else { return nil }
        let end = bytes[(quote + 1)...].firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 } ?? bytes.count
        return end < bytes.count && bytes[end] == 0x22 ? quote..<end + 1 : nil
    }

    /// Moves before the next object that begins with a key, behind the end of another one.
    ///
    /// That is to the comma between them, if there is one. No text holds such a place: the quotation marks in it would
    /// be escaped.
    ///
    /// - Parameters:
    ///   - key: Where the key stands with its quotation marks.
    ///   - start: Where to begin.
    /// - Returns: Whether there is one; nothing is moved otherwise.
    mutating func moveToObject(beginningWith key: Range<Int>, behind start: Int) -> Bool {
        var index = start
        while let brace = ASCIIText.firstIndex(of: 0x7D, in: bytes, index..<bytes.count) {
            index = brace + 1
            let mark = endOfSpace(from: index)
            var next = mark
            while next < bytes.count, bytes[next] == 0x2C { next = endOfSpace(from: next + 1) }
            guard let other = firstKey(ofObjectAt: next), bytes[other].elementsEqual(bytes[key]) else { continue }
            position = mark
            return true
        }
        return false
    }

    func endOfSpace(from start: Int) -> Int {
        var index = start
        while index < bytes.count, ASCIIText.isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Where white space ends, and the comments in it, which those write who know them from JavaScript.
    func endOfSpaceAndComments(from start: Int) -> Int {
        var index = endOfSpace(from: start)
        while index < bytes.count, bytes[index] == 0x2F, let end = endOfComment(from: index) {
            index = endOfSpace(from: end)
        }
        return index
    }

    /// Where a comment ends that begins with a slash; nil if none does, or it takes all of the rest.
    private func endOfComment(from slash: Int) -> Int? {
        let content = slash + 2
        guard content <= bytes.count else { return nil }
        // Each of many that have no end is looked at.
        let limit = min(bytes.count, content + 4096)
        switch bytes[slash + 1] {
        case 0x2F:
            let end = [0x0A, 0x0D].compactMap { ASCIIText.firstIndex(of: $0, in: bytes, content..<limit) }.min()
            return end.flatMap { endOfSpace(from: $0) < bytes.count ? $0 : nil }
        case 0x2A:
            return MarkupScanner(bytes, at: content).find("*/", from: content, before: limit).map { $0 + 2 }
        default:
            return nil
        }
    }
}
