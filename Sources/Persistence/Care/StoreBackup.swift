import Foundation
import GRDB
import PodcastModel

/// Copies a store into a file of its own while the store is being used.
struct StoreBackup {
    let source: any DatabaseWriter
    let path: String
    /// How many pages are copied between two checks for cancellation.
    private let pagesPerStep: CInt
    private let isCancelled: @Sendable () -> Bool
    /// Locks a file for this process without waiting; returns the error number, 0 for none.
    private let lock: @Sendable (Int32) -> Int32

    /// The copy has this name, which no other program would use, until it is
    /// complete and checked.
    private let partialPath: String

    init(
        source: any DatabaseWriter,
        path: String,
        pagesPerStep: CInt = 1024,
        isCancelled: @escaping @Sendable () -> Bool,
        lock: @escaping @Sendable (Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) == 0 ? 0 : errno }
    ) {
        self.source = source
        self.path = path
        self.pagesPerStep = pagesPerStep
        self.isCancelled = isCancelled
        self.lock = lock
        partialPath = path + ".podimport-partial"
    }

    func run() throws(PersistenceError) {
        try checkThatNothingIsThere()
        do {
            try createPartial()
        } catch {
            throw naming(error)
        }
        let lock = try lockedPartial()
        defer { close(lock) }
        do {
            // Who had the lock before may have been faster.
            try checkThatNothingIsThere()
            try copy()
            try publish()
            try syncFolder()
        } catch {
            removePartial()
            throw naming(PersistenceError(error))
        }
    }

    private func checkThatNothingIsThere() throws(PersistenceError) {
        // A link that leads nowhere is there, too.
        guard FileStatus(path: path, followsLink: false) == nil else { throw isThere }
        // Whoever opens the copy would take it for the copy's own, and write over the copy what is in it.
        let file = StoreFile(path: path)
        if file.hasLog { throw isLeft("-wal") }
        if file.hasJournal { throw isLeft("-journal") }
    }

    private var isThere: PersistenceError {
        .cannotCreate(path: path, reason: "there is a file already; a backup never overwrites one")
    }

    private func isLeft(_ suffix: String) -> PersistenceError {
        .cannotCreate(
            path: path,
            reason: "an earlier file of that name has left \(path)\(suffix); remove it, or choose another name"
        )
    }

    /// Gives the copy its name, unless another file has taken that while it was made.
    private func publish() throws(PersistenceError) {
        // Renaming would overwrite it.
        if link(partialPath, path) == 0 {
            unlink(partialPath)
            return
        }
        switch errno {
        case EEXIST:
            throw isThere
        case EPERM, ENOTSUP, ENOSYS:
            // A file system without second names, such as that of a memory stick.
            try checkThatNothingIsThere()
            if rename(partialPath, path) == 0 { return }
        default:
            break
        }
        throw .cannotCreate(path: path, reason: String(cString: strerror(errno)))
    }

    /// Makes the file for the copy; says when the folder is missing.
    private func createPartial() throws(PersistenceError) {
        let file = StoreFile(path: partialPath)
        do throws(PersistenceError) {
            _ = try file.inspect()
        } catch .foreignFile {
            // The beginning of a copy is no store yet.
        }
        try file.create()
    }

    /// Takes the name for this process alone, and clears away what a process that was ended has left there.
    ///
    /// The lock ends with the process, so that the next backup to the same place leaves nothing of it.
    ///
    /// - Returns: a descriptor; the lock is held until it is closed.
    /// - Throws: ``PersistenceError/cannotCreate(path:reason:)`` if another process writes a copy there. Where the file
    ///   system has no locks, as on some network shares, nobody can tell, and the copy is made.
    private func lockedPartial() throws(PersistenceError) -> Int32 {
        let descriptor = open(partialPath, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw .cannotCreate(path: path, reason: String(cString: strerror(errno))) }
        // Who was faster may have given it the name meanwhile that it is to have in the end.
        guard lock(descriptor) != EWOULDBLOCK, let locked = FileStatus(descriptor: descriptor),
            StoreFile(path: partialPath).identity == locked.identity
        else {
            close(descriptor)
            throw .cannotCreate(path: path, reason: "another backup to it is under way")
        }
        for suffix in ["-journal", "-wal", "-shm"] { unlink(partialPath + suffix) }
        guard ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 else {
            let error = unwritable
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// The name that was asked for, not the one that the copy has meanwhile.
    private func naming(_ error: PersistenceError) -> PersistenceError {
        switch error {
        case .noPermission, .readOnly: .noPermission(path: path)
        case .cannotCreate(_, let reason): .cannotCreate(path: path, reason: reason)
        case .missingFolder: .cannotCreate(path: path, reason: "its folder does not exist")
        case .full: .fullForBackup(path: path)
        default: error
        }
    }

    private func copy() throws(PersistenceError) {
        do {
            let copy = try DatabaseQueue(path: partialPath)
            try source.backup(to: copy, pagesPerStep: pagesPerStep) { _ in try goOn() }
            // GRDB does not check for cancellation after the last step.
            try goOn()
            try copy.writeWithoutTransaction { database in
                // The copy says that it has a log, as its source has one. A copy
                // that stands alone can be moved and opened from read-only media.
                try database.execute(sql: "PRAGMA journal_mode = DELETE")
                if let problem = try StoreBackup.problem(of: database) {
                    throw PersistenceError.corrupt(detail: problem.replacing("\n", with: " "))
                }
            }
            try copy.close()
        } catch let error as DatabaseError {
            throw failure(of: error)
        } catch {
            throw PersistenceError(error)
        }
    }

    /// What is wrong with a copy, as its store is; nil if nothing is.
    private static func problem(of copy: Database) throws -> String? {
        do {
            return try String.fetchAll(copy, sql: "PRAGMA quick_check(1)").first { $0 != "ok" }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // A value that a rule of its table cannot be asked about.
            return error.message
        }
    }

    /// What an error during copying means: the store is only read, so what cannot be written is the copy.
    func failure(of error: DatabaseError) -> PersistenceError {
        let ofWriting: [ResultCode] = [
            .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE,
            .SQLITE_IOERR_DELETE,
        ]
        guard ofWriting.contains(error.extendedResultCode) else { return PersistenceError(error) }
        // The message is the copy's, which often knows of no error.
        return .inputOutputForBackup(path: path, detail: "SQLite error \(error.extendedResultCode)")
    }

    private func goOn() throws {
        if isCancelled() { throw PersistenceError.interrupted }
    }

    /// A name is durable only when the folder that holds it is.
    private func syncFolder() throws(PersistenceError) {
        let descriptor = open(StoreFile(path: path).folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unwritable }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw unwritable }
    }

    private var unwritable: PersistenceError {
        .inputOutputForBackup(path: path, detail: String(cString: strerror(errno)))
    }

    private func removePartial() {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(partialPath + suffix) }
    }
}
