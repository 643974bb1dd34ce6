import Foundation
import Logging

/// Writes the log as one JSON object a line: `time`, `level`, `message`, and
/// the metadata under its own keys.
struct LineLogHandler: LogHandler {
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
        return "{\(pairs.map { "\(quoted($0.0)):\(quoted($0.1))" }.joined(separator: ","))}"
    }

    /// A text as a JSON string (RFC 8259, section 7).
    private static func quoted(_ text: String) -> String {
        var output = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            default:
                if scalar.value < 0x20 {
                    let hex = String(scalar.value, radix: 16)
                    output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                } else {
                    output.unicodeScalars.append(scalar)
                }
            }
        }
        return output + "\""
    }
}
