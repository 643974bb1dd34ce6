import Foundation
import UnixSignals

/// Runs work that SIGINT and SIGTERM end in an orderly way.
enum Interruption {
    /// Runs the work; the first signal cancels it, a second ends the process
    /// at once.
    static func cancelling<Success: Sendable>(
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        let task = Task { try await work() }
        let watcher = Task {
            var count = 0
            for await signal in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                count += 1
                // 128 + the signal's number, as shells report it.
                if count > 1 { exit(signal == .sigint ? 130 : 143) }
                task.cancel()
            }
        }
        defer { watcher.cancel() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
