/// The number in front of a title: an episode's alone (`#12 - `, `Ep. 12: `), or with its season (`S1E5: `).
struct TitleNumber: Hashable {
    let season: Int?
    let episode: Int

    /// Whether one may be the other: numbers within a season and numbers through all of them are two ways to count.
    func agrees(with other: TitleNumber) -> Bool {
        if let season, let otherSeason = other.season { return season == otherSeason && episode == other.episode }
        return season != nil || other.season != nil || episode == other.episode
    }
}

extension TitleNumber {
    /// Takes the number from the front of a title in canonical form.
    ///
    /// - Parameter title: what is read; afterwards what follows the number.
    /// - Returns: the number and whether a word or sign before it says that it is one; nil if there is none.
    static func take(from title: inout Substring) -> (number: TitleNumber, isNamed: Bool)? {
        guard let first = title.utf8.first, firstBytes.contains(first) else { return nil }
        // Bytes will do: whatever belongs to a character before it is not ASCII, and so is none of what is looked for.
        var rest = title.utf8
        if let season = takeNumber(after: seasonWords, from: &rest) {
            rest = rest.drop { " ,:.-|".utf8.contains($0) }
            if let episode = takeNumber(after: seasonEpisodeWords, from: &rest) {
                title = Substring(rest)
                return (TitleNumber(season: season, episode: episode), true)
            }
        }
        rest = title.utf8
        let named = takeNumber(after: episodeWords, from: &rest)
        guard let episode = named ?? takeDigits(from: &rest) else { return nil }
        title = Substring(rest)
        return (TitleNumber(season: nil, episode: episode), named != nil)
    }

    private static let seasonWords = ["season", "staffel", "s"]
    private static let episodeWords = ["episode", "folge", "ep.", "ep", "#"]
    private static let seasonEpisodeWords = episodeWords + ["e"]
    /// What any of these begins with, or a number does: most titles begin otherwise, and are asked often.
    private static let firstBytes = Set((seasonWords + episodeWords).compactMap(\.utf8.first) + "0123456789".utf8)

    private static func takeNumber(after words: [String], from text: inout Substring.UTF8View) -> Int? {
        guard let word = words.first(where: { text.starts(with: $0.utf8) }) else { return nil }
        var rest = text.dropFirst(word.utf8.count).drop { $0 == UInt8(ascii: " ") }
        if rest.first == UInt8(ascii: "#") { rest = rest.dropFirst() }
        guard let number = takeDigits(from: &rest) else { return nil }
        text = rest
        return number
    }

    /// More than five digits are a date or an identifier.
    private static func takeDigits(from text: inout Substring.UTF8View) -> Int? {
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.count <= 5, let number = Int(Substring(digits)) else { return nil }
        text = text[digits.endIndex...]
        return number
    }
}
