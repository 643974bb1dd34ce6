/// A day of the Gregorian calendar and its place on the line of days, without calendars or locales.
struct CivilDate: Equatable {
    var year: Int
    var month: Int
    var day: Int

    /// Whether the month and the day exist in that year.
    @inline(__always)
    var isValid: Bool {
        month >= 1 && month <= 12 && day >= 1 && day <= CivilDate.length(ofMonth: month, year: year)
    }

    /// Days since 1970-01-01; negative before it.
    ///
    /// The year is moved to begin in March, so that the leap day comes last and months follow one formula.
    @inline(__always)
    var daysSinceEpoch: Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date with the year of the common era: 2567 is what programs write in Thailand for 2024, in English, too, and
    /// no feed has dates of that time.
    @inline(__always)
    private var inCommonEra: CivilDate {
        let isBuddhist = year >= 2538 && year <= 2643
        return isBuddhist ? CivilDate(year: year - 543, month: month, day: day) : self
    }

    /// The day of the week, 0 for Sunday to 6 for Saturday.
    var weekday: Int {
        let days = daysSinceEpoch + 4
        return ((days % 7) + 7) % 7
    }

    @inline(__always)
    static func length(ofMonth month: Int, year: Int) -> Int {
        if month == 2 { return isLeap(year) ? 29 : 28 }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }

    @inline(__always)
    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// Seconds since 1970-01-01T00:00:00Z, or nil if the day or the time of day does not exist.
    ///
    /// 24:00:00 is midnight at the end of the day, as in ISO 8601; a leap second, :60, is clamped to :59.
    /// An offset beyond −12 or +14 hours exists nowhere: the time is then taken as UTC.
    @inline(__always)
    func epochSeconds(hour: Int, minute: Int, second: Int, offset: Int) -> Int64? {
        let date = inCommonEra
        guard date.isValid, hour <= 24, minute <= 59, second <= 60 else { return nil }
        if hour == 24, minute + second > 0 { return nil }
        let time = hour * 3600 + minute * 60 + min(second, 59)
        let credible = offset >= -12 * 3600 && offset <= 14 * 3600
        return Int64(date.daysSinceEpoch) * 86_400 + Int64(time) - Int64(credible ? offset : 0)
    }
}

extension CivilDate {
    /// A day of a week as ISO 8601 counts them: week 1 has the fourth of January, day 1 is Monday.
    ///
    /// Nil for a week or day that the year does not have.
    init?(year: Int, week: Int, day: Int) {
        guard (1...53).contains(week), (1...7).contains(day) else { return nil }
        let fourth = CivilDate(year: year, month: 1, day: 4)
        let thursday = week * 7 - (fourth.weekday + 6) % 7
        guard thursday <= (CivilDate.isLeap(year) ? 366 : 365) else { return nil }
        self = CivilDate(year: year, dayOfYear: thursday + day - 4)
    }

    /// A day counted from the first of January, which is 1; before it and behind the last are days of other years.
    init(year: Int, dayOfYear: Int) {
        self.init(year: year, month: 1, day: dayOfYear)
        if day < 1 { self = CivilDate(year: year - 1, month: 12, day: 31 + day) }
        while day > CivilDate.length(ofMonth: month, year: self.year) {
            day -= CivilDate.length(ofMonth: month, year: self.year)
            (self.year, month) = month == 12 ? (self.year + 1, 1) : (self.year, month + 1)
        }
    }
}
