import Dispatch
import GRDB
import Logging
import Synchronization

/// The transactions on the writing connection; everything here runs on its queue.
extension GroupCommit {
    private static let dataVersion = "PRAGMA data_version"
    private static let schemaVersion = "PRAGMA user_version"

    /// One transaction with as many of the waiting saves as may share it.
    func commitWaiting(_ database: Database) {
        let start = WriterMoment()
        defer { spent.withLock { $0.add(since: start) } }
        let isLight = queue.withLock(\.isLight)
        let undone = transact(in: database, isLight: isLight, repeating: [], isolating: false)
        if !undone.isEmpty { _ = transact(in: database, isLight: isLight, repeating: undone, isolating: true) }
        writerState.giveBackRoom(in: database)
    }

    /// Runs saves in one transaction and commits it.
    ///
    /// - Parameters:
    ///   - database: the writing connection.
    ///   - isLight: whether only saves run that need not outlive a power failure.
    ///   - repeated: saves that had run before and were undone; they come first.
    ///   - isolating: whether each runs in a savepoint.
    /// - Returns: those that had run and were undone because another one
    ///   failed; none if each runs in a savepoint.
    private func transact(
        in database: Database,
        isLight: Bool,
        repeating repeated: [PendingSave],
        isolating: Bool
    ) -> [PendingSave] {
        if let failure = begin(database, isLight: isLight) {
            // They all waited out the same lock, or have no file; none would fare better alone.
            tell(repeated, failure)
            failWaiting(failure)
            return []
        }
        var done: [PendingSave] = []
        var waiting = repeated[...]
        let changesBefore = database.totalChangesCount
        let rowLimit = changesBefore + rowsPerCommit
        var count = 0
        while true {
            let isRepeated = !waiting.isEmpty
            guard isRepeated || (count < savesPerCommit && database.totalChangesCount < rowLimit),
                let save = waiting.popFirst() ?? queue.withLock({ $0.popFirst(isLight: isLight) })
            else { break }
            guard isRepeated || !save.isCancelled() else {
                tell([save], .interrupted)
                continue
            }
            do {
                try reentrancy.guarding { () throws(PersistenceError) in
                    try isolating ? runAlone(save, in: database) : run(save, in: database)
                }
                done.append(save)
                count += save.count
            } catch {
                let reason = trueReason(of: error, in: database)
                if reason == .full { writerState.hasLackedRoom = true }
                tell([save], reason)
                guard database.isInsideTransaction else {
                    // A full disk or an I/O error makes SQLite undo everything.
                    tell(done + waiting, reason)
                    return []
                }
                guard isolating else {
                    rollBack(database)
                    return done
                }
            }
        }
        let failure = commit(database)
        if failure == nil, database.totalChangesCount > changesBefore { onCommit() }
        tell(done, failure)
        writerState.log?.look(in: database)
        return []
    }

    /// Begins a transaction; returns why that failed, with none begun.
    private func begin(_ database: Database, isLight: Bool) -> PersistenceError? {
        do throws(PersistenceError) {
            // What is written to a file that has no name any more is lost with the process.
            if StoreFile.isDisplaced(from: database) {
                throw .displaced
            }
            try translatingErrors {
                try writerState.setSyncing(!isLight, in: database)
                try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
                versions.begin(dataVersion: try Int64.fetchOne(database.cachedStatement(sql: Self.dataVersion)) ?? 0)
            }
            try refuseNewerSchema(of: database)
            return nil
        } catch {
            switch error {
            case .displaced, .outgrown: onLoss(error)
            default: break
            }
            // It may have begun all the same.
            rollBack(database)
            return error
        }
    }

    /// Another process may have migrated the store since it was opened: what this one would write, the newer program
    /// would have written otherwise.
    private func refuseNewerSchema(of database: Database) throws(PersistenceError) {
        let found = try translatingErrors { try Int.fetchOne(database.cachedStatement(sql: Self.schemaVersion)) ?? 0 }
        let known = SchemaMigrator.currentVersion
        guard found <= known else { throw .outgrown(found: found, known: known) }
    }

    private func run(_ save: PendingSave, in database: Database) throws(PersistenceError) {
        let unit = UnitOfWork(database: database, writers: writerState.rows, logger: logger, versions: versions)
        let result = Result { () throws(PersistenceError) in try save.run(unit) }
        versions.add(unit.scope)
        if let size = unit.formerCacheSize {
            try translatingErrors { try database.execute(sql: "PRAGMA cache_size = \(size)") }
        }
        try result.get()
    }

    private func runAlone(_ save: PendingSave, in database: Database) throws(PersistenceError) {
        try translatingErrors { try database.cachedStatement(sql: "SAVEPOINT unit").execute() }
        do {
            try run(save, in: database)
            try translatingErrors { try database.cachedStatement(sql: "RELEASE unit").execute() }
        } catch {
            undoUnit(in: database)
            throw error
        }
    }

    /// To SQLite, a table that has given out its last number is a full disk, and a quota that is used up is none.
    private func trueReason(of error: PersistenceError, in database: Database) -> PersistenceError {
        guard error == .full else { return error.explained(by: database.lastFileError) }
        do {
            return try String.fetchOne(database, sql: StoreInvariant.numbersUsedUp)
                .map { .numbersUsedUp(table: $0) } ?? error
        } catch {
            return .full
        }
    }

    private func undoUnit(in database: Database) {
        guard database.isInsideTransaction else { return }
        do {
            try database.execute(sql: "ROLLBACK TO unit")
            try database.execute(sql: "RELEASE unit")
        } catch {
            // What cannot be undone alone must not be committed with the others.
            rollBack(database)
        }
    }

    /// Ends the transaction without keeping anything of it.
    private func rollBack(_ database: Database) {
        guard database.isInsideTransaction else { return }
        do {
            try database.execute(sql: "ROLLBACK")
        } catch {
            // SQLite ends the transaction even when it reports an error here;
            // the caller gets the error that led to it.
            logger.debug("rolling back failed", metadata: ["error": "\(PersistenceError(error))"])
        }
    }

    private func commit(_ database: Database) -> PersistenceError? {
        // Even if it fails: then nobody can be sure.
        defer { versions.end() }
        do {
            try translatingErrors { try database.cachedStatement(sql: "COMMIT").execute() }
            return nil
        } catch {
            let reason = error.explained(by: database.lastFileError)
            if reason == .full { writerState.hasLackedRoom = true }
            rollBack(database)
            return reason
        }
    }

    private func failWaiting(_ error: PersistenceError) {
        tell(queue.withLock { $0.removeAll() }, error)
    }

    private func tell(_ saves: [PendingSave], _ failure: PersistenceError?) {
        guard !saves.isEmpty else { return }
        callbackQueue.async { saves.forEach { $0.finish(failure) } }
    }
}
