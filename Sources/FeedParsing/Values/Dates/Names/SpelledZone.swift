/// Zones that are written out: "Pacific Daylight Time" is what Windows puts where others put "PDT".
enum SpelledZone {
    /// The most words that a name has, "Time" included.
    static let maximumWords = 5

    /// Whether a name may begin with a word in lower case.
    static func mayBegin(with word: String) -> Bool {
        beginnings.contains(word[...])
    }

    /// The offset east of UTC in seconds of a name's words in lower case, "time" the last; nil if it is not known.
    static func offset(of words: [String]) -> Int? {
        guard words.last == "time", words.count > 2 else { return nil }
        let place = words.dropLast(2).joined(separator: " ")
        switch words[words.count - 2] {
        case "mean" where place == "greenwich", "universal" where place == "coordinated": return 0
        case "standard": return minutes[place].map { $0 * 60 }
        case "daylight", "summer": return minutes[place].map { ($0 + 60) * 60 }
        default: return nil
        }
    }

    /// The zone of a name's words in lower case that are those of no time of the year, "eastern time", as `ZoneNames`
    /// knows it; nil for any other name.
    static func zone(of words: [String]) -> String? {
        words.last == "time" ? zones[words.dropLast().joined(separator: " ")] : nil
    }

    private static let zones = [
        "eastern": "et", "central": "ct", "mountain": "mt", "pacific": "pt", "central european": "cet",
        "eastern european": "eet", "western european": "wet",
    ]

    private static let beginnings: Set<Substring> = Set(minutes.keys.map { $0.prefix { $0 != " " } })
        .union(["greenwich", "coordinated"])

    /// Minutes east of UTC in winter, by the names of Windows and those of CLDR.
    private static let minutes = [
        "eastern": -300, "us eastern": -300, "central": -360, "canada central": -360, "mountain": -420,
        "us mountain": -420, "pacific": -480, "alaskan": -540, "alaska": -540, "hawaiian": -600, "atlantic": -240,
        "newfoundland": -210, "argentina": -180, "brasilia": -180, "gmt": 0, "british": 0, "western european": 0,
        "romance": 60, "central europe": 60, "central european": 60, "eastern european": 120, "south africa": 120,
        "israel": 120, "moscow": 180, "russian": 180, "india": 330, "china": 480, "singapore": 480, "taipei": 480,
        "tokyo": 540, "japan": 540, "korea": 540, "korean": 540, "aus eastern": 600, "australian eastern": 600,
        "new zealand": 720,
    ]
}
