package import PodcastModel

/// What a scheduler is doing, in numbers.
package struct RefreshSchedulerFigures: Sendable, Hashable {
    /// What the scheduler waits for, if it waits.
    package enum Activity: Sendable, Hashable {
        /// Nothing was asked of it yet.
        case starting
        /// It hands out feeds.
        case working
        /// Nothing is due before this moment; nil if nothing ever is.
        case sleeping(until: Timestamp?)
        /// More is due than may be asked at once.
        case draining
        /// The store cannot be used, for this reason; it is tried again.
        case resting(String)
        /// It hands out nothing any more.
        case ended
    }

    package var activity = Activity.starting
    /// Feeds taken from the store whose outcome is not known yet.
    package var inFlight = 0
    /// Feeds that came to an end, whatever it was.
    package var refreshed = 0
    /// Feeds that failed, among them.
    package var failed = 0
    /// Episodes inserted.
    package var inserted = 0
    package var lastResultAt: Timestamp?
    /// When the scheduler last did anything, by the time that the machine was awake.
    package var lastProgress = Duration.zero
    /// Until when, by the same time, it means to sleep.
    package var sleepsUntil: Duration?
    /// Until when, by the same time, the feeds handed out so far may take to load if none has to wait.
    package var loadsUntil = Duration.zero

    package init() {}
}

extension RefreshSchedulerFigures {
    /// How long a scheduler may go without a sign of life beyond what it sleeps, and what the settings let loads take.
    static let longestSilence = Duration.seconds(600)

    /// Whether the scheduler is well when the machine has been awake so long: it
    /// sleeps and has not overslept, feeds may still be loading, or something has happened lately.
    package func isAlive(at awake: Duration) -> Bool {
        switch activity {
        case .starting, .ended: return true
        case .sleeping, .resting, .draining, .working:
            let quietUntil = max(lastProgress, sleepsUntil ?? lastProgress, loadsUntil)
            return awake - quietUntil <= Self.longestSilence
        }
    }
}
