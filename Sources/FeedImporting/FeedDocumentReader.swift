package import FeedLoading
package import FeedParsing
package import PodcastModel

/// Reads bytes as a feed: parser and mapping in one, without network or store.
package struct FeedDocumentReader: Sendable {
    /// Counts up whenever the same bytes are read differently than before, so
    /// that unchanged documents are read once more (identity C5).
    package static let version = 1

    private let parser: FeedParser

    /// Makes a reader with limits.
    package init(configuration: FeedParserConfiguration = FeedParserConfiguration()) {
        parser = FeedParser(configuration: configuration)
    }

    /// Reads a document that was loaded, without its being in memory as a whole
    /// if it is large; otherwise as the other form does.
    ///
    /// - Parameters:
    /// - body: the document, with every content coding removed.
    /// - baseURL: what relative addresses are relative to.
    /// - charset: what HTTP said of the encoding.
    /// - guidsAreUnreliable: whether earlier documents have shown that the guids are of no use.
    /// - Returns: the document, keys included.
    /// - Throws: ``FeedParsingError`` if the bytes are no feed.
    package func document(
        from body: FeedBody,
        baseURL: String?,
        charset: String?,
        guidsAreUnreliable: Bool = false
    ) throws(FeedParsingError) -> FeedDocument {
        let context = FeedParsingContext(
            baseURL: baseURL,
            httpCharset: charset,
            isMappedFile: body.isMappedFile
        )
        let result = body.withBytes { bytes -> Result<ParsedFeed, FeedParsingError> in
            Result { () throws(FeedParsingError) in try parser.parse(bytes, context: context) }
        }
        return FeedDocument(try result.get(), feedURL: baseURL, guidsAreUnreliable: guidsAreUnreliable)
    }

    /// Reads a document; the episodes have their keys.
    ///
    /// - Parameters:
    /// - bytes: the document, with every content coding removed.
    /// - baseURL: what relative addresses are relative to.
    /// - charset: what HTTP said of the encoding.
    /// - guidsAreUnreliable: whether earlier documents have shown that the guids are of no use.
    /// - Returns: the document, keys included.
    /// - Throws: ``FeedParsingError`` if the bytes are no feed.
    package func document(
        from bytes: [UInt8],
        baseURL: String?,
        charset: String?,
        guidsAreUnreliable: Bool = false
    ) throws(FeedParsingError) -> FeedDocument {
        let context = FeedParsingContext(baseURL: baseURL, httpCharset: charset)
        return FeedDocument(
            try parser.parse(bytes, context: context),
            feedURL: baseURL,
            guidsAreUnreliable: guidsAreUnreliable
        )
    }
}
