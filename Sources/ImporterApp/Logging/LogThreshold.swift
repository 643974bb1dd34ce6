import Logging
import Synchronization

/// The least level that the program logs, which settings that are read anew may change.
final class LogThreshold: Sendable {
    private let value: Mutex<Logger.Level>

    init(_ level: Logger.Level) {
        value = Mutex(level)
    }

    var level: Logger.Level {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

/// Logs as another handler does, from the program's level on: every copy of a logger goes by it, unless it was given
/// a level of its own.
struct ThresholdLogHandler: LogHandler {
    private var handler: any LogHandler
    private let threshold: LogThreshold
    private var ownLevel: Logger.Level?

    init(_ handler: any LogHandler, _ threshold: LogThreshold) {
        self.handler = handler
        self.threshold = threshold
    }

    var logLevel: Logger.Level {
        get { ownLevel ?? threshold.level }
        set { ownLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        handler.log(event: event)
    }
}
