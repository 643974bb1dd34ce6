/// Going on behind what is damaged.
extension JSONScanner {
    /// Whether an element of a list may have ended here: with a comma, the end of the list or that of the document.
    var isBehindElement: Bool {
        let next = endOfSpace(from: position)
        return next == bytes.count || bytes[next] == 0x2C || bytes[next] == 0x5D
    }

    /// The quoted key with which an object begins; nil for what is no object with a key.
    func firstKey(ofObjectAt start: Int) -> Range<Int>? {
        guard start < bytes.count, bytes[start] == 0x7B else { return nil }
        let quote = endOfSpace(from: start + 1)
        guard quote < bytes.count, bytes[quote] == 0x22 else { return nil }
        let end = bytes[(quote + 1)...].firstIndex { $0 == 0x22 || $0 == 0x5C || $0 < 0x20 } ?? bytes.count
        return end < bytes.count && bytes[end] == 0x22 ? quote..<end + 1 : nil
    }

    /// Moves to the comma before the next object that begins with a key, behind the end of another one.
    ///
    /// No text holds such a place: the quotation marks in it would be escaped.
    ///
    /// - Parameters:
    ///   - key: Where the key stands with its quotation marks.
    ///   - start: Where to begin.
    /// - Returns: Whether there is one; nothing is moved otherwise.
    mutating func moveToObject(beginningWith key: Range<Int>, behind start: Int) -> Bool {
        var index = start
        while let brace = ASCIIText.firstIndex(of: 0x7D, in: bytes, index..<bytes.count) {
            index = brace + 1
            let comma = endOfSpace(from: index)
            guard comma < bytes.count, bytes[comma] == 0x2C else { continue }
            let next = endOfSpace(from: comma + 1)
            guard let other = firstKey(ofObjectAt: next), bytes[other].elementsEqual(bytes[key]) else { continue }
            position = comma
            return true
        }
        return false
    }

    private func endOfSpace(from start: Int) -> Int {
        var index = start
        while index < bytes.count, ASCIIText.isSpace(bytes[index]) { index += 1 }
        return index
    }
}
