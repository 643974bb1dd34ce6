internal import CLibXML2

/// Texts as they come: what libxml2 hands over, and the long runs of characters that it does not see (``LongRuns``).
extension FeedBuilder {
    /// Handles a run of characters, in or out of a CDATA section.
    @inline(__always)
    mutating func characters(_ bytes: UnsafePointer<xmlChar>, count: Int) {
        guard collectsText else { return }
        if escapesText { return appendEscaped(bytes, count: count) }
        if text.count + count > configuration.maximumTextBytes { return cutText(bytes, count: count) }
        text.append(bytes, count: count)
    }

    /// Handles the characters of a section, which were checked.
    mutating func checkedSection(_ bytes: UnsafeBufferPointer<UInt8>, _ finding: XMLCharacters.Finding) {
        let start = text.count
        section(bytes)
        checkedText = CheckedText(range: start..<text.count, finding)
    }

    /// Handles the characters of a section: each end of a line is a line feed (XML 1.0 section 2.11).
    ///
    /// libxml2 sees to that in texts only.
    mutating func section(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard collectsText else { return }
        var position = 0
        while let end = ASCIIText.firstIndex(of: Self.carriageReturn, in: bytes, position..<bytes.count) {
            characters(UnsafeBufferPointer(rebasing: bytes[position..<end]))
            position = end + 1
            let isPair = position < bytes.count && bytes[position] == Self.lineFeed
            if !isPair { withUnsafePointer(to: Self.lineFeed) { characters($0, count: 1) } }
        }
        characters(UnsafeBufferPointer(rebasing: bytes[position...]))
    }

    /// Handles a text whose characters were checked, if XML knows what all its references mean.
    ///
    /// - Returns: Whether it was taken; if not, none of it was.
    mutating func checkedText(_ bytes: UnsafeBufferPointer<UInt8>, _ finding: XMLCharacters.Finding) -> Bool {
        guard let first = ASCIIText.firstIndex(of: Self.ampersand, in: bytes, 0..<bytes.count) else {
            checkedSection(bytes, finding)
            return true
        }
        var finding = finding
        var ampersand: Int? = first
        while let index = ampersand {
            guard let reference = XMLReference(bytes, at: index) else { return false }
            finding.isASCII = finding.isASCII && reference.character.isASCII
            ampersand = ASCIIText.firstIndex(of: Self.ampersand, in: bytes, reference.end..<bytes.count)
        }
        let start = text.count
        var position = 0
        ampersand = first
        while let index = ampersand, let reference = XMLReference(bytes, at: index) {
            characters(UnsafeBufferPointer(rebasing: bytes[position..<index]))
            character(reference.character)
            position = reference.end
            ampersand = ASCIIText.firstIndex(of: Self.ampersand, in: bytes, position..<bytes.count)
        }
        characters(UnsafeBufferPointer(rebasing: bytes[position...]))
        checkedText = CheckedText(range: start..<text.count, finding)
        return true
    }

    private mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let start = bytes.baseAddress, !bytes.isEmpty { characters(start, count: bytes.count) }
    }

    /// Handles what a reference stands for.
    private mutating func character(_ character: Unicode.Scalar) {
        switch character.value {
        case 0..<0x80:
            withUnsafePointer(to: UInt8(truncatingIfNeeded: character.value)) { characters($0, count: 1) }
        case 0x80..<0xA0:
            oldReference(UInt8(character.value))
        default:
            encoded(character)
        }
    }

    /// Handles a character as UTF-8.
    mutating func encoded(_ character: Unicode.Scalar) {
        guard let encoded = UTF8.encode(character) else { return }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: encoded.count) { buffer in
            _ = buffer.initialize(from: encoded)
            characters(UnsafeBufferPointer(buffer))
        }
    }

    /// Text beyond the limit is dropped, not an error: the limit is about memory.
    ///
    /// What is kept ends with a whole character.
    @inline(never)
    private mutating func cutText(_ bytes: UnsafePointer<xmlChar>, count: Int) {
        var room = min(count, max(0, configuration.maximumTextBytes - text.count))
        while room > 0, room < count, bytes[room] & 0xC0 == 0x80 { room -= 1 }
        if room > 0 { text.append(bytes, count: room) }
        collectsText = false
        noteCutText()
    }

    /// Notes that the open text has no room for more, neither for characters nor for tags.
    mutating func noteCutText() {
        parts.textIsFull = true
        guard !parts.lasting.textWasCut else { return }
        parts.lasting.textWasCut = true
        warn(.textTooLong, "a text is longer than \(configuration.maximumTextBytes) bytes and was cut")
    }

    private static let ampersand: UInt8 = 0x26
    private static let carriageReturn: UInt8 = 0x0D
    private static let lineFeed: UInt8 = 0x0A
}
