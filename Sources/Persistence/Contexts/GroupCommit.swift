import Dispatch
import GRDB
import Logging
import Synchronization

/// Runs the saves of all contexts on the one writing connection and lets those
/// that wait at the same time share a commit.
///
/// A commit costs a disk sync, whatever is in it, unless there is nothing in it that has to
/// outlive a power failure (``SaveUrgency/gathering``). A save that fails is undone alone, and
/// only its caller hears of it: the transaction is rolled back, and the others that had a share
/// in it run once more, now each in a savepoint of its own. Savepoints for all from the start
/// would cost an import a sixteenth of its time, for SQLite keeps a copy of every page that
/// changes under one. If the shared commit fails, everyone who had a share hears of it. A save
/// that comes while a commit is under way goes into the next one; that one begins at once,
/// unless none of its saves is in a hurry: then they wait a moment for company
/// (``SaveUrgency``).
final class GroupCommit: Sendable {
    private let writer: any DatabaseWriter
    let savesPerCommit: Int
    private let patientSavesPerCommit: Int
    let rowsPerCommit: Int
    private let gatheringTime: Duration
    private let patience: Duration
    private let pause: Pause
    let reentrancy: ReentrancyGuard
    let logger: Logger
    /// Called after each commit that changed something.
    let onCommit: @Sendable () -> Void
    /// Called when nothing more may be written: the file is no longer in its place, or of a newer schema.
    let onLoss: @Sendable (PersistenceError) -> Void
    let queue = Mutex(SaveQueue())
    let spent = Mutex(WriterUse())
    let writerState: WriterState
    /// When which podcast's episodes were written.
    let versions = EpisodeVersions()
    /// Where callers are told how their saves went: not on the connection's queue,
    /// which is to go on writing.
    let callbackQueue = DispatchQueue(label: "podimport.saved")

    /// What is to be done about the saves that wait.
    private struct Step: OptionSet {
        let rawValue: Int

        static let start = Step(rawValue: 1)
        static let gather = Step(rawValue: 2)
        static let delay = Step(rawValue: 4)
    }

    init(
        writer: any DatabaseWriter,
        configuration: PersistenceConfiguration,
        reentrancy: ReentrancyGuard,
        logger: Logger,
        pause: @escaping Pause,
        onCommit: @escaping @Sendable () -> Void,
        onLoss: @escaping @Sendable (PersistenceError) -> Void
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
        self.onLoss = onLoss
        writerState = WriterState(log: LogGrowth(configuration: configuration, logger: logger))
    }

    /// How the connection has spent its time until now.
    var use: WriterUse { spent.withLock(\.self) }

    /// Whether no save waits, and none is under way.
    var isIdle: Bool { queue.withLock { $0.isEmpty && !$0.isRunning } }

    /// Puts a save at the end of the queue; its `finish` tells how it went.
    func submit(_ save: PendingSave) {
        let step = queue.withLock { queue in
            queue.append(save)
            return next(&queue)
        }
        take(step)
    }

    /// Ends the waiting for company: every save that waits goes with the next commit.
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
        writerState.rows.removeAll()
    }
}

extension GroupCommit {
    /// Decides what is to be done about the saves that wait.
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
        if queue.wantsDelay {
            queue.isDelaying = true
            step.insert(.delay)
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
        if step.contains(.delay) {
            let commits = queue.withLock { $0.patientCommits }
            startLater(patience) { queue in
                guard queue.patientCommits == commits else { return true }
                queue.isDelaying = false
                queue.endPatience()
                return !queue.wantsDelay
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
}
