/// What can go wrong with the store.
///
/// Texts may show SQL and names of tables and columns, never the values that
/// were bound: they can hold tokens and passwords.
package indirect enum PersistenceError: Error, Sendable, Hashable {
    // MARK: - Opening

    /// A context was asked for before the store was loaded, or after it was closed.
    case notLoaded(PersistentStoreState)
    /// The file cannot be made or opened, for the reason given by the system.
    case cannotCreate(path: String, reason: String)
    /// The folder that should hold the store is not there.
    case missingFolder(path: String)
    /// The system does not let us read or write the file.
    case noPermission(path: String)
    /// Nothing can be written where the file is, but it has to be written to,
    /// or its log merged.
    case readOnlyFileSystem(path: String)
    /// The file belongs to another program, or is no database at all.
    case foreignFile(path: String, detail: String)
    /// The store was written by a newer podimport.
    case newerSchema(found: Int, known: Int)
    /// The store is older and was opened for reading only.
    case needsMigration(found: Int, known: Int)
    /// The SQLite library of this machine is too old.
    case libraryTooOld(found: String, needed: String)

    // MARK: - Using

    /// Another process held the store longer than the busy timeout.
    case busy
    /// The disk, or the space allowed to the store, is full.
    case full
    /// The disk that a backup was to be written to is full.
    case fullForBackup(path: String)
    /// The system could not write a backup; the store is not to blame.
    case inputOutputForBackup(path: String, detail: String)
    /// The counter of a table is at its end, so that no row can be added to it.
    case numbersUsedUp(table: String)
    /// The system could not read or write the file; of a write that failed, the file keeps the system's number.
    case inputOutput(detail: String, isOfAWrite: Bool = false)
    /// The file was moved, replaced or deleted while it was open.
    case displaced
    /// A newer program migrated the store while it was open.
    case outgrown(found: Int, known: Int)
    /// The file is damaged.
    case corrupt(detail: String)
    /// A rule of the schema forbids the change.
    case constraint(detail: String)
    /// A write through a context or store that only reads.
    case readOnly
    /// The work was cancelled before it had begun, or stopped on request.
    case interrupted
    /// A blocking call from inside another unit of work, which would wait for itself.
    case nestedUse
    /// The row is not, or no longer, there.
    case notFound(entity: String, id: Int64)
    /// A stored value is not what the schema promises.
    case unreadable(column: String, detail: String)
    /// Anything else SQLite reports.
    case sqlite(code: Int32, message: String, sql: String?)
}

extension PersistenceError {
    /// Whether the storage itself fails: full disk, I/O error, damage, another file or a newer schema in its place.
    package var isStorageFailure: Bool {
        switch self {
        case .full, .inputOutput, .displaced, .outgrown, .corrupt: true
        default: false
        }
    }

    /// The kind of error as one stable word, for metric labels.
    package var shortDescription: String {
        switch self {
        case .notLoaded: "not-loaded"
        case .cannotCreate: "cannot-create"
        case .missingFolder: "missing-folder"
        case .noPermission: "no-permission"
        case .readOnlyFileSystem: "read-only-file-system"
        case .foreignFile: "foreign-file"
        case .newerSchema: "newer-schema"
        case .needsMigration: "needs-migration"
        case .libraryTooOld: "library-too-old"
        case .busy: "busy"
        case .full: "full"
        case .fullForBackup: "full-for-backup"
        case .inputOutputForBackup: "input-output-for-backup"
        case .numbersUsedUp: "numbers-used-up"
        case .inputOutput: "input-output"
        case .displaced: "displaced"
        case .outgrown: "outgrown"
        case .corrupt: "corrupt"
        case .constraint: "constraint"
        case .readOnly: "read-only"
        case .interrupted: "interrupted"
        case .nestedUse: "nested-use"
        case .notFound: "not-found"
        case .unreadable: "unreadable"
        case .sqlite: "sqlite"
        }
    }
}

extension PersistenceError: CustomStringConvertible {
    package var description: String { description(ofStoreAt: nil) }

    /// The description, with the file that it is about: a machine may have several stores.
    ///
    /// - Parameter path: the store's file; nil for one in memory.
    /// - Returns: one line: what failed, where, what to do.
    package func description(ofStoreAt path: String?) -> String {
        guard let path else { return "persistence: " + explanation(of: "the store") }
        return "persistence: " + StoreFile(path: path).naming(self).explanation(of: "the store \(path)")
    }

    private func explanation(of store: String) -> String {
        switch self {
        case .notLoaded(let state): "\(store) is \(state); wait until it is loaded"
        case .cannotCreate(let path, let reason): "cannot open or create \(path): \(reason)"
        case .missingFolder(let path):
            "the folder \(path) for the store does not exist; create it or choose another store"
        case .noPermission(let path):
            "no permission to read and write \(path); run this as its owner, or check owner and mode of it and its folder"
        case .readOnlyFileSystem(let path):
            "\(path) is on a read-only file system; make that writable, or copy the file, with \(path)-wal if there is one, and use the copy"
        case .foreignFile(let path, let detail):
            "\(path) is not a store of podimport (\(detail)); it was left as it is, choose another path"
        case .newerSchema(let found, let known):
            "\(store) has schema version \(found), this program knows up to \(known); use a newer podimport"
        case .needsMigration(let found, let known):
            "\(store) has schema version \(found) and is only read here; run an import or start the daemon first, which brings it to \(known)"
        case .libraryTooOld(let found, let needed): "SQLite \(found) is too old; install \(needed) or later"
        case .busy: "\(store) is locked by another process; try again"
        case .full: "no space left for \(store); free some and try again"
        case .fullForBackup(let path): "no space left for the backup \(path); free some, or choose another place"
        case .inputOutputForBackup(let path, let detail):
            "the backup \(path) cannot be written (\(detail)); check its disk, or choose another place"
        case .numbersUsedUp(let table):
            "no \(table) can be added to \(store): the last number there is has been given; set seq in its table sqlite_sequence to the largest id of \(table)"
        case .inputOutput(let detail, _): "I/O error in \(store) (\(detail)); check the disk"
        case .displaced:
            "the file of \(store) was moved, replaced or deleted while it was open; nothing more is written to it, start again"
        case .outgrown(let found, let known):
            "a newer podimport brought \(store) to schema version \(found) while it was open here, this program knows up to \(known); nothing more is written to it, start the newer one"
        case .corrupt(let detail):
            "\(store) is damaged (\(detail)); run `podimport store check --thorough`, restore a backup"
        case .constraint(let detail):
            "the change breaks a rule of the schema of \(store) (\(detail)); `podimport store check` says more"
        case .readOnly: "\(store) is open for reading only here"
        case .interrupted: "cancelled; nothing was changed"
        case .nestedUse: "a unit of work must not wait for another one; use the one at hand"
        case .notFound(let entity, let id): "there is no \(entity) \(id)"
        case .unreadable(let column, let detail):
            "cannot read or write \(column) of \(store) (\(detail)); `podimport store check` says more"
        case .sqlite(let code, let message, let sql):
            "SQLite error \(code) in \(store): \(message)"
                + (sql.map { " in `\($0.split(whereSeparator: \.isWhitespace).joined(separator: " "))`" } ?? "")
                + "; `podimport store check` says more"
        }
    }
}
