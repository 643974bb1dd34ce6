import Foundation
import GRDB
import GRDBSQLite
import PodcastModel

/// The file of a store as the file system and its first bytes describe it.
///
/// It is looked at before SQLite is, because SQLite writes to a file that it
/// opens: it rolls back journals, merges logs, switches modes. A file that is
/// not ours must come out of a mistake byte for byte as it went in.
struct StoreFile {
    /// `podi` in ASCII; marks a SQLite file as a store of podimport.
    static let applicationID = 0x706F_6469

    let path: String

    /// What is at the path.
    enum Content: Equatable {
        /// Nothing, a file of no bytes, or a database without anything in it.
        case nothing(exists: Bool)
        /// A store; the version may be older than the one in its log.
        case store(schemaVersion: Int)
    }

    /// Looks at the file without changing it.
    func inspect() throws(PersistenceError) -> Content {
        // A pipe with nobody at its other end would be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT, folderExists { return .nothing(exists: false) }
            throw openingError(errno)
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else { throw openingError(errno) }
        guard status.kind == .regular else {
            throw .cannotCreate(path: path, reason: "it is not a regular file")
        }
        // Whatever its pages say, it was a file of no bytes before, and will be one again or a whole store.
        if status.size == 0 || isBeingMade { return .nothing(exists: true) }
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &header, header.count, 0)
        guard count >= 0 else { throw .inputOutput(detail: StoreFile.reason(errno)) }
        guard header.starts(with: Array("SQLite format 3\0".utf8)), count == header.count else {
            throw .foreignFile(path: path, detail: "no SQLite database")
        }
        let version = StoreFile.bigEndian(header[60..<64])
        switch StoreFile.bigEndian(header[68..<72]) {
        case StoreFile.applicationID: return .store(schemaVersion: version)
        case 0 where version == 0 && hasEmptySchema(descriptor): return .nothing(exists: true)
        default: throw .foreignFile(path: path, detail: "a database of another program")
        }
    }

    /// Whether the file's first page, in which SQLite keeps the schema, holds nothing, and no other file says more.
    ///
    /// Such a database belongs to nobody: SQLite leaves one where it takes back the making of a store after the log was
    /// switched on.
    private func hasEmptySchema(_ descriptor: Int32) -> Bool {
        guard !hasLog, !hasJournal else { return false }
        // A leaf of a table, and how many cells it has.
        var page = [UInt8](repeating: 0, count: 5)
        guard pread(descriptor, &page, page.count, 100) == page.count else { return false }
        return page[0] == 0x0D && page[3] == 0 && page[4] == 0
    }

    /// Whether changes may wait beside the file to be taken back, because the process that made them was ended amidst.
    ///
    /// Or it is still at it: only who asks for the file's locks can tell.
    var hasJournal: Bool { journalHeader.first.map { $0 != 0 } ?? false }

    /// Whether the changes that may be taken back begin with a file of no bytes: a store is being made, or was about to
    /// be when its process was ended.
    private var isBeingMade: Bool {
        let header = journalHeader
        return header.starts(with: [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]) && header.count == 28
            && StoreFile.bigEndian(header[16..<20]) == 0
    }

    /// The first bytes of SQLite's rollback journal: a mark, and how many pages the file had; empty if there is none.
    private var journalHeader: [UInt8] {
        let descriptor = open(path + "-journal", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var header = [UInt8](repeating: 0, count: 28)
        let count = pread(descriptor, &header, header.count, 0)
        return Array(header.prefix(max(count, 0)))
    }

    /// Whether changes wait in a log beside the file.
    var hasLog: Bool { FileStatus(path: path + "-wal").map { $0.size > 0 } ?? false }

    /// Whether there is a log beside the file, be it an empty one.
    var hasLogFile: Bool { FileStatus(path: path + "-wal") != nil }

    /// How long the file is; nil if that cannot be told.
    var byteCount: Int64? { FileStatus(path: path)?.size }

    /// Whether nobody can write where the file is.
    var isOnReadOnlyFileSystem: Bool { access(folder, W_OK) != 0 && errno == EROFS }

    /// Whether files can be locked where this one is; on a share of another machine perhaps not.
    ///
    /// Tried with a file beside it: closing any descriptor of its own would give up the locks that this process has on
    /// it (fcntl(2)). Where none can be made, opening the store says why (``obstacle``).
    var isOnFileSystemWithLocks: Bool {
        guard let descriptor = try? openBeside() else { return true }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_RDLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_GETLK, &lock) == 0 || errno != ENOLCK
    }

    /// What keeps a file from being made beside this one, as the system says it; nil if one can be made.
    ///
    /// On a disk that has given out all its numbers for files (inodes), none can, whatever space is left.
    var obstacle: PersistenceError? {
        do throws(PersistenceError) {
            close(try openBeside())
            return nil
        } catch {
            return error
        }
    }

    /// Makes a file beside this one that has no name any more.
    private func openBeside() throws(PersistenceError) -> Int32 {
        var name = Array((path + "-trial-XXXXXX").utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw openingError(errno) }
        unlink(name)
        return descriptor
    }

    /// Whether no log can be made beside the file.
    var isFolderClosed: Bool { access(folder, W_OK) != 0 }

    /// Why nothing can be made beside the file, when that has failed.
    var hindrance: PersistenceError {
        if isOnReadOnlyFileSystem { return .readOnlyFileSystem(path: path) }
        return isFolderClosed ? .noPermission(path: path) : .full
    }

    /// The file as SQLite reads one that nobody writes to: without a log, and
    /// without locks, for which files would have to be made beside it.
    var unchangingURI: String {
        var unreserved = CharacterSet.alphanumerics
        unreserved.insert(charactersIn: "/-._~")
        return "file:" + (path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path) + "?immutable=1"
    }

    /// Makes an empty file that only its owner can read.
    ///
    /// Tokens and passwords will be in it. SQLite gives its companion files the
    /// same mode. Where another process was faster its file is as good as ours, and
    /// where a link leads to nothing yet, it is made there: SQLite would, for all to read.
    func create() throws(PersistenceError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw openingError(errno) }
        close(descriptor)
    }

    /// Lets only its owner read an empty file that somebody else has made.
    func protect() throws(PersistenceError) {
        guard chmod(path, 0o600) == 0 else { throw openingError(errno) }
    }

    /// Whether the file that a connection writes to is no longer the one at its path.
    ///
    /// A backup was moved to its place, perhaps, or the folder was cleared: the connection would go on as if nothing
    /// had happened.
    static func isDisplaced(from connection: Database) -> Bool {
        var hasMoved: Int32 = 0
        // A store in memory has no path, and cannot tell.
        let result = sqlite3_file_control(connection.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return result == SQLITE_OK && hasMoved != 0
    }

    /// Which file is at the path; nil if there is none.
    var identity: FileIdentity? { FileStatus(path: path)?.identity }

    /// Whether there is another file at the path than the one that was, or
    /// none; false where the system does not say.
    func isReplaced(since known: FileIdentity) -> Bool {
        guard let status = FileStatus(path: path) else { return errno == ENOENT || errno == ENOTDIR }
        return status.identity != known
    }

    /// How errors without a path name the store: SQLite only says that it could not open a file.
    static let unnamed = "the store"

    /// Says which file.
    func naming(_ error: PersistenceError) -> PersistenceError {
        switch error {
        case .noPermission(StoreFile.unnamed): .noPermission(path: path)
        case .cannotCreate(StoreFile.unnamed, let reason): .cannotCreate(path: path, reason: reason)
        case .foreignFile(StoreFile.unnamed, let detail): .foreignFile(path: path, detail: detail)
        default: error
        }
    }
}

extension StoreFile {
    /// The folder that the file is in.
    var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private var folderExists: Bool { FileStatus(path: folder)?.kind == .directory }

    private func openingError(_ code: Int32) -> PersistenceError {
        switch code {
        case ENOENT, ENOTDIR:
            folderExists ? .cannotCreate(path: path, reason: StoreFile.reason(code)) : .missingFolder(path: folder)
        case EROFS: .readOnlyFileSystem(path: path)
        case EACCES, EPERM: .noPermission(path: path)
        case ENOSPC, EDQUOT: .full
        case EIO: .inputOutput(detail: StoreFile.reason(code))
        default: .cannotCreate(path: path, reason: StoreFile.reason(code))
        }
    }

    private static func reason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
