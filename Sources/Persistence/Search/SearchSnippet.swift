import PodcastModel

extension SearchSnippet {
    /// How many words are shown, and how many of them before the first that was found.
    private static var wordCount: Int { 32 }
    private static var wordsBefore: Int { 8 }

    /// Cuts a text so that the first words found are in it; its beginning if
    /// none are.
    init(of text: String, for query: SearchQuery, field: String) {
        let found = SearchWords.words(of: text)
        let words = found.map(\.range)
        let isFound = Self.found(found.map(\.folded), query, field)
        let first = isFound.firstIndex(of: true) ?? 0
        let start = max(0, min(first - Self.wordsBefore, words.count - Self.wordCount))
        let end = min(words.count, start + Self.wordCount)
        guard start < end else {
            self.init(parts: [])
            return
        }
        var builder = PartBuilder()
        if start > 0 { builder.append("… ", match: false) }
        for index in start..<end {
            if index > start {
                builder.append(text[words[index - 1].upperBound..<words[index].lowerBound], match: false)
            }
            builder.append(text[words[index]], match: isFound[index])
        }
        // What follows the last word, such as a full stop, is kept to the end of the text only.
        builder.append(end < words.count ? " …" : text[words[end - 1].upperBound...], match: false)
        self.init(parts: builder.parts)
    }

    private static func found(_ words: [String], _ query: SearchQuery, _ field: String) -> [Bool] {
        var isFound = [Bool](repeating: false, count: words.count)
        for term in query.terms where term.field == nil || term.field == field {
            let wanted = SearchWords.words(of: term.text).map(\.folded)
            guard let last = wanted.last, words.count >= wanted.count else { continue }
            for start in 0...(words.count - wanted.count) {
                let end = start + wanted.count - 1
                guard words[start..<end].elementsEqual(wanted.dropLast()),
                    words[end] == last || (term.isPrefix && words[end].hasPrefix(last))
                else { continue }
                for index in start...end { isFound[index] = true }
            }
        }
        return isFound
    }
}

/// Puts texts together, blanks squashed, neighbours of one kind joined.
private struct PartBuilder {
    private(set) var parts: [SearchSnippet.Part] = []

    /// A word, or what stands between two, that is longer than this is not text but data, or a drawn line.
    private static let longestPiece = 200

    mutating func append(_ text: some StringProtocol, match: Bool) {
        var squashed = ""
        var length = 0
        for character in text {
            length += character.unicodeScalars.count
            if length > Self.longestPiece {
                squashed.append(text.last?.isWhitespace == true ? "… " : "…")
                break
            }
            if !character.isWhitespace {
                squashed.append(character)
            } else if squashed.last != " " {
                squashed.append(" ")
            }
        }
        guard !squashed.isEmpty else { return }
        if let last = parts.last, last.match == match {
            parts[parts.count - 1] = SearchSnippet.Part(text: last.text + squashed, match: match)
        } else {
            parts.append(SearchSnippet.Part(text: squashed, match: match))
        }
    }
}
