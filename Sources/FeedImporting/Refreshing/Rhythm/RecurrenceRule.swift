import PodcastModel

/// The days that a recurrence rule of RFC 5545 names, as far as feeds use them
/// (podcast:updateFrequency).
///
/// Read are FREQ from DAILY to YEARLY, INTERVAL, BYDAY, BYMONTHDAY, BYMONTH,
/// BYHOUR and BYMINUTE (the first of each), UNTIL and COUNT. A rule with other
/// parts, or with parts that say nothing at its frequency, would be
/// misunderstood and is not read at all, nor is one whose numbers are beyond all
/// calendars, or that is too long to be meant.
struct RecurrenceRule {
    private enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"
    }

    private struct Day {
        /// The first, second or, counted from behind, last of its month; nil for each.
        let ordinal: Int?
        /// 0 is Sunday.
        let weekday: Int
    }

    private let frequency: Frequency
    private var interval: Int64 = 1
    private var days: [Day] = []
    private var monthDays: [Int64] = []
    private var months: [Int64] = []
    private var count: Int64?
    private var until: Timestamp?
    private var hour: Int64?
    private var minute: Int64 = 0

    /// The longest rule that is read, in bytes: each of its parts is asked about each day.
    private static let longest = 1000

    init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var values: [String: String] = [:]
        let rule = text.uppercased().split(separator: ":").last ?? ""
        for part in rule.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
            guard pair.count == 2 else { return nil }
            values[pair[0]] = pair[1]
        }
        guard let frequency = values.removeValue(forKey: "FREQ").flatMap(Frequency.init) else { return nil }
        self.frequency = frequency
        for (name, value) in values where !read(name, value) { return nil }
        guard isMeaningful else { return nil }
    }

    /// Whether each part says something at the frequency.
    private var isMeaningful: Bool {
        let hasOrdinals = days.contains { $0.ordinal != nil }
        switch frequency {
        case .daily: return !hasOrdinals
        case .weekly: return !hasOrdinals && monthDays.isEmpty
        case .monthly: return true
        // In a year without months the twentieth Monday is that of the year.
        case .yearly: return !hasOrdinals || !months.isEmpty
        }
    }

    /// The time of the day the rule names, in seconds; nil if it names none.
    var timeOfDay: Int64? { hour.map { $0 * 3600 + minute * 60 } }

    /// The first day from another on, and up to a year after it, that the rule
    /// names; days are counted from 1970.
    ///
    /// - Parameters:
    ///   - day: the first day that counts.
    ///   - anchor: the day the rule starts on.
    ///   - time: the time of the day, in seconds.
    /// - Returns: the day; nil if the rule is over.
    func next(from day: Int64, anchor: Int64, at time: Int64) -> Int64? {
        let start = max(day, anchor)
        if let count {
            guard start - anchor < 3660 else { return nil }
            let past = (anchor..<start).lazy.filter { falls(on: $0, anchor) }
            guard past.prefix(Int(count)).count < count else { return nil }
        }
        guard let next = (start...start + 400).first(where: { falls(on: $0, anchor) }) else { return nil }
        if let until, next * 86_400 + time > until.epochSeconds { return nil }
        return next
    }

    private mutating func read(_ name: String, _ value: String) -> Bool {
        let parts = value.split(separator: ",")
        let numbers = parts.compactMap { Int64($0) }
        switch name {
        case "INTERVAL": interval = numbers.first ?? 0
        case "COUNT":
            count = numbers.first
            return (1...100_000).contains(count ?? 0)
        case "UNTIL":
            until = Self.end(value)
            return until != nil
        case "BYDAY":
            days = parts.compactMap(Self.day)
            return days.count == parts.count
        case "BYMONTHDAY": monthDays = numbers
        case "BYMONTH": months = numbers
        case "BYHOUR": hour = numbers.first.flatMap { (0..<24).contains($0) ? $0 : nil }
        case "BYMINUTE": minute = numbers.first.flatMap { (0..<60).contains($0) ? $0 : nil } ?? 0
        case "WKST", "BYSECOND": break
        default: return false
        }
        return (1...1000).contains(interval)
    }

    private func falls(on day: Int64, _ anchor: Int64) -> Bool {
        let (date, first) = (CivilDate(daysSinceEpoch: day), CivilDate(daysSinceEpoch: anchor))
        guard months.isEmpty || months.contains(date.month) else { return false }
        let weekday = Week.weekday(ofDay: day)
        switch frequency {
        case .daily:
            return (day - anchor) % interval == 0 && isNamed(date, weekday)
        case .weekly:
            // Weeks begin on a Monday, and 1970 on a Thursday.
            let weeks = (day + 3) / 7 - (anchor + 3) / 7
            let named = days.isEmpty ? [Week.weekday(ofDay: anchor)] : days.map(\.weekday)
            return weeks % interval == 0 && named.contains(weekday)
        case .monthly:
            let passed = (date.year - first.year) * 12 + date.month - first.month
            return passed % interval == 0 && (hasDays ? isNamed(date, weekday) : date.day == first.day)
        case .yearly:
            guard (date.year - first.year) % interval == 0 else { return false }
            // Days without a month are those of every month.
            if hasDays { return isNamed(date, weekday) }
            return date.day == first.day && (!months.isEmpty || date.month == first.month)
        }
    }

    private var hasDays: Bool { !days.isEmpty || !monthDays.isEmpty }

    /// Whether the day is one that BYDAY and BYMONTHDAY leave over: where both stand, both have to name it.
    private func isNamed(_ date: CivilDate, _ weekday: Int) -> Bool {
        let next = CivilDate.daysSinceEpoch(
            year: date.month == 12 ? date.year + 1 : date.year,
            month: date.month % 12 + 1,
            day: 1
        )
        let length = next - CivilDate.daysSinceEpoch(year: date.year, month: date.month, day: 1)
        guard monthDays.isEmpty || monthDays.contains(date.day) || monthDays.contains(date.day - length - 1) else {
            return false
        }
        let (fromStart, fromEnd) = (Int(date.day - 1) / 7 + 1, -(Int(length - date.day) / 7 + 1))
        return days.isEmpty
            || days.contains { day in
                day.weekday == weekday && (day.ordinal.map { $0 == fromStart || $0 == fromEnd } ?? true)
            }
    }

    /// Reads `TU`, `1MO` or `-1FR`.
    private static func day(_ text: Substring) -> Day? {
        guard let weekday = Week.dayNames.firstIndex(where: { $0.uppercased().hasPrefix(text.suffix(2)) }) else {
            return nil
        }
        let ordinal = text.dropLast(2)
        guard text.count >= 2, ordinal.isEmpty || Int(ordinal) ?? 0 != 0 else { return nil }
        return Day(ordinal: Int(ordinal), weekday: weekday)
    }

    /// Reads the last second of `20261231`, and the one that `20261231T120000Z` names.
    private static func end(_ text: String) -> Timestamp? {
        guard let date = digits(text.prefix(8), count: 8),
            case let (year, month, day) = (date / 10_000, date / 100 % 100, date % 100),
            (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let midnight = CivilDate.daysSinceEpoch(year: year, month: month, day: day) * 86_400
        guard text.dropFirst(8).first == "T" else { return Timestamp(epochSeconds: midnight + 86_399) }
        guard let time = digits(text.dropFirst(9).prefix(6), count: 6),
            case let (hour, minute, second) = (time / 10_000, time / 100 % 100, time % 100),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        return Timestamp(epochSeconds: midnight + hour * 3600 + minute * 60 + second)
    }

    private static func digits(_ text: Substring, count: Int) -> Int64? {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}
