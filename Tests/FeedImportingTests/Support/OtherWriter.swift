import Dispatch
import Logging
import Persistence
import TestSupport

/// Another process that writes to a store: nobody else can, as long as it does.
struct OtherWriter: Sendable {
    private let persistence: PersistenceManager
    private let writing: Task<Void, any Error>
    private let mayEnd = DispatchSemaphore(value: 0)

    /// Begins to write; returns when nobody else can.
    init(to store: PersistenceConfiguration) async throws {
        let logger = Logger.silent
        persistence = PersistenceManager(configuration: store, logger: logger)
        try await persistence.loadPersistentStore()
        let (isWriting, writes) = AsyncStream<Void>.makeStream()
        writing = Task { [persistence, mayEnd] in
            defer { writes.finish() }
            try await persistence.newBackgroundContext().save { _ throws(PersistenceError) in
                writes.finish()
                mayEnd.wait()
            }
        }
        for await _ in isWriting {}
    }

    /// Lets the others write.
    func end() async throws {
        mayEnd.signal()
        try await writing.value
        try await persistence.close()
    }
}
