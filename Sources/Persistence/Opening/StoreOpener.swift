import Dispatch
import Foundation
import GRDB
import GRDBSQLite

/// Opens a store: refuses what is not ours or too new, creates what is
/// missing, migrates what is older, and only then switches the log on.
struct StoreOpener {
    let configuration: PersistenceConfiguration
    /// Whether the file system of a store keeps locks.
    var keepsLocks: (StoreFile) -> Bool = { $0.isOnFileSystemWithLocks }
    /// What keeps files from being made beside a store.
    var obstacle: (StoreFile) -> PersistenceError? = { $0.obstacle }
    /// Those of the store that was opened.
    let readers = ReadingConnections()

    /// The oldest SQLite with STRICT tables.
    static let oldestLibrary = (number: Int32(3_037_000), name: "3.37.0")

    func open() throws(PersistenceError) -> any DatabaseWriter {
        guard sqlite3_libversion_number() >= StoreOpener.oldestLibrary.number else {
            throw .libraryTooOld(found: String(cString: sqlite3_libversion()), needed: StoreOpener.oldestLibrary.name)
        }
        switch configuration.location {
        case .memory:
            return try translatingErrors {
                let queue = try DatabaseQueue(configuration: connectionConfiguration)
                try queue.writeWithoutTransaction { try SchemaMigrator().migrate($0) }
                return queue
            }
        case .file(let path):
            let file = StoreFile(path: path)
            do {
                return try openRetryingWhileBusy(file)
            } catch {
                throw reason(of: error, file)
            }
        }
    }

    /// Opens a store, and tries again while another process is creating its write-ahead log: SQLite's busy timeout does
    /// not cover that lock.
    private func openRetryingWhileBusy(_ file: StoreFile) throws(PersistenceError) -> any DatabaseWriter {
        let end = DispatchTime.now() + configuration.busyTimeoutSeconds
        while true {
            do throws(PersistenceError) {
                do throws(PersistenceError) {
                    return try open(file)
                } catch .readOnly where file.hasJournal {
                    // A process was ended while it made or migrated the store, or switched its log on. SQLite takes back
                    // what that left unfinished as soon as a connection that may write reads.
                    _ = try version(of: file, isReadOnly: false)
                    return try open(file)
                }
            } catch {
                guard error == .busy, DispatchTime.now() < end else { throw error }
                usleep(20_000)
            }
        }
    }

    private func open(_ file: StoreFile) throws(PersistenceError) -> any DatabaseWriter {
        switch try file.inspect() {
        case .nothing(let exists):
            guard !configuration.isReadOnly else {
                throw .cannotCreate(path: file.path, reason: "there is no store yet, and it is opened for reading only")
            }
            if exists { try file.protect() } else { try file.create() }
            try migrate(file, isNew: true)
        case .store(var version):
            // A log may hold a later version than the file's first page does. It is read by a connection that cannot
            // write, and so cannot merge the log into the file when it is closed.
            if file.hasLog { version = max(version, try self.version(of: file, isReadOnly: true)) }
            let known = SchemaMigrator.currentVersion
            guard version <= known else { throw .newerSchema(found: version, known: known) }
            // A first page that may be taken back may turn out to be older.
            if configuration.isReadOnly {
                guard version == known || configuration.readsOlderVersions else {
                    throw .needsMigration(found: version, known: known)
                }
            } else if version < known || file.hasJournal {
                try migrate(file)
            }
        }
        do {
            return try openPool(file)
        } catch {
            // On a full disk, too, nobody else has the store open: what would not fit beside it would be there already.
            guard configuration.isReadOnly, !file.hasLog, nothingFits(beside: file, after: error) else { throw error }
            return try openUnchanging(file)
        }
    }

    /// Opens a store for reading where nothing can be made beside it.
    private func openUnchanging(_ file: StoreFile) throws(PersistenceError) -> DatabaseQueue {
        try translatingErrors { try DatabaseQueue(path: file.unchangingURI, configuration: connectionConfiguration) }
    }

    /// Whether no log can be made beside a store that could not be opened, because of the disk or of the folder.
    private func nothingFits(beside file: StoreFile, after error: PersistenceError) -> Bool {
        if error == .full || file.isFolderClosed { return true }
        guard case .cannotCreate(StoreFile.unnamed, _) = error else { return false }
        return obstacle(file) == .full
    }

    /// SQLite only says that it could not open a file; the folder tells why.
    private func reason(of error: PersistenceError, _ file: StoreFile) -> PersistenceError {
        switch error {
        case .readOnly, .cannotCreate(StoreFile.unnamed, _):
            if file.isOnReadOnlyFileSystem { return .readOnlyFileSystem(path: file.path) }
            // A folder in which no log can be made.
            if error == .readOnly || file.isFolderClosed { return .noPermission(path: file.path) }
            return obstacle(file) ?? file.naming(error)
        // SQLite does not tell a lock of somebody else from one that nobody can have.
        case .busy where !keepsLocks(file):
            let advice = "choose a local disk, or see to the locks of the server"
            return .cannotCreate(path: file.path, reason: "its file system keeps no locks; \(advice)")
        default:
            return file.naming(error)
        }
    }

    /// Reads the version through a plain connection of its own.
    private func version(of file: StoreFile, isReadOnly: Bool) throws(PersistenceError) -> Int {
        try translatingErrors {
            var plain = Configuration()
            plain.readonly = isReadOnly
            plain.busyMode = .timeout(configuration.busyTimeoutSeconds)
            let queue = try DatabaseQueue(path: file.path, configuration: plain)
            let version = try queue.read { try SchemaMigrator.version(of: $0) }
            try queue.close()
            return version
        }
    }

    /// Creates or migrates through one plain connection, before the pool
    /// switches the file to its write-ahead log.
    private func migrate(_ file: StoreFile, isNew: Bool = false) throws(PersistenceError) {
        try translatingErrors {
            let queue = try DatabaseQueue(path: file.path, configuration: connectionConfiguration)
            // An episode with its notes is some 5 KB: on pages of 4 KB each would
            // need a chain of them. It cannot be changed later.
            if isNew { try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA page_size = 16384") } }
            try queue.writeWithoutTransaction { database in
                do {
                    try SchemaMigrator().migrate(database)
                } catch {
                    throw PersistenceError(error).explained(by: database.lastFileError)
                }
            }
            try queue.close()
        }
    }

    private func openPool(_ file: StoreFile) throws(PersistenceError) -> DatabasePool {
        try translatingErrors {
            let pool = try DatabasePool(path: file.path, configuration: connectionConfiguration)
            guard !configuration.isReadOnly else { return pool }
            try pool.writeWithoutTransaction { database in
                // A file that may only be read is opened all the same, and only the first write would fail.
                guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
                    throw PersistenceError.readOnly
                }
                // GRDB chooses NORMAL whenever it switches the log on.
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            return pool
        }
    }

    private var connectionConfiguration: Configuration {
        var result = Configuration()
        result.label = "store"
        result.readonly = configuration.isReadOnly
        // GRDB sets the timeout before anything else, and so before the switch
        // to the log, which two processes may well try at the same moment.
        result.busyMode = .timeout(configuration.busyTimeoutSeconds)
        result.maximumReaderCount = configuration.readerCount
        result.foreignKeysEnabled = true
        let writerCache = writerCacheKilobytes
        let readerCache = configuration.readerCacheKilobytes
        let readers = configuration.isReadOnly ? nil : readers
        result.prepareDatabase { database in
            if database.configuration.readonly { readers?.note(database) }
            let cache = database.configuration.readonly ? readerCache : writerCache
            try database.execute(sql: "PRAGMA cache_size = -\(cache)")
            // Savepoints keep undo pages; in a file they would cost a write each.
            try database.execute(sql: "PRAGMA temp_store = MEMORY")
            guard !database.configuration.readonly else { return }
            // A rarer merge of the log writes a page that changed often once.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        return result
    }

    /// A fortieth of the store, between the least and the most that is wanted.
    var writerCacheKilobytes: Int {
        guard let path = configuration.path else { return configuration.writerCacheKilobytes }
        let kilobytes = Int(StoreFile(path: path).byteCount ?? 0) / 1024
        let wanted = min(kilobytes / 40, configuration.largestWriterCacheKilobytes)
        return max(wanted, configuration.writerCacheKilobytes)
    }
}
