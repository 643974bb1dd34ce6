import FeedLoading
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
    private let turns: TurnFile?
    private let persistence: PersistenceManager
    private let policy: RefreshPolicy
    private let now: @Sendable () -> Timestamp
    /// The leased feeds, as the store knew them before, until their outcome is
    /// stored.
    private let taken = Locked<[Int64: RefreshState]>([:])
    /// Those of them that have ended, but whose outcome could not be stored.
    private let unstored = Locked<Set<Int64>>([])
    /// The feeds of which something is left to do now that their refresh is stored, by their numbers: also those that were
    /// new to the store.
    private let kept = Locked<Set<Int64>>([])

    init(owner: String, isKeptElsewhere: Bool = false, turns: TurnFile? = nil, tools: ImportTools) {
        self.owner = owner
        self.turns = turns
        self.isKeptElsewhere = isKeptElsewhere
        persistence = tools.persistence
        policy = tools.policy
        now = tools.now
    }

    /// Leases feeds whose turn has come, all in one unit of work, and tells the
    /// verdict on each as soon as other processes can see its lease.
    ///
    /// A feed that the store does not know yet needs no lease, nor does a dry run:
    /// their verdict is told at once.
    ///
    /// - Parameters:
    ///   - feeds: the feeds to lease.
    ///   - urgency: whether the save may wait for others to share its commit.
    ///   - tell: called with the verdicts on some of the feeds, by their places in
    ///     `feeds`; each feed is told once.
    func take(
        _ feeds: [ImportTraffic.WaitingFeed],
        urgency: SaveUrgency,
        then tell: @escaping @Sendable ([(place: Int, result: Result<Verdict, any Error>)]) -> Void
    ) {
        giveBackUnstored()
        var wishes: [Wish] = []
        var others: [(place: Int, result: Result<Verdict, any Error>)] = []
        for (place, feed) in feeds.enumerated() {
            if !feed.request.isDryRun, let id = feed.request.refreshState?.subscriptionID {
                wishes.append(Wish(place: place, subscriptionID: id, feed: feed))
            } else {
                others.append((place, .success(.unleased)))
            }
        }
        if !others.isEmpty { tell(others) }
        guard !wishes.isEmpty else { return }
        // A feed that is leased once more has not ended any more.
        unstored.withLock { $0.subtract(wishes.map(\.subscriptionID)) }
        take(wishes, urgency: urgency, then: tell)
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
    private func giveBackUnstored() {
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

    /// A feed that is wanted, by its place among those who asked with it.
    private struct Wish: Sendable {
        let place: Int
        let subscriptionID: Int64
        let feed: ImportTraffic.WaitingFeed
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
                var pauses = AskedPauses(at: time)
                for wish in wishes { verdicts.append(try self.take(wish, at: time, &pauses, in: unit)) }
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

    private func take(
        _ wish: Wish,
        at now: Timestamp,
        _ pauses: inout AskedPauses,
        in unit: UnitOfWork
    ) throws(PersistenceError) -> Verdict {
        let id = wish.subscriptionID
        guard let state = try unit.refreshes.state(id: id) else { return .removed }
        let request = wish.feed.request
        // Feeds may wait for hours for the turn of their host, and what a user says of one of them holds at once.
        if !request.isNamed {
            guard state.state != .paused, state.state != .unfollowed else {
                if isKeptElsewhere { try unit.leases.end(id, owner: owner) }
                return .unwanted
            }
            if request.isOutdated(by: state) { return .changed(state) }
        }
        if let host = wish.feed.host, let pause = try pauses.pause(of: host, in: unit) { return .paused(pause) }
        if request.isOnlyIfDue, let due = state.nextDueAt, due > now { return .undue(until: due) }
        let provisional = RefreshDecision.provisionalDue(of: state, policy: policy, now: now)
        let outcome = try unit.leases.take(
            id,
            owner: owner,
            at: now,
            until: now.adding(seconds: Self.seconds),
            // What is due later anyway stays where it is.
            provisionalDue: state.nextDueAt.flatMap { $0 < provisional ? provisional : nil }
        )
        switch outcome {
        case .granted: return .granted(state)
        case .held(let holder, let until):
            guard turns?.isGone(run: holder) == true else { return .held(until: until) }
            // Its process has ended without giving the feed back, and never will.
            try unit.leases.end(id, owner: holder)
            return try take(wish, at: now, &pauses, in: unit)
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
