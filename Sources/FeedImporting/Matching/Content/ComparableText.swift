import PodcastModel

extension String {
    /// What is compared of a text: its words, and the addresses of its pictures as those of pictures elsewhere.
    ///
    /// Some generators wrap their lines anew each time, and some hosts sign the pictures in their notes for a few
    /// hours: neither says anything new (identity C5 23).
    var comparableWords: [Substring] {
        withComparablePictures.split(whereSeparator: \.isWhitespace)
    }

    private var withComparablePictures: String {
        split(separator: "<", omittingEmptySubsequences: false).map(Self.comparable).joined(separator: "<")
    }

    /// Makes the addresses in a tag of a picture comparable; everything behind the tag, and any other tag, stays as it
    /// is.
    private static func comparable(_ tag: Substring) -> String {
        guard tag.prefix(3).lowercased() == "img" else { return String(tag) }
        let end = tag.firstIndex(of: ">") ?? tag.endIndex
        var (output, rest) = ("", tag[..<end])
        while let question = rest.firstIndex(of: "?") {
            let (before, after) = (rest[..<question], rest[question...])
            let start = before.lastIndex(where: isAroundAddress).map(rest.index(after:)) ?? rest.startIndex
            let stop = after.firstIndex(where: isAroundAddress) ?? rest.endIndex
            output += before + comparableQuery(of: rest[start..<stop], from: question)
            rest = rest[stop...]
        }
        return output + rest + tag[end...]
    }

    private static func isAroundAddress(_ character: Character) -> Bool {
        character.isWhitespace || character == "\"" || character == "'"
    }

    /// What the query says of which picture is meant (``CanonicalEnclosure``); all of it where there is no address, but
    /// a question in a text that stands for the picture.
    private static func comparableQuery(of attribute: Substring, from question: Index) -> Substring {
        // An attribute without quotes begins with its name.
        guard let start = attribute.firstRange(of: "//")?.lowerBound, start < question else {
            return attribute[question...]
        }
        let address = EscapedAmpersands.removed(from: String(attribute[start...]))
        let canonical = CanonicalEnclosure.make(from: address) ?? ""
        return canonical.drop { $0 != "?" }
    }
}
