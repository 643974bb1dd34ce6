import Foundation
package import Operations

extension BaseOperation {
    /// The result, awaited until the operation is finished; throws its failure.
    package var value: Success {
        get async throws {
            let result = await withCheckedContinuation { waiter in
                whenFinished { waiter.resume(returning: $0) }
            }
            // Its handlers run a little before.
            try await until { isFinished }
            return try result.get()
        }
    }
}
