import GRDB
import PodcastModel

extension StoreCare {
    /// Drops the full-text index, whatever is wrong with it, and makes an empty one, in one transaction.
    ///
    /// No save can share that: SQLite would write what it still has in memory of the old index to the new one. Whoever
    /// reads the old one goes on doing so. Of an index of 700 MB all is read once, and others wait for that.
    ///
    /// - Parameters:
    ///   - now: when it is begun, to be built from the first episode on; nil to leave it empty.
    ///   - isWanted: whether to do it after all, asked once nobody else can write.
    /// - Returns: whether it was wanted.
    /// - Throws: ``PersistenceError``.
    @discardableResult
    func makeSearchIndexAnew(
        at now: Timestamp?,
        where isWanted: @escaping @Sendable (SearchStore) throws(PersistenceError) -> Bool = { _ in true }
    ) async throws(PersistenceError) -> Bool {
        let logger = store.logger
        return try await outsideTransaction { database in
            guard !StoreFile.isDisplaced(from: database) else { throw PersistenceError.displaced }
            // Where SQLite writes zeroes over what is freed, as Debian's does, all of the index would go to the log.
            let writesZeroes = try Int.fetchOne(database, sql: "PRAGMA secure_delete") == 1
            if writesZeroes { try database.execute(sql: "PRAGMA secure_delete = FAST") }
            let made = Result {
                var isMade = false
                try database.inTransaction(.immediate) {
                    let (found, known) = (try SchemaMigrator.version(of: database), SchemaMigrator.currentVersion)
                    guard found <= known else { throw PersistenceError.outgrown(found: found, known: known) }
                    let unit = UnitOfWork(database: database, writers: RowWriters(), logger: logger)
                    guard try isWanted(unit.search) else { return .rollback }
                    try unit.search.makeAnew(at: now)
                    isMade = true
                    return .commit
                }
                return isMade
            }
            // As they were, also where something has failed in between.
            try database.execute(sql: "PRAGMA writable_schema = RESET")
            if writesZeroes { try database.execute(sql: "PRAGMA secure_delete = ON") }
            return try made.get()
        }
    }
}
