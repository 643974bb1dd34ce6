import Foundation
import GRDB
import TestSupport

extension ProgramTestBed {
    /// The store as another program sees it, which may keep it to itself for a while.
    func database() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.allowsUnsafeTransactions = true
        return try DatabaseQueue(path: store, configuration: configuration)
    }

    /// What a query for texts finds in the bed's store.
    func texts(_ sql: String) throws -> [String] {
        try database().read { database in try String.fetchAll(database, sql: sql) }
    }

    /// Changes the store as another program does.
    func execute(_ sql: String) async throws {
        try await database().write { try $0.execute(sql: sql) }
    }

    /// Puts a store of an earlier version in the place of the bed's; its bytes.
    @discardableResult
    func copyStore(ofVersion version: Int) throws -> [UInt8] {
        let bytes = try bytes(of: Repository.url("Fixtures/Stores/schema-v\(version).store").path)
        try write(bytes, to: "podimport.sqlite")
        guard chmod(store, 0o600) == 0 else { throw POSIXError(.EPERM) }
        return bytes
    }

    /// Leaves the store as a reader of the changes does that dies while it
    /// delivers.
    func announceDelivery(upTo sequence: Int, file: String, offset: Int, bytes: Int) async throws {
        try await database().write { database in
            try database.execute(
                sql: "UPDATE consumer SET pendingSequence = ?, pendingFile = ?, pendingOffset = ?, pendingBytes = ?",
                arguments: [sequence, file, offset, bytes]
            )
        }
    }

    /// Waits until a consumer of the changes has been delivered so many.
    func waitForConsumer(_ name: String, at sequence: Int) async throws {
        try await until {
            try await podimport("changes", "consumers", "--format", "json").objects()
                .contains { $0.text("name") == name && $0.number("sequence") == sequence }
        }
    }
}
