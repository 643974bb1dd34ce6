import Foundation
import Logging

/// What a command says on standard error, beside the log: whoever reads that gets lines of one kind.
package enum MessageLine {
    /// A message as a line, without its end.
    ///
    /// - Parameters:
    ///   - message: what is said.
    ///   - level: how much it matters.
    ///   - format: the form of the log; nil for what fits where standard error leads.
    /// - Returns: an object where the log is made of JSON; for the journal the message with its level in front
    ///   (sd-daemon(3)); else the message alone, as one line that steers no terminal.
    package static func text(_ message: String, level: LogLevel, format: LogFormat?) -> String {
        let line = message.singleLine
        return switch format ?? LogDestination.fittingFormat {
        case .text:
            line
        case .json:
            JSONLogHandler.line(message, level: level.loggerLevel, metadata: [], at: Date())
        case .journald:
            // Elsewhere the log goes to the journal, and what is said here to somebody who reads it.
            LogDestination.fittingFormat == .journald ? "<\(level.loggerLevel.journalPriority)>" + line : line
        }
    }
}
