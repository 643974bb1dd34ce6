/// Where the feed begins in a document that something else stands before.
extension FeedDocument {
    /// Says that something stood before the document.
    static let junkWarning = FeedWarning(
        kind: .leadingJunk,
        line: 1,
        detail: "text before the document was ignored"
    )

    /// Where the first root of a feed begins, or a declaration before it; nil without a root.
    ///
    /// Warnings of a web server may stand before the document. A root in the texts of a script is the last to be taken.
    static func laterStart(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        let scanner = MarkupScanner(bytes, at: position)
        var declaration: Int?
        var startInScript: Int?
        var isInScript = false
        // The first behind the tag of a script, which is looked for once.
        var bracket = position
        var index = position
        while index < bytes.count, let tag = ASCIIText.firstIndex(of: 0x3C, in: bytes, index..<bytes.count) {
            index = tag + 1
            if scanner.hasWord("<?xml", at: tag) {
                declaration = declaration ?? tag
            } else if isRoot(at: tag, scanner) {
                guard isInScript else { return declaration ?? tag }
                startInScript = startInScript ?? declaration ?? tag
            } else if scanner.has("<script", at: tag) {
                if bracket <= tag { bracket = scanner.find(">", from: tag) ?? bytes.count }
                isInScript = bracket < bytes.count && !scanner.has("/", at: bracket - 1)
            } else if scanner.has("</script", at: tag) {
                isInScript = false
            }
        }
        return startInScript
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
        var scanner = JSONScanner(
            bytes,
            at: position,
            maximumDepth: maximumJSONDepth,
            configuration: FeedParserConfiguration()
        )
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

    /// Values are read by functions that call themselves.
    private static let maximumJSONDepth = 64

    /// Whether a root begins at a position; one that is damaged, `<rsss version="2.0">`, is none, and the channel is.
    ///
    /// Names are in any case and have any prefix, as where the root comes first.
    private static func isRoot(at position: Int, _ scanner: MarkupScanner) -> Bool {
        var name = position + 1
        var end = name
        while end < scanner.end, MarkupScanner.isName(scanner.bytes[end]) {
            if scanner.bytes[end] == 0x3A { name = end + 1 }
            end += 1
        }
        for root in ["rss", "rdf", "feed"] as [StaticString] where end - name == root.utf8CodeUnitCount {
            guard scanner.hasWord(root, at: name) else { continue }
            return scanner.isBlank(at: end) || scanner.has(">", at: end) || scanner.has("/", at: end)
        }
        guard end - name == 7, name == position + 1, scanner.hasWord("channel", at: name) else { return false }
        return scanner.has(">", at: end) || isOfFeeds(channelBehind: end, scanner)
    }

    /// Whether a channel says no more than feeds do: those of television programmes have an id.
    private static func isOfFeeds(channelBehind end: Int, _ scanner: MarkupScanner) -> Bool {
        guard end < scanner.end, scanner.isBlank(at: end) else { return false }
        var attributes = scanner
        attributes.position = end
        attributes.skipBlanks()
        return attributes.has(">") || attributes.hasWord("xmlns")
    }
}
