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

    /// A process that crashed blocks its feeds for so long where nobody can see
    /// that it is gone.
    static let seconds: Int64 = 900

    /// Names the run among all that share the store.
    let owner: String
    /// Whether somebody else had the feeds before the run and has them after it.
    let isKeptElsewhere: Bool
    /// Where other processes show that they are there; nil if there are none.
    private let turns: TurnFile?
    private let persistence: PersistenceManager
    private let policy: RefreshPolicy
    private let now: @Sendable () -> Timestamp
    /// The feeds that were taken, as they were, until it is written down what
    /// became of them.
    private let taken = Locked<[Int64: RefreshState]>([:])

    init(owner: String, isKeptElsewhere: Bool = false, turns: TurnFile? = nil, tools: ImportTools) {
        self.owner = owner
        self.turns = turns
        self.isKeptElsewhere = isKeptElsewhere
        persistence = tools.persistence
        policy = tools.policy
        now = tools.now
    }

    /// Takes the lease of a feed and says what came of it as soon as that is
    /// durable.
    ///
    /// What the store does not know yet needs none, nor what is only looked at:
    /// the answer is there at once.
    func take(
        _ request: FeedImportRequest,
        urgency: SaveUrgency,
        then tell: @escaping @Sendable (Result<Verdict, any Error>) -> Void
    ) {
        guard !request.isDryRun, let id = request.refreshState?.subscriptionID else {
            return tell(.success(.granted(nil)))
        }
        let (time, onlyIfDue) = (now(), request.isOnlyIfDue)
        do {
            try persistence.newBackgroundContext().save(urgency: urgency) { unit throws(PersistenceError) in
                try self.take(id, onlyIfDue: onlyIfDue, at: time, in: unit)
            } then: { verdict in
                if case .success(.granted(let state?)) = verdict { self.taken.withLock { $0[id] = state } }
                tell(verdict.mapError { $0 })
            }
        } catch {
            tell(.failure(error))
        }
    }

    /// It is written down what became of a feed, and with it the lease has ended.
    func settle(_ subscriptionID: Int64) {
        taken.withLock { $0[subscriptionID] = nil }
    }

    /// Prolongs what is held, for a run that takes long.
    func renew() async throws {
        guard !isKeptElsewhere else { return }
        let (owner, end) = (owner, now().adding(seconds: Self.seconds))
        let ids = taken.withLock { Array($0.keys) }
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            _ = try unit.subscriptions.renewLeases(on: ids, owner: owner, until: end)
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
        case .held(let holder, let until):
            guard turns?.isGone(run: holder) == true else { return .held(until: until) }
            // Its process has ended without giving the feed back, and never will.
            try unit.subscriptions.releaseLease(id, owner: holder)
            return try take(id, onlyIfDue: onlyIfDue, at: now, in: unit)
        }
    }
}
