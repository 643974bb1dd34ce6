/// URLs as feeds write them, made absolute (feed formats B, C4, K; RFC 3986 section 5).
///
/// What is absolute already is handed back byte for byte: tokens, odd escapes and queries belong to the publisher.
/// Only white space and schemes are repaired. An http URL without any such thing, which is nearly every one, costs one
/// pass over its bytes.
enum URLReference {
    /// The absolute form of a reference, or nil if there is nothing in it, or only a word for that.
    ///
    /// A script is no address, either: whoever shows what is stored would let the feed run it. Without a base a
    /// relative reference stays as it is. A missing scheme in front of "www." or of another host is taken as http.
    /// `tag` gives the start tag that the reference may have been read from, and is asked for only if it has spaces in
    /// it.
    static func resolved(
        _ reference: UnsafeBufferPointer<UInt8>,
        against base: String?,
        tag: () -> UnsafeBufferPointer<UInt8>? = { nil }
    ) -> String? {
        if isPlaceholder(reference) { return nil }
        if isClean(reference) { return String(utf8: reference) }
        let cleaned = cleaned(reference, tag: tag)
        guard !cleaned.isEmpty else { return nil }
        return cleaned.withUnsafeBufferPointer { bytes in
            if isScript(bytes) { return nil }
            if let (length, scheme) = misspeltScheme(bytes) {
                return scheme + String(decoding: bytes[length...], as: UTF8.self)
            }
            if schemeLength(bytes) > 0 {
                return String(decoding: bytes[doubledSchemeLength(bytes)...], as: UTF8.self)
            }
            if beginsWithHost(bytes) { return "http://" + String(decoding: bytes, as: UTF8.self) }
            guard let base else { return String(decoding: bytes, as: UTF8.self) }
            return ASCIIText.withBytes(of: base) { join(bytes, to: $0) }
        }
    }

    /// An http URL that is whole, and has nothing in it to repair; nil for any other reference.
    static func whole(_ reference: UnsafeBufferPointer<UInt8>) -> String? {
        isPlaceholder(reference) || !isClean(reference) ? nil : String(utf8: reference)
    }

    static func resolved(_ reference: String, against base: String?) -> String? {
        ASCIIText.withBytes(of: reference) { resolved($0, against: base) }
    }

    /// The base inside an element with `xml:base`: the outer one unless the attribute leads to an http URL.
    static func base(_ attribute: UnsafeBufferPointer<UInt8>, within outer: String?) -> String? {
        guard let nested = resolved(attribute, against: outer) else { return outer }
        // Generators write file paths and "tag:" names here; resolving against those would break every link.
        return ASCIIText.withBytes(of: nested) { isHTTP($0) } ? nested : outer
    }

    /// Whether the bytes begin with http:// or https://.
    @inline(__always)
    static func isHTTP(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 8, bytes[0] | 0x20 == 0x68, bytes[1] | 0x20 == 0x74, bytes[2] | 0x20 == 0x74,
            bytes[3] | 0x20 == 0x70
        else { return false }
        let colon = bytes[4] | 0x20 == 0x73 ? 5 : 4
        return bytes[colon] == 0x3A && bytes[colon + 1] == 0x2F && bytes[colon + 2] == 0x2F
    }
}

extension URLReference {
    /// Whether this is an http URL with nothing in it to repair.
    private static func isClean(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard isHTTP(bytes), doubledSchemeLength(bytes) == 0, !hasSlashForHost(bytes) else { return false }
        // No early exit, so that the compiler makes a vector loop of it.
        var flaws: UInt8 = 0
        for byte in bytes { flaws |= (byte <= 0x20 ? 1 : 0) | (byte == 0x5C ? 1 : 0) }
        guard flaws == 0, let last = bytes.last else { return false }
        return last < 0x80 && !isRemnant(last)
    }

    /// The text without white space at its ends or line ends inside.
    ///
    /// A line end takes the indentation around it along. A space within a line belongs to the URL ("The Room.mp3") and
    /// becomes %20, without which it cannot be asked for. Quotation marks around it are none of it, nor are those of a
    /// CDATA section, which means nothing in an attribute. The tag of an attribute tells where the spaces of its value
    /// were ends of lines.
    private static func cleaned(
        _ reference: UnsafeBufferPointer<UInt8>,
        tag: () -> UnsafeBufferPointer<UInt8>?
    ) -> [UInt8] {
        let bytes = withoutQuotes(EscapedSection.content(of: withoutInvisibles(reference)))
        let tag = ASCIIText.contains(0x20, in: bytes) ? tag() : nil
        // Each look goes over the whole tag: an address has few lines.
        var looksLeft = 8
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let start = index
            var hasLineEnd = false
            while index < bytes.count, ASCIIText.isSpace(bytes[index]) {
                if bytes[index] != 0x20 { hasLineEnd = true }
                index += 1
            }
            if index > start {
                if !hasLineEnd, let tag, looksLeft > 0 {
                    looksLeft -= 1
                    hasLineEnd = holdsLineEnd(tag, behind: bytes[..<start].suffix(16))
                }
                if !hasLineEnd { for _ in start..<index { output.append(contentsOf: [0x25, 0x32, 0x30]) } }
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return ASCIIText.contains(0x5C, in: bytes) ? withSlashes(output) : output
    }

    /// Whether a line of a tag ends behind a part of the value of an attribute, in which ends of lines are spaces.
    private static func holdsLineEnd(
        _ tag: UnsafeBufferPointer<UInt8>,
        behind part: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Bool {
        var index = 0
        while index < tag.count {
            let start = index
            var hasLineEnd = false
            while index < tag.count, ASCIIText.isSpace(tag[index]) {
                if tag[index] != 0x20 { hasLineEnd = true }
                index += 1
            }
            if hasLineEnd, tag[..<start].suffix(part.count).elementsEqual(part, by: { max($0, 0x20) == $1 }) {
                return true
            }
            if index == start { index += 1 }
        }
        return false
    }

    /// The text without what is not seen at its ends: white space, and the marks for the direction of a text, which
    /// come along when an address is copied out of one.
    private static func withoutInvisibles(_ reference: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var bytes = ASCIIText.trimmed(reference)
        while true {
            var range = bytes.startIndex..<bytes.endIndex
            if isInvisible(bytes, at: 0) { range = 3..<range.upperBound }
            if isInvisible(bytes, at: bytes.count - 3), range.count >= 3 {
                range = range.lowerBound..<(range.upperBound - 3)
            }
            if range.count == bytes.count { return bytes }
            bytes = ASCIIText.trimmed(UnsafeBufferPointer(rebasing: bytes[range]))
        }
    }

    /// Whether a mark for the direction of a text is at an index (U+200E and U+200F, U+202A to U+202E, U+2066 to
    /// U+2069), a separator of lines or paragraphs or a word joiner.
    private static func isInvisible(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index >= 0, index + 2 < bytes.count, bytes[index] == 0xE2 else { return false }
        switch (bytes[index + 1], bytes[index + 2]) {
        case (0x80, 0x8E...0x8F), (0x80, 0xA8...0xAE), (0x81, 0xA0), (0x81, 0xA6...0xA9): return true
        default: return false
        }
    }

    /// The text between the quotation marks that it begins and ends with, and without what is left of marks that were
    /// escaped: `a.mp3\`.
    private static func withoutQuotes(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var range = bytes.startIndex..<bytes.endIndex
        let first = markLength(bytes, at: 0)
        let isMarked = first > 0 && bytes.count > 2 * first && markLength(bytes, at: bytes.count - first) == first
        if isMarked { range = first..<(bytes.count - first) }
        while let last = bytes[range].last, isRemnant(last) { range = range.lowerBound..<(range.upperBound - 1) }
        if bytes[range].starts(with: [0x5C, 0x22]) { range = (range.lowerBound + 1)..<range.upperBound }
        while bytes[range].first == 0x22 { range = (range.lowerBound + 1)..<range.upperBound }
        return range.isEmpty ? bytes : ASCIIText.trimmed(UnsafeBufferPointer(rebasing: bytes[range]))
    }

    /// Whether a byte has no place at the end of an address, and was left there by a quotation mark that was escaped or
    /// doubled.
    @inline(__always)
    private static func isRemnant(_ byte: UInt8) -> Bool {
        byte == 0x22 || byte == 0x5C
    }

    /// How long the quotation mark is that is there, plain, a backtick or of a word processor (U+2018 to U+201F); 0 for
    /// none.
    private static func markLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        guard index < bytes.count else { return 0 }
        if bytes[index] == 0x22 || bytes[index] == 0x27 || bytes[index] == 0x60 { return 1 }
        let isTypographic =
            index + 2 < bytes.count && bytes[index] == 0xE2 && bytes[index + 1] == 0x80
            && (0x98...0x9F).contains(bytes[index + 2])
        return isTypographic ? 3 : 0
    }

    /// Whether a reference without a scheme begins with the name of a host, and not with that of a file:
    /// "www.a.example", "show.example.com/1".
    private static func beginsWithHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if ASCIIText.hasPrefix(bytes, "www.") { return true }
        let end = bytes.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.count
        guard end > 4, bytes[end - 4] == 0x2E, bytes[0] != 0x2E, bytes[0] != 0x2D else { return false }
        let belongs = bytes[..<end].allSatisfy {
            ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == 0x2E || $0 == 0x2D
        }
        let domain = UnsafeBufferPointer(rebasing: bytes[(end - 3)..<end])
        return belongs && (["com", "org", "net"] as [StaticString]).contains { ASCIIText.matches(domain, $0) }
    }

    /// The length of "scheme:" at the start, 0 when there is none.
    static func schemeLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = bytes.first, ASCIIText.isLetter(first) else { return 0 }
        for (index, byte) in bytes.enumerated() {
            if byte == 0x3A { return index + 1 }
            let belongs =
                ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            if !belongs { return 0 }
        }
        return 0
    }

    /// RFC 3986 section 5.2.2 for a reference without a scheme.
    private static func join(_ reference: UnsafeBufferPointer<UInt8>, to base: UnsafeBufferPointer<UInt8>) -> String {
        let parts = URLBounds(base, scheme: schemeLength(base))
        // "tag:example.org,2005:x" or "news" has no place to resolve against.
        guard parts.path > 0, parts.authority > parts.scheme || parts.hasRootedPath else {
            return String(decoding: reference, as: UTF8.self)
        }
        var output: [UInt8] = []
        output.reserveCapacity(base.count + reference.count)
        let path = UnsafeBufferPointer(rebasing: base[parts.authority..<parts.path])
        if reference.count >= 2, reference[0] == 0x2F, reference[1] == 0x2F {
            output.append(contentsOf: base[..<parts.scheme])
            output.append(contentsOf: reference)
        } else if reference[0] == 0x23 {
            output.append(contentsOf: base[..<parts.query])
            output.append(contentsOf: reference)
        } else if reference[0] == 0x3F {
            output.append(contentsOf: base[..<parts.path])
            output.append(contentsOf: reference)
        } else {
            output.append(contentsOf: base[..<parts.authority])
            let pathEnd = reference.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? reference.count
            let own = UnsafeBufferPointer(rebasing: reference[..<pathEnd])
            URLBounds.appendMerged(own, to: path, hasAuthority: parts.authority > parts.scheme, output: &output)
            output.append(contentsOf: reference[pathEnd...])
        }
        return String(decoding: output, as: UTF8.self)
    }
}
