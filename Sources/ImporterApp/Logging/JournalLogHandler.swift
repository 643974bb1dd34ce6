import Foundation
import Logging

/// Writes the log as fields of the journal, in its native protocol: the
/// metadata can be asked for (`journalctl FEED_URL=…`).
struct JournalLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    private let label: String
    private let send: @Sendable ([UInt8]) -> Void

    init(label: String, send: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.send = send
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = LogFields(event, handler: self)
        var entry: [UInt8] = []
        Self.append("MESSAGE", fields.message, to: &entry)
        Self.append("PRIORITY", String(fields.level.journalPriority), to: &entry)
        Self.append("SYSLOG_IDENTIFIER", label, to: &entry)
        for (name, value) in fields.metadata { Self.append(Self.fieldName(name), value, to: &entry) }
        send(entry)
    }

    /// Upper-case letters, digits and underscores; neither of the latter first.
    private static func fieldName(_ name: String) -> String {
        let characters = name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        return String(characters.drop { $0 == "_" || $0.isNumber }.prefix(64))
    }

    /// `NAME=value`, or with a line break in the value the name alone, the
    /// count of bytes as 64 bits, and the value.
    private static func append(_ name: String, _ value: String, to entry: inout [UInt8]) {
        guard !name.isEmpty else { return }
        entry += name.utf8
        if value.utf8.contains(0x0A) {
            entry.append(0x0A)
            withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { entry += $0 }
        } else {
            entry.append(0x3D)
        }
        entry += value.utf8
        entry.append(0x0A)
    }
}

extension Logger.Level {
    /// The level in the words of syslog.
    var journalPriority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
