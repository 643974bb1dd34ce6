package import PodcastModel

/// A refresh that failed.
package struct RefreshFailure: Sendable, Hashable {
    package var at: Timestamp
    package var kind: ImportFailure.Kind
    /// One line for people, secrets hidden.
    package var message: String
    package var nextDueAt: Timestamp
    package var dueReasons: [DueReason]
    /// The state that follows from it, such as `gone`; nil for no change.
    package var newState: SubscriptionState?

    package init(
        at: Timestamp,
        kind: ImportFailure.Kind,
        message: String,
        nextDueAt: Timestamp,
        dueReasons: [DueReason] = [],
        newState: SubscriptionState? = nil
    ) {
        self.at = at
        self.kind = kind
        self.message = message
        self.nextDueAt = nextDueAt
        self.dueReasons = dueReasons
        self.newState = newState
    }
}
