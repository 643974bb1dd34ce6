import FeedLoading
import FeedParsing
import Persistence
import PodcastModel

/// The document that is held back for a feed, read again: the next one is compared with it.
struct HeldReading: Sendable {
    /// XXH64 of its body.
    let digest: UInt64
    /// Nil if it can no longer be read: nothing agrees with it then.
    let parsed: ParseFeedOperation.Output?
}

extension HeldReading {
    /// Reads a document again.
    init(of held: HeldDocument, _ state: RefreshState, source: FeedSource, reader: FeedDocumentReader) {
        digest = held.bodyDigest
        do {
            parsed = try ParseFeedOperation.Output(held: held, of: state, source: source, reader: reader)
        } catch {
            // It could be read when it was held: the parser or its limits are others since.
            parsed = nil
        }
    }
}

extension ParseFeedOperation.Output {
    /// Reads a document that is held back.
    ///
    /// - Parameters:
    ///   - held: the document.
    ///   - state: what the store remembers of its feed.
    ///   - source: where it came from.
    ///   - reader: reads it.
    /// - Throws: ``FeedParsingError``.
    init(
        held: HeldDocument,
        of state: RefreshState,
        source: FeedSource,
        reader: FeedDocumentReader
    ) throws(FeedParsingError) {
        let document = DocumentSource(
            body: FeedBody(held.body),
            baseURL: state.feedURL,
            charset: FeedResponse.charset(ofHeld: held.contentType),
            guidsAreUnreliable: state.guidsAreUnreliable
        )
        var reading = try reader.read(document, items: .unknown(nil))
        let episodes = reading.takeEpisodes()
        var response = FeedResponse()
        response.contentType = held.contentType
        response.decodedBytes = held.body.count
        // What the server offers, so that the schedule is that of the feed; they are of another document.
        response.validators = state.validators
        self.init(
            document: reading.document,
            episodes: episodes,
            response: response,
            source: source,
            isDiscovered: false,
            digest: held.bodyDigest,
            body: document.body,
            isDelta: false,
            seconds: 0,
            itemBlock: reading.itemBlock,
            layout: reading.layout
        )
    }
}

extension FeedResponse {
    private static let charsetParameter = "; charset="

    /// The media type with its charset, as it is kept with a held document.
    var heldContentType: String? {
        guard let charset else { return contentType }
        return (contentType ?? "") + Self.charsetParameter + charset
    }

    /// The charset that was kept with a held document.
    fileprivate static func charset(ofHeld contentType: String?) -> String? {
        guard let contentType, let range = contentType.firstRange(of: charsetParameter) else { return nil }
        return String(contentType[range.upperBound...])
    }
}
