import Foundation
import ImporterApp
import PodcastModel
import Synchronization

/// Writes results to standard output and messages to standard error.
///
/// Lines of several threads never mix, and a progress bar is taken away before
/// anything else is written. A reader that has gone (a closed pipe) ends the
/// program quietly, as it does for every Unix tool; results that cannot be
/// written for another reason, such as a full disk, end it with a message.
/// A command that has work in flight may bring that to its end before
/// (``tellWhenOutputIsLost(_:)``).
final class OutputWriter: Sendable {
    let format: OutputFormat
    let output: Terminal
    let errors: Terminal
    private let messageFormat: LogFormat?
    private let bar: Mutex<String> = Mutex("")
    private let outputLoss: Mutex<OutputLoss> = Mutex(OutputLoss())

    /// Why nothing can be written to standard output any more, and who is to know.
    private struct OutputLoss {
        /// The error number.
        var failure: Int32?
        var isTold: (@Sendable () -> Void)?
    }

    /// - Parameters:
    ///   - format: the form of the results.
    ///   - messageFormat: the form of the log, which messages share standard error with.
    ///   - environment: that of the process.
    init(format: OutputFormat, messageFormat: LogFormat?, environment: [String: String]) {
        self.format = format
        self.messageFormat = messageFormat
        output = Terminal(fileDescriptor: STDOUT_FILENO, environment: environment)
        errors = Terminal(fileDescriptor: STDERR_FILENO, environment: environment)
    }

    /// One result, as a line of text.
    func line(_ text: String) {
        write(text + "\n", to: .standardOutput)
    }

    /// One result, as a line of JSON.
    func json(_ value: some Encodable) throws {
        write(try JSONValue(encoding: value).line + "\n", to: .standardOutput)
    }

    /// A part of a result that is too large to be made at once.
    func part(_ text: String) {
        write(text, to: .standardOutput)
    }

    /// The one JSON document of a command, indented on a terminal.
    func document(_ value: some Encodable) throws {
        let json = try JSONValue(encoding: value)
        write((output.isTerminal ? json.prettyText : json.text) + "\n", to: .standardOutput)
    }

    /// A table, or if it continues the one before, its rows alone.
    func table(_ table: TextTable, continues: Bool = false) {
        for line in table.lines(for: output).dropFirst(continues ? 1 : 0) { self.line(line) }
    }

    /// One message for the person at the terminal.
    func message(_ text: String) {
        write(MessageLine.text(text, level: .notice, format: messageFormat) + "\n", to: .standardError)
    }

    /// Says what is wrong, on standard error.
    func complaint(_ text: String, level: LogLevel = .error) {
        write(complaintLine(text, level), to: .standardError)
    }

    private func complaintLine(_ text: String, _ level: LogLevel) -> String {
        // What was given in the wrong place is repeated, and may be an address with a password in it.
        let safe = text.withoutUserinfoInAddresses
        // In a log it is known who speaks.
        let text = messageFormat == .json ? safe : "podimport: " + safe
        return MessageLine.text(text, level: level, format: messageFormat) + "\n"
    }

    /// Shows the bar, or takes it away when the text is empty.
    func showBar(_ text: String) {
        bar.withLock { bar in
            guard bar != text else { return }
            bar = text
            put("\r\u{1B}[K" + text, to: .standardError)
        }
    }

    private func write(_ text: String, to handle: FileHandle) {
        bar.withLock { bar in
            if !bar.isEmpty { put("\r\u{1B}[K", to: .standardError) }
            put(text, to: handle)
            if !bar.isEmpty { put(bar, to: .standardError) }
        }
    }

    /// From now on, results that cannot be written do not end the program at once.
    ///
    /// - Parameter isTold: told when that is so the first time; later results are dropped. It is to end the work, and
    ///   ``endIfOutputIsLost()`` then ends the program.
    func tellWhenOutputIsLost(_ isTold: @escaping @Sendable () -> Void) {
        signal(SIGPIPE, SIG_IGN)
        outputLoss.withLock { $0.isTold = isTold }
    }

    /// Ends the program if some of the results could not be written.
    func endIfOutputIsLost() {
        if let failure = outputLoss.withLock(\.failure) { end(because: failure) }
    }

    private func put(_ text: String, to handle: FileHandle) {
        let isOutput = handle.fileDescriptor == STDOUT_FILENO
        guard !isOutput || outputLoss.withLock({ $0.failure == nil }),
            let failure = Self.write(text, to: handle.fileDescriptor)
        else { return }
        // When standard error fails there is nobody left to tell, and the work goes on.
        guard isOutput else { return }
        let isTold = outputLoss.withLock { loss in
            loss.failure = failure
            return loss.isTold
        }
        guard let isTold else { end(because: failure) }
        isTold()
    }

    private func end(because failure: Int32) -> Never {
        if failure == EPIPE { exit(ExitStatus.outputClosed) }
        let complaint = "standard output cannot be written (\(String(cString: strerror(failure))))"
        put(complaintLine(complaint, .error), to: .standardError)
        exit(ExitStatus.inputOutput)
    }

    /// Writes all of a text; the error number where that fails, which Foundation's errors leave out.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Whoever reads shares the terminal or pipe with a program that does not wait.
                var readiness = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&readiness, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }
}
