import Foundation

/// A rule by which a value is kept in another form than it was written in.
///
/// `keeps` tells whether the form the rule prescribes is there; a rule never
/// excuses a value without looking for what became of it, except where it says
/// that nothing is to be kept.
struct ValueRule: Sendable {
    /// The rule of the specification.
    let name: String
    let keeps: @Sendable (WrittenValue, KeptValues) -> Bool

    /// A rule about values of certain names.
    init(_ name: String, of names: Set<String>, _ keeps: @escaping @Sendable (WrittenValue, KeptValues) -> Bool) {
        self.name = name
        self.keeps = { names.contains($0.name) && keeps($0, $1) }
    }

    init(_ name: String, _ keeps: @escaping @Sendable (WrittenValue, KeptValues) -> Bool) {
        self.name = name
        self.keeps = keeps
    }

    /// Trimmed, on one line, entities decoded once: the value itself.
    static let itself = ValueRule("B: the text itself") { $1.texts.contains($0.text) }

    /// All other rules; the first that fits counts.
    static let all: [ValueRule] = [
        ValueRule("L: numbers are numbers") { value, kept in
            Double(value.text).map { kept.numbers.contains($0) || kept.texts.contains(String(Int($0))) } ?? false
        },
        ValueRule("D1: dates are times in UTC", of: dateNames) { value, kept in
            WrittenDate.timestamp(value.text).map(kept.texts.contains) ?? false
        },
        ValueRule("C5, I: times and durations are seconds", of: timeNames) { value, kept in
            seconds(value.text).map { kept.numbers.contains($0) || kept.numbers.contains($0.rounded(.down)) } ?? false
        },
        ValueRule("C6, C7: words for yes and no are flags", of: flagNames) { value, kept in
            let word = value.text.lowercased()
            if word == "yes" { return kept.flags.contains(true) }
            if ["no", "false", "clean"].contains(word) { return kept.flags.contains(false) }
            // Only "yes" throws a switch: any other word has to be there as it is.
            guard !switchNames.contains(value.name) else { return false }
            return ["true", "explicit"].contains(word) && kept.flags.contains(true)
        },
        ValueRule("B, H: words of a vocabulary are in lower case", of: wordNames) { value, kept in
            kept.texts.contains(value.text.lowercased())
        },
        ValueRule("G: keywords are a list", of: ["keywords"]) { value, kept in
            value.text.split(separator: ",").map { String($0).squashed }.allSatisfy {
                $0.isEmpty || kept.texts.contains($0)
            }
        },
        ValueRule("H: podcast:images is a list of pictures and widths", of: ["srcset"]) { value, kept in
            value.text.split(separator: ",").allSatisfy { entry in
                let words = entry.split(separator: " ").map(String.init)
                let width = words.dropFirst().first.flatMap { Double($0.dropLast()) }
                return kept.texts.contains(words[0]) && width.map(kept.numbers.contains) ?? true
            }
        },
        ValueRule("B: mailboxes are addresses and names", of: ["author", "creator", "managingEditor", "webMaster"]) {
            value,
            kept in
            let parts = value.text.split { "()<>".contains($0) }.map { String($0).squashed }
            return parts.count > 1 && parts.allSatisfy { $0.isEmpty || kept.texts.contains($0) }
        },
        ValueRule("C1: titles have no markup", of: ["title"]) { value, kept in
            kept.texts.contains(value.text.replacing(/<[^>]*>/, with: "").squashed)
        },
        ValueRule("C8: the digits of a number", of: ["episode", "season"]) { value, kept in
            Double(value.text.filter(\.isNumber)).map(kept.numbers.contains) ?? false
        },
        ValueRule("C4: a length that is no positive number is none", of: ["length", "fileSize"]) { value, _ in
            (Int(value.text) ?? 0) <= 0
        },
        ValueRule("B9: a relation is the name of its field", of: ["rel"]) { value, kept in
            let fields: Set = ["self", "hub", "next", "prev-archive", "current", "alternate", "enclosure"]
            return fields.contains(value.text) && kept.keepsTarget(of: value)
        },
        ValueRule("B9: a page is HTML, and a feed is a feed", of: ["type"]) { value, kept in
            let types: Set = ["text/html", "application/rss+xml", "application/atom+xml"]
            return value.element == "link" && types.contains(value.text) && kept.keepsTarget(of: value)
        },
        ValueRule("K: a type says how the text is written", of: ["type"]) { value, _ in
            ["plain", "html", "text"].contains(value.text)
                && ["title", "description", "summary", "subtitle", "content"].contains(value.element)
        },
        ValueRule("http polling: period and frequency are seconds", of: ["updatePeriod", "updateFrequency"]) {
            _,
            kept in
            kept.numbers.contains(21_600)
        },
        ValueRule("A2: the version is part of the format", of: ["version"]) { value, _ in
            ["rss", "feed", "chapters"].contains(value.element)
        },
        ValueRule("B: language, else xml:lang", of: ["lang"]) { value, _ in ["rss", "feed"].contains(value.element) },
    ]

    private static let dateNames: Set = [
        "pubDate", "lastBuildDate", "published", "updated", "date", "created", "modified", "issued", "start", "end",
        "pubdate", "dtstart",
    ]
    private static let timeNames: Set = ["duration", "start", "startTime", "remoteStartTime"]
    private static let flagNames: Set = [
        "explicit", "block", "complete", "locked", "isPermaLink", "default", "fee", "usesPodping", "isDefault",
        "isClosedCaptioned",
    ]
    private static let switchNames: Set = ["block", "complete", "isClosedCaptioned"]
    private static let wordNames: Set = [
        "language", "role", "group", "type", "medium", "protocol", "rel", "status", "purpose", "episodeType", "method",
    ]

    private static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard !parts.contains(nil) else { return nil }
        return parts.reduce(0) { $0 * 60 + ($1 ?? 0) }
    }
}

extension KeptValues {
    /// Whether the address of the link an attribute belongs to is there.
    fileprivate func keepsTarget(of value: WrittenValue) -> Bool {
        value.siblings["href"].map(texts.contains) ?? false
    }
}
