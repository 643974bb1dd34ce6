import Operations
import Persistence
import PodcastModel

/// The leases of one run: what it works on, no other process fetches (http
/// polling A5 55).
///
/// A lease is taken when the turn of a feed has come and ends with its import.
/// A feed that the store does not know yet has none.
final class ImportLeases: Sendable {
    /// What came of asking for one.
    enum Verdict: Sendable {
        /// The feed is ours; this is what the store knows of it now.
        case granted(RefreshState?)
        /// Another process is working on it.
        case held(until: Timestamp)
        /// It was removed from the store meanwhile.
        case removed
    }

    /// A process that crashed blocks its feeds for so long.
    static let seconds: Int64 = 900

    /// Names the run among all that share the store.
    let owner: String
    /// Whether somebody else had the feeds before the run and has them after it.
    let isKeptElsewhere: Bool
    private let persistence: PersistenceManager
    private let policy: RefreshPolicy
    private let now: @Sendable () -> Timestamp
    /// The feeds that were taken, as they were, until it is written down what
    /// became of them.
    private let taken = Locked<[Int64: RefreshState]>([:])

    init(owner: String, isKeptElsewhere: Bool = false, tools: ImportTools) {
        self.owner = owner
        self.isKeptElsewhere = isKeptElsewhere
        persistence = tools.persistence
        policy = tools.policy
        now = tools.now
    }

    /// Whether any of these feeds needs a lease: not what the store does not
    /// know yet, nor what is only looked at.
    func isNeeded(for requests: [FeedImportRequest]) -> Bool {
        requests.contains { subscriptionID(of: $0) != nil }
    }

    /// Takes the leases for feeds, all in one transaction.
    func take(_ requests: [FeedImportRequest], urgency: SaveUrgency = .immediate) async throws -> [Verdict] {
        let ids = requests.map(subscriptionID)
        let time = now()
        let verdicts = try await persistence.newBackgroundContext().save(urgency: urgency) {
            unit throws(PersistenceError) in
            var verdicts: [Verdict] = []
            for (request, id) in zip(requests, ids) {
                guard let id else {
                    verdicts.append(.granted(nil))
                    continue
                }
                verdicts.append(try self.take(id, onlyIfDue: request.isOnlyIfDue, at: time, in: unit))
            }
            return verdicts
        }
        taken.withLock { taken in
            for case .granted(let state?) in verdicts { taken[state.subscriptionID] = state }
        }
        return verdicts
    }

    /// It is written down what became of a feed, and with it the lease has ended.
    func settle(_ subscriptionID: Int64) {
        taken.withLock { $0[subscriptionID] = nil }
    }

    /// Prolongs what is held, for a run that takes long.
    func renew() async throws {
        guard !isKeptElsewhere else { return }
        let (owner, end) = (owner, now().adding(seconds: Self.seconds))
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            try unit.subscriptions.renewLeases(of: owner, until: end)
        }
    }

    /// Gives back what was taken in vain: those feeds are due as before.
    ///
    /// Also when the run was cancelled: whoever comes next must not have to wait.
    func giveBack() throws {
        guard !isKeptElsewhere else { return }
        let (owner, states) = (owner, taken.withLock { Array($0.values) })
        guard !states.isEmpty else { return }
        try persistence.newBackgroundContext().saveAndWait { unit throws(PersistenceError) in
            for state in states { try unit.subscriptions.giveBack(state, owner: owner) }
        }
        taken.withLock { $0 = [:] }
    }

    private func subscriptionID(of request: FeedImportRequest) -> Int64? {
        // A dry run works on nothing.
        request.isDryRun ? nil : request.refreshState?.subscriptionID
    }

    private func take(
        _ id: Int64,
        onlyIfDue: Bool,
        at now: Timestamp,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Verdict {
        guard let state = try unit.subscriptions.refreshState(id: id) else { return .removed }
        if onlyIfDue, let due = state.nextDueAt, due > now { return .held(until: due) }
        let outcome = try unit.subscriptions.lease(
            id,
            owner: owner,
            at: now,
            until: now.adding(seconds: Self.seconds),
            provisionalDue: RefreshDecision.provisionalDue(of: state, policy: policy, now: now)
        )
        switch outcome {
        case .granted: return .granted(state)
        case .held(_, let until): return .held(until: until)
        }
    }
}
