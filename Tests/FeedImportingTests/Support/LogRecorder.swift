import Logging
import Operations

/// Keeps what is logged from `notice` on, each line with its level before it.
struct LogRecorder: LogHandler {
    let lines: Locked<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    init(lines: Locked<[String]>) {
        self.lines = lines
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let text = "\(event.level) \(event.message)"
        lines.withLock { $0.append(text) }
    }
}
