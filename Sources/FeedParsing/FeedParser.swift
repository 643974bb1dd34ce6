/// Reads feeds: bytes in, `ParsedFeed` out, with no network and no store.
///
/// Any bytes may be given. RSS 0.90 to 2.0, RSS 1.0, Atom 0.3 and 1.0 and JSON
/// Feed are read, damaged or not; anything else is a `FeedParsingError` that says
/// what it is. A parser holds no state between documents and may be shared by
/// threads.
package struct FeedParser: Sendable {
    private let configuration: FeedParserConfiguration
    /// All of it as text: other limits may mean other items.
    private let limits: String

    /// Makes a parser.
    ///
    /// - Parameter configuration: The limits, which no input goes beyond.
    package init(configuration: FeedParserConfiguration = FeedParserConfiguration()) {
        self.configuration = configuration
        limits = String(describing: configuration)
    }

    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - bytes: The body of the document, without transfer or content coding.
    ///   - context: What is known of it apart from the bytes.
    /// - Returns: What the feed says; it may be incomplete and carry warnings.
    /// - Throws: `FeedParsingError` when the bytes are no feed, or nothing of it
    ///   could be read.
    package func parse(
        _ bytes: [UInt8],
        context: FeedParsingContext = FeedParsingContext()
    ) throws(FeedParsingError) -> ParsedFeed {
        try bytes.withUnsafeBufferPointer { buffer throws(FeedParsingError) in
            try parse(buffer, context: context)
        }
    }

    /// Reads a feed from memory that stays in place during the call.
    ///
    /// - Parameters:
    ///   - bytes: The body of the document, without transfer or content coding.
    ///   - context: What is known of it apart from the bytes.
    /// - Returns: What the feed says, as the other form does.
    /// - Throws: `FeedParsingError`, as the other form does.
    package func parse(
        _ bytes: UnsafeBufferPointer<UInt8>,
        context: FeedParsingContext = FeedParsingContext()
    ) throws(FeedParsingError) -> ParsedFeed {
        try SourceText(bytes).withUTF8(bytes, httpCharset: context.httpCharset) {
            utf8,
            encoding throws(FeedParsingError) -> ParsedFeed in
            let document = try SniffedDocument(utf8)
            switch document.content {
            case .json:
                var encoding = encoding
                if document.hasLeadingJunk { encoding.warnings.append(SniffedDocument.junkWarning) }
                let start = document.head.start
                return try readJSON(utf8, orBehindIt: start, encoding, context, sourceBytes: bytes.count)
            case .xml(let root):
                return try reader(context, sourceBytes: bytes.count).read(utf8, encoding, document, root)
            }
        }
    }

    /// Reads a document that begins with `{`: if it is no feed in JSON, one in XML may stand behind it.
    private func readJSON(
        _ bytes: UnsafeBufferPointer<UInt8>,
        orBehindIt start: Int,
        _ encoding: SourceEncoding,
        _ context: FeedParsingContext,
        sourceBytes: Int
    ) throws(FeedParsingError) -> ParsedFeed {
        do throws(FeedParsingError) {
            return try readJSON(bytes, from: start, encoding, context, sourceBytes: sourceBytes)
        } catch {
            guard let document = SniffedDocument(behindJSON: bytes, from: start), case .xml(let root) = document.content
            else { throw error }
            return try reader(context, sourceBytes: sourceBytes).read(bytes, encoding, document, root)
        }
    }

    /// Reads a document that begins with `{`, and once more if its bytes are not UTF-8.
    private func readJSON(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        _ encoding: SourceEncoding,
        _ context: FeedParsingContext,
        sourceBytes: Int
    ) throws(FeedParsingError) -> ParsedFeed {
        var reader = JSONFeedReader(
            configuration: configuration,
            context: context,
            textFile: textFile(sourceBytes: sourceBytes)
        )
        let feed = try reader.read(bytes, from: start, encoding)
        guard reader.holdsInvalidBytes, let damaged = DamagedUTF8(bytes) else {
            if let feed { return feed }
            var markup = try readRSS(reader.markup ?? [], encoding, context, sourceBytes: sourceBytes)
            markup.isComplete = markup.isComplete && reader.isMarkupComplete
            markup.warnings += reader.markupWarnings
            return markup
        }
        let repaired = SourceEncoding(of: damaged, encoding.warnings + [damaged.warning(in: bytes)])
        return try damaged.bytes.withUnsafeBufferPointer { bytes throws(FeedParsingError) -> ParsedFeed in
            let start = try SniffedDocument(bytes).head.start
            return try readJSON(bytes, from: start, repaired, context, sourceBytes: sourceBytes)
        }
    }

    /// Reads RSS that was written as JSON; its lines are not those of the document.
    private func readRSS(
        _ markup: [UInt8],
        _ encoding: SourceEncoding,
        _ context: FeedParsingContext,
        sourceBytes: Int
    ) throws(FeedParsingError) -> ParsedFeed {
        var encoding = encoding
        encoding.isUntouched = false
        var feed = try reader(context, sourceBytes: sourceBytes).read(copy: markup, encoding)
        feed.format = feed.format.replacing("rss", with: "rss in json")
        // JSON declares no prefixes.
        feed.warnings.removeAll { $0.kind == .undeclaredPrefix }
        for index in feed.warnings.indices { feed.warnings[index].line = nil }
        for index in feed.items.indices { feed.items[index].line = nil }
        return feed
    }

    private func reader(_ context: FeedParsingContext, sourceBytes: Int) -> XMLFeedReader {
        XMLFeedReader(
            configuration: configuration,
            limits: limits,
            context: context,
            sourceBytes: sourceBytes,
            textFile: textFile(sourceBytes: sourceBytes)
        )
    }

    /// A file for the texts of a document that is large; nil for others, and if there is no place for one.
    private func textFile(sourceBytes: Int) -> TextFile? {
        sourceBytes < configuration.textFileThreshold ? nil : TextFile()
    }
}
