package import FeedLoading
import FeedParsing
package import PodcastModel

/// Loads and reads a feed without any store, for `feed inspect`.
package struct FeedInspector: Sendable {
    private let loader: PodcastFeedLoader
    private let options: TransferOptions
    private let reader: FeedDocumentReader

    /// Makes an inspector.
    ///
    /// - Parameters:
    ///   - loader: brings the bytes.
    ///   - options: limits of the transfer.
    ///   - configuration: the limits that an import would have.
    package init(loader: PodcastFeedLoader, options: TransferOptions, configuration: FeedImporterConfiguration) {
        self.loader = loader
        self.options = options
        reader = FeedDocumentReader(configuration: configuration.parser)
    }

    /// Reads a feed.
    ///
    /// - Parameters:
    ///   - address: where it is.
    ///   - baseURL: what relative addresses are relative to; the feed's own if nil.
    /// - Returns: the document as read.
    /// - Throws: ``ImportFailure``, with everything secret hidden.
    package func inspect(_ address: FeedAddress, baseURL: String?) async throws -> FeedDocument {
        try await FeedImportRequest(lookingAt: address, options: options).look(with: loader) { feed, output in
            do throws(FeedParsingError) {
                let feedURL = feed.response.finalURL?.string ?? output.source.feedURL
                var document = try reader.document(
                    from: feed.body,
                    baseURL: baseURL ?? feedURL,
                    charset: feed.response.charset
                )
                if let warning = feed.cutWarning(document) { document.warnings.append(warning) }
                if document.podcast.title == nil {
                    document.podcast.title = StandInTitle.make(link: document.podcast.link, feedURL: baseURL ?? feedURL)
                }
                return document
            } catch {
                throw feed.failure(error.hiding(output.secrets), feed: output.source.redacted)
            }
        }
    }
}
