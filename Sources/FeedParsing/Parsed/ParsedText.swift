/// A text of an item: in memory, or in a file if its document is large.
package enum ParsedText: Sendable, Equatable {
    case memory(String)
    case file(TextInFile)

    /// The text; read anew each time if it is in a file.
    package var string: String {
        switch self {
        case .memory(let text): text
        case .file(let text): text.string
        }
    }

    package static func == (one: ParsedText, other: ParsedText) -> Bool {
        one.string == other.string
    }
}

extension ParsedItem {
    /// Moves the long texts to a file, as long as that takes them.
    mutating func moveTexts(to file: TextFile) {
        contentText = contentText?.moved(to: file)
        descriptionText = descriptionText?.moved(to: file)
        summaryText = summaryText?.moved(to: file)
    }
}

extension ParsedText {
    /// A shorter text is no smaller in a file.
    private static let shortest = 1 << 10

    fileprivate func moved(to file: TextFile) -> ParsedText {
        guard case .memory(let text) = self, text.utf8.count >= Self.shortest, let moved = file.append(text) else {
            return self
        }
        return .file(moved)
    }
}
