import Foundation
import Logging

/// Where the log goes: standard error in one form or another, or the journal.
enum LogDestination {
    /// The form that fits where standard error leads: the journal's own
    /// protocol if systemd has connected it to the journal, else text.
    static var fittingFormat: LogFormat {
        fittingFormat(environment: ProcessInfo.processInfo.environment)
    }

    /// systemd names the device and the inode of the stream, so that a program
    /// can tell whether its standard error is still that stream.
    static func fittingFormat(environment: [String: String]) -> LogFormat {
        guard let stream = environment["JOURNAL_STREAM"] else { return .text }
        return stream == standardErrorStream ? .journald : .text
    }

    /// Standard error as systemd would name it; nil if it is closed.
    static var standardErrorStream: String? {
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return nil }
        return "\(status.st_dev):\(status.st_ino)"
    }

    static func handler(_ format: LogFormat, label: String) -> any LogHandler {
        switch format {
        case .text: text(label: label)
        case .json: JSONLogHandler(write: LogDestination.standardError)
        case .journald:
            JournalSocket().map { socket in JournalLogHandler(label: label, send: { socket.send($0) }) }
                ?? text(label: label)
        }
    }

    private static func text(label: String) -> any LogHandler {
        StreamLogHandler(label: label, stream: StandardErrorLines())
    }

    /// Writes a line whole, so that lines of several threads do not mix.
    fileprivate static let standardError: @Sendable ([UInt8]) -> Void = { line in
        line.withUnsafeBytes { bytes in
            // A log that cannot be written has nobody left to be told.
            _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}

/// Standard error without the lock of C's stream: who held it while nobody reads would keep the process from ending.
private struct StandardErrorLines: TextOutputStream {
    func write(_ line: String) {
        LogDestination.standardError(Array(line.utf8))
    }
}
