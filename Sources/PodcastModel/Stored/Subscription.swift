/// The decision to follow a feed, with the state of its refreshing.
package struct Subscription: Hashable, Sendable {
    package let id: Int64
    /// The podcast's row; nil until the feed has been imported once.
    package let podcastID: Int64?
    /// The address that is asked: an http(s) or `file:` URL, or `stdin:…`.
    package let feedURL: String
    /// The podcast's title, or the one an OPML list gave.
    package let title: String?
    package private(set) var state: SubscriptionState
    /// How many episodes of the podcast the store has.
    package let episodeCount: Int
    package let lastAttemptAt: Timestamp?
    package let lastSuccessAt: Timestamp?
    package private(set) var nextDueAt: Timestamp?
    /// Failed attempts since the last success.
    package let failures: Int
    package let failingSince: Timestamp?
    package let lastError: LastError?
    /// Addresses the feed had before, newest first.
    package let movedFrom: [String]
    /// An address the feed says it has moved to, not yet confirmed.
    package let pendingMove: String?
    /// The subscription that is asked in its place, because both are of the same feed.
    package private(set) var duplicateOf: Int64?

    /// What went wrong at the last attempt.
    package struct LastError: Hashable, Sendable, Codable {
        package let kind: ImportFailure.Kind
        package let message: String

        package init(kind: ImportFailure.Kind, message: String) {
            self.kind = kind
            self.message = message
        }
    }

    package init(
        id: Int64,
        podcastID: Int64?,
        feedURL: String,
        title: String?,
        state: SubscriptionState,
        episodeCount: Int,
        lastAttemptAt: Timestamp?,
        lastSuccessAt: Timestamp?,
        nextDueAt: Timestamp?,
        failures: Int,
        failingSince: Timestamp?,
        lastError: LastError?,
        movedFrom: [String],
        pendingMove: String?,
        duplicateOf: Int64?
    ) {
        self.id = id
        self.podcastID = podcastID
        self.feedURL = feedURL
        self.title = title
        self.state = state
        self.episodeCount = episodeCount
        self.lastAttemptAt = lastAttemptAt
        self.lastSuccessAt = lastSuccessAt
        self.nextDueAt = nextDueAt
        self.failures = failures
        self.failingSince = failingSince
        self.lastError = lastError
        self.movedFrom = movedFrom
        self.pendingMove = pendingMove
        self.duplicateOf = duplicateOf
    }

    /// The same subscription, no longer followed: it is never due, and no duplicate of another.
    package var unfollowed: Subscription {
        var left = self
        (left.state, left.nextDueAt, left.duplicateOf) = (.unfollowed, nil, nil)
        return left
    }
}

/// Whether and why a feed is refreshed or not.
package enum SubscriptionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Refreshed when due.
    case active
    /// Left alone until the user resumes it.
    case paused
    /// The publisher says that it is gone for good; asked rarely.
    case gone
    /// The server wants credentials.
    case needsAuth = "needs-auth"
    /// A document that would change too much waits for a decision.
    case held
    /// Imported without being followed (`--no-subscribe`, or removed since).
    case unfollowed

    /// Whether it is never due.
    package var isStopped: Bool { self == .paused || self == .unfollowed }
}

extension Subscription: Encodable {
    /// The names of `subscription list`.
    private enum CodingKeys: String, CodingKey {
        case id
        case podcastID = "podcast"
        case feedURL, title, state
        case episodeCount = "episodes"
        case lastAttemptAt, lastSuccessAt, nextDueAt, failures
        case failingSince, lastError, movedFrom, pendingMove, duplicateOf
    }
}
