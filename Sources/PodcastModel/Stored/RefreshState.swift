/// What the store remembers of a feed between two refreshes.
package struct RefreshState: Hashable, Sendable {
    package var subscriptionID: Int64
    package var podcastID: Int64?
    package var feedURL: String
    package var state: SubscriptionState
    package var validators: HTTPValidators
    /// XXH64 of the last body that was imported.
    package var bodyDigest: UInt64?
    /// The version of the parser that read that body; an older one is no
    /// reason to skip reading it again.
    package var parserVersion: Int?
    package var credentials: FeedCredentials?
    package var failures: Int
    package var nextDueAt: Timestamp?

    package init(
        subscriptionID: Int64,
        podcastID: Int64?,
        feedURL: String,
        state: SubscriptionState,
        validators: HTTPValidators,
        bodyDigest: UInt64?,
        parserVersion: Int?,
        credentials: FeedCredentials?,
        failures: Int,
        nextDueAt: Timestamp?
    ) {
        self.subscriptionID = subscriptionID
        self.podcastID = podcastID
        self.feedURL = feedURL
        self.state = state
        self.validators = validators
        self.bodyDigest = bodyDigest
        self.parserVersion = parserVersion
        self.credentials = credentials
        self.failures = failures
        self.nextDueAt = nextDueAt
    }
}
