import Foundation
import Logging
import PodcastModel

/// Where the log goes: standard error in one form or another, or the journal.
enum LogDestination {
    /// The form that fits where standard error leads: the journal's own
    /// protocol if systemd has connected it to the journal, else text.
    ///
    /// Found out once: each line asks for it, and Foundation copies the whole
    /// environment for whoever asks.
    static let fittingFormat = fittingFormat(environment: ProcessInfo.processInfo.environment)

    /// systemd names the device and the inode of the stream, so that a program
    /// can tell whether its standard error is still that stream.
    static func fittingFormat(environment: [String: String]) -> LogFormat {
        guard let stream = environment["JOURNAL_STREAM"] else { return .text }
        return stream == standardErrorStream ? .journald : .text
    }

    /// Standard error as systemd would name it; nil if it is closed.
    static var standardErrorStream: String? { FileStatus(descriptor: STDERR_FILENO)?.identity.description }

    static func handler(_ format: LogFormat, label: String) -> any LogHandler {
        switch format {
        case .text: text(label: label)
        case .json: JSONLogHandler(write: LogDestination.standardError)
        case .journald:
            JournalSocket().map { socket in JournalLogHandler(label: label, send: { socket.send($0) }) }
                ?? text(label: label)
        }
    }

    /// Writes the log as text, a line for each event, whatever is quoted in it.
    static func text(label: String, write: @escaping @Sendable ([UInt8]) -> Void = standardError) -> any LogHandler {
        StreamLogHandler(label: label, stream: LogLines(send: write))
    }

    /// Writes a line whole, so that lines of several threads do not mix.
    private static let standardError: @Sendable ([UInt8]) -> Void = { line in
        line.withUnsafeBytes { bytes in
            // A log that cannot be written has nobody left to be told.
            _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
    }
}

/// Standard error without the lock of C's stream: who held it while nobody reads would keep the process from ending.
private struct LogLines: TextOutputStream {
    let send: @Sendable ([UInt8]) -> Void

    func write(_ line: String) {
        let text = line.last == "\n" ? String(line.dropLast()) : line
        send(Array((text.singleLine + "\n").utf8))
    }
}
