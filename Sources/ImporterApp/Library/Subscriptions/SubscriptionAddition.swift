import Persistence
package import PodcastModel

/// What became of the wish to follow one feed.
package struct SubscriptionAddition: Sendable, Encodable {
    /// The feed as the user wrote it.
    package let feed: String
    /// The address as the store keeps it.
    package let feedURL: String?
    /// The subscription's number.
    package let id: Int64?
    /// Whether it was not followed before.
    package let isNew: Bool
    /// The numbers of other subscriptions that may be of the same feed, because
    /// their addresses look like this one's, or they are seen to move to it.
    ///
    /// Empty if it was followed before.
    package var alike: [Int64] = []
    /// The numbers of those that fail, and whose addresses differ from this one in a value of the query only.
    package var failingAlike: [Int64] = []
    /// The address that it has now, if this is a former one.
    package var movedTo: String?
    /// The subscription that is asked in its place, because both are of the same feed.
    package var duplicateOf: Int64?
    /// What became of the user name and password in the address, where they are not simply those of the feed.
    package var credentials: CredentialsUse?
    /// Why it cannot be followed.
    package let error: String?

    init(feed: String, error: String) {
        self.feed = FeedAddress.withoutUserinfo(feed)
        feedURL = nil
        id = nil
        isNew = false
        self.error = error
    }

    init(feed: String, feedURL: String, outcome: SubscribeOutcome) {
        self.feed = FeedAddress.withoutUserinfo(feed)
        self.feedURL = feedURL
        id = outcome.id
        error = nil
        if case .known = outcome { isNew = false } else { isNew = true }
    }
}
