import Dispatch
import GRDB
import Logging
import Synchronization

/// Runs the saves of all contexts on the one writing connection and lets those
/// that wait at the same time share a commit.
///
/// A commit costs a disk sync, whatever is in it, unless there is nothing in it
/// that has to outlive a power failure (``SaveUrgency/gathering``). A save that fails is undone
/// alone, and only its caller hears of it: the transaction is rolled back, and
/// the others that had a share in it run once more, now each in a savepoint of
/// its own. Savepoints for all from the start would cost an import a sixteenth
/// of its time, for SQLite keeps a copy of every page that changes under one.
/// If the shared commit fails, everyone who had a share hears of it.
/// Whoever comes while a commit is under way is in the next one; that one
/// begins at once, unless all who wait for it are in no hurry: those wait a
/// moment for company (``SaveUrgency``).
final class GroupCommit: Sendable {
    private let writer: any DatabaseWriter
    private let savesPerCommit: Int
    private let patientSavesPerCommit: Int
    private let rowsPerCommit: Int
    private let gatheringTime: Duration
    private let patience: Duration
    private let pause: Pause
    private let reentrancy: ReentrancyGuard
    private let logger: Logger
    /// Called after each commit that changed something.
    private let onCommit: @Sendable () -> Void
    /// Called when the file is found to be no longer in its place.
    private let onDisplacement: @Sendable () -> Void
    private let queue = Mutex(SaveQueue())
    private let spent = Mutex(WriterUse())
    private let writers: WriterConfined
    /// When which podcast's episodes were written.
    let versions = EpisodeVersions()
    /// Where callers hear how their saves went: not on the connection's queue,
    /// which has others to write for.
    private let heralds = DispatchQueue(label: "podimport.saved")

    private static let dataVersion = "PRAGMA data_version"

    /// What is to be done about those that wait.
    private struct Step: OptionSet {
        let rawValue: Int

        static let start = Step(rawValue: 1)
        static let gather = Step(rawValue: 2)
        static let bide = Step(rawValue: 4)
    }

    init(
        writer: any DatabaseWriter,
        configuration: PersistenceConfiguration,
        reentrancy: ReentrancyGuard,
        logger: Logger,
        pause: @escaping Pause,
        onCommit: @escaping @Sendable () -> Void,
        onDisplacement: @escaping @Sendable () -> Void
    ) {
        self.writer = writer
        savesPerCommit = max(1, configuration.savesPerCommit)
        patientSavesPerCommit = max(1, min(savesPerCommit, configuration.patientSavesPerCommit))
        rowsPerCommit = max(1, configuration.rowsPerCommit)
        gatheringTime = configuration.gatheringTime
        patience = configuration.patience
        self.pause = pause
        self.reentrancy = reentrancy
        self.logger = logger
        self.onCommit = onCommit
        self.onDisplacement = onDisplacement
        writers = WriterConfined(log: LogGrowth(configuration: configuration, logger: logger))
    }

    /// How the connection has spent its time until now.
    var use: WriterUse { spent.withLock(\.self) }

    /// Puts a save at the end of the queue; its `finish` tells how it went.
    func submit(_ save: PendingSave) {
        let step = queue.withLock { queue in
            queue.append(save)
            return next(&queue)
        }
        take(step)
    }

    /// Lets nobody be patient any more: what waits goes with the next commit.
    func endPatience() {
        take(
            queue.withLock { queue in
                queue.endPatience()
                return next(&queue)
            }
        )
    }

    /// Lets go of the prepared statements, so that the connection can be closed.
    ///
    /// Called on that connection's queue when no save waits any more.
    func releaseStatements() {
        writers.rows.removeAll()
    }
}

extension GroupCommit {
    /// Settles what is to be done about those that wait.
    private func next(_ queue: inout SaveQueue) -> Step {
        guard !queue.isRunning, !queue.isEmpty else { return [] }
        if queue.isReady(limit: savesPerCommit, patientLimit: patientSavesPerCommit) {
            queue.begin(patientLimit: patientSavesPerCommit)
            return .start
        }
        var step: Step = []
        if queue.wantsGathering {
            queue.isGathering = true
            step.insert(.gather)
        }
        if queue.wantsBiding {
            queue.isBiding = true
            step.insert(.bide)
        }
        return step
    }

    private func take(_ step: Step) {
        if step.contains(.start) { start() }
        if step.contains(.gather) {
            startLater(gatheringTime) { queue in
                queue.isGathering = false
                return !queue.wantsGathering
            }
        }
        if step.contains(.bide) {
            let commits = queue.withLock { $0.patientCommits }
            startLater(patience) { queue in
                guard queue.patientCommits == commits else { return true }
                queue.isBiding = false
                queue.endPatience()
                return !queue.wantsBiding
            }
        }
    }

    /// Begins a commit a moment later, unless one has begun by then or none is
    /// needed any more.
    private func startLater(
        _ time: Duration,
        unless isOver: @escaping @Sendable (inout SaveQueue) -> Bool
    ) {
        Task {
            do {
                try await pause(time)
            } catch {
                // Nobody waits any longer, then.
            }
            let mustStart = queue.withLock { queue in
                guard !isOver(&queue), !queue.isRunning else { return false }
                queue.begin(patientLimit: patientSavesPerCommit)
                return true
            }
            if mustStart { start() }
        }
    }

    private func start() {
        writer.asyncWriteWithoutTransaction { database in
            self.commitWaiting(database)
            let step = self.queue.withLock { queue in
                queue.isRunning = false
                return self.next(&queue)
            }
            // A new turn, so that a backup or a close gets its own in between.
            self.take(step)
        }
    }

    /// One transaction with as many of the waiting saves as may share it.
    private func commitWaiting(_ database: Database) {
        let start = WriterMoment()
        defer { spent.withLock { $0.add(since: start) } }
        let isLight = queue.withLock(\.isLight)
        let undone = transact(in: database, isLight: isLight, repeating: [], isolating: false)
        if !undone.isEmpty { _ = transact(in: database, isLight: isLight, repeating: undone, isolating: true) }
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
        do throws(PersistenceError) {
            // What is written to a file that has no name any more is lost with the process.
            if StoreFile.isDisplaced(from: database) {
                onDisplacement()
                throw .displaced
            }
            try translatingErrors {
                try writers.setSyncing(!isLight, in: database)
                try database.cachedStatement(sql: "BEGIN IMMEDIATE").execute()
                versions.begin(dataVersion: try Int64.fetchOne(database.cachedStatement(sql: Self.dataVersion)) ?? 0)
            }
        } catch {
            // It may have begun all the same.
            rollBack(database)
            // They all waited out the same lock, or have no file; none would fare better alone.
            tell(repeated, error)
            failWaiting(error)
            return []
        }
        var done: [PendingSave] = []
        var waiting = repeated[...]
        let changesBefore = database.totalChangesCount
        let rowLimit = changesBefore + rowsPerCommit
        while true {
            let isRepeated = !waiting.isEmpty
            guard isRepeated || (done.count < savesPerCommit && database.totalChangesCount < rowLimit),
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
            } catch {
                tell([save], error)
                guard database.isInsideTransaction else {
                    // A full disk or an I/O error makes SQLite undo everything.
                    tell(done + waiting, error)
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
        writers.log?.look(in: database)
        return []
    }

    private func run(_ save: PendingSave, in database: Database) throws(PersistenceError) {
        let unit = UnitOfWork(database: database, writers: writers.rows, logger: logger, versions: versions)
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
            rollBack(database)
            return error
        }
    }

    private func failWaiting(_ error: PersistenceError) {
        tell(queue.withLock { $0.removeAll() }, error)
    }

    private func tell(_ saves: [PendingSave], _ failure: PersistenceError?) {
        guard !saves.isEmpty else { return }
        heralds.async { saves.forEach { $0.finish(failure) } }
    }
}
