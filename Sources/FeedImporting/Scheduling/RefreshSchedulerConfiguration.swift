package import PodcastModel

/// The knobs of ``RefreshScheduler``.
package struct RefreshSchedulerConfiguration: Sendable {
    /// How many feeds are taken from the store at once.
    ///
    /// Default 256.
    package var batchSize = 256
    /// How many of a batch are those that fell due last, after the store has
    /// changed: new feeds and those somebody asked for do not wait behind a
    /// backlog.
    ///
    /// Never more than half, so that the backlog does not wait for ever behind
    /// them. Default 16.
    package var newestPerBatch = 16
    /// How many due feeds are handed out a second; nil for as many as work a
    /// backlog of all feeds off in a quarter of an hour, and at least 50.
    package var feedsPerSecond: Double?
    /// How long the store is left alone after it could not be used; it doubles
    /// with each failure.
    ///
    /// Default 5 seconds.
    package var shortestRest = Duration.seconds(5)
    /// The longest such rest.
    ///
    /// Default 5 minutes.
    package var longestRest = Duration.seconds(300)
    /// The longest sleep: a clock may have been set back meanwhile.
    ///
    /// Default 15 minutes.
    package var longestSleep = Duration.seconds(900)
    /// By how many seconds the clock has to be off to count as set.
    ///
    /// Default 60.
    package var clockTolerance: Int64 = 60
    /// A moment that has passed, whatever the clock says: by an earlier one nothing is mended.
    ///
    /// Default none.
    package var earliestTime: Timestamp?
    /// When a feed that was taken is due if nobody ever says what became of it.
    package var provisionalDue: @Sendable (RefreshState, Timestamp) -> Timestamp

    /// Makes the defaults of a service with a refresh policy.
    package init(policy: RefreshPolicy = RefreshPolicy()) {
        provisionalDue = { state, now in RefreshDecision.provisionalDue(of: state, policy: policy, now: now) }
    }
}
