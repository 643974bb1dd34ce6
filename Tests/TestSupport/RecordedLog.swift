package import Logging
import Operations

/// What loggers of its own are told.
package final class RecordedLog: Sendable {
    private let recorded = Locked<[(level: Logger.Level, message: String)]>([])

    package init() {}

    /// What was logged, without levels.
    package var messages: [String] { recorded.withLock { $0.map(\.message) } }

    /// What was logged, each line with its level before it.
    package var lines: [String] { recorded.withLock { $0.map { "\($0.level) \($0.message)" } } }

    /// A logger that writes here, from a level on.
    package func logger(from level: Logger.Level = .notice) -> Logger {
        Logger(label: "test") { _ in Handler(log: self, logLevel: level) }
    }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let line = (event.level, "\(event.message)")
            log.recorded.withLock { $0.append(line) }
        }
    }
}
