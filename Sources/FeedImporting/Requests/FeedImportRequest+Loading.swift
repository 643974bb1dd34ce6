import FeedLoading
import PodcastModel

extension FeedImportRequest {
    /// The request for an address that a user wants to see what is there; nothing of it is stored.
    init(lookingAt address: FeedAddress, options: TransferOptions) {
        self.init(
            name: address.source.redacted,
            source: address.source,
            provenance: .user,
            alternative: address.alternative,
            credentials: address.credentials,
            options: options
        )
        isNamed = true
    }

    /// Loads the address at once, outside of any run, and makes something of what is there.
    ///
    /// - Parameters:
    ///   - loader: brings the bytes.
    ///   - read: is given what was loaded, and how.
    /// - Returns: what that returns.
    /// - Throws: ``ImportFailure``, with everything secret hidden.
    func look<Value>(
        with loader: PodcastFeedLoader,
        _ read: (LoadedFeed, LoadFeedOperation.Output) async throws -> Value
    ) async throws -> Value {
        do {
            let output = try await LoadFeedOperation(request: self, loader: loader).execute()
            guard case .loaded(let feed) = output.result else { throw CancellationError() }
            return try await read(feed, output)
        } catch {
            let stage: ImportFailure.Stage = error is FeedLoadingError ? .load : .parse
            // Nothing is tried later: any time will do.
            throw FeedImportError(error, feed: source.redacted, stage: stage).failure(now: Timestamp(epochSeconds: 0))
        }
    }

    /// The source's address over http, if nobody has written https and http may be asked: until https has answered, and
    /// with a password only where it may go without TLS (identity C8 45, http polling A6 62).
    var addressWithoutTLS: FeedURL? {
        guard let alternative, case .http(let url) = source, url.withoutTLS?.string == alternative.string,
            refreshState?.lastSuccessAt == nil, credentialsToSend == nil || options.allowsCredentialsOverHTTP
        else { return nil }
        return alternative
    }

    /// What is sent to an address that a load of the source ends at: none goes from one origin to another, be it by a
    /// redirect (http polling A6 63).
    ///
    /// - Parameters:
    ///   - address: where it ends; nil for the source's own.
    ///   - source: where it begins.
    /// - Returns: name and password; nil if none are sent.
    func credentialsToSend(to address: String?, from source: FeedSource) -> FeedCredentials? {
        guard let credentials = credentialsToSend else { return nil }
        guard let address, case .http(let url) = source else { return credentials }
        return address.hasPrefix(url.origin + "/") ? credentials : nil
    }

    /// What validators are good for; with another mark they are not sent.
    ///
    /// They belong to the credentials they were given for: others may be shown another document (http polling A1 10).
    /// Those of a document that is not whole belong to the limits, too: with others there may be more of it.
    ///
    /// - Parameters:
    ///   - credentials: what the document was, or is to be, asked for with.
    ///   - isCut: whether the document is not whole.
    /// - Returns: a mark that says nothing of a password; nil for a whole document that anybody may read.
    func validatorsMark(sent credentials: FeedCredentials?, isCut: Bool) -> String? {
        guard isCut else { return credentials?.mark }
        let limits = options.sizeLimits
        return "\(credentials?.mark ?? "")<\(limits.decodedBytes),\(limits.wireBytes)"
    }

    /// What the loader is to load for it.
    ///
    /// - Parameters:
    ///   - source: where from: its source, or the alternative.
    ///   - pass: the right to ask hosts, with which redirects to others wait for their turn; nil for a single load
    ///     that need not wait for anybody.
    /// - Returns: the request for the loader.
    func loadRequest(for source: FeedSource, _ pass: HostPass?) -> FeedLoadRequest {
        var load = FeedLoadRequest(
            source: source,
            validators: conditions,
            credentials: credentialsToSend,
            sharing: $options
        )
        // Whoever names a pipe is about to write to it; one where a feed was followed may be nobody's.
        load.waitsForPipes = isNamed
        // A later page was chosen by the feed, whoever chose the feed.
        if !isPage, case .http(let url) = source,
            let policy = options.addressPolicy.opened(for: url, namedBy: provenance)
        {
            load.options.addressPolicy = policy
        }
        if let pass { load.beforeHop = pass.follow(_:) }
        return load
    }
}
