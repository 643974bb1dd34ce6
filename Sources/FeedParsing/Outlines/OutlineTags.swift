/// Goes through cleaned markup from tag to tag.
///
/// What the cleaner wrote is regular: attributes are quoted with `"`, values hold
/// neither that nor `<`, and every reference in them is one XML itself defines.
struct OutlineTags {
    /// The attributes of an outline that say something of a feed.
    struct Outline {
        let line: Int
        var title: String?
        var feedURL: String?
        var pageURL: String?
        var isComment = false
    }

    enum Tag {
        /// An element begins; its outline if it is one, and whether it ends at once.
        case start(Outline?, isEmpty: Bool)
        case end
    }

    private var position = 0
    private var line: Int

    init(firstLine: Int) {
        line = firstLine
    }

    /// The next tag; nil at the end.
    mutating func next(in bytes: UnsafeBufferPointer<UInt8>) -> Tag? {
        while position < bytes.count {
            guard bytes[position] == 0x3C else {
                step(in: bytes)
                continue
            }
            let scanner = MarkupScanner(bytes, at: position)
            if scanner.has("<![CDATA[") {
                skip(past: "]]>", in: bytes)
            } else if scanner.has("</") {
                skip(past: ">", in: bytes)
                return .end
            } else {
                return start(in: bytes)
            }
        }
        return nil
    }

    private mutating func start(in bytes: UnsafeBufferPointer<UInt8>) -> Tag {
        position += 1
        let name = word(in: bytes)
        // A list may declare a namespace.
        var outline = ASCIIText.matches(MarkupName.local(name), "outline") ? Outline(line: line) : nil
        var attributes = Attributes()
        while position < bytes.count, bytes[position] != 0x3E, bytes[position] != 0x2F {
            guard MarkupScanner.isName(bytes[position]) else {
                step(in: bytes)
                continue
            }
            let attribute = word(in: bytes)
            // `="`
            position += 2
            let value = self.value(in: bytes)
            if outline != nil { attributes.take(attribute, value) }
        }
        let isEmpty = position < bytes.count && bytes[position] == 0x2F
        skip(past: ">", in: bytes)
        outline.map { outline = attributes.filled(into: $0) }
        return .start(outline, isEmpty: isEmpty)
    }

    private mutating func word(in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let start = position
        while position < bytes.count, MarkupScanner.isName(bytes[position]) { position += 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<position])
    }

    private mutating func value(in bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        let start = min(position, bytes.count)
        while position < bytes.count, bytes[position] != 0x22 { step(in: bytes) }
        let value = UnsafeBufferPointer(rebasing: bytes[start..<max(start, min(position, bytes.count))])
        position += 1
        return value
    }

    private mutating func step(in bytes: UnsafeBufferPointer<UInt8>) {
        if bytes[position] == 0x0A { line += 1 }
        position += 1
    }

    private mutating func skip(past end: StaticString, in bytes: UnsafeBufferPointer<UInt8>) {
        var scanner = MarkupScanner(bytes, at: position)
        scanner.skip(past: end)
        while position < scanner.position { step(in: bytes) }
    }
}

/// The attributes of one outline, as far as they matter here.
private struct Attributes {
    private var title: String?
    private var text: String?
    private var xmlURL: String?
    private var htmlURL: String?
    private var url: String?
    private var isFeed = false
    private var isComment = false

    /// Reads an attribute; names are taken in any case, for lists write `xmlurl` and `XMLUrl`.
    mutating func take(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 3 where ASCIIText.matches(name, "url"): url = Self.text(value)
        case 4 where ASCIIText.matches(name, "text"): text = Self.text(value)
        case 4 where ASCIIText.matches(name, "type"): isFeed = Self.isFeed(value)
        case 5 where ASCIIText.matches(name, "title"): title = Self.text(value)
        case 6 where ASCIIText.matches(name, "xmlurl"): xmlURL = Self.text(value)
        case 7 where ASCIIText.matches(name, "htmlurl"): htmlURL = Self.text(value)
        case 9 where ASCIIText.matches(name, "iscomment"): isComment = ASCIIText.matches(value, "true")
        default: break
        }
    }

    /// No name of a feed or a folder is longer; what is would be in every list and every change.
    private static let longestTitle = 1000

    func filled(into outline: OutlineTags.Outline) -> OutlineTags.Outline {
        var outline = outline
        // References that were escaped twice, as in names in feeds.
        outline.title = (title ?? text).map { String(MarkupText.decoded($0).prefix(Self.longestTitle)) }
        // With `link` and `include` it is something else that the address leads to.
        outline.feedURL = xmlURL ?? (isFeed ? url : nil)
        outline.pageURL = htmlURL
        outline.isComment = isComment
        return outline
    }

    private static func isFeed(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        ASCIIText.matches(value, "rss") || ASCIIText.matches(value, "atom") || ASCIIText.matches(value, "podcast")
    }

    /// The value as XML means it: its own white space becomes spaces, that of
    /// references stays; nil for none.
    private static func text(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        let (start, end) = trimmed(value)
        guard start < end else { return nil }
        let value = UnsafeBufferPointer(rebasing: value[start..<end])
        guard value.contains(where: { $0 == 0x26 || $0 < 0x20 }) else { return String(utf8: value) }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(value.count)
        var index = 0
        while index < value.count {
            if value[index] == 0x26, let reference = HTMLEntities.reference(in: value, at: index) {
                MarkupText.append(reference, to: &decoded)
                index += reference.length
            } else {
                decoded.append(value[index] < 0x20 ? 0x20 : value[index])
                index += 1
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static func trimmed(_ value: UnsafeBufferPointer<UInt8>) -> (start: Int, end: Int) {
        var (start, end) = (0, value.count)
        while start < end, ASCIIText.isSpace(value[start]) { start += 1 }
        while end > start, ASCIIText.isSpace(value[end - 1]) { end -= 1 }
        return (start, end)
    }
}
