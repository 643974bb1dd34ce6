import Foundation
import Synchronization

/// Knows which threads are inside a unit of work.
///
/// A blocking call from there would wait for itself for ever; with this it can
/// be refused instead.
final class ReentrancyGuard: Sendable {
    private let threads = Mutex<Set<UInt>>([])

    /// Whether the calling thread is inside a unit of work.
    var isInside: Bool {
        threads.withLock { $0.contains(ReentrancyGuard.currentThread) }
    }

    /// Runs a unit of work and remembers the thread meanwhile.
    func guarding<Value>(_ body: () throws(PersistenceError) -> Value) throws(PersistenceError) -> Value {
        let thread = ReentrancyGuard.currentThread
        threads.withLock { _ = $0.insert(thread) }
        defer { threads.withLock { _ = $0.remove(thread) } }
        return try body()
    }

    private static var currentThread: UInt { UInt(bitPattern: pthread_self().hashValue) }
}
