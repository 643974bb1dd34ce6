/// The links in show notes that lead somewhere only from the page they were written for (feed formats C2).
package enum RelativeLinks {
    /// Whether links can be relative to an address.
    package static func isBase(_ address: String) -> Bool {
        ASCIIText.withBytes(of: address) { URLReference.isHTTP($0) }
    }

    /// HTML with its relative links and pictures made absolute; nil where it has none.
    ///
    /// What leads nowhere else stays as it is: a place in the same text, a word for no address, what a program did not
    /// fill in. Of the tags nothing else changes.
    ///
    /// - Parameters:
    ///   - html: the text.
    ///   - base: what its links are relative to, asked for with the first that is; nothing changes without one that
    ///     ``isBase(_:)`` takes.
    /// - Returns: the text with absolute links.
    package static func resolved(in html: String, against base: () -> String?) -> String? {
        ASCIIText.withBytes(of: html) { bytes -> String? in
            guard ASCIIText.contains(0x3D, in: bytes) else { return nil }
            return withoutActuallyEscaping(base) { base in
                var rewriter = LinkRewriter(bytes, base: base)
                return rewriter.rewritten()
            }
        }
    }
}

/// Goes over the tags of a text, and writes the addresses in their attributes anew.
private struct LinkRewriter {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let base: () -> String?
    /// The base as it is written into attributes; made for the first link.
    private lazy var writtenBase = base().flatMap { RelativeLinks.isBase($0) ? LinkRewriter.written($0) : nil }
    private var output: [UInt8] = []
    /// How much of the text was copied, in a form or another.
    private var copied = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, base: @escaping () -> String?) {
        self.bytes = bytes
        self.base = base
    }

    /// The text with all its links; nil if each was absolute already.
    mutating func rewritten() -> String? {
        var index = 0
        while let start = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<bytes.count) {
            index = start + 1
            guard index < bytes.count, ASCIIText.isLetter(bytes[index]) else { continue }
            var attributes = TagAttributes(bytes, from: index)
            while let attribute = attributes.next() { rewrite(attribute) }
            index = attributes.end
        }
        guard copied > 0 else { return nil }
        output.append(contentsOf: bytes[copied...])
        return String(utf8: output)
    }

    private mutating func rewrite(_ attribute: TagAttributes.Attribute) {
        let name = UnsafeBufferPointer(rebasing: bytes[attribute.name])
        if ASCIIText.matches(name, "href") || ASCIIText.matches(name, "src") || ASCIIText.matches(name, "poster") {
            rewrite(attribute.value)
        } else if ASCIIText.matches(name, "srcset") {
            rewriteSources(attribute.value)
        }
    }

    /// Writes the addresses of a list of pictures: `a.jpg 1x, b.jpg 2x`.
    private mutating func rewriteSources(_ list: Range<Int>) {
        var walk = SourceSetWalk(bytes[list], comma: 0x2C)
        while let (address, _) = walk.next(ASCIIText.isSpace) { rewrite(address.startIndex..<address.endIndex) }
    }

    private mutating func rewrite(_ value: Range<Int>) {
        let address = ASCIIText.trimmed(UnsafeBufferPointer(rebasing: bytes[value]))
        guard LinkRewriter.isRelative(address), let base = writtenBase,
            let absolute = URLReference.resolved(address, against: base)
        else { return }
        output.append(contentsOf: bytes[copied..<value.lowerBound])
        output.append(contentsOf: absolute.utf8)
        copied = value.upperBound
    }

    /// Whether an address, in which references are not decoded, is one that a page makes absolute.
    private static func isRelative(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = address.first, mayBegin(first), URLReference.schemeLength(address) == 0 else { return false }
        // "https;//" is a slip, and leads nowhere on this site, either.
        if ASCIIText.hasPrefix(address, "http") { return false }
        // A value that lacks its last mark goes on to the next tag.
        if address.contains(where: { $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x5C }) { return false }
        for byte in address {
            switch byte {
            // Behind these there is no scheme, and no address of a mailbox.
            case 0x2F, 0x3F, 0x23: return true
            // "me@example.org", and "&#109;ailto:", which hides a mailbox.
            case 0x40, 0x26: return false
            // "{{url}}", "[link]", "*|ARCHIVE|*": what a program did not fill in.
            case 0x7B, 0x5B, 0x7C, 0x24: return false
            default: break
            }
        }
        return true
    }

    private static func mayBegin(_ byte: UInt8) -> Bool {
        ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte >= 0x80 || byte == 0x2F || byte == 0x2E
            || byte == 0x3F || byte == 0x5F || byte == 0x7E
    }

    /// An address as it may stand in an attribute with any quotation marks, or none.
    private static func written(_ base: String) -> String {
        base.replacing("&", with: "&amp;").replacing("\"", with: "%22").replacing("'", with: "%27")
            .replacing("<", with: "%3C").replacing(">", with: "%3E").replacing(" ", with: "%20")
    }
}
