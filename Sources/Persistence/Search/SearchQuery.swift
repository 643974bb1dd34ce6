/// What a user looks for, read from what they have typed.
///
/// All words must occur, in any of the fields. `"several words"` stand next to
/// each other, `light*` begins a word, `-word` must not occur, `one OR other`
/// are alternatives, `title:word` (`podcast:`, `people:`, `notes:`) looks in one
/// field; a `*` or quote inside a word parts it into several that stand next
/// to each other. Everything else is taken literally: whatever is typed, the
/// index is asked a well-formed question.
package struct SearchQuery: Sendable, Hashable {
    /// A word or several next to each other.
    struct Term: Sendable, Hashable {
        var text: String
        var field: String?
        var isPrefix = false
    }

    /// All must match; of each list one.
    private(set) var wanted: [[Term]] = []
    /// None may match.
    private(set) var unwanted: [Term] = []

    /// More words than anybody types; the index does not take deeply nested questions well.
    static let wordLimit = 64
    private static let fields: Set<String> = ["title", "podcast", "people", "notes"]

    /// Reads what was typed; nil if no word that could occur is in it.
    package init?(_ text: String) {
        var isAlternative = false
        for piece in Self.pieces(of: text).prefix(Self.wordLimit) {
            if piece == "OR" {
                isAlternative = !wanted.isEmpty
                continue
            }
            guard let (term, isUnwanted) = Self.term(piece) else { continue }
            if isUnwanted {
                unwanted.append(term)
            } else if isAlternative {
                wanted[wanted.count - 1].append(term)
            } else {
                wanted.append([term])
            }
            isAlternative = false
        }
        if wanted.isEmpty { return nil }
    }

    /// The question in the language of FTS5; every text in it is quoted.
    var expression: String {
        let all = wanted.map { "(" + $0.map(\.expression).joined(separator: " OR ") + ")" }.joined(separator: " AND ")
        guard !unwanted.isEmpty else { return all }
        return "(\(all)) NOT (\(unwanted.map(\.expression).joined(separator: " OR ")))"
    }

    /// The terms to mark in what was found.
    var terms: [Term] { wanted.flatMap(\.self) }
}

extension SearchQuery.Term {
    fileprivate var expression: String {
        // No quote is left in the text, so the quotes around it cannot be closed early.
        (field.map { $0 + " : " } ?? "") + "\"" + SearchWords.separated(text) + "\"" + (isPrefix ? " *" : "")
    }
}

extension SearchQuery {
    private static let quotes: Set<Character> = ["\"", "“", "”", "„"]

    /// What stands between blanks, quoted blanks not counted; quotes are kept as `"`.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var isQuoted = false
        for index in text.indices {
            let character = text[index]
            if quotes.contains(character), isGershayim(index, in: text) {
                piece.append("\u{5F4}")
            } else if quotes.contains(character) {
                isQuoted.toggle()
                piece.append("\"")
            } else if character.isWhitespace, !isQuoted {
                if !piece.isEmpty { pieces.append(piece) }
                piece = ""
            } else {
                piece.append(character)
            }
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }

    /// Whether a quote is the mark in a Hebrew acronym or number, for which most keyboards have no sign of its own.
    private static func isGershayim(_ index: String.Index, in text: String) -> Bool {
        guard index > text.startIndex, let after = text[index...].dropFirst().first else { return false }
        return text[text.index(before: index)].isHebrewLetter && after.isHebrewLetter
    }

    private static func term(_ piece: String) -> (term: Term, isUnwanted: Bool)? {
        var rest = piece[...]
        let isUnwanted = rest.first == "-"
        if isUnwanted { rest = rest.dropFirst() }
        var field: String?
        if let colon = rest.firstIndex(of: ":"), fields.contains(rest[..<colon].lowercased()),
            SearchWords.hasWord(rest[colon...])
        {
            field = rest[..<colon].lowercased()
            rest = rest[rest.index(after: colon)...]
        }
        let isPrefix = rest.last == "*"
        // Between letters they part words, as they do in the index: the title M*A*S*H is four of them.
        let words = rest.split(omittingEmptySubsequences: true) { $0 == "\"" || $0 == "*" }
        let text = words.joined(separator: " ")
        guard SearchWords.hasWord(text) else { return nil }
        return (Term(text: text, field: field, isPrefix: isPrefix), isUnwanted)
    }
}

extension Character {
    /// Points may be part of it.
    fileprivate var isHebrewLetter: Bool {
        guard let letter = unicodeScalars.first else { return false }
        return (0x5D0...0x5F2).contains(letter.value)
    }
}
