import Logging
import Operations
import Persistence
import PodcastModel

/// The leases of one run: while it works on a feed, no other process loads it
/// (http polling A5 55).
///
/// A lease is taken when the turn of a feed has come and ends with its import.
/// A feed that the store does not know yet has none.
final class ImportLeases: Sendable {
    /// The answer to a request for a lease.
    enum Verdict: Sendable {
        /// The feed is ours; this is what the store knows of it now.
        case granted(RefreshState)
        /// No lease is needed, and the store was not asked.
        case unleased
        /// Another process is working on it.
        case held(until: Timestamp)
        /// It was asked meanwhile, by another process or under another address, and is not due any more.
        case undue(until: Timestamp)
        /// It was removed from the store meanwhile.
        case removed
        /// It was paused or left meanwhile, and nobody asks for this very feed.
        case unwanted
        /// Its host has told another process to leave it alone.
        case paused(HostPause)
        /// What its request was made of has changed; this is what the store knows of it now.
        case changed(RefreshState)
    }

    /// How long a lease lasts, unless it is prolonged.
    ///
    /// Where nobody can see that the owner has crashed, its feeds are blocked for as long.
    static let seconds: Int64 = 900

    /// Names the run among all that share the store.
    let owner: String
    /// Whether the leases are the caller's, who has taken them before the run and keeps them after it.
    let isKeptElsewhere: Bool
    /// Shows which other processes are alive; nil if there are none.
    let turns: TurnFile?
    let persistence: PersistenceManager
    let policy: RefreshPolicy
    let now: @Sendable () -> Timestamp
    /// The leased feeds, as the store knew them before, until their outcome is
    /// stored.
    let taken = Locked<[Int64: RefreshState]>([:])
    /// Those of them that have ended, but whose outcome could not be stored.
    let unstored = Locked<Set<Int64>>([])
    /// The feeds of which something is left to do now that their refresh is stored, by their numbers: also those that were
    /// new to the store.
    private let kept = Locked<Set<Int64>>([])

    init(owner: String, isKeptElsewhere: Bool, turns: TurnFile?, tools: ImportTools) {
        self.owner = owner
        self.turns = turns
        self.isKeptElsewhere = isKeptElsewhere
        persistence = tools.persistence
        policy = tools.policy
        now = tools.now
    }

    /// Until when another process has the lease of a feed, which is not asked for; nil if none has.
    func holdElsewhere(on request: FeedImportRequest) async throws(PersistenceError) -> Timestamp? {
        guard !request.isDryRun else { return nil }
        let now = now()
        guard let id = request.refreshState?.subscriptionID else {
            let isClaimed = request.source.host != nil && turns?.isClaimedElsewhere(feed: request.windowKey) == true
            return isClaimed ? now.adding(seconds: Self.seconds) : nil
        }
        let holder = try await persistence.mainContext().perform { unit throws(PersistenceError) in
            try unit.leases.holder(of: id, at: now)
        }
        guard let holder, holder.owner != owner, turns?.isGone(run: holder.owner) != true else { return nil }
        return holder.until
    }

    /// Notes that the outcomes of feeds were stored, which has ended their leases, too.
    func settle(_ subscriptionIDs: [Int64]) {
        taken.withLock { taken in for id in subscriptionIDs { taken[id] = nil } }
    }

    /// Notes that the outcome of a feed could not be stored: its lease is given back when the store can be written again.
    ///
    /// - Parameters:
    ///   - subscriptionID: the feed.
    ///   - isCutOff: whether its server was asked, and the run was stopped: the feed counts as asked then (http polling
    ///     A2 23).
    func noteUnstored(_ subscriptionID: Int64, isCutOff: Bool) {
        let (policy, now) = (policy, now())
        let isTaken = taken.withLock { taken in
            guard let state = taken[subscriptionID] else { return false }
            if isCutOff { taken[subscriptionID] = state.cutOff(by: policy, at: now) }
            return true
        }
        guard !isKeptElsewhere, isTaken else { return }
        unstored.withLock { _ = $0.insert(subscriptionID) }
    }

    /// Notes that a feed stays this process's after its refresh is stored, until that is taken back.
    func keep(_ subscriptionID: Int64) { kept.withLock { _ = $0.insert(subscriptionID) } }

    /// Notes that nothing is left to do of a feed.
    func endKeeping(_ subscriptionID: Int64) { kept.withLock { _ = $0.remove(subscriptionID) } }

    /// Prolongs the leases that the run has now.
    func renew() async throws {
        let (owner, end) = (owner, now().adding(seconds: Self.seconds))
        let ids = Array(taken.withLock { Set($0.keys) }.union(kept.withLock { $0 }))
        guard !ids.isEmpty else { return }
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            _ = try unit.leases.renew(on: ids, owner: owner, until: end)
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

    /// Gives back the leases of all feeds without a stored outcome: they are due as before.
    ///
    /// Also when the run was cancelled, so that the next one need not wait until the leases run out.
    func giveBack() throws {
        guard !isKeptElsewhere else { return }
        let (owner, states) = (owner, taken.withLock { Array($0.values) })
        guard !states.isEmpty else { return }
        try persistence.newBackgroundContext().saveAndWait { unit throws(PersistenceError) in
            unit.writesEpisodes(onlyOf: nil)
            for state in states { try unit.leases.giveBack(state, owner: owner) }
        }
        taken.withLock { $0 = [:] }
    }

    /// Gives back the leases of feeds whose outcome could not be stored, in a commit shared with others: the run may
    /// last long.
    func giveBackUnstored() {
        let ids = unstored.withLock(\.self)
        guard !ids.isEmpty else { return }
        let (owner, states) = (owner, taken.withLock { taken in ids.compactMap { taken[$0] } })
        do {
            try persistence.newBackgroundContext().save(urgency: .gathering) { unit throws(PersistenceError) in
                unit.writesEpisodes(onlyOf: nil)
                for state in states { try unit.leases.giveBack(state, owner: owner) }
            } then: { result in
                // Otherwise it is tried again with the next feeds, and when the run ends.
                guard case .success = result else { return }
                self.unstored.withLock { $0.subtract(ids) }
                self.taken.withLock { taken in for id in ids { taken[id] = nil } }
            }
        } catch {
            // The store is closed; another process gives the leases back when it sees that the run is gone.
        }
    }
}

extension RefreshState {
    /// The feed as one that was asked, though nothing is known of what came: due as if it had failed, or later if it was
    /// so before.
    fileprivate func cutOff(by policy: RefreshPolicy, at now: Timestamp) -> RefreshState {
        let provisional = RefreshDecision.provisionalDue(of: self, policy: policy, now: now)
        return changing { $0.nextDueAt = $0.nextDueAt.map { max($0, provisional) } }
    }
}

extension ImportFailure {
    /// Another process is importing the feed.
    static func busy(feed: String, until: Timestamp) -> ImportFailure {
        ImportFailure(
            stage: .load,
            kind: .busy,
            message: "\(feed): another process is importing this feed, until \(until.rfc3339) at the latest",
            failureClass: .busy
        )
    }
}
