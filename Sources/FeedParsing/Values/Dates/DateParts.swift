/// The pieces of a date found by `LooseDateReader`, and the rules that make one date of them.
struct DateParts {
    /// A number that is not part of a time or an offset.
    struct Number {
        let value: Int
        let digits: Int
        /// The byte before it when that is "-", "/" or ".", else 0.
        let separator: UInt8

        /// Whether there are as many digits as only a year has, or a time without a colon.
        var isLong: Bool { digits == 4 }

        /// Whether this is a year that feeds have dates in.
        var isYear: Bool { digits == 4 && (1995...2100).contains(value) }
    }

    var numbers: [Number] = []
    var month: Int?
    /// The month that its name means in another language; see `DateWords`.
    var otherMonth: Int?
    /// How many numbers stand before the name of the month.
    var numbersBeforeMonth = 0
    var weekday: Int?
    /// A word that is a month in one language and a day in another; see `DateWords`.
    var possibleMonth: Int?
    /// A word that may be meant for the name of a month; it is one where no other word is.
    var misspeltMonth: Int?
    var hour: Int?
    var minute = 0
    var second = 0
    var isAfternoon: Bool?
    /// Seconds east of UTC.
    var offset: Int?
    var zoneIdentifier: String?
    /// Year, month, day marked by a following character, as in 2004年5月28日.
    var markedYear: Int?
    var markedMonth: Int?
    var markedDay: Int?
    /// The year before the first of the era that the date is in; 0 for the common one.
    var yearBeforeEra = 0
    /// Whether a word of the date is Thai, and its year may be one of the Buddhist era.
    var isThai = false
    /// Whether a week is named that does not exist, and the numbers are not what they are in other dates.
    var namesNoDate = false

    /// Whether year, month and day have been found, so that what follows can only be a time or a zone.
    var isDateComplete: Bool {
        numbers.count >= 3 || (numbers.count == 2 && (month ?? possibleMonth ?? markedMonth) != nil)
            || (markedYear != nil && markedDay != nil)
    }

    /// Seconds since 1970 in UTC, or nil if the pieces are not a date that exists.
    mutating func epochSeconds() -> Int64? {
        guard !namesNoDate, let date = civilDate() else { return nil }
        if hour == nil { takeTimeFromRest() }
        guard let hour = hour24() else { return nil }
        guard offset == nil, let zoneIdentifier else {
            return date.epochSeconds(hour: hour, minute: minute, second: second, offset: offset ?? 0)
        }
        guard let local = date.epochSeconds(hour: hour, minute: minute, second: second, offset: 0) else { return nil }
        return local - Int64(ZoneNames.offset(ofIdentifier: zoneIdentifier, atLocal: local) ?? 0)
    }
}

extension DateParts {
    /// Takes the numbers that are the date out of `numbers`.
    private mutating func civilDate() -> CivilDate? {
        if isThai { takeBuddhistYear() }
        if let markedYear, let markedMonth {
            return CivilDate(year: markedYear, month: markedMonth, day: markedDay ?? 1)
        }
        if let markedMonth, let markedDay, let year = numbers.firstIndex(where: { $0.digits == 4 }) {
            return CivilDate(year: numbers.remove(at: year).value, month: markedMonth, day: markedDay)
        }
        if let month = month ?? possibleMonth ?? markedMonth { return dateWithNamedMonth(month) }
        if let misspeltMonth, numbers.count == 2 { return dateWithNamedMonth(misspeltMonth) }
        switch numbers.count {
        case 0, 1: return nil
        case 2: return yearAndMonth()
        default:
            guard let start = numericStart() else { return nil }
            let parts = Array(numbers[start..<(start + 3)])
            numbers.removeFirst(start + 3)
            return numericDate(parts)
        }
    }

    /// Where the three numbers of a date begin: with the first, unless the year is behind them.
    ///
    /// Those that belong together have separators between them: "Thứ 2, 01/08/2022". Nil where nothing says which they
    /// are.
    private func numericStart() -> Int? {
        guard let year = numbers.firstIndex(where: \.isYear), year >= 3, !numbers.prefix(3).contains(where: \.isLong),
            numbers[1].separator == 0 || numbers[2].separator == 0
        else { return 0 }
        return numbers[year].separator != 0 && numbers[year - 1].separator != 0 ? year - 2 : nil
    }

    /// "21 Nov 1997", "Nov 21 1997", "1997 Nov 21" and the month alone, "Nov 2020".
    ///
    /// Where the year is behind two other numbers one of them is no part of the date, and it cannot be told which:
    /// "Episode 5 from 12 May 2022". "03 Apr 02 2015" has the time in four digits.
    private mutating func dateWithNamedMonth(_ month: Int) -> CivilDate? {
        if let year = numbers.firstIndex(where: \.isYear), year >= 2, !numbers.prefix(2).contains(where: \.isLong),
            hour != nil || numbersBeforeMonth != 1 || numbers[1].digits == 1
        {
            return nil
        }
        guard let first = numbers.first else { return nil }
        guard numbers.count > 1 else {
            numbers.removeFirst()
            return first.digits == 4 ? CivilDate(year: first.value, month: month, day: 1) : nil
        }
        let second = numbers[1]
        numbers.removeFirst(2)
        let yearComesFirst = first.digits == 4 || (first.digits == 2 && first.value > 31)
        guard let year = fullYear(yearComesFirst ? first : second) else { return nil }
        let date = CivilDate(year: year, month: month, day: (yearComesFirst ? second : first).value)
        guard let weekday, date.weekday != weekday, let otherMonth else { return date }
        let other = CivilDate(year: year, month: otherMonth, day: date.day)
        return other.isValid && other.weekday == weekday ? other : date
    }

    /// Makes 2023 of the year behind the name of a Thai month in "12 มกราคม 2566" and "12 มกราคม 66".
    private mutating func takeBuddhistYear() {
        guard numbersBeforeMonth < numbers.count else { return }
        let number = numbers[numbersBeforeMonth]
        let year = number.digits == 2 ? 2500 + number.value : number.value
        guard number.digits == 2 || number.digits == 4, (2538...2643).contains(year) else { return }
        numbers[numbersBeforeMonth] = Number(value: year - 543, digits: 4, separator: number.separator)
    }

    /// "2003-12", "12/2003", and the ordinal "2003-335".
    private mutating func yearAndMonth() -> CivilDate? {
        let (first, second) = (numbers[0], numbers[1])
        numbers.removeAll()
        guard second.separator != 0 else { return nil }
        if first.digits == 4, second.digits == 3 {
            let length = CivilDate.isLeap(first.value) ? 366 : 365
            guard second.value >= 1, second.value <= length else { return nil }
            return CivilDate(year: first.value, dayOfYear: second.value)
        }
        if first.digits == 4 { return CivilDate(year: first.value, month: second.value, day: 1) }
        return second.digits == 4 ? CivilDate(year: second.value, month: first.value, day: 1) : nil
    }

    /// Three numbers.
    ///
    /// The order of day and month, when nothing else decides, is the one whose weekday is right, else month first with
    /// am/pm or a two-digit year behind slashes (American), else day first.
    private func numericDate(_ parts: [Number]) -> CivilDate? {
        let (first, second, third) = (parts[0], parts[1], parts[2])
        if first.digits == 4 {
            return CivilDate(year: first.value, month: second.value, day: third.value)
        }
        // Two digits everywhere: 98-1-2 can only begin with the year, 06-1-2 and 6/1/2 do so by custom. Of 1-10-20 the
        // first has too few for a year beside one of two.
        let yearComesFirst =
            third.digits < 4
            && (first.value > 31 || (second.separator == 0x2D && third.value <= 31 && first.digits >= third.digits)
                || (second.separator == 0x2F && third.digits == 1))
        if yearComesFirst {
            guard let year = fullYear(first) else { return nil }
            return CivilDate(year: year, month: second.value, day: third.value)
        }
        guard let year = fullYear(third) else { return nil }
        let dayFirst = CivilDate(year: year, month: second.value, day: first.value)
        let monthFirst = CivilDate(year: year, month: first.value, day: second.value)
        guard dayFirst.isValid, monthFirst.isValid else { return dayFirst.isValid ? dayFirst : monthFirst }
        if let weekday, dayFirst.weekday != monthFirst.weekday {
            if weekday == dayFirst.weekday { return dayFirst }
            if weekday == monthFirst.weekday { return monthFirst }
        }
        let isAmerican = second.separator == 0x2F && (isAfternoon != nil || third.digits == 2)
        return isAmerican ? monthFirst : dayFirst
    }

    /// Two digits: 90 to 99 are the nineties, all others this century.
    ///
    /// Three-digit years do not exist.
    private func fullYear(_ number: Number) -> Int? {
        switch number.digits {
        case 4: number.value
        case 1, 2: number.value >= 90 ? 1900 + number.value : 2000 + number.value
        default: nil
        }
    }

    /// "2 Jan 2006 15 -0700", "03 Apr 02 1500 GMT", "2 Jan 2006 15.04", "2 Jan 2006 15.04.05".
    private mutating func takeTimeFromRest() {
        guard let first = numbers.first else { return }
        if first.digits == 4 {
            hour = first.value / 100
            minute = first.value % 100
        } else if first.digits <= 2, first.separator == 0 {
            hour = first.value
            guard numbers.count > 1, numbers[1].digits == 2 else { return }
            minute = numbers[1].value
            if numbers.count > 2, numbers[2].digits == 2 { second = numbers[2].value }
        }
    }

    /// The hour of the day; an hour above twelve needs no am or pm and ignores it.
    private func hour24() -> Int? {
        guard let hour else { return 0 }
        guard let isAfternoon, hour <= 12 else { return hour }
        return hour % 12 + (isAfternoon ? 12 : 0)
    }
}
