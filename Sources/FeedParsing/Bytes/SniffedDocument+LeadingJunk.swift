/// Where the feed begins in a document that something else stands before.
extension SniffedDocument {
    /// Says that something stood before the document.
    static let junkWarning = FeedWarning(
        kind: .leadingJunk,
        line: 1,
        detail: "text before the document was ignored"
    )

    /// Where the first root of a feed begins, or a declaration before it; nil without a root.
    ///
    /// Warnings of a web server may stand before the document. A root in the texts of a script is the last to be taken,
    /// and in a comment or an instruction one is only spoken of. In a page a root must say that it is one, and none is
    /// taken in a script.
    static func laterStart(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from position: Int,
        isPage: Bool = false
    ) -> Int? {
        let scanner = MarkupScanner(bytes, at: position)
        var declaration: Int?
        var startInScript: Int?
        var isInScript = false
        // The first behind the tag of a script, which is looked for once.
        var bracket = position
        var (commentClosing, instructionClosing) = (0, 0)
        // Where a tag stands right behind a declaration.
        var place: Int?
        var index = position
        while index < bytes.count, let tag = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<bytes.count) {
            index = tag + 1
            if scanner.hasWord("<?xml", at: tag) {
                declaration = declaration ?? tag
                place = blanksEnd(from: tagEnd(from: tag, scanner), scanner)
            } else if scanner.has("<!--", at: tag) || scanner.has("<?", at: tag) {
                let end =
                    scanner.has("<?", at: tag)
                    ? end(of: "<?", "?>", at: tag, &instructionClosing, scanner)
                    : end(of: "<!--", "-->", at: tag, &commentClosing, scanner)
                guard let end else { continue }
                if tag == place { place = blanksEnd(from: end, scanner) }
                index = end
            } else if isRoot(at: tag, scanner, isBehindDeclaration: tag == place),
                !isPage || hasVersion(at: tag, scanner) || isOfFeeds(at: tag, scanner)
            {
                guard isInScript else { return declaration ?? tag }
                startInScript = startInScript ?? declaration ?? tag
            } else if scanner.has("<script", at: tag) {
                if bracket <= tag { bracket = scanner.find(">", from: tag) ?? bytes.count }
                isInScript = bracket < bytes.count && !scanner.has("/", at: bracket - 1)
            } else if scanner.has("</script", at: tag) {
                isInScript = false
            }
        }
        return isPage ? nil : startInScript
    }

    /// Where the root of a feed begins that somebody put into a web page; nil if there is none that has items.
    static func start(inPage bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        guard DocumentHead.holdsItems(UnsafeBufferPointer(rebasing: bytes[position...])) else { return nil }
        return laterStart(bytes, from: position, isPage: true)
    }

    /// Where the object begins that is a JSON Feed, behind something else; nil if there is none.
    ///
    /// Nothing is looked for where no address of its version is: a brace may stand in any text.
    static func laterJSON(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        let scanner = MarkupScanner(bytes, at: position)
        let plain = scanner.find("://jsonfeed.org/version/", from: position)
        let escaped = plain == nil ? scanner.find(":\\/\\/jsonfeed.org\\/version\\/", from: position) : nil
        guard let version = plain ?? escaped else { return nil }
        var index = position
        while let brace = ASCIIText.firstIndex(of: 0x7B, in: bytes, index..<version) {
            var text = MarkupScanner(bytes, at: brace + 1)
            text.skipBlanks()
            index = brace + 1
            guard text.has("\"") else { continue }
            // An object that ends before is not the feed.
            let (end, failure) = skipJSON(bytes, from: brace)
            guard failure == nil, end <= version else { return brace }
            index = end
        }
        return nil
    }

    /// The index behind a JSON value, or where it turned out to be damaged or to have no end, and that.
    private static func skipJSON(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from position: Int
    ) -> (end: Int, failure: JSONScanner.Failure?) {
        var scanner = JSONScanner(bytes, at: position, configuration: FeedParserConfiguration())
        do throws(JSONScanner.Failure) {
            try scanner.skip()
            return (scanner.position, nil)
        } catch {
            return (scanner.position, error)
        }
    }

    /// Where to look for a feed behind what begins as JSON does: where a value ends, or from its beginning if it
    /// turns out to be none.
    ///
    /// Nil for JSON that is only cut off or damaged: what looks like a root there is in a text of it.
    static func endOfJSON(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        let (end, failure) = skipJSON(bytes, from: position)
        guard let failure else { return end }
        // A text or an object that was begun may hold a root; no tag stands outside of one.
        let read = bytes[(position + 1)..<max(position + 1, end)]
        let beforeTag = read.prefix { $0 != 0x3C }
        let isJSON = beforeTag.contains { $0 == 0x22 || $0 == 0x7B }
        return !isJSON && (failure == .malformed || beforeTag.count < read.count) ? position + 1 : nil
    }

    /// The index behind a comment or an instruction that is at a position; nil if it has no end, or only that of
    /// another.
    ///
    /// `closing` is where the mark was found that was looked for last: each is looked for once.
    private static func end(
        of opening: StaticString,
        _ mark: StaticString,
        at position: Int,
        _ closing: inout Int,
        _ scanner: MarkupScanner
    ) -> Int? {
        let content = position + opening.utf8CodeUnitCount
        if closing < content { closing = scanner.find(mark, from: content) ?? scanner.end }
        guard closing < scanner.end, scanner.find(opening, from: content, before: closing) == nil else { return nil }
        return closing + mark.utf8CodeUnitCount
    }

    /// The index behind white space.
    private static func blanksEnd(from position: Int, _ scanner: MarkupScanner) -> Int {
        var blanks = scanner
        blanks.position = position
        blanks.skipBlanks()
        return blanks.position
    }

    /// Where the tag at a position ends, with its bracket or where the next one begins.
    private static func tagEnd(from position: Int, _ scanner: MarkupScanner) -> Int {
        let next = ASCIIText.firstIndex(of: 0x3C, in: scanner.bytes, (position + 1)..<scanner.end) ?? scanner.end
        return scanner.find(">", from: position, before: next).map { $0 + 1 } ?? next
    }

    /// Whether a root begins at a position; one that is damaged, `<rsss version="2.0">`, is none, and the channel is.
    ///
    /// Junk speaks of feeds, and pages and messages have elements that are called so, `<fb:feed>`: in another case and
    /// with another prefix a root must prove itself.
    private static func isRoot(at position: Int, _ scanner: MarkupScanner, isBehindDeclaration: Bool) -> Bool {
        var name = position + 1
        var end = name
        while end < scanner.end, MarkupScanner.isName(scanner.bytes[end]) {
            if scanner.bytes[end] == 0x3A { name = end + 1 }
            end += 1
        }
        guard scanner.isBlank(at: end) || scanner.has(">", at: end) || scanner.has("/", at: end) else { return false }
        func isSpelled(_ tag: StaticString) -> Bool {
            end - position == tag.utf8CodeUnitCount && scanner.has(tag, at: position)
        }
        switch end - name {
        case 3 where scanner.hasWord("rss", at: name):
            if isSpelled("<rss") || hasVersion(at: position, scanner) { return true }
        case 3 where scanner.hasWord("rdf", at: name):
            if isSpelled("<rdf:RDF") { return true }
        case 4 where scanner.hasWord("feed", at: name):
            if isSpelled("<feed") { return true }
        case 7 where scanner.hasWord("channel", at: name):
            // Those of television programmes have an id.
            if isSpelled("<channel"), scanner.has(">", at: blanksEnd(from: end, scanner)) { return true }
        default: return false
        }
        return isBehindDeclaration || isOfFeeds(at: position, scanner)
    }

    /// Whether the tag at a position has an attribute `version`, in any case.
    private static func hasVersion(at position: Int, _ scanner: MarkupScanner) -> Bool {
        (position..<tagEnd(from: position, scanner)).contains { index in
            scanner.isBlank(at: index) && scanner.hasWord("version=", at: index + 1)
        }
    }

    /// Whether the tag at a position declares a namespace that feeds are written in.
    private static func isOfFeeds(at position: Int, _ scanner: MarkupScanner) -> Bool {
        let end = tagEnd(from: position, scanner)
        guard scanner.find("xmlns", from: position, before: end) != nil else { return false }
        let namespaces: [StaticString] = [
            "w3.org/2005/Atom", "purl.org/atom/ns", "purl.org/rss/", "netscape.com/rdf/", "itunes.com/dtds/podcast",
            "podcastindex.org/namespace", "search.yahoo.com/mrss",
        ]
        return namespaces.contains { scanner.find($0, from: position, before: end) != nil }
    }
}
