import FeedLoading
import Logging
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
        case granted(Boxed<RefreshState?>)
        /// No lease is needed, and the store was not asked.
        case unleased
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
    private let taken = Locked<[Int64: Boxed<RefreshState?>]>([:])
    /// Those of them that have ended, though it could not be written down how.
    private let vain = Locked<Set<Int64>>([])

    init(owner: String, isKeptElsewhere: Bool = false, turns: TurnFile? = nil, tools: ImportTools) {
        self.owner = owner
        self.turns = turns
        self.isKeptElsewhere = isKeptElsewhere
        persistence = tools.persistence
        policy = tools.policy
        now = tools.now
    }

    /// Takes the leases of feeds whose turn has come, all in one unit, and says
    /// what came of each as soon as other processes can see it.
    ///
    /// What the store does not know yet needs none, nor what is only looked at:
    /// of those it is said at once.
    ///
    /// - Parameters:
    ///   - feeds: what is wanted.
    ///   - urgency: whether others may be waited for.
    ///   - tell: called with what came of some of them, by their places; once for
    ///     each feed.
    func take(
        _ feeds: [ImportTraffic.WaitingFeed],
        urgency: SaveUrgency,
        then tell: @escaping @Sendable ([(place: Int, result: Result<Verdict, any Error>)]) -> Void
    ) {
        giveBackVain()
        var wishes: [Wish] = []
        var others: [(place: Int, result: Result<Verdict, any Error>)] = []
        for (place, feed) in feeds.enumerated() {
            if !feed.request.isDryRun, let id = feed.request.refreshState?.subscriptionID {
                wishes.append(Wish(place: place, subscriptionID: id, isOnlyIfDue: feed.request.isOnlyIfDue))
            } else {
                others.append((place, .success(.unleased)))
            }
        }
        if !others.isEmpty { tell(others) }
        guard !wishes.isEmpty else { return }
        // Who is wanted once more has not ended any more.
        vain.withLock { $0.subtract(wishes.map(\.subscriptionID)) }
        take(wishes, urgency: urgency, then: tell)
    }

    /// Until when another process is at work on a feed, as far as that is seen without taking it; nil if none is.
    func holdElsewhere(on request: FeedImportRequest) async throws(PersistenceError) -> Timestamp? {
        guard !request.isDryRun else { return nil }
        let now = now()
        guard let id = request.refreshState?.subscriptionID else {
            let isClaimed = request.source.host != nil && turns?.isClaimedElsewhere(feed: request.windowKey) == true
            return isClaimed ? now.adding(seconds: Self.seconds) : nil
        }
        let holder = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.subscriptions.leaseHolder(of: id, at: now)
        }
        guard let holder, holder.owner != owner, turns?.isGone(run: holder.owner) != true else { return nil }
        return holder.until
    }

    /// It is written down what became of a feed, and with it the lease has ended.
    func settle(_ subscriptionID: Int64) {
        taken.withLock { $0[subscriptionID] = nil }
    }

    /// A feed has ended, and the store could not be told; it is given back when that can be written again.
    func forgo(_ subscriptionID: Int64) {
        guard !isKeptElsewhere, taken.withLock({ $0[subscriptionID] != nil }) else { return }
        vain.withLock { _ = $0.insert(subscriptionID) }
    }

    /// Prolongs what is held, for a run that takes long.
    func renew() async throws {
        let (owner, end) = (owner, now().adding(seconds: Self.seconds))
        let ids = taken.withLock { Array($0.keys) }
        guard !ids.isEmpty else { return }
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            _ = try unit.subscriptions.renewLeases(on: ids, owner: owner, until: end)
        }
    }

    /// Waits until leases are to be prolonged, and does it.
    ///
    /// - Parameters:
    ///   - clock: says when.
    ///   - logger: is told if it fails; the leases still run for a while, and the next turn tries again.
    ///   - renew: prolongs them.
    /// - Returns: false once the task is cancelled.
    static func prolonged(
        by clock: PipelineClock,
        _ logger: Logger,
        _ renew: () async throws -> Void
    ) async -> Bool {
        do {
            try await clock.sleep(until: clock.elapsed + .seconds(seconds / 3))
            try await renew()
        } catch {
            guard !Task.isCancelled else { return false }
            logger.warning("leases could not be prolonged", metadata: ["error": "\(error)"])
        }
        return !Task.isCancelled
    }

    /// Gives back what was taken in vain: those feeds are due as before.
    ///
    /// Also when the run was cancelled: whoever comes next must not have to wait.
    func giveBack() throws {
        guard !isKeptElsewhere else { return }
        let (owner, states) = (owner, taken.withLock { $0.values.compactMap(\.wrappedValue) })
        guard !states.isEmpty else { return }
        try persistence.newBackgroundContext().saveAndWait { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            for state in states { try unit.subscriptions.giveBack(state, owner: owner) }
        }
        taken.withLock { $0 = [:] }
    }

    /// Gives back what has ended in vain, as soon as somebody else wants to write: the run may last long.
    private func giveBackVain() {
        let ids = vain.withLock(\.self)
        guard !ids.isEmpty else { return }
        let (owner, states) = (owner, taken.withLock { taken in ids.compactMap { taken[$0]?.wrappedValue } })
        do {
            try persistence.newBackgroundContext().save(urgency: .gathering) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                for state in states { try unit.subscriptions.giveBack(state, owner: owner) }
            } then: { result in
                // If not, it is tried with the next feeds, and when the run ends.
                guard case .success = result else { return }
                self.vain.withLock { $0.subtract(ids) }
                self.taken.withLock { taken in for id in ids { taken[id] = nil } }
            }
        } catch {
            // The store is closed; what is left is given back by whoever finds the run gone.
        }
    }

    /// A feed that is wanted, by its place among those who asked with it.
    private struct Wish: Sendable {
        let place: Int
        let subscriptionID: Int64
        let isOnlyIfDue: Bool
    }

    private func take(
        _ wishes: [Wish],
        urgency: SaveUrgency,
        then tell: @escaping @Sendable ([(place: Int, result: Result<Verdict, any Error>)]) -> Void
    ) {
        let time = now()
        do {
            try persistence.newBackgroundContext().save(urgency: urgency) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                var verdicts: [Verdict] = []
                verdicts.reserveCapacity(wishes.count)
                for wish in wishes { verdicts.append(try self.take(wish, at: time, in: unit)) }
                return verdicts
            } then: { result in
                switch result {
                case .success(let verdicts):
                    self.remember(zip(wishes, verdicts))
                    tell(zip(wishes, verdicts).map { ($0.place, .success($1)) })
                case .failure where wishes.count > 1:
                    // A row that cannot be read must not keep the others from being refreshed.
                    for wish in wishes { self.take([wish], urgency: urgency, then: tell) }
                case .failure(let error):
                    tell(wishes.map { ($0.place, .failure(error)) })
                }
            }
        } catch {
            tell(wishes.map { ($0.place, .failure(error)) })
        }
    }

    private func remember(_ verdicts: some Sequence<(Wish, Verdict)>) {
        taken.withLock { taken in
            for case (let wish, .granted(let state)) in verdicts { taken[wish.subscriptionID] = state }
        }
    }

    private func take(_ wish: Wish, at now: Timestamp, in unit: UnitOfWork) throws(PersistenceError) -> Verdict {
        let id = wish.subscriptionID
        guard let state = try unit.subscriptions.refreshState(id: id) else { return .removed }
        if wish.isOnlyIfDue, let due = state.nextDueAt, due > now { return .held(until: due) }
        let provisional = RefreshDecision.provisionalDue(of: state, policy: policy, now: now)
        let outcome = try unit.subscriptions.lease(
            id,
            owner: owner,
            at: now,
            until: now.adding(seconds: Self.seconds),
            // What is due later anyway stays where it is.
            provisionalDue: state.nextDueAt.flatMap { $0 < provisional ? provisional : nil }
        )
        switch outcome {
        case .granted: return .granted(Boxed(wrappedValue: state))
        case .held(let holder, let until):
            guard turns?.isGone(run: holder) == true else { return .held(until: until) }
            // Its process has ended without giving the feed back, and never will.
            try unit.subscriptions.releaseLease(id, owner: holder)
            return try take(wish, at: now, in: unit)
        }
    }
}
