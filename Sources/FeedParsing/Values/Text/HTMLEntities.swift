/// Character references of HTML, named and numeric (feed formats C1, F2).
///
/// Names are known in their exact case, and in attributes only with their semicolon. Nothing is allocated.
enum HTMLEntities {
    /// A reference found in a text: one or two characters, and how many bytes it took from "&" to ";".
    struct Reference: Equatable {
        var first: UInt32
        /// The combining second character a few names stand for, 0 for all others.
        var second: UInt32 = 0
        var length: Int

        /// Whether it stands for no character, and is to be left out.
        var isNothing: Bool { first == 0 }
    }

    /// The characters a name without "&" and ";" stands for; the second is 0 for all but a few.
    static func codePoints(for name: UnsafeBufferPointer<UInt8>) -> (first: UInt32, second: UInt32)? {
        guard !name.isEmpty, name.count <= longestName else { return nil }
        let table = HTMLEntityTable.text
        let bytes = UnsafeBufferPointer(start: table.utf8Start, count: table.utf8CodeUnitCount)
        var low = 0
        var high = bytes.count
        // Entries differ in length: step back from the middle to where one begins.
        while low < high {
            var entry = (low + high) / 2
            while entry > low, bytes[entry - 1] != 0x20 { entry -= 1 }
            let (order, valueStart) = compare(name, with: bytes, at: entry)
            if order == 0 { return values(bytes, from: valueStart) }
            if order < 0 {
                high = entry
            } else {
                low = valueStart
                while low < high, bytes[low - 1] != 0x20 { low += 1 }
            }
        }
        return nil
    }

    /// The reference that begins with the "&" at `index`, or nil if that "&" is only itself.
    static func reference(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Reference? {
        let start = index + 1
        let limit = min(bytes.count, start + longestName + 1)
        var end = start
        while end < limit, bytes[end] != 0x3B {
            let byte = bytes[end]
            guard ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || (byte == 0x23 && end == start) else {
                return nil
            }
            end += 1
        }
        guard end < limit, end > start else { return nil }
        let name = UnsafeBufferPointer(rebasing: bytes[start..<end])
        let length = end + 1 - index
        if name[0] == 0x23 {
            guard let value = number(UnsafeBufferPointer(rebasing: name[1...])) else { return nil }
            if value & ~0x3FF == 0xD800, let pair = surrogatePair(value, in: bytes, at: end + 1) {
                return Reference(first: pair.character, length: length + pair.length)
            }
            return Reference(first: character(value), length: length)
        }
        return codePoints(for: name).map { Reference(first: $0.first, second: $0.second, length: length) }
    }

    /// The reference that begins with the "&" at `index` of a text, where it may lack its semicolon as in HTML.
    static func reference(inText bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Reference? {
        reference(in: bytes, at: index) ?? unended(in: bytes, at: index)
    }

    /// A reference without its semicolon: one of the names that HTML has known from its beginnings, or a number.
    ///
    /// Letters may follow those that are letters themselves, a space, an "&" or a quotation mark: `d&eacutej&agrave`,
    /// `AT&ampT`. What goes on to a "="
    /// belongs to an address: `?a=1&copy=2`.
    private static func unended(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Reference? {
        let start = index + 1
        guard start < bytes.count else { return nil }
        if bytes[start] == 0x23 { return unendedNumber(in: bytes, at: index) }
        let limit = min(bytes.count, start + longestName + 1)
        var end = start
        while end < limit, ASCIIText.isLetter(bytes[end]) || ASCIIText.isDigit(bytes[end]) { end += 1 }
        guard end - start >= 2, end == bytes.count || bytes[end] != 0x3D else { return nil }
        for length in stride(from: min(end - start, longestOldName), through: 2, by: -1) {
            let name = UnsafeBufferPointer(rebasing: bytes[start..<start + length])
            guard let value = codePoints(for: name), isOld(name) else { continue }
            let isWhole = start + length == end
            let isLetter = (0xC0...0xFF).contains(value.first) && value.first != 0xD7 && value.first != 0xF7
            guard isWhole || isLetter || [0xA0, 0x26, 0x22].contains(value.first) else { return nil }
            return Reference(first: value.first, length: 1 + length)
        }
        return nil
    }

    private static func unendedNumber(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Reference? {
        let start = index + 2
        let isHexadecimal = start < bytes.count && bytes[start] | 0x20 == 0x78
        let digits = isHexadecimal ? start + 1 : start
        let limit = min(bytes.count, digits + longestOldName)
        var end = digits
        while end < limit, let digit = ASCIIText.hexValue(bytes[end]), isHexadecimal || digit < 10 { end += 1 }
        guard end - digits >= 2 else { return nil }
        return number(UnsafeBufferPointer(rebasing: bytes[start..<end])).map {
            Reference(first: character($0), length: end - index)
        }
    }

    private static func isOld(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let names = UnsafeBufferPointer(start: oldNames.utf8Start, count: oldNames.utf8CodeUnitCount)
        var position = 0
        while position < names.count {
            var end = position
            while names[end] != 0x20 { end += 1 }
            if end - position == name.count, name.elementsEqual(names[position..<end]) { return true }
            position = end + 1
        }
        return false
    }

    /// The length of "Aacute".
    private static let longestOldName = 6

    /// The names that HTML knows without a semicolon.
    private static let oldNames: StaticString = """
        AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc Igrave \
        Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute aacute \
        acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc \
        egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp \
        not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy sup1 \
        sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml \

        """

    /// The character that two references stand for together, the halves of a surrogate pair.
    private static func surrogatePair(
        _ high: UInt32,
        in bytes: UnsafeBufferPointer<UInt8>,
        at index: Int
    ) -> (character: UInt32, length: Int)? {
        guard index + 1 < bytes.count, bytes[index] == 0x26, bytes[index + 1] == 0x23 else { return nil }
        let digits = UnsafeBufferPointer(rebasing: bytes[(index + 2)..<min(bytes.count, index + longestName)])
        guard let end = digits.firstIndex(of: 0x3B), let low = number(UnsafeBufferPointer(rebasing: digits[..<end])),
            low & ~0x3FF == 0xDC00
        else { return nil }
        return (0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF), end + 3)
    }

    /// The length of "CounterClockwiseContourIntegral".
    private static let longestName = 31
}

extension HTMLEntities {
    /// How the name sorts against the entry at `start`, and where the entry's value begins.
    private static func compare(
        _ name: UnsafeBufferPointer<UInt8>,
        with bytes: UnsafeBufferPointer<UInt8>,
        at start: Int
    ) -> (order: Int, valueStart: Int) {
        var index = start
        var order = 0
        while bytes[index] != 0x3D {
            let position = index - start
            if order == 0 { order = position < name.count ? Int(name[position]) - Int(bytes[index]) : -1 }
            index += 1
        }
        if order == 0, name.count > index - start { order = 1 }
        return (order, index + 1)
    }

    private static func values(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> (first: UInt32, second: UInt32) {
        var values: (first: UInt32, second: UInt32) = (0, 0)
        var index = start
        var current: UInt32 = 0
        while let digit = ASCIIText.hexValue(bytes[index]) {
            current = current << 4 | digit
            index += 1
            if bytes[index] == 0x2C {
                values.first = current
                current = 0
                index += 1
            }
        }
        if values.first == 0 { values.first = current } else { values.second = current }
        return values
    }

    /// The value of `#8217` or `#x2019`, given without its "#".
    private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard let first = digits.first else { return nil }
        let isHexadecimal = first | 0x20 == 0x78
        let significant = isHexadecimal ? UnsafeBufferPointer(rebasing: digits[1...]) : digits
        guard !significant.isEmpty else { return nil }
        var value: UInt32 = 0
        for byte in significant {
            guard let digit = ASCIIText.hexValue(byte), isHexadecimal || digit < 10 else { return nil }
            value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x110000)
        }
        return value
    }

    /// The character a number means, 0 for those that are none: 0x80 to 0x9F are windows-1252 as in every browser, a
    /// control is a space.
    private static func character(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x80...0x9F: Windows1252.scalar(ofControl: UInt8(value)).value
        case 0, 0xD800...0xDFFF, 0x110000...: 0
        case 0x09, 0x0A, 0x0D: value
        case 0x01...0x1F, 0x7F: 0x20
        default: value
        }
    }
}
