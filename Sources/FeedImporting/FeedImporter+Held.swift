import Persistence
package import PodcastModel

extension FeedImporter {
    /// Imports the document that is held back for a subscription, as it is,
    /// whatever it changes; one that is not followed stays so.
    ///
    /// - Parameter subscriptionID: the subscription.
    /// - Returns: what was done; nil if no document is held.
    /// - Throws: ``ImportFailure`` if the document cannot be read or stored.
    package func importHeldDocument(of subscriptionID: Int64) async throws -> FeedImportResult? {
        let found = try await tools.persistence.mainContext().perform { unit throws(PersistenceError) in
            (
                held: try unit.heldDocuments.document(of: subscriptionID),
                state: try unit.refreshes.state(id: subscriptionID)
            )
        }
        guard let held = found.held, let state = found.state else { return nil }
        do {
            let source = try FeedSource(ofFeedAt: state.feedURL)
            var request = FeedImportRequest(name: state.feedURL, source: source)
            request.refreshState = state
            request.subscribes = false
            let importing = ParsedFeedImport(
                parsed: try ParseFeedOperation.Output(held: held, of: state, source: source, reader: tools.reader),
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
}
