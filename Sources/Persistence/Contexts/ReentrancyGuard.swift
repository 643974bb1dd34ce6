import Foundation
import Synchronization

/// Knows which threads are inside a unit of work.
///
/// A blocking call from there would wait for itself for ever; with this it can
/// be refused instead.
final class ReentrancyGuard: Sendable {
    private let threads = Mutex<Set<pthread_t>>([])

    /// Whether the calling thread is inside a unit of work.
    var isInside: Bool {
        threads.withLock { $0.contains(pthread_self()) }
    }

    /// Runs a unit of work and remembers the thread meanwhile.
    func guarding<Value>(_ body: () throws(PersistenceError) -> Value) throws(PersistenceError) -> Value {
        let thread = pthread_self()
        threads.withLock { _ = $0.insert(thread) }
        defer { threads.withLock { _ = $0.remove(thread) } }
        return try body()
    }
}
