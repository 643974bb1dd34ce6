package import Foundation

/// A value that is only reached under a lock.
///
/// It stands in for `Synchronization.Mutex`, whose futex calls on Linux the
/// thread sanitizer does not know: under it, every value in a `Mutex` is
/// reported as a race. It knows the pthread mutex of `NSLock`.
package final class Locked<Value>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    /// Puts a value under a lock of its own.
    @inlinable
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a short, non-blocking closure on the value while no one else can.
    ///
    /// Inlined where it is used: through a generic function each of the many
    /// short closures would cost several times what it does.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
