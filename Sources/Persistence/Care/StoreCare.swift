import Dispatch
import Foundation
import GRDB
package import PodcastModel

/// Maintains the file of the store: checks, statistics, backups, optimisation.
///
/// Everything but the optimisation reads from a snapshot, while others may write.
package struct StoreCare: Sendable {
    let store: LoadedStore
    let configuration: PersistenceConfiguration

    // MARK: - Checking

    /// Checks the file, the foreign keys and our own invariants, each by name.
    ///
    /// A damaged page is a finding, not an error. A store that is too damaged
    /// to be opened for writing can still be checked when it is opened for
    /// reading only. A thorough check compares indexes with their tables, too,
    /// which reads everything twice.
    package func check(isThorough: Bool = false) async throws(PersistenceError) -> StoreCheckReport {
        try await offThread { () throws(PersistenceError) in
            StoreCheckReport(checks: try checks(isThorough: isThorough) + [fileModeCheck()])
        }
    }

    private func checks(isThorough: Bool) throws(PersistenceError) -> [StoreCheckReport.Check] {
        try readingOutsideTransaction { database in
            let file = configuration.path.map(StoreFile.init(path:))
            return try StoreCheck(database: database, file: file, logger: store.logger, isThorough: isThorough).run()
        }
    }

    /// What is wrong with the full-text index, nil if nothing is; reads all of it.
    package func searchIndexDamage() async throws(PersistenceError) -> String? {
        try await offThread { () throws(PersistenceError) in
            try readingOutsideTransaction { database in
                try UnitOfWork(database: database, writers: nil, logger: store.logger).search.damage()
            }
        }
    }

    /// SQLite cannot end a transaction that has met a damaged page, and what was found would be lost with it.
    private func readingOutsideTransaction<Value>(
        _ body: (Database) throws -> Value
    ) throws(PersistenceError) -> Value {
        try translatingErrors { try store.writer.unsafeRead(body) }
    }

    /// Tokens and passwords are inside: nobody else should be able to read them.
    private func fileModeCheck() -> StoreCheckReport.Check {
        var problems: [String] = []
        if let path = configuration.path, let status = FileStatus(path: path), status.permissions & 0o007 != 0 {
            problems.append("everybody can read or write \(path); it holds tokens and passwords")
        }
        return StoreCheckReport.Check(name: "file-mode", problems: problems)
    }

    // MARK: - Counting

    /// How large the store is: the file, and the tables that grow most; quick
    /// also for a large one.
    package func size() async throws(PersistenceError) -> StoreSize {
        try await offThread { () throws(PersistenceError) in
            try translatingErrors { try store.writer.read { try size(of: $0) } }
        }
    }

    /// How much the store holds.
    package func statistics() async throws(PersistenceError) -> StoreStatistics {
        try await offThread { () throws(PersistenceError) in
            try translatingErrors { try store.writer.read { try statistics(of: $0) } }
        }
    }

    private func size(of database: Database) throws -> StoreSize {
        StoreSize(
            path: configuration.path ?? "memory",
            fileBytes: try fileBytes()
                ?? Int64(count("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", database)),
            schemaVersion: try SchemaMigrator.version(of: database),
            podcasts: try count("SELECT count(*) FROM podcast", database),
            episodes: try count("SELECT count(*) FROM episode", database)
        )
    }

    private func statistics(of database: Database) throws -> StoreStatistics {
        let size = try size(of: database)
        let unit = UnitOfWork(database: database, writers: nil, logger: store.logger)
        return StoreStatistics(
            path: size.path,
            fileBytes: size.fileBytes,
            schemaVersion: size.schemaVersion,
            podcasts: size.podcasts,
            subscriptions: try count("SELECT count(*) FROM subscription WHERE state <> 'unfollowed'", database),
            failingSubscriptions: try count(
                "SELECT count(*) FROM subscription WHERE state <> 'unfollowed' AND failures > 0",
                database
            ),
            episodes: size.episodes,
            removedEpisodes: try count("SELECT count(*) FROM episode WHERE removedAt IS NOT NULL", database),
            enclosures: try count("SELECT count(*) FROM enclosure", database),
            // In the first and the last month of the index only.
            oldestEpisodeAt: try time(
                "SELECT sortedAt FROM episode ORDER BY sortedAt / 2592000, sortedAt LIMIT 1",
                database
            ),
            newestEpisodeAt: try time(
                "SELECT sortedAt FROM episode ORDER BY sortedAt / 2592000 DESC, sortedAt DESC LIMIT 1",
                database
            ),
            changes: try changes(in: unit),
            searchMissing: try unit.search.exists() ? unit.search.lag() : nil
        )
    }

    /// Numbers have no gaps: nothing need be counted.
    private func changes(in unit: UnitOfWork) throws -> StoreStatistics.Changes {
        let (first, last) = (try unit.changes.firstSequence(), try unit.changes.lastSequence())
        return StoreStatistics.Changes(
            count: last - first + 1,
            oldestAt: try time(
                "SELECT at FROM change WHERE sequence = (SELECT min(sequence) FROM change)",
                unit.database
            ),
            last: last,
            consumers: try unit.changes.consumers().map { consumer in
                StoreStatistics.Consumer(name: consumer.name, unread: last - consumer.sequence)
            }
        )
    }

    private func count(_ sql: String, _ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: sql) ?? 0
    }

    private func time(_ sql: String, _ database: Database) throws -> Timestamp? {
        try Int64.fetchOne(database, sql: sql).map(Timestamp.init(epochSeconds:))
    }

    private func fileBytes() throws -> Int64? {
        guard let path = configuration.path else { return nil }
        return [path, path + "-wal"].reduce(0) { sum, file in sum + (FileStatus(path: file)?.size ?? 0) }
    }

    // MARK: - Copying

    /// Copies the store to a new file while it is being used.
    ///
    /// The copy is complete and consistent as of one moment, is checked before
    /// it gets its name, and stands alone: it has no log beside it.
    ///
    /// A backup never overwrites: if there is a file already it throws
    /// ``PersistenceError/cannotCreate(path:reason:)``. If the task is cancelled it leaves nothing behind and throws
    /// ``PersistenceError/interrupted``.
    package func backup(toFile path: String) async throws(PersistenceError) {
        let cancellation = CancellationFlag()
        let result: Result<Void, PersistenceError> = await withTaskCancellationHandler {
            do throws(PersistenceError) {
                try await offThread { () throws(PersistenceError) in
                    try StoreBackup(source: store.writer, path: path) { cancellation.isSet }.run()
                }
                return .success(())
            } catch {
                return .failure(error)
            }
        } onCancel: {
            cancellation.set()
        }
        try result.get()
    }

    // MARK: - Tidying

    /// Refreshes what the query planner knows, and merges the log into the file, unless somebody reads an older state
    /// for too long.
    ///
    /// When asked to compact, it rewrites the whole file without its unused
    /// pages; saves wait meanwhile, and as much space again is needed, in its log
    /// and where temporary files are kept.
    ///
    /// - Parameters:
    ///   - compacts: whether to rewrite the file.
    ///   - patience: how long to wait for such readers, while others may write. After that the log stays for now, which
    ///     is as long as the whole file once that has been rewritten.
    /// - Throws: ``PersistenceError``.
    package func optimize(compacts: Bool = false, patience: Duration = .seconds(10)) async throws(PersistenceError) {
        try await offThread { () throws(PersistenceError) in
            // A sample is enough for the planner and is quick. Small tables are not analysed: the planner would then
            // scan them, even after they have grown.
            var statements = [
                "PRAGMA analysis_limit = 1000", "ANALYZE",
                "DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 1000", "ANALYZE sqlite_schema",
            ]
            // What is rewritten is put together elsewhere first: where everything temporary is in memory, all of it
            // would be.
            if compacts { statements += ["PRAGMA temp_store = FILE", "VACUUM", "PRAGMA temp_store = MEMORY"] }
            try store.executeOutsideTransaction(statements)
        }
        let end = ContinuousClock.now + patience
        while try await !emptyLog(), ContinuousClock.now < end {
            // Nobody can write during an attempt. Whoever waits for that looks ten times a second.
            do { try await Task.sleep(for: .milliseconds(300)) } catch { throw .interrupted }
        }
    }

    /// Merges the whole log into the file; returns false if somebody reads an older state.
    private func emptyLog() async throws(PersistenceError) -> Bool {
        try await outsideTransaction { database in
            try LogGrowth.beginAnew(in: database, busyTimeoutSeconds: configuration.busyTimeoutSeconds)
        }
    }

    /// Merges the log into the file as far as nobody reads an older state; other processes can write meanwhile.
    ///
    /// What is written next takes its place then.
    func mergeLog() async throws(PersistenceError) {
        try await outsideTransaction { database in try database.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
    }

    func outsideTransaction<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PersistenceError) -> Value {
        try await offThread { () throws(PersistenceError) in
            try translatingErrors { try store.writer.writeWithoutTransaction(body) }
        }
    }

    /// Checks and copies block on the disk: not on a task's thread.
    private func offThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws(PersistenceError) -> Value
    ) async throws(PersistenceError) -> Value {
        guard !Task.isCancelled else { throw .interrupted }
        let result: Result<Value, PersistenceError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}

/// How large a store is.
package struct StoreSize: Sendable, Hashable {
    package let path: String
    /// Bytes of the file and its write-ahead log.
    package let fileBytes: Int64
    package let schemaVersion: Int
    package let podcasts: Int
    package let episodes: Int
}
