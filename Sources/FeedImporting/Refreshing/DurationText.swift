/// Durations as explanations print them; `AmountParser` reads them.
enum DurationText {
    private static let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("min", 60)]

    /// In the largest unit of which it is a whole number: `7 d`, `90 min`; long
    /// ones that are whole in none are rounded down to the unit that fits.
    static func of(_ seconds: Int64) -> String {
        if seconds == 86_400 { return "24 h" }
        if let whole = units.first(where: { seconds >= $0.seconds && seconds % $0.seconds == 0 }) {
            return "\(seconds / whole.seconds) \(whole.name)"
        }
        guard let unit = units.first(where: { seconds >= 2 * $0.seconds }) else { return "\(seconds) s" }
        return "\(seconds / unit.seconds) \(unit.name)"
    }

    /// A duration that is not meant exactly, in the largest unit of which it is
    /// two or more, or a week or an hour: `7 d`, `26 h`, `50 min`.
    static func about(_ seconds: Int64) -> String {
        let unit = units.first { seconds >= 2 * $0.seconds } ?? ("min", 60)
        return "\(max(1, (seconds + unit.seconds / 2) / unit.seconds)) \(unit.name)"
    }
}
