import GRDB
package import PodcastModel

/// What came of asking for a lease.
package enum LeaseOutcome: Sendable, Hashable {
    /// The feed is ours until the lease ends.
    case granted
    /// Somebody else is at work on the feed.
    case held(by: String, until: Timestamp)
}

/// Who is working on which feed.
///
/// With leases, the daemon, a cron job and a one-shot run can share a store, and
/// no feed is ever in flight twice. A lease ends by itself: a process that
/// crashed blocks nobody for long.
///
/// Leases come and go with every refresh, so they are in a small table of their
/// own: taking one touches a page that is in memory anyway.
package struct LeaseStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// Takes the feeds that are due and free for `owner`, longest due first.
    ///
    /// They count as asked from now on: their next due time is written
    /// beforehand, so that a process that dies over a feed, and is started again
    /// and again, does not ask for it again and again (http polling A2 21, 23).
    /// What was not asked after all is given back with ``giveBack(_:owner:)``.
    ///
    /// A feed whose row cannot be read is put off for a day, and the log says so.
    ///
    /// - Parameters:
    ///   - now: the moment; feeds are due if their time has come.
    ///   - limit: at most so many.
    ///   - newestFirst: whether those come first that fell due last.
    ///   - owner: who takes them.
    ///   - end: when the leases end by themselves.
    ///   - provisionalDue: when a feed is due if nobody says what became of it.
    /// - Returns: the feeds as they were, with the due time they had.
    /// - Throws: ``PersistenceError``.
    package func takeDue(
        at now: Timestamp,
        limit: Int,
        newestFirst: Bool = false,
        owner: String,
        until end: Timestamp,
        provisionalDue: (RefreshState) -> Timestamp
    ) throws(PersistenceError) -> [RefreshState] {
        var due: [RefreshState] = []
        for found in try unit.refreshes.foundDue(at: now, limit: limit, newestFirst: newestFirst) {
            switch found {
            case .readable(let state):
                _ = try writeLease(on: state.subscriptionID, owner: owner, at: now, until: end)
                try countAsAsked(state.subscriptionID, until: provisionalDue(state))
                due.append(state)
            case .unreadable(let id, let error):
                try putOff(id, because: error, at: now)
            }
        }
        return due
    }

    /// Left due, it would be looked for again at once, and again.
    private func putOff(_ id: Int64, because error: PersistenceError, at now: Timestamp) throws(PersistenceError) {
        unit.refreshes.noteUnreadable(id, error, consequence: "it is not asked today")
        let detail = "what is stored of it cannot be read; `podimport store check` says more"
        try unit.refreshes.postpone(
            id,
            until: now.adding(seconds: 86_400),
            reasons: [DueReason(rule: .unreadable, detail: detail)]
        )
    }

    /// Gives a feed back of which nothing has come that could be stored: it is due when the state says, or as somebody has
    /// asked for since.
    ///
    /// If its server was not asked, that is when it was before it was leased.
    package func giveBack(_ state: RefreshState, owner: String) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET nextDueAt = ?1,
              dueReasons = CASE WHEN \(DueCondition.isInFlight)
                THEN json_set(dueReasons, '$[0]', json('\(Self.interrupted)')) ELSE dueReasons END
            WHERE id = ?2 AND (nextDueAt IS NOT ?1 OR \(DueCondition.isInFlight))
              AND state NOT IN ('paused', 'unfollowed') AND NOT \(DueCondition.isRequested)
              AND EXISTS (SELECT 1 FROM lease WHERE subscriptionId = ?2 AND owner = ?3)
            """,
            [state.nextDueAt?.epochSeconds, state.subscriptionID, owner]
        )
        try end(state.subscriptionID, owner: owner)
    }

    /// Takes one feed, due or not; a lease of one's own is prolonged.
    ///
    /// - Parameters:
    ///   - id: the subscription.
    ///   - owner: who takes it.
    ///   - now: the moment; a lease that has ended by then is nobody's.
    ///   - end: when the lease ends by itself.
    ///   - provisionalDue: the feed counts as asked from now on, like feeds that
    ///     are taken because they are due, and is due then; nil to leave its due
    ///     time alone.
    /// - Returns: whether it is the owner's now.
    /// - Throws: ``PersistenceError``, ``PersistenceError/notFound(entity:id:)`` if there is no such feed.
    package func take(
        _ id: Int64,
        owner: String,
        at now: Timestamp,
        until end: Timestamp,
        provisionalDue: Timestamp? = nil
    ) throws(PersistenceError) -> LeaseOutcome {
        if try writeLease(on: id, owner: owner, at: now, until: end) {
            if let provisionalDue { try countAsAsked(id, until: provisionalDue) }
            return .granted
        }
        guard let holder = try holder(of: id, at: now) else { throw .notFound(entity: "subscription", id: id) }
        return .held(by: holder.owner, until: holder.until)
    }

    /// Prolongs the leases on some feeds; returns those that are still the
    /// owner's.
    package func renew(
        on ids: [Int64],
        owner: String,
        until end: Timestamp
    ) throws(PersistenceError) -> [Int64] {
        var held: [Int64] = []
        for id in ids {
            let changed = try unit.execute(
                "UPDATE lease SET until = ? WHERE subscriptionId = ? AND owner = ?",
                [end.epochSeconds, id, owner]
            )
            if changed == 1 { held.append(id) }
        }
        return held
    }

    /// Who is working on a feed at this moment, and until when at the latest; nil if nobody is.
    package func holder(
        of id: Int64,
        at now: Timestamp
    ) throws(PersistenceError) -> (owner: String, until: Timestamp)? {
        try unit.fetchOne(
            "SELECT owner, until FROM lease WHERE subscriptionId = ? AND until > ?",
            [id, now.epochSeconds]
        ) { row in (row.requiredText(), row.requiredTime()) }
    }

    /// Writes a lease; of one row, for SQLite keeps a copy of the page during a
    /// statement of several.
    static let leaseStatement = """
        INSERT INTO lease (owner, until, subscriptionId) VALUES (?1, ?2, ?3)
        ON CONFLICT (subscriptionId) DO UPDATE SET owner = excluded.owner, until = excluded.until
          WHERE lease.owner = excluded.owner OR lease.until <= ?4
        """

    /// Gives a feed back, unless somebody else has taken it since.
    package func end(_ id: Int64, owner: String) throws(PersistenceError) {
        let row = try unit.writer(.endLease)
        row.integer(id)
        row.text(owner)
        try row.run()
    }

    /// Who works on feeds at this moment.
    package func owners(at now: Timestamp) throws(PersistenceError) -> [String] {
        try unit.fetch("SELECT DISTINCT owner FROM lease WHERE until > ?", [now.epochSeconds]) { row in
            row.requiredText()
        }
    }

    /// Gives back all leases of an owner that is gone; the feeds count as asked all the same.
    package func endAll(of owner: String) throws(PersistenceError) {
        try unit.execute("DELETE FROM lease WHERE owner = ?", [owner])
    }

    /// Writes ``end(_:owner:)``.
    static let endLeaseStatement = "DELETE FROM lease WHERE subscriptionId = ? AND owner = ?"

    /// Writes a lease; false if somebody else has the feed.
    private func writeLease(
        on id: Int64,
        owner: String,
        at now: Timestamp,
        until end: Timestamp
    ) throws(PersistenceError) -> Bool {
        let row = try unit.writer(.lease)
        row.text(owner)
        row.time(end)
        row.integer(id)
        row.time(now)
        do {
            try row.run()
        } catch {
            // What the foreign key refuses is a feed that was removed.
            guard try unit.fetchInteger("SELECT count(*) FROM subscription WHERE id = ?", [id]) > 0 else {
                throw .notFound(entity: "subscription", id: id)
            }
            throw error
        }
        return unit.database.changesCount == 1
    }

    /// Moves the due time of a feed that is being asked to when it is due if
    /// nobody ever says what became of it.
    private func countAsAsked(_ id: Int64, until provisionalDue: Timestamp) throws(PersistenceError) {
        let row = try unit.writer(.countAsAsked)
        row.time(provisionalDue)
        row.integer(id)
        try row.run()
    }

    /// Writes ``countAsAsked(_:until:)``.
    ///
    /// What the server has said of the time to come stands behind a wish, or behind what the feed was put off for, and is
    /// kept for whoever asks it now.
    static let countAsAskedStatement = """
        UPDATE subscription SET nextDueAt = ?1,
          dueReasons = CASE WHEN \(DueCondition.isRequested) OR \(DueCondition.isPutOff) THEN json_set(dueReasons, '$[0]', json('\(inFlight)'))
            ELSE '[\(inFlight)]' END
        WHERE id = ?2 AND nextDueAt < ?1
        """

    private static let inFlight =
        #"{"rule":"\#(DueReason.Rule.inFlight.rawValue)","detail":"it was being asked; this is when, if the process dies over it"}"#

    private static let interrupted =
        #"{"rule":"\#(DueReason.Rule.interrupted.rawValue)","detail":"its turn had come, but the run was stopped, or what came of it was not stored"}"#
}
