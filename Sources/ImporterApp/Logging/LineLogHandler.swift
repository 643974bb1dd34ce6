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
        var pairs = [
            ("time", now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            ("level", fields.level.rawValue), ("message", fields.message),
        ]
        pairs += fields.metadata.filter { !["time", "level", "message"].contains($0.name) }
        let members = pairs.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }
        write(Array("{\(members.joined(separator: ","))}\n".utf8))
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
