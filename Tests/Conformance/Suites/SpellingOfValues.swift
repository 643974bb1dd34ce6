import Foundation

/// Spellings of one value that differ between readers.
extension String {
    /// The text with every run of white space as one space.
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    /// An ISO 8601 time cut to whole seconds, as times of ours are.
    var inWholeSeconds: String { replacing(/\.\d+Z$/, with: "Z") }

    /// XHTML without the division around it, which is not part of the text
    /// (RFC 4287, 3.1.1.3).
    var withoutXHTMLDivision: String {
        guard hasSuffix("</div>"), let opening = prefixMatch(of: /<div(\s+(type|xmlns|xml:base)="[^"]*")*>/) else {
            return self
        }
        let inner = String(self[opening.range.upperBound...].dropLast("</div>".count))
        return inner.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Words of a comma-separated list, each once.
    var asKeywords: String {
        var seen: Set<String> = []
        return split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { seen.insert($0).inserted }
            .joined(separator: ", ")
    }

    /// Whether a tag or an escaped tag is in the text.
    var hasMarkup: Bool { contains("<") || contains("&lt;") }
}
