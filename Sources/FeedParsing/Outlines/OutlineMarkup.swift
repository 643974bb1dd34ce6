/// A list in OPML, brought to well-formed markup.
final class OutlineMarkup {
    private let text: TextBuffer
    /// The line of the document on which the markup begins.
    let firstLine: Int
    /// Whether the list's end was there.
    let isComplete: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FeedParsingError) {
        guard let start = Self.start(of: bytes) else { throw .notOPML(found: Self.kind(of: bytes)) }
        var configuration = FeedParserConfiguration()
        // Lists whose outlines are never ended nest as deeply as they are long; nothing is done once a level.
        configuration.maximumDepth = .max
        var cleaner = MarkupCleaner(UnsafeBufferPointer(rebasing: bytes[start...]), configuration: configuration)
        var hasEnded = false
        repeat {
            // An end tag too many, or a second list: what follows is read as well.
            cleaner.rootEnded = false
            cleaner.clean()
            hasEnded = hasEnded || cleaner.rootEnded
        } while cleaner.rootEnded && cleaner.position < cleaner.input.count
        firstLine = ASCIIText.lineFeeds(in: bytes, 0..<start) + 1
        isComplete = hasEnded
        text = cleaner.finished()
    }

    /// The markup; valid as long as this object is.
    var bytes: UnsafeBufferPointer<UInt8> { text.bytes(from: 0) }

    /// Where the list begins; nil if it is none.
    private static func start(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let head = DocumentHead(bytes, from: 0)
        switch head.rootName {
        case "opml", "body", "outline": return head.start
        default: break
        }
        // Text may stand before it; `<opml:` is a namespace in a document of another kind.
        let scanner = MarkupScanner(bytes, at: head.start)
        var position = head.start
        while let start = scanner.find("<opml", from: position) {
            if scanner.isBlank(at: start + 5) || scanner.has(">", at: start + 5) { return start }
            position = start + 1
        }
        return nil
    }

    /// What a document is that is no list.
    private static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> String {
        do {
            let document = try SniffedDocument(bytes)
            if case .json = document.content, MarkupScanner(bytes, at: 0).find("jsonfeed.org", from: 0) == nil {
                return "JSON"
            }
            return "a feed; subscribe to it instead"
        } catch {
            switch error {
            case .empty: return "empty"
            case .html: return "a web page"
            case .otherXML(let root): return "XML, but its root is <\(root)>"
            case .binary(let kind): return kind
            case .compressed(let format): return "compressed with \(format)"
            case .sitemap: return "a sitemap"
            case .playlist(let format): return "a playlist (\(format))"
            case .json: return "JSON"
            case .unknownFormat(let beginning): return "text that begins with \"\(beginning)\""
            default: return "something else (\(error.shortDescription))"
            }
        }
    }
}

extension MarkupCleaner {
    /// The cleaned bytes, when nothing is left to clean.
    fileprivate consuming func finished() -> TextBuffer { output }
}
