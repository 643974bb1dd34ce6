import Foundation

/// Runs work that SIGINT, SIGTERM and the loss of the terminal (SIGHUP) end in
/// an orderly way.
enum Interruption {
    /// Runs the work; the first signal cancels it, a second ends the process at
    /// once, even after the work.
    ///
    /// - Parameters:
    ///   - others: tells of other reasons to end the work, which cancel it, too.
    ///   - work: the work.
    /// - Returns: what the work returns.
    /// - Throws: what the work throws.
    static func cancelling<Success: Sendable>(
        or others: AsyncStream<Void>? = nil,
        _ work: @escaping @Sendable () async throws -> Success
    ) async throws -> Success {
        let signals = await ProcessSignals(stops: signals)
        let task = Task { try await work() }
        let watcher = Task {
            for await _ in signals.arrivals { task.cancel() }
        }
        let otherWatcher = others.map { others in
            Task {
                for await _ in others { task.cancel() }
            }
        }
        defer {
            watcher.cancel()
            otherWatcher?.cancel()
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private static var signals: [Int32] {
        // Who starts a program by nohup wants it to outlive the terminal.
        isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return handler == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
