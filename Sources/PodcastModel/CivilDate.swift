/// A day of the proleptic Gregorian calendar.
///
/// The arithmetic is the well-known one over 400-year eras; Foundation's
/// calendars are a hundred times slower and not needed for UTC.
package struct CivilDate: Sendable {
    package let year: Int64
    package let month: Int64
    package let day: Int64

    /// The date of a day, counted from 1970-01-01.
    package init(daysSinceEpoch: Int64) {
        let shifted = daysSinceEpoch + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// How many days a month has.
    package static func days(inMonth month: Int64, ofYear year: Int64) -> Int64 {
        let next = month == 12 ? (year: year + 1, month: Int64(1)) : (year: year, month: month + 1)
        return daysSinceEpoch(year: next.year, month: next.month, day: 1)
            - daysSinceEpoch(year: year, month: month, day: 1)
    }

    /// The number of a day, counted from 1970-01-01.
    package static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension Int64 {
    /// Division that rounds towards negative infinity, as calendars need.
    func flooredQuotient(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
