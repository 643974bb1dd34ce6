/// The words of a credentials file: separated by white space, in double quotes
/// if they hold some, with comments from a `#` at the start of a word to the
/// end of the line.
struct CredentialsWords {
    private let text: [Character]
    private let path: String
    private var position = 0
    /// The line that is being read.
    private(set) var line = 1
    private var peeked: String??

    init(_ text: String, path: String) {
        // "\r\n" is one character; as two, lines are counted alike everywhere.
        self.text = Array(text.replacing("\r\n", with: "\n"))
        self.path = path
    }

    /// The next word, which stays the next; nil at the end.
    mutating func peek() throws(ImporterAppError) -> String? {
        if let peeked { return peeked }
        let word = try read()
        peeked = .some(word)
        return word
    }

    /// The next word; nil at the end.
    mutating func next() throws(ImporterAppError) -> String? {
        if let word = peeked {
            peeked = nil
            return word
        }
        return try read()
    }

    /// The word that belongs to the one before it.
    mutating func value(of name: String) throws(ImporterAppError) -> String {
        guard let value = try next() else { throw error("there is nothing after '\(name)'") }
        return value
    }

    /// Passes over a macro: its name and its lines, up to an empty one.
    mutating func skipMacro() {
        while position < text.count {
            let isEnd = text[position] == "\n" && position + 1 < text.count && text[position + 1] == "\n"
            if text[position] == "\n" { line += 1 }
            position += 1
            if isEnd { return }
        }
    }

    /// An error at a line, this one if no other is given; what stands there is a secret.
    func error(_ problem: String, line: Int? = nil) -> ImporterAppError {
        ImporterAppError(.configuration, "\(path): line \(line ?? self.line): \(problem)")
    }

    private mutating func read() throws(ImporterAppError) -> String? {
        skipBlanks()
        guard position < text.count else { return nil }
        return text[position] == "\"" ? try quoted() : plain()
    }

    private mutating func skipBlanks() {
        var isComment = false
        while position < text.count {
            let character = text[position]
            if character == "\n" {
                line += 1
                isComment = false
            } else if character == "#" {
                isComment = true
            } else if !isComment, !character.isWhitespace {
                return
            }
            position += 1
        }
    }

    private mutating func plain() -> String {
        let start = position
        while position < text.count, !text[position].isWhitespace { position += 1 }
        return String(text[start..<position])
    }

    private mutating func quoted() throws(ImporterAppError) -> String {
        var word = ""
        position += 1
        while position < text.count, text[position] != "\"", text[position] != "\n" {
            if text[position] == "\\", position + 1 < text.count { position += 1 }
            word.append(text[position])
            position += 1
        }
        guard position < text.count, text[position] == "\"" else { throw error("a quotation mark is not closed") }
        position += 1
        return word
    }
}
