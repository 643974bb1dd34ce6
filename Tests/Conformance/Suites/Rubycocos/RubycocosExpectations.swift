import Foundation

/// The lines below a feed: `feed.items[0].title: A title`.
struct RubycocosExpectations {
    private(set) var fields = Fields()

    init(_ text: Substring) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            guard let match = line.firstMatch(of: /^(feed[\w.\[\]]*)\s*:\s*(.*)$/) else { continue }
            var value = String(match.2).trimmingCharacters(in: .whitespaces)
            if value == "[[" {
                // A text over several lines.
                var body: [Substring] = []
                while let next = lines.popFirst(), next.trimmingCharacters(in: .whitespaces) != "]]" {
                    body.append(next)
                }
                value = body.joined(separator: "\n")
            }
            fields[String(match.1)] = value.hasPrefix(">>>") ? Self.evaluated(value.dropFirst(3)) : value.onOneLine
        }
    }

    /// The value of a Ruby expression: a number, nil, or a date as epoch seconds.
    private static func evaluated(_ expression: Substring) -> String {
        let text = expression.trimmingCharacters(in: .whitespaces)
        guard let match = text.firstMatch(of: /DateTime\.new\(([\d,\s]+?)(?:,\s*'([+-]?\d+)')?\s*\)/) else {
            return text
        }
        let parts = match.1.split(separator: ",").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        let padded = parts + Array(repeating: 0, count: max(0, 6 - parts.count))
        let hours = match.2.flatMap { Int($0) } ?? 0
        let date = DateComponents(
            calendar: Calendar(identifier: .gregorian),
            timeZone: TimeZone(secondsFromGMT: hours * 3600),
            year: padded[0],
            month: padded[1],
            day: padded[2],
            hour: padded[3],
            minute: padded[4],
            second: padded[5]
        ).date
        return date.map { String(Int64($0.timeIntervalSince1970)) } ?? text
    }
}
