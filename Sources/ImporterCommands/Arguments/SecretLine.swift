import Foundation

/// A line that nobody is to see, such as a password.
enum SecretLine {
    /// Reads one from standard input or, in tests, from another terminal.
    ///
    /// On a terminal it is asked for on standard error, and what is typed is not shown.
    ///
    /// - Parameters:
    ///   - fileDescriptor: what is read.
    ///   - prompt: what is asked; shown on a terminal only.
    ///   - promptDescriptor: where it is shown.
    /// - Returns: the line without its end; nil if there is none, or it is not in UTF-8. What would be put in place of
    ///   such bytes could never be seen, and would be refused wherever it is sent.
    static func read(
        from fileDescriptor: Int32 = STDIN_FILENO,
        prompt: String,
        on promptDescriptor: Int32 = STDERR_FILENO
    ) -> String? {
        var settings = termios()
        guard tcgetattr(fileDescriptor, &settings) == 0 else { return line(from: fileDescriptor) }
        var hidden = settings
        // The end of the line is shown, as it is typed.
        hidden.c_lflag = settings.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL)
        // First: what is typed as soon as the prompt is there must not be seen.
        tcsetattr(fileDescriptor, TCSADRAIN, &hidden)
        defer { tcsetattr(fileDescriptor, TCSADRAIN, &settings) }
        let bytes = Array(prompt.utf8)
        _ = write(promptDescriptor, bytes, bytes.count)
        return line(from: fileDescriptor)
    }

    /// Byte by byte: what follows the line is for whoever reads next.
    private static func line(from fileDescriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            switch Foundation.read(fileDescriptor, &byte, 1) {
            case 1 where byte == UInt8(ascii: "\n"): return text(of: bytes)
            case 1: bytes.append(byte)
            case -1 where errno == EINTR: continue
            default: return bytes.isEmpty ? nil : text(of: bytes)
            }
        }
    }

    /// Without the byte order mark that some editors begin a file with.
    private static func text(of bytes: [UInt8]) -> String? {
        String(bytes: bytes, encoding: .utf8).map { String($0.unicodeScalars.trimmingPrefix(["\u{FEFF}"])) }
    }
}
