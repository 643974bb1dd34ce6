package import PodcastModel

/// Why a feed is asked when it is, and what happened when it was.
package struct SubscriptionExplanation: Sendable {
    package let subscription: Subscription
    /// The rules that decided, the strongest last.
    package let reasons: [DueReason]
    /// What is sent to be answered by "not modified".
    package let validators: Validators?
    /// What is known of the feed's host; nil for feeds without one.
    package let host: Host?
    package let pendingMove: Move?
    /// Whether the last document was cut off or had more items than are read, so that episodes may be missing.
    package let documentIsCut: Bool
    /// Whether the feed is read without its guids, because they do not tell its episodes apart.
    package let guidsAreUnreliable: Bool
    /// The later page that the next refresh goes on from, because the reading of all pages was interrupted there.
    package let pendingPage: String?
    /// The later page that was given up; those after it are missing with it.
    package let lostPage: String?
    /// Newest first.
    package let fetches: [FetchRecord]
    /// Episodes that were recognised under a new key, newest first.
    package let matches: [Match]

    /// What the server gave to recognise its document by.
    package struct Validators: Sendable, Encodable {
        package let etag: String?
        package let lastModified: String?
        /// When they came with a document.
        package let receivedAt: Timestamp?
    }

    /// A host, and whether it may be asked.
    package struct Host: Sendable, Encodable {
        package let name: String
        package let pausedUntil: Timestamp?
        package let pauseReason: String?
        package let failures: Int
        package let failingSince: Timestamp?
    }

    /// An address the feed says it has moved to, or may be found at.
    package struct Move: Sendable, Encodable {
        package let feedURL: String
        /// The word `redirect`, `new-feed-url` or `site`.
        package let cause: String
        package let sightings: Int
        package let firstSeenAt: Timestamp
        package let lastSeenAt: Timestamp
        /// The subscription that follows it already, so that this one cannot move there.
        package let followedBy: Int64?
        /// Whether the subscription was there, and was taken back: it is for the user to go there again.
        package let isTakenBack: Bool
        /// When its address was last looked at in vain; nil if it was not.
        package let lookedAt: Timestamp?
        /// What was wrong there, in one line.
        package let problem: String?

        /// Whether it is no more than a proposal.
        package var isProposal: Bool { cause == "site" }
    }

    /// An episode that was recognised under a new key.
    package struct Match: Sendable, Encodable {
        package let episode: Int64
        package let by: String
        package let detail: String?
        package let at: Timestamp
        package let formerKey: String
    }
}

extension SubscriptionExplanation: Encodable {
    private enum CodingKeys: String, CodingKey {
        case id, feedURL, title, state, nextDueAt, reasons, lastAttemptAt, lastSuccessAt, failures, failingSince
        case lastError, validators, host, pendingMove, documentIsCut, guidsAreUnreliable, pendingPage, lostPage
        case fetches, matches
    }

    /// Writes the fields under the names of `subscription explain`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(subscription.id, forKey: .id)
        try container.encode(subscription.feedURL, forKey: .feedURL)
        try container.encode(subscription.title, forKey: .title)
        try container.encode(subscription.state, forKey: .state)
        try container.encode(subscription.nextDueAt, forKey: .nextDueAt)
        try container.encode(reasons, forKey: .reasons)
        try container.encode(subscription.lastAttemptAt, forKey: .lastAttemptAt)
        try container.encode(subscription.lastSuccessAt, forKey: .lastSuccessAt)
        try container.encode(subscription.failures, forKey: .failures)
        try container.encode(subscription.failingSince, forKey: .failingSince)
        try container.encode(subscription.lastError, forKey: .lastError)
        try container.encode(validators, forKey: .validators)
        try container.encode(host, forKey: .host)
        try container.encode(pendingMove, forKey: .pendingMove)
        try container.encode(documentIsCut, forKey: .documentIsCut)
        try container.encode(guidsAreUnreliable, forKey: .guidsAreUnreliable)
        try container.encode(pendingPage, forKey: .pendingPage)
        try container.encode(lostPage, forKey: .lostPage)
        try container.encode(fetches, forKey: .fetches)
        try container.encode(matches, forKey: .matches)
    }
}
