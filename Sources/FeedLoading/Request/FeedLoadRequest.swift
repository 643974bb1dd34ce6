package import PodcastModel

/// What to load, and what is known of it from the last time.
package struct FeedLoadRequest: Sendable {
    /// Where the feed comes from.
    package var source: FeedSource
    /// What the last response said to send back, if it is to be conditional.
    ///
    /// It goes to the address that gave it alone (http polling A1 10).
    package var validators: HTTPValidators
    /// User and password, for the origin of the source alone (http polling A6).
    package var credentials: FeedCredentials?
    /// Whether a path may lead to a pipe, which is then read until its writer closes it; otherwise that is an error.
    package var waitsForPipes = false
    /// How to carry out the transfer.
    @Boxed package var options: TransferOptions
    /// What its first request has brought, if that was made before; the load goes on from there.
    package var first: FirstRequest?
    /// Called before a redirect is followed; the load goes on when it returns,
    /// and ends with what it throws.
    package var beforeHop: (@Sendable (RedirectHop) async throws(FeedLoadingError) -> Void)?
    /// Called once if the load fails, before it throws.
    package var onFailure: (@Sendable (LoadProgress) -> Void)?

    /// Makes a request; it is unconditional unless validators are given.
    package init(
        source: FeedSource,
        validators: HTTPValidators = HTTPValidators(),
        credentials: FeedCredentials? = nil,
        options: TransferOptions = TransferOptions()
    ) {
        self.source = source
        self.validators = validators
        self.credentials = credentials
        self.options = options
    }

    /// Makes a request whose options are those of many.
    package init(
        source: FeedSource,
        validators: HTTPValidators,
        credentials: FeedCredentials?,
        sharing options: Boxed<TransferOptions>
    ) {
        self.source = source
        self.validators = validators
        self.credentials = credentials
        _options = options
    }
}
