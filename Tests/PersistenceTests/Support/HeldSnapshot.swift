import Dispatch

@testable import Persistence

/// Somebody who reads a state of a store, and goes on reading it until let go.
struct HeldSnapshot: Sendable {
    private let gate: DispatchSemaphore
    private let reading: Task<Void, any Error>

    /// Returns once the state is held.
    init(of manager: PersistenceManager) async throws {
        let (isHeld, holding) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let reader = try manager.mainContext()
        self.gate = gate
        reading = Task {
            try await reader.perform { unit throws(PersistenceError) in
                _ = try unit.changes.lastSequence()
                holding.yield()
                gate.wait()
            }
        }
        for await _ in isHeld { break }
    }

    /// Lets go of it, and does not wait for that.
    func letGo() { gate.signal() }

    /// Lets go of it.
    func end() async throws {
        letGo()
        try await hasEnded()
    }

    /// Waits until somebody has let go of it.
    func hasEnded() async throws { try await reading.value }
}
