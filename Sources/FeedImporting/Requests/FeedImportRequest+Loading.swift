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
