import FeedImporting
import FeedLoading
package import PodcastModel

/// Looking at what is somewhere, without a store.
extension ImporterApp {
    /// Reads a feed and says what is in it; no store is touched.
    ///
    /// - Parameters:
    ///   - text: a URL, a path, or `-`.
    ///   - baseURL: what relative addresses are relative to, if not the feed's own.
    /// - Returns: the document as read.
    /// - Throws: ``ImporterAppError``.
    package func inspectFeed(_ text: String, baseURL: String?) async throws(ImporterAppError) -> FeedDocument {
        // Nothing is relative to anything else, so that it would be passed over.
        if let baseURL, FeedURL(ifValid: baseURL) == nil {
            throw ImporterAppError(.usage, "--base \(FeedAddress.redacted(baseURL)): expected an address of the web")
        }
        return try await looking(at: text) { loader, address, options in
            try await FeedInspector(loader: loader, options: options, configuration: settings.pipeline)
                .inspect(address, baseURL: baseURL)
        }
    }

    /// Looks at what a user named, with a loader of its own; no store is touched.
    ///
    /// - Parameters:
    ///   - text: a URL, a path, or `-`.
    ///   - look: loads what is there.
    /// - Returns: what `look` has found.
    /// - Throws: ``ImporterAppError``, whatever `look` throws.
    func looking<Found>(
        at text: String,
        _ look: (PodcastFeedLoader, FeedAddress, TransferOptions) async throws -> Found
    ) async throws(ImporterAppError) -> Found {
        let naming = FeedNaming(currentDirectory: settings.currentDirectory)
        let credentials = try checkedCredentials()
        do {
            let (address, options) = addressToLoad(try naming.address(of: text), credentials)
            let loader = try makeLoader()
            let found = try await look(loader, address, options)
            await loader.shutdown()
            return found
        } catch let error as FeedURLError {
            throw ImporterAppError(.usage, FeedNaming.failure(error, text: text).message)
        } catch {
            throw ImporterAppError(loading: error)
        }
    }

    /// An address that is in no store, with the credentials there are for it.
    private func addressToLoad(
        _ address: FeedAddress,
        _ credentials: CredentialsFile
    ) -> (FeedAddress, TransferOptions) {
        var options = transferOptions
        guard case .http(let url) = address.source, address.credentials == nil, let entry = credentials.entry(for: url)
        else { return (address, options) }
        if entry.allowsHTTP { options.allowsCredentialsOverHTTP = true }
        let named = FeedAddress(
            source: address.source,
            alternative: address.alternative,
            credentials: entry.credentials
        )
        return (named, options)
    }
}

extension ImporterAppError {
    /// Whatever was thrown where a feed, or a list of feeds, was loaded.
    init(loading error: any Error) {
        switch error {
        case let error as ImporterAppError: self = error
        case let failure as ImportFailure:
            self.init(failure.failureClass == .notAFeed ? .notAFeed : .feed, failure.message)
        default: self.init(.feed, String(describing: error))
        }
    }
}
