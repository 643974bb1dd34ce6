/// Suspends until something holds of which nobody tells.
///
/// A test that waits for it has a time limit, which cancels it: what never comes fails the test, and does not keep all
/// tests from ending.
///
/// - Parameter condition: what has to hold.
/// - Throws: `CancellationError` when the time is up, and what the condition throws.
package func until(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
