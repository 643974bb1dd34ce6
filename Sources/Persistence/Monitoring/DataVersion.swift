import GRDB
import PodcastModel
import Synchronization

/// SQLite's data version of a store (`PRAGMA data_version`): it changes whenever
/// another connection has committed, in this process or in any other.
///
/// The numbers of different connections cannot be compared, so this opens a
/// connection of its own, which only reads.
final class DataVersion: Sendable {
    let path: String
    private let busyTimeoutSeconds: Double
    /// The file that was at the path when the store was opened.
    private let file: FileIdentity?
    private let connection = Mutex(Connection.unused)

    private enum Connection {
        case unused
        case open(DatabaseQueue)
        case closed
    }

    /// Opens nothing before the number is first read, but notes at once which
    /// file the store is.
    init(path: String, configuration: PersistenceConfiguration) {
        self.path = path
        busyTimeoutSeconds = configuration.busyTimeoutSeconds
        file = StoreFile(path: path).identity
    }

    /// Whether the path now leads to another file than the open store, or to none.
    var isDisplaced: Bool { file.map(StoreFile(path: path).isReplaced) ?? false }

    /// The number now.
    func read() async throws(PersistenceError) -> Int64 {
        let queue = try opened()
        let result: Result<Int64, PersistenceError> = await withCheckedContinuation { continuation in
            queue.asyncRead { database in
                continuation.resume(
                    returning: Result { () throws(PersistenceError) in
                        try translatingErrors {
                            try Int64.fetchOne(try database.get(), sql: "PRAGMA data_version") ?? 0
                        }
                    }
                )
            }
        }
        return try result.get()
    }

    /// Closes the connection; every later look throws.
    ///
    /// Waits for a reading of the number that is under way. SQLite merges the log
    /// into the file when the last connection is closed, so this one must not
    /// outlive the others.
    func close() throws(PersistenceError) {
        let queue = connection.withLock { connection -> DatabaseQueue? in
            defer { connection = .closed }
            return if case .open(let queue) = connection { queue } else { nil }
        }
        try translatingErrors { try queue?.close() }
    }

    private func opened() throws(PersistenceError) -> DatabaseQueue {
        let result = connection.withLock { connection -> Result<DatabaseQueue, PersistenceError> in
            switch connection {
            case .open(let queue): return .success(queue)
            case .closed: return .failure(.notLoaded(.notLoaded))
            case .unused: break
            }
            let result = Result { () throws(PersistenceError) in
                try translatingErrors { () throws -> DatabaseQueue in
                    var readOnly = Configuration()
                    readOnly.label = "watch"
                    readOnly.readonly = true
                    readOnly.busyMode = .timeout(busyTimeoutSeconds)
                    return try DatabaseQueue(path: path, configuration: readOnly)
                }
            }
            if case .success(let queue) = result { connection = .open(queue) }
            return result
        }
        return try result.get()
    }
}
