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
    private let connection = Mutex<DatabaseQueue?>(nil)

    /// Nothing is opened before the first look.
    init(path: String, configuration: PersistenceConfiguration) {
        self.path = path
        busyTimeoutSeconds = configuration.busyTimeoutSeconds
    }

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

    private func opened() throws(PersistenceError) -> DatabaseQueue {
        let result = connection.withLock { connection -> Result<DatabaseQueue, PersistenceError> in
            if let connection { return .success(connection) }
            return Result { () throws(PersistenceError) in
                let queue = try translatingErrors { () throws -> DatabaseQueue in
                    var readOnly = Configuration()
                    readOnly.label = "watch"
                    readOnly.readonly = true
                    readOnly.busyMode = .timeout(busyTimeoutSeconds)
                    return try DatabaseQueue(path: path, configuration: readOnly)
                }
                connection = queue
                return queue
            }
        }
        return try result.get()
    }
}
