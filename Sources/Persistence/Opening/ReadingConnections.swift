import Foundation
import GRDB
import Synchronization

/// The connections of a pool that only read.
///
/// Whoever has read gives a connection back a moment before letting go of it, and the pool that has forgotten it by
/// then does not close it: only its deallocation does.
final class ReadingConnections: Sendable {
    /// Only asked whether it is there still.
    private struct Connection: @unchecked Sendable {
        weak var database: Database?
    }

    private let connections = Mutex<[Connection]>([])

    /// Remembers a connection that has been opened.
    func note(_ database: Database) {
        let connection = Connection(database: database)
        connections.withLock { connections in
            connections.removeAll { $0.database == nil }
            connections.append(connection)
        }
    }

    /// Waits until all are closed that the pool has forgotten; blocks, but no longer than a second.
    func waitUntilClosed() {
        let end = DispatchTime.now() + .seconds(1)
        while connections.withLock({ $0.contains { $0.database != nil } }), DispatchTime.now() < end { usleep(100) }
    }
}
