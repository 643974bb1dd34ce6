import Foundation

/// What the program is talking to: its width, and what may be done beside writing lines.
struct Terminal {
    /// Whether the stream leads to a terminal rather than a file or pipe.
    let isTerminal: Bool
    /// Columns; 80 where unknown.
    let width: Int
    let usesColor: Bool
    /// Whether a line can be written over; a dumb terminal, such as the one in Emacs, prints the escape sequences.
    let overwritesLines: Bool

    /// Looks at an open file descriptor.
    init(fileDescriptor: Int32, environment: [String: String]) {
        isTerminal = isatty(fileDescriptor) == 1
        var size = winsize()
        let known = ioctl(fileDescriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let said = environment["COLUMNS"].flatMap(Int.init) ?? 0
        width = known ? Int(size.ws_col) : said > 0 ? said : 80
        overwritesLines = isTerminal && environment["TERM"] != "dumb"
        // NO_COLOR counts when it is there and not empty (no-color.org).
        usesColor = overwritesLines && (environment["NO_COLOR"] ?? "").isEmpty
    }

    /// A terminal of a known kind, for tests.
    init(isTerminal: Bool, width: Int, usesColor: Bool) {
        self.isTerminal = isTerminal
        self.width = width
        self.usesColor = usesColor
        overwritesLines = isTerminal
    }

    func styled(_ text: String, _ style: Style) -> String {
        usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }

    enum Style: String {
        case bold = "1"
        case dim = "2"
        case green = "32"
        case yellow = "33"
    }
}
