import PodcastModel

/// Numbers and times as people read them.
enum HumanText {
    /// In the form `1.2 MB`.
    static func bytes(_ count: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? (count == 1 ? "1 byte" : "\(count) bytes") : tenths(value) + " " + units[unit]
    }

    /// In the form `1:02:03`.
    static func duration(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
    }

    /// The same for a place in the audio, which a feed may put anywhere.
    static func duration(_ seconds: Double) -> String {
        duration(Int(min(max(0, seconds), 1e15)))
    }

    /// In the form `2026-11-21 03:45 UTC`.
    static func time(_ timestamp: Timestamp?) -> String {
        timeInColumn(timestamp) + (timestamp == nil ? "" : " UTC")
    }

    /// In the form `2026-11-21 03:45`, for a column whose title says that it is in UTC.
    static func timeInColumn(_ timestamp: Timestamp?) -> String {
        guard let timestamp else { return "–" }
        return String(timestamp.rfc3339.prefix(16)).replacing("T", with: " ")
    }

    /// In the form `3 episodes`, `1 episode`.
    static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
    }

    private static func tenths(_ value: Double) -> String {
        let scaled = Int((value * 10).rounded())
        return "\(scaled / 10).\(scaled % 10)"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
