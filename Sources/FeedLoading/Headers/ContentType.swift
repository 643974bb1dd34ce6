/// A Content-Type header taken apart; only ever a hint (http polling A3 31).
struct ContentType: Hashable {
    /// The media type, lower-case; nil if there is none before the first `;`.
    private(set) var mediaType: String?
    /// The charset parameter, lower-case and without quotes.
    private(set) var charset: String?

    init(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let type = (parts.first ?? "").trimmedOfBlanks
        mediaType = type.isEmpty ? nil : type.lowercased()
        for parameter in parts.dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmedOfBlanks.lowercased() == "charset" else { continue }
            // Some servers write charset='utf-8'.
            let value = pair[1].trimmedOfBlanks.unquoted.trimmedOfBlanks.filter { $0 != "'" && $0 != "\"" }
            if !value.isEmpty, charset == nil { charset = value.lowercased() }
        }
    }
}
