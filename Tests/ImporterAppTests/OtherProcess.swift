import GRDB

/// Another process that writes to a store.
final class OtherProcess: Sendable {
    private let queue: DatabaseQueue

    init(_ path: String) throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    func begin() throws { try queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") } }
    func end() throws { try queue.writeWithoutTransaction { try $0.execute(sql: "COMMIT") } }
}
