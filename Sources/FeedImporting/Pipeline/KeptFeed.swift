import Persistence
import PodcastModel

/// A feed whose refresh is written, and of which something is left to do: later pages, or a look at another address.
///
/// It stays this process's for as long as that lasts, and what a user says of it meanwhile holds at once (http polling
/// A5 55).
struct KeptFeed: Sendable {
    private let owner: String
    /// As it was when its lease was taken again.
    private let state: RefreshState

    var subscriptionID: Int64 { state.subscriptionID }
    var feedURL: String { state.feedURL }

    /// Takes the lease again that ends with the refresh, in the same unit of work; nil if another process has it.
    init?(
        keeping subscriptionID: Int64,
        for owner: String,
        in unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) {
        let end = now.adding(seconds: ImportLeases.seconds)
        guard case .granted = try unit.leases.take(subscriptionID, owner: owner, at: now, until: end),
            let state = try unit.refreshes.state(id: subscriptionID)
        else { return nil }
        self.owner = owner
        self.state = state
    }

    /// Whether the feed is still where it was, and nobody has paused, left or removed it since.
    func isWanted(in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        try wanted(in: unit) != nil
    }

    /// Whether it is asked as it was, too: with the credentials and settings that a failure may be that of.
    ///
    /// - Parameters:
    ///   - request: how its pages are asked for. What was given with it, and what the first page has taught, the refresh
    ///     itself has stored.
    ///   - unit: the unit of work.
    /// - Returns: true if it is.
    /// - Throws: ``PersistenceError``.
    func isUnchanged(since request: FeedImportRequest, in unit: UnitOfWork) throws(PersistenceError) -> Bool {
        guard let now = try wanted(in: unit) else { return false }
        let credentials = request.newCredentials ?? (request.refreshState ?? state).credentials
        return now.credentials == credentials && now.overrides == state.overrides
    }

    /// The feed as it is now; nil if it is not wanted as it was.
    private func wanted(in unit: UnitOfWork) throws(PersistenceError) -> RefreshState? {
        guard let now = try unit.refreshes.state(id: state.subscriptionID), now.feedURL == state.feedURL
        else {
            return nil
        }
        // One that was stopped before is asked because somebody has named it.
        return state.state.isStopped || !now.state.isStopped ? now : nil
    }

    /// Lets others have it.
    func release(in unit: UnitOfWork) throws(PersistenceError) {
        try unit.leases.end(state.subscriptionID, owner: owner)
    }
}
