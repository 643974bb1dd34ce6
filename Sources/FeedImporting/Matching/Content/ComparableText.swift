extension String {
    /// What is compared of a text: its words, and the addresses of its pictures without their queries.
    ///
    /// Some generators wrap their lines anew each time, and some hosts sign the pictures in their notes for a few
    /// hours: neither says anything new (identity C5 23).
    var comparableWords: [Substring] {
        withoutPictureQueries.split(whereSeparator: \.isWhitespace)
    }

    private var withoutPictureQueries: String {
        split(separator: "<", omittingEmptySubsequences: false).map(Self.withoutQueries).joined(separator: "<")
    }

    /// Leaves the queries out of a tag of a picture; everything behind the tag, and any other tag, stays as it is.
    private static func withoutQueries(_ tag: Substring) -> String {
        guard tag.prefix(3).lowercased() == "img" else { return String(tag) }
        let end = tag.firstIndex(of: ">") ?? tag.endIndex
        let parts = tag[..<end].split(separator: "?", omittingEmptySubsequences: false)
        let rests = parts.dropFirst().map { $0.drop { !$0.isWhitespace && $0 != "\"" && $0 != "'" } }
        return ([parts[0]] + rests + [tag[end...]]).joined(separator: "")
    }
}
