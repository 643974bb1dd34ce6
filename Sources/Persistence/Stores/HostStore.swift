import GRDB
package import PodcastModel

/// What is known of the hosts that feeds are loaded from, so that a pause a
/// host asked for outlives the process.
package struct HostStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    private static let columns = """
        SELECT name, pausedUntil, pauseReason, spacingSeconds, concurrency, failures, failingSince, lastAddresses,
          lastUsedAt
        FROM host
        """

    /// What is known of a host; nil if nothing is.
    package func host(named name: String) throws(PersistenceError) -> HostState? {
        try hosts(HostStore.columns + " WHERE name = ?", [name]).first
    }

    /// The hosts that must not be asked at this moment.
    package func pausedHosts(at now: Timestamp) throws(PersistenceError) -> [HostState] {
        try hosts(HostStore.columns + " WHERE pausedUntil > ? ORDER BY name", [now.epochSeconds])
    }

    /// Stores what is known of a host now.
    package func save(_ host: HostState) throws(PersistenceError) {
        let addresses: String?
        do {
            addresses = host.lastAddresses.isEmpty ? nil : try JSONValue(encoding: host.lastAddresses).text
        } catch {
            throw .unreadable(column: "host.lastAddresses", detail: "no JSON for it")
        }
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

    /// Forgets hosts that nothing was asked of since a moment.
    package func removeHosts(unusedSince moment: Timestamp) throws(PersistenceError) {
        try unit.execute("DELETE FROM host WHERE lastUsedAt < ?", [moment.epochSeconds])
    }

    private func hosts(_ sql: String, _ arguments: StatementArguments) throws(PersistenceError) -> [HostState] {
        try unit.fetch(sql, arguments) { row throws(PersistenceError) in
            HostState(
                name: row.requiredText(),
                pausedUntil: row.time(),
                pauseReason: row.text(),
                spacingSeconds: row.real(),
                concurrency: row.int(),
                failures: row.int() ?? 0,
                failingSince: row.time(),
                lastAddresses: try row.list(),
                lastUsedAt: row.requiredTime()
            )
        }
    }
}
