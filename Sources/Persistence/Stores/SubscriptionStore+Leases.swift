import GRDB
package import PodcastModel

/// What came of asking for a lease.
package enum LeaseOutcome: Sendable, Hashable {
    /// The feed is ours until the lease ends.
    case granted
    /// Somebody else is at work on the feed.
    case held(by: String, until: Timestamp)
}

/// A lease says who is working on a feed, so that the daemon, a cron job and a
/// one-shot run can share a store and no feed is ever in flight twice. It ends
/// by itself: a process that crashed blocks nobody for long.
extension SubscriptionStore {
    /// Takes the feeds that are due and free for `owner`, longest due first.
    ///
    /// They count as asked from now on: their next due time is written
    /// beforehand, so that a process that dies over a feed, and is started again
    /// and again, does not ask for it again and again (http polling A2 21, 23).
    /// What was not asked after all is given back with ``giveBack(_:owner:)``.
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
    package func leaseDueSubscriptions(
        at now: Timestamp,
        limit: Int,
        newestFirst: Bool = false,
        owner: String,
        until end: Timestamp,
        provisionalDue: (RefreshState) -> Timestamp
    ) throws(PersistenceError) -> [RefreshState] {
        let due = try dueSubscriptions(at: now, limit: limit, newestFirst: newestFirst)
        for state in due {
            try unit.execute(
                """
                UPDATE subscription SET leaseOwner = ?, leaseUntil = ?, nextDueAt = ?, dueReasons = \
                '[{"rule":"in-flight","detail":"it was being asked; this is when, if the process dies over it"}]'
                WHERE id = ?
                """,
                [owner, end.epochSeconds, provisionalDue(state).epochSeconds, state.subscriptionID]
            )
        }
        return due
    }

    /// Gives a feed back that was leased, but not asked: it is due as before.
    package func giveBack(_ state: RefreshState, owner: String) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET leaseOwner = NULL, leaseUntil = NULL, nextDueAt = ?
            WHERE id = ? AND leaseOwner = ? AND state NOT IN ('paused', 'unfollowed')
            """,
            [state.nextDueAt?.epochSeconds, state.subscriptionID, owner]
        )
        try releaseLease(state.subscriptionID, owner: owner)
    }

    /// Takes one feed, due or not; a lease of one's own is prolonged.
    ///
    /// With `provisionalDue` it counts as asked from now on, like feeds that
    /// are taken because they are due.
    package func lease(
        _ id: Int64,
        owner: String,
        at now: Timestamp,
        until end: Timestamp,
        provisionalDue: Timestamp? = nil
    ) throws(PersistenceError) -> LeaseOutcome {
        let row = try unit.writer(.lease)
        row.text(owner)
        row.time(end)
        row.integer(id)
        row.time(now)
        row.time(provisionalDue)
        try row.run()
        if unit.database.changesCount == 1 { return .granted }
        let holder = try unit.fetchOne("SELECT leaseOwner, leaseUntil FROM subscription WHERE id = ?", [id]) { row in
            LeaseOutcome.held(by: row.requiredText(), until: row.requiredTime())
        }
        guard let holder else { throw .notFound(entity: "subscription", id: id) }
        return holder
    }

    /// Writes ``lease(_:owner:at:until:provisionalDue:)``.
    static let leaseStatement = """
        UPDATE subscription SET leaseOwner = ?1, leaseUntil = ?2,
          nextDueAt = CASE WHEN nextDueAt < ?5 THEN ?5 ELSE nextDueAt END,
          dueReasons = CASE WHEN nextDueAt < ?5 THEN
            '[{"rule":"in-flight","detail":"it was being asked; this is when, if the process dies over it"}]'
            ELSE dueReasons END
        WHERE id = ?3 AND (leaseOwner IS NULL OR leaseOwner = ?1 OR leaseUntil <= ?4)
        """

    /// Gives a feed back, unless somebody else has taken it since.
    package func releaseLease(_ id: Int64, owner: String) throws(PersistenceError) {
        try unit.execute(
            "UPDATE subscription SET leaseOwner = NULL, leaseUntil = NULL WHERE id = ? AND leaseOwner = ?",
            [id, owner]
        )
    }
}
