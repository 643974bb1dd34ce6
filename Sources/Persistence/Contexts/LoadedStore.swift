import Dispatch
import GRDB
import Logging
import Synchronization

/// The open database with what all contexts share.
final class LoadedStore: Sendable {
    let writer: any DatabaseWriter
    private let readers: ReadingConnections
    let reentrancy = ReentrancyGuard()
    /// Tells who listens that something was committed, here or elsewhere.
    let watch: StoreWatch
    private let dataVersion: DataVersion?
    /// Why nothing can be heard of what others commit; nil if it can.
    ///
    /// Beside such a store nothing can be made: it is read as it was found, without a log and locks, and so by no pool;
    /// but by a pool if it is a backup that nobody has written to yet, which keeps no log until somebody does.
    let deafness: PersistenceError?
    let logger: Logger
    private let groupCommit: GroupCommit
    private let closed = Mutex(false)

    init(
        writer: any DatabaseWriter,
        readers: ReadingConnections,
        configuration: PersistenceConfiguration,
        logger: Logger,
        pause: @escaping Pause,
        onLoss: @escaping @Sendable (PersistenceError) -> Void
    ) {
        self.writer = writer
        self.readers = readers
        dataVersion = configuration.path.map { DataVersion(path: $0, configuration: configuration) }
        let file = configuration.path.map { StoreFile(path: $0) }
        deafness = file.flatMap { file in
            let isWithoutLog = configuration.isReadOnly && file.isFolderClosed && !file.hasLogFile
            return writer is DatabaseQueue || isWithoutLog ? file.hindrance : nil
        }
        self.logger = logger
        let watch = StoreWatch(
            dataVersion: dataVersion,
            interval: configuration.watchInterval,
            pause: pause,
            logger: logger,
            onDisplacement: { onLoss(.displaced) }
        )
        self.watch = watch
        groupCommit = GroupCommit(
            writer: writer,
            configuration: configuration,
            reentrancy: reentrancy,
            logger: logger,
            pause: pause,
            onCommit: { watch.notify() },
            onLoss: { reason in
                onLoss(reason)
                watch.finish(because: reason)
            }
        )
    }

    /// Whether nothing can be read or saved any more.
    var isClosed: Bool { closed.withLock { $0 } }

    /// How the writing connection has spent its time.
    var writerUse: WriterUse { groupCommit.use }

    /// When which podcast's episodes were written.
    var versions: EpisodeVersions { groupCommit.versions }

    /// Queues a save, or fails it if the store has been closed.
    func submit(_ save: PendingSave) {
        let isAccepted = closed.withLock { isClosed in
            // Under the lock, so that no save slips in behind the close.
            if !isClosed { groupCommit.submit(save) }
            return !isClosed
        }
        if !isAccepted { save.finish(.notLoaded(.notLoaded)) }
    }

    /// Runs statements that SQLite refuses inside a transaction, or that would
    /// mean nothing there; saves wait meanwhile.
    func executeOutsideTransaction(_ statements: [String]) throws(PersistenceError) {
        try translatingErrors {
            try writer.writeWithoutTransaction { database in
                for statement in statements { try database.execute(sql: statement) }
            }
        }
    }

    /// Finishes the saves that wait, then closes all connections; blocks.
    func close() throws(PersistenceError) {
        let wasClosed = closed.withLock { isClosed in
            defer { isClosed = true }
            return isClosed
        }
        guard !wasClosed else { return }
        watch.finish()
        finishSaves()
        try translatingErrors {
            try writer.barrierWriteWithoutTransaction { _ in groupCommit.releaseStatements() }
            // Only a connection that may write merges the log into the file and removes it, and only if it is the
            // last: a pool closes its readers last. The next process would have to read the whole log, and whoever
            // copies the file alone would miss what is in it.
            let watching = Result { try dataVersion?.close() }
            if let pool = writer as? DatabasePool {
                pool.invalidateReadOnlyConnections()
                readers.waitUntilClosed()
            }
            try writer.close()
            try watching.get()
        }
    }

    /// Waits until every save that was submitted is done; blocks.
    private func finishSaves() {
        // A commit of nothing, too, would wait for the lock of another process.
        guard !groupCommit.isIdle else { return }
        // The patient are taken last, and in order: when this one is done, all others are.
        let drained = DispatchSemaphore(value: 0)
        groupCommit.submit(
            PendingSave(urgency: .patient, isCancelled: { true }, run: { _ in }, finish: { _ in drained.signal() })
        )
        groupCommit.endPatience()
        drained.wait()
    }
}
