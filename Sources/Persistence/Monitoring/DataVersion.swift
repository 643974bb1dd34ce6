import GRDB
import Synchronization

/// SQLite's data version of a store: another number whenever another connection
/// has committed, of this process or of any other.
///
/// The numbers of different connections cannot be compared, so it has one of its
/// own, which only reads.
final class DataVersion: Sendable {
    let path: String
    private let busyTimeoutSeconds: Double
    /// The file that was at the path when the store was opened.
    private let file: StoreFile.Identity?
    private let connection = Mutex(Connection.unused)

    private enum Connection {
        case unused
        case open(DatabaseQueue)
        case closed
    }

    /// Nothing is opened before the first look; which file the store is, is
    /// noted at once.
    init(path: String, configuration: PersistenceConfiguration) {
        self.path = path
        busyTimeoutSeconds = configuration.busyTimeoutSeconds
        file = StoreFile(path: path).identity
    }

    /// Whether another file is at the path now, or none: what happens there is
    /// not what happens in the store that is open.
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
    /// Waits for a look that is under way. As long as it were open, no other
    /// connection would be the last one, which merges the log into the file.
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
