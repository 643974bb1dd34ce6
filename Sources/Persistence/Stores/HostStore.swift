import GRDB
package import PodcastModel

/// What is known of the hosts that feeds are loaded from, so that a pause a
/// host asked for outlives the process.
package struct HostStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// How many addresses of a host are remembered.
    private static let addressLimit = 4

    private static let columns = """
        SELECT name, pausedUntil, pauseReason, spacingSeconds, concurrency, failures, failingSince, lastAddresses,
          lastUsedAt
        FROM host
        """

    /// What is known of a host; nil if nothing is.
    package func host(named name: String) throws(PersistenceError) -> HostState? {
        try hosts(HostStore.columns + " WHERE name = ?", [name]).first
    }

    /// The hosts that are not to be asked like all others at this moment:
    /// paused ones, those that have not answered since a pause, and those with limits of their own.
    package func specialHosts(at now: Timestamp) throws(PersistenceError) -> [HostState] {
        // The first condition is that of the index, word for word: SQLite does not see that the second implies it.
        try hosts(
            HostStore.columns
                + """
                 WHERE (pausedUntil IS NOT NULL OR spacingSeconds IS NOT NULL OR concurrency IS NOT NULL)
                  AND (pausedUntil > ? OR failures > 0 OR spacingSeconds IS NOT NULL OR concurrency IS NOT NULL)
                 ORDER BY name
                """,
            [now.epochSeconds]
        )
    }

    /// Until when a host has asked to be left alone, whichever process it has told.
    ///
    /// - Parameters:
    ///   - name: the host.
    ///   - now: the time.
    /// - Returns: the end of the pause and its reason; nil if there is none, or only one because nobody answered there.
    /// - Throws: ``PersistenceError``.
    package func askedPause(
        of name: String,
        at now: Timestamp
    ) throws(PersistenceError) -> (until: Timestamp, reason: String?)? {
        let query = try unit.writer(.askedPause)
        query.text(name)
        query.time(now)
        query.text(HostPauseReason.unreachable.rawValue)
        return try query.first { row in row.time().map { ($0, row.text()) } } ?? nil
    }

    /// Finds a host that is to be left alone.
    static let askedPauseQuery = """
        SELECT pausedUntil, pauseReason FROM host WHERE name = ?1 AND pausedUntil > ?2 AND pauseReason IS NOT ?3
        """

    /// Notes that a host has answered, and from which address.
    ///
    /// Failures are forgotten, and with them a pause they led to; a pause that
    /// the host asked for stands. An answer that says nothing new is written
    /// down once a day, for it costs every refresh a row.
    package func noteAnswer(of name: String, address: String?, at now: Timestamp) throws(PersistenceError) {
        let query = try unit.writer(.knownAnswer)
        query.text(name)
        query.time(now.adding(seconds: -86_400))
        query.text(address.map { "\"\($0)\"" })
        if try query.first({ _ in true }) == true { return }
        var host = try host(named: name) ?? HostState(name: name, lastUsedAt: Timestamp(epochSeconds: 0))
        if let address {
            let others = host.lastAddresses.filter { $0 != address }
            host.lastAddresses = Array(([address] + others).prefix(HostStore.addressLimit))
        }
        if host.failures > 0, host.pauseReason == HostPauseReason.unreachable.rawValue {
            host.pausedUntil = nil
            host.pauseReason = nil
        }
        host.failures = 0
        host.failingSince = nil
        host.lastUsedAt = now
        try save(host)
    }

    /// Finds a host of which an answer says nothing new.
    static let knownAnswerQuery = """
        SELECT 1 FROM host WHERE name = ?1 AND failures = 0 AND lastUsedAt > ?2
          AND (?3 IS NULL OR instr(lastAddresses, ?3))
        """

    /// Notes that a host could not be reached.
    package func noteFailure(of name: String, at now: Timestamp) throws(PersistenceError) {
        var host = try host(named: name) ?? HostState(name: name, lastUsedAt: now)
        host.failures += 1
        host.failingSince = host.failingSince ?? now
        host.lastUsedAt = now
        try save(host)
    }

    /// Notes that a host is not to be asked until a moment; the later of two
    /// counts.
    package func pause(
        _ name: String,
        until moment: Timestamp,
        reason: HostPauseReason,
        at now: Timestamp
    ) throws(PersistenceError) {
        var host = try host(named: name) ?? HostState(name: name, lastUsedAt: now)
        if let old = host.pausedUntil, old >= moment { return }
        host.pausedUntil = moment
        host.pauseReason = reason.rawValue
        host.lastUsedAt = now
        try save(host)
    }

    /// Moves pauses dated by a clock that has been set since, so that they last
    /// as long as was asked for.
    package func shiftPauses(_ dates: ShiftedDates) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE host SET pausedUntil = pausedUntil + ?1, lastUsedAt = lastUsedAt + ?1
            WHERE pausedUntil IS NOT NULL AND \(ShiftedDates.include("lastUsedAt"))
            """,
            dates.arguments
        )
    }

    /// Mends pauses dated by a clock that was ahead and has been set back while
    /// nobody looked: what was asked for in the future counts as asked for now.
    package func mendFuturePauses(at now: Timestamp) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE host SET pausedUntil = ?1 + max(0, pausedUntil - lastUsedAt), lastUsedAt = ?1
            WHERE pausedUntil > ?1 AND lastUsedAt > ?1 + ?2
            """,
            [now.epochSeconds, RefreshStore.futureTolerance]
        )
    }

    /// Stores what is known of a host now.
    package func save(_ host: HostState) throws(PersistenceError) {
        let addresses = try ColumnJSON.text(host.lastAddresses.isEmpty ? nil : host.lastAddresses)
        try unit.execute(
            """
            INSERT INTO host (name, pausedUntil, pauseReason, spacingSeconds, concurrency, failures, failingSince,
              lastAddresses, lastUsedAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET pausedUntil = excluded.pausedUntil, pauseReason = excluded.pauseReason,
              spacingSeconds = excluded.spacingSeconds, concurrency = excluded.concurrency,
              failures = excluded.failures, failingSince = excluded.failingSince,
              lastAddresses = excluded.lastAddresses, lastUsedAt = excluded.lastUsedAt
            """,
            [
                host.name, host.pausedUntil?.epochSeconds, host.pauseReason, host.spacingSeconds, host.concurrency,
                host.failures, host.failingSince?.epochSeconds, addresses, host.lastUsedAt.epochSeconds,
            ]
        )
    }

    /// Forgets hosts that nothing was asked of since a moment, except paused
    /// ones and those with limits of their own.
    package func removeHosts(unusedSince moment: Timestamp) throws(PersistenceError) {
        try unit.execute(
            """
            DELETE FROM host WHERE lastUsedAt < ?1 AND (pausedUntil IS NULL OR pausedUntil < ?1)
              AND spacingSeconds IS NULL AND concurrency IS NULL
            """,
            [moment.epochSeconds]
        )
    }

    private func hosts(_ sql: String, _ arguments: StatementArguments) throws(PersistenceError) -> [HostState] {
        try unit.fetch(sql, arguments) { row in
            HostState(
                name: row.requiredText(),
                pausedUntil: row.time(),
                pauseReason: row.text(),
                spacingSeconds: row.real(),
                concurrency: row.count(),
                failures: row.count() ?? 0,
                failingSince: row.time(),
                lastAddresses: row.list(),
                lastUsedAt: row.requiredTime()
            )
        }
    }
}
