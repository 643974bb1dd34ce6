import FeedLoading
import Persistence
package import PodcastModel

extension FeedImporter {
    /// Imports the document that is held back for a subscription, as it is,
    /// whatever it changes.
    ///
    /// - Parameter subscriptionID: the subscription.
    /// - Returns: what was done; nil if no document is held.
    /// - Throws: ``ImportFailure`` if the document cannot be read or stored.
    package func importHeldDocument(of subscriptionID: Int64) async throws -> FeedImportResult? {
        let found = try await tools.persistence.mainContext().perform { unit throws(PersistenceError) in
            (
                held: try unit.subscriptions.heldDocument(of: subscriptionID),
                state: try unit.subscriptions.refreshState(id: subscriptionID)
            )
        }
        guard let held = found.held, let state = found.state else { return nil }
        do {
            let source = try FeedSource(storedURL: state.feedURL)
            var request = FeedImportRequest(name: state.feedURL, source: source)
            request.refreshState = state
            let importing = ParsedFeedImport(
                parsed: try parse(held, state, source: source),
                request: request,
                tools: tools,
                isAccepted: true
            )
            return try await importing.write()
        } catch {
            throw FeedImportError(error, feed: state.feedURL, stage: .import)
                .failure(now: tools.now(), store: tools.persistence.configuration.path)
        }
    }

    private func parse(
        _ held: HeldDocument,
        _ state: RefreshState,
        source: FeedSource
    ) throws -> ParseFeedOperation.Output {
        let document = DocumentSource(
            body: FeedBody(held.body),
            baseURL: state.feedURL,
            charset: FeedResponse.charset(ofHeld: held.contentType),
            guidsAreUnreliable: state.guidsAreUnreliable
        )
        var reading = try tools.reader.read(document, items: .unknown(nil))
        let episodes = reading.takeEpisodes()
        var response = FeedResponse()
        response.contentType = held.contentType
        response.decodedBytes = held.body.count
        // The answers to come are compared with the last that was stored.
        response.validators = state.validators
        return ParseFeedOperation.Output(
            document: reading.document,
            episodes: episodes,
            response: response,
            source: source,
            isDiscovered: false,
            digest: held.bodyDigest,
            body: document.body,
            isDelta: false,
            seconds: 0,
            itemBlockDigest: reading.itemBlockDigest,
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
