/// The directives of a Cache-Control header that matter to a private cache.
///
/// Names are case-insensitive and values may be quoted, which peers get wrong
/// (http polling A2 20). Some servers write semicolons between them. `s-maxage`
/// is for shared caches and is ignored.
struct CacheControl: Hashable {
    /// Seconds of freshness; the first `max-age` counts, and one that is no number of seconds stands for none (RFC 9111
    /// 4.2.1).
    private(set) var maxAge: Int64?
    /// Whether `no-cache` or `no-store` is present: no freshness at all.
    private(set) var forbidsReuse = false

    init(_ text: String) {
        for directive in CacheControl.directives(of: text) {
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = (parts.first ?? "").trimmedOfBlanks.lowercased()
            switch name {
            case "max-age" where maxAge == nil && parts.count == 2:
                maxAge = WholeNumber.parse(parts[1].trimmedOfBlanks.unquoted.utf8) ?? 0
            case "no-cache" where parts.count == 1, "no-store":
                // no-cache="Field" only speaks of the fields it names.
                forbidsReuse = true
            default:
                break
            }
        }
    }

    /// The text to be shown and remembered, with `…` for whatever a server makes up, which may be what it was sent (http
    /// polling A6 64): directives that nobody has defined, and values that are no numbers.
    static func shown(_ text: String) -> String {
        directives(of: text).map(\.trimmedOfBlanks).filter { !$0.isEmpty }.map { directive in
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = (parts.first ?? "").trimmedOfBlanks
            guard defined.contains(name.lowercased()) else { return "…" }
            guard parts.count == 2 else { return String(name) }
            let value = parts[1].trimmedOfBlanks
            return "\(name)=\(WholeNumber.parse(value.unquoted.utf8) == nil ? "…" : value)"
        }.joined(separator: ", ")
    }

    /// Those of RFC 9111, 5861 and 8246, and two of an old browser that PHP still sends.
    private static let defined: Set = [
        "max-age", "s-maxage", "no-cache", "no-store", "no-transform", "must-revalidate", "proxy-revalidate",
        "must-understand", "public", "private", "stale-while-revalidate", "stale-if-error", "immutable", "pre-check",
        "post-check",
    ]

    /// Cuts at commas and semicolons outside of quotes.
    private static func directives(of text: String) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            if text[index] == "," || text[index] == ";", !isQuoted {
                pieces.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        pieces.append(text[start...])
        return pieces
    }
}
