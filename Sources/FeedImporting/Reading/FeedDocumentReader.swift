package import FeedLoading
package import FeedParsing
package import PodcastModel

/// Reads bytes as a feed: parser and mapping in one, without network or store.
package struct FeedDocumentReader: Sendable {
    /// Another number whenever the same bytes are read differently than before, or an address in them gets another
    /// canonical form, so that unchanged documents are read once more (identity C5).
    package static let version = 34 << 16 | TrackingPrefixes.version

    private let parser: FeedParser

    /// Makes a reader with limits.
    package init(configuration: FeedParserConfiguration = FeedParserConfiguration()) {
        parser = FeedParser(configuration: configuration)
    }

    /// Reads a document that was loaded; the episodes have their keys.
    ///
    /// - Parameters:
    ///   - body: the document, with every content coding removed.
    ///   - baseURL: what relative addresses are relative to.
    ///   - charset: what HTTP said of the encoding.
    /// - Returns: the document, keys included.
    /// - Throws: ``FeedParsingError`` if the bytes are no feed.
    package func document(
        from body: FeedBody,
        baseURL: String?,
        charset: String?
    ) throws(FeedParsingError) -> FeedDocument {
        let source = DocumentSource(body: body, baseURL: baseURL, charset: charset, guidsAreUnreliable: false)
        return try read(source, items: .all).document
    }

    /// Reads a document that is in memory, as the other form does.
    package func document(
        from bytes: [UInt8],
        baseURL: String?,
        charset: String?
    ) throws(FeedParsingError) -> FeedDocument {
        try document(from: FeedBody(bytes), baseURL: baseURL, charset: charset)
    }

    /// Reads a document that was loaded, but for its items if they are known.
    ///
    /// - Parameters:
    ///   - source: the document.
    ///   - items: which of its items are wanted.
    /// - Returns: what was read, keys included.
    /// - Throws: ``FeedParsingError`` if the bytes are no feed.
    func read(_ source: DocumentSource, items: ItemReading) throws(FeedParsingError) -> DocumentReading {
        let context = FeedParsingContext(
            baseURL: source.baseURL,
            httpCharset: source.charset,
            isMappedFile: source.body.isMappedFile,
            recognition: items.recognition(guidsAreUnreliable: source.guidsAreUnreliable)
        )
        let result = source.body.withBytes { bytes -> Result<ParsedFeed, FeedParsingError> in
            Result { () throws(FeedParsingError) in try parser.parse(bytes, context: context) }
        }
        let feed = try result.get()
        let (block, warningCount) = (feed.itemBlock, feed.warnings.count)
        let leavesSomeOut = block?.items.contains(where: \.isLeftOut) ?? false
        let document = FeedDocument(
            feed,
            feedURL: source.baseURL,
            guidsAreUnreliable: source.guidsAreUnreliable
        )
        // Warnings about guids are due whenever such items are listed.
        let isQuiet = document.warnings.count == warningCount
        // What is odd about guids is told of all items of a document, and decides about the keys of all.
        if leavesSomeOut, !isQuiet { return try read(source, items: .unknown(nil)) }
        return DocumentReading(
            document: document,
            guidsAreUnreliable: source.guidsAreUnreliable || document.hasUnreliableGuids,
            itemBlock: isQuiet ? block.map { KnownItemBlock(digest: $0.digest, findings: $0.findings) } : nil,
            itemsAreLeftOut: block?.isLeftOut ?? false,
            layout: isQuiet ? block.flatMap(ItemLayout.init) : nil
        )
    }
}
