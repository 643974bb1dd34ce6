import Logging

/// What a log line says, whatever form it is written in.
struct LogFields {
    let level: Logger.Level
    let message: String
    /// The metadata of handler, provider and line, the latter strongest, by name.
    let metadata: [(name: String, value: String)]

    init(_ event: LogEvent, handler: any LogHandler) {
        level = event.level
        message = event.message.description
        var merged = handler.metadata
        if let provided = handler.metadataProvider?.get() { merged.merge(provided) { $1 } }
        if let own = event.metadata { merged.merge(own) { $1 } }
        metadata = merged.sorted { $0.key < $1.key }.map { ($0.key, $0.value.description) }
    }
}
