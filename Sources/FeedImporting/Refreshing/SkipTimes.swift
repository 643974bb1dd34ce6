import PodcastModel

/// The hours and days on which a feed asks not to be asked, in GMT (http
/// polling A2 26).
struct SkipTimes {
    /// A bit for each hour of the day.
    private let hours: UInt32
    /// A bit for each day of the week, Sunday first.
    private let days: UInt8

    /// Takes what the document says; nil if there is nothing to skip.
    ///
    /// A list of all hours or of all days says nothing and is ignored.
    init?(_ hints: PollingHints) {
        guard !hints.skipHours.isEmpty || !hints.skipDays.isEmpty else { return nil }
        var (hours, days): (UInt32, UInt8) = (0, 0)
        for hour in hints.skipHours where (0...24).contains(hour) { hours |= 1 << UInt32(hour % 24) }
        for name in hints.skipDays {
            if let day = Week.dayNames.firstIndex(of: name) { days |= 1 << UInt8(day) }
        }
        self.hours = hours == 0xFF_FFFF ? 0 : hours
        self.days = days == 0x7F ? 0 : days
        if self.hours == 0 && self.days == 0 { return nil }
    }

    /// The end of the skipped time that a moment lies in, and what is skipped
    /// there; nil if the moment is as good as any.
    func end(ofBlockAt moment: Timestamp) -> (end: Timestamp, rule: DueReason.Rule)? {
        let first = SkipTimes.hour(of: moment)
        guard isSkipped(first) else { return nil }
        // Some hour of some day is free, or the list would have been ignored.
        let free = (first...first + 24 * 8).first { !isSkipped($0) } ?? first
        return (Timestamp(epochSeconds: free * 3600), isSkippedDay(first) ? .skipDays : .skipHours)
    }

    /// Where a moment is moved that lies in skipped time, and why: somewhere in the first hour after it (A2 24, 26); nil
    /// if the moment is as good as any.
    func move(_ moment: Timestamp, by spread: Spread) -> (dueAt: Timestamp, reason: DueReason)? {
        guard let (end, rule) = end(ofBlockAt: moment) else { return nil }
        let reason = DueReason(
            rule: rule,
            detail: "the feed asks not to be asked before that time of the day or week",
            notBefore: end
        )
        return (end.adding(seconds: spread.offset(in: 3600)), reason)
    }

    /// Hours are counted from 1970.
    private func isSkipped(_ hour: Int64) -> Bool {
        isSkippedDay(hour) || hours & 1 << UInt32(hour.modulo(24)) != 0
    }

    private func isSkippedDay(_ hour: Int64) -> Bool {
        let day = (hour - hour.modulo(24)) / 24
        return days & 1 << UInt8(Week.weekday(ofDay: day)) != 0
    }

    private static func hour(of moment: Timestamp) -> Int64 {
        (moment.epochSeconds - moment.epochSeconds.modulo(3600)) / 3600
    }
}
