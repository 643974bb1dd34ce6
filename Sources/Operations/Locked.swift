package import Foundation

/// A value that is only reached under a lock.
///
/// It stands in for `Synchronization.Mutex`, whose futex calls on Linux the
/// thread sanitizer does not know: under it, every value in a `Mutex` is
/// reported as a race. It knows the pthread mutex, which is used as it is: an
/// `NSLock` has two more locks and a condition in it, and a feed on its way
/// makes several.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline var value: Value

    /// Puts a value under a lock of its own.
    @inlinable
    package init(_ value: Value) {
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        self.value = value
    }

    @inlinable
    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs a short, non-blocking closure on the value while no one else can.
    ///
    /// Inlined where it is used: through a generic function each of the many
    /// short closures would cost several times what it does.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
