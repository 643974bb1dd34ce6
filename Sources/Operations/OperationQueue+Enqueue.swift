package import Foundation

extension OperationQueue {
    /// Adds operations, any of whose dependencies may be running or finishing meanwhile.
    ///
    /// To be used instead of `addOperation(_:)`. That one reads `isReady` and
    /// stores it in two steps; when the last dependency finishes in between, the
    /// queue keeps the stale answer and does not look again until something
    /// else happens to it: on an idle queue the operation never starts.
    /// (swift-corelibs-foundation, `OperationQueue._addOperations`.)
    package func enqueue(_ operations: [Operation]) {
        addOperations(operations, waitUntilFinished: false)
        for operation in operations { operation.announceReadiness() }
    }

    /// Adds an operation, any of whose dependencies may be running or finishing meanwhile.
    package func enqueue(_ operation: Operation) {
        enqueue([operation])
    }
}

extension Operation {
    /// Makes the queue look again at an operation that was not ready when it was added.
    fileprivate func announceReadiness() {
        guard !dependencies.isEmpty else { return }
        var wasReady: Bool
        repeat {
            wasReady = isReady
            didChangeValue(for: \.isReady)
            // Became ready while the queue was told that it was not: say it again.
        } while !wasReady && isReady
    }
}
