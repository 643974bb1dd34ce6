import Foundation
import Logging
import PodcastModel

/// Writes the log as one JSON object a line: `time`, `level`, `message`, and
/// the metadata under its own keys.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let write: @Sendable ([UInt8]) -> Void
    private let now: @Sendable () -> Date

    init(write: @escaping @Sendable ([UInt8]) -> Void, now: @escaping @Sendable () -> Date = { Date() }) {
        self.write = write
        self.now = now
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = LogFields(event, handler: self)
        let line = Self.line(fields.message, level: fields.level, metadata: fields.metadata, at: now())
        write(Array((line + "\n").utf8))
    }

    /// One line, without its end.
    static func line(
        _ message: String,
        level: Logger.Level,
        metadata: [(name: String, value: String)],
        at time: Date
    ) -> String {
        var pairs = [
            ("time", time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            ("level", level.rawValue), ("message", message),
        ]
        pairs += metadata.filter { !["time", "level", "message"].contains($0.name) }
        return JSONValue.object(pairs.map { JSONValue.Member($0.0, .string($0.1)) }).line
    }
}
