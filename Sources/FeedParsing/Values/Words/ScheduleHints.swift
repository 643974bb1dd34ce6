/// What a feed says about when to look again: ttl, skipHours, skipDays, sy:* (HTTP and polling A2, 25 to 27).
///
/// Values are read as published. How far they are trusted is for the schedule to say.
enum ScheduleHints {
    /// `<ttl>`: minutes, 0 or more, and no more than thirty-two bits hold; nil for garbage.
    ///
    /// Some systems write every number with a fraction: "60.0". It is dropped.
    static func minutes(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let number = ASCIIText.trimmed(bytes).split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        guard number.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCIIText.isDigit) }), let whole = number.first else {
            return nil
        }
        let text = UnsafeBufferPointer(rebasing: whole)
        // What is too large for any number is a long time, too.
        return Int(min(WholeNumber.parse(text) ?? .max, Int64(Int32.max)))
    }

    /// `<hour>`: 0 to 23 in GMT; 24 is midnight too; nil for all else.
    static func hour(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let hour = WholeNumber.parse(bytes), hour <= 24 else { return nil }
        return Int(hour % 24)
    }

    /// `<day>`: the English name as RSS spells it ("Monday"), nil for all else.
    ///
    /// "mon" and "MONDAY" are Monday.
    static func day(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let text = ASCIIText.trimmed(bytes)
        guard text.count >= 3 else { return nil }
        let word = String(decoding: text.map(ASCIIText.lowercased), as: UTF8.self)
        return days.first { $0.lowercased().hasPrefix(word) }
    }

    /// `sy:updatePeriod` divided by `sy:updateFrequency`, in seconds; nil without a known period.
    ///
    /// A frequency that is missing or not positive is 1.
    static func updatePeriodSeconds(period: UnsafeBufferPointer<UInt8>, frequency: UnsafeBufferPointer<UInt8>?) -> Int?
    {
        let text = ASCIIText.trimmed(period)
        let seconds: Int
        if ASCIIText.matches(text, "hourly") {
            seconds = 3600
        } else if ASCIIText.matches(text, "daily") {
            seconds = 86_400
        } else if ASCIIText.matches(text, "weekly") {
            seconds = 604_800
        } else if ASCIIText.matches(text, "monthly") {
            seconds = 2_592_000
        } else if ASCIIText.matches(text, "yearly") {
            seconds = 31_536_000
        } else {
            return nil
        }
        let times = frequency.flatMap { WholeNumber.parse($0) } ?? 1
        return max(1, seconds / Int(clamping: max(1, times)))
    }

    static func updatePeriodSeconds(period: String, frequency: String?) -> Int? {
        ASCIIText.withBytes(of: period) { period in
            guard let frequency else { return updatePeriodSeconds(period: period, frequency: nil) }
            return ASCIIText.withBytes(of: frequency) { updatePeriodSeconds(period: period, frequency: $0) }
        }
    }

    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
}
