import Foundation

extension OperationQueue {
    /// Suspends until the queue has no operations left.
    ///
    /// It waits on a thread of its own rather than with a barrier block, for
    /// `cancelAllOperations()` would cancel the barrier and it would never run.
    func allOperationsFinished() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                self.waitUntilAllOperationsAreFinished()
                continuation.resume()
            }
        }
    }
}
