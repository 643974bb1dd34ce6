/// The words of a date: months, days of the week, halves of the day and zones.
extension LooseDateReader {
    mutating func scanWord() {
        let start = index
        let (word, end) = DateText.word(bytes, at: index)
        index = end
        if DateText.isThai(bytes, at: start) { parts.isThai = true }
        if peek(0) == 0x2F, ASCIIText.isLetter(peek(1)) {
            scanIdentifier(from: start)
            return
        }
        if word == "w", ASCIIText.isDigit(peek(0)), let year = parts.numbers.last, year.digits == 4 {
            return scanWeek(of: year.value)
        }
        if ["a", "p", "π", "μ"].contains(word), skipAbbreviatedMeridiem() || isBareMeridiem(from: start) {
            setMeridiem(isAfternoon: word == "p" || word == "μ")
            return
        }
        if let isAfternoon = vietnameseMeridiem(from: start) { return setMeridiem(isAfternoon: isAfternoon) }
        if scanVietnamese(word) { return }
        if scanSpelledZone(word) || scanZoneOfBothTimes(word) { return }
        // "CET" begins a day of the week in Croatian, and "UT" is one in Slovak; behind a time they are zones.
        if parts.hour != nil, index - start > 1, scanZone(from: start) { return }
        switch DateWords.meaning(of: word) {
        case .month(let month):
            if parts.month == nil { parts.otherMonth = DateWords.otherMonth(of: word) }
            takeMonth(month)
        case .weekday(let weekday): parts.weekday = parts.weekday ?? weekday
        case .monthOrWeekday(let month, let weekday):
            if parts.month == nil { parts.numbersBeforeMonth = parts.numbers.count }
            parts.possibleMonth = month
            parts.weekday = parts.weekday ?? weekday
        case .afternoon(let isAfternoon): setMeridiem(isAfternoon: isAfternoon)
        case .second: takeSecondMonth()
        case nil where isZoneOfTheYear(word): parts.zoneIdentifier = parts.zoneIdentifier ?? word
        case nil:
            if !scanZone(from: start) { parts.misspeltMonth = parts.misspeltMonth ?? DateWords.misspeltMonth(word) }
        }
    }

    /// Whether a word that ends here is "ET" or its like behind a time; "AT" is one only as the last word.
    private func isZoneOfTheYear(_ word: String) -> Bool {
        ZoneNames.isZone(word) && parts.hour != nil && (word != "at" || index == bytes.count)
    }

    mutating func takeMonth(_ month: Int) {
        guard parts.month == nil else { return }
        parts.month = month
        parts.numbersBeforeMonth = parts.numbers.count
    }

    /// "تشرين الثاني" is November and "كانون الثاني" January, the months behind those of the first word alone.
    private mutating func takeSecondMonth() {
        if parts.month == 10 { parts.month = 11 }
        if parts.month == 12 { parts.month = 1 }
    }

    /// "2025-W10-3", "2025W103", and the week alone, which is its Monday.
    private mutating func scanWeek(of year: Int) {
        let start = index
        var week = digits()
        var day = 1
        if index - start == 3 {
            (week, day) = (week / 10, week % 10)
        } else if peek(0) == 0x2D, ASCIIText.isDigit(peek(1)), !ASCIIText.isDigit(peek(2)) {
            index += 1
            day = digits()
        }
        parts.numbers.removeLast()
        guard let date = CivilDate(year: year, week: week, day: day) else {
            parts.namesNoDate = true
            return
        }
        append(date)
    }

    /// An unknown name is UTC, which is what no name at all means; false for such a one.
    ///
    /// A single letter is a zone only behind a time, and a capital: "14:30 h" is what the Spanish write. That of "E.
    /// South America Standard Time" is short for a word.
    private mutating func scanZone(from start: Int) -> Bool {
        guard parts.offset == nil, index - start > 1 || isMilitaryZone(bytes[start]) else { return false }
        let offset = bytes[start..<index].withUnsafeBufferPointer { ZoneNames.offset(of: $0) }
        guard let offset else { return false }
        parts.offset = offset
        zoneEnd = index
        // "GMT -07:00"
        if peek(0) == 0x20, peek(1) == 0x2B || peek(1) == 0x2D, ASCIIText.isDigit(peek(2)) {
            index += 1
            zoneEnd = index
        }
        return true
    }

    /// Takes a zone that is written out, whose first word ends here; false if it is none.
    private mutating func scanSpelledZone(_ first: String) -> Bool {
        guard parts.hour != nil, parts.offset == nil, SpelledZone.mayBegin(with: first) else { return false }
        var (words, end) = ([first], index)
        while words.last != "time", words.count < SpelledZone.maximumWords {
            var start = end
            while start < bytes.count, bytes[start] == 0x20 { start += 1 }
            let word = DateText.word(bytes, at: start)
            guard start > end, word.end > start else { return false }
            words.append(word.folded)
            end = word.end
        }
        if let offset = SpelledZone.offset(of: words) {
            parts.offset = offset
        } else if let zone = SpelledZone.zone(of: words) {
            parts.zoneIdentifier = parts.zoneIdentifier ?? zone
        } else {
            return false
        }
        index = end
        zoneEnd = end
        return true
    }

    /// Takes "EST5EDT", which is one or the other by the time of the year; false for any other word.
    private mutating func scanZoneOfBothTimes(_ word: String) -> Bool {
        guard parts.hour != nil, word.hasSuffix("st"), ASCIIText.isDigit(peek(0)), ASCIIText.isLetter(peek(1)) else {
            return false
        }
        let other = DateText.word(bytes, at: index + 1)
        guard other.folded == word.dropLast(2) + "dt" else { return false }
        parts.zoneIdentifier = parts.zoneIdentifier ?? word
        index = other.end
        return true
    }

    /// Europe/Brussels.
    private mutating func scanIdentifier(from start: Int) {
        while index < bytes.count {
            let byte = bytes[index]
            let belongs =
                ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || byte == 0x2F || byte == 0x5F || byte == 0x2B
                || byte == 0x2D
            guard belongs else { break }
            index += 1
        }
        parts.zoneIdentifier = String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// A lower-case "z" is Zulu in RFC 3339.
    private func isMilitaryZone(_ letter: UInt8) -> Bool {
        // That of another time, "2024-05-06T10:00", only begins it.
        if letter == 0x54, ASCIIText.isDigit(peek(0)) { return false }
        return parts.hour != nil && (letter < 0x61 || letter == 0x7A) && peek(0) != 0x2E
    }

    /// Whether a comment is the name of a zone, with an offset behind it or not, and nothing else.
    func isZone(_ comment: ArraySlice<UInt8>) -> Bool {
        let name = comment.prefix(while: ASCIIText.isLetter)
        let offset = comment.dropFirst(name.count)
        guard name.count > 1, name.withUnsafeBufferPointer({ ZoneNames.offset(of: $0) }) != nil else { return false }
        guard let sign = offset.first else { return true }
        return (sign == 0x2B || sign == 0x2D) && offset.count > 1
            && offset.dropFirst().allSatisfy { ASCIIText.isDigit($0) || $0 == 0x3A }
    }

    /// Behind "a" or "p": ".m", ".m.", " m" and the like; in Greek both have another "m".
    private mutating func skipAbbreviatedMeridiem() -> Bool {
        var start = index + (peek(0) == 0x2E ? 1 : 0)
        while start < bytes.count, bytes[start] == 0x20 { start += 1 }
        let (word, end) = DateText.word(bytes, at: start)
        guard start > index, word == "m" || word == "μ" else { return false }
        index = end
        if peek(0) == 0x2E { index += 1 }
        return true
    }

    /// Whether the time before a word is one of the afternoon, "3:04 CH", or of the morning, "3:04 SA"; nil for any other
    /// word.
    ///
    /// In capitals, for "Sa" is a day in German.
    private func vietnameseMeridiem(from start: Int) -> Bool? {
        guard let hour = parts.hour, hour <= 12, parts.isAfternoon == nil, timeEnd >= 0, timeEnd <= start,
            bytes[timeEnd..<start].allSatisfy({ $0 == 0x20 })
        else { return nil }
        let word = bytes[start..<index]
        return word.elementsEqual("CH".utf8) ? true : word.elementsEqual("SA".utf8) ? false : nil
    }

    /// "2:30p", "2:30 p"; a capital that stands alone is a zone.
    private func isBareMeridiem(from start: Int) -> Bool {
        guard let hour = parts.hour, hour <= 12, parts.isAfternoon == nil else { return false }
        return start == timeEnd || bytes[start] >= 0x61
    }

    /// "3 pm" makes an hour of the number before it; in "PM 3:30" the time comes behind.
    private mutating func setMeridiem(isAfternoon: Bool) {
        parts.isAfternoon = isAfternoon
        guard parts.hour == nil, !isBeforeTime, !takeTimeWithFullStops(), parts.numbers.count > 2,
            let last = parts.numbers.last, last.value <= 12
        else { return }
        // That of "2024.05.12 pm" is the day.
        if last.separator != 0, parts.numbers.count == 3 { return }
        parts.numbers.removeLast()
        setTime(hour: last.value, 0)
    }

    private var isBeforeTime: Bool {
        let hour = bytes[index...].drop { $0 == 0x20 || $0 == 0x2E }.prefix(while: ASCIIText.isDigit)
        return hour.count == 1 || hour.count == 2 ? bytes[hour.endIndex...].first == 0x3A : false
    }

    /// "10.05 pm", "10.05.30 pm" and "10.05.30.000000 pm", before the date or behind it.
    private mutating func takeTimeWithFullStops() -> Bool {
        guard let start = parts.numbers.lastIndex(where: { $0.separator != 0x2E }) else { return false }
        var time = parts.numbers[start...]
        if time.count == 4 { time.removeLast() }
        let isBesideDate =
            start == 0
            ? bytes[index...].contains(where: ASCIIText.isDigit)
            : start >= ((parts.month ?? parts.possibleMonth) == nil ? 3 : 2)
        guard isBesideDate, time.count == 2 || time.count == 3, time[start].value < 24,
            time.dropFirst().allSatisfy({ $0.digits == 2 && $0.value < 60 })
        else { return false }
        setTime(hour: time[start].value, time[start + 1].value)
        if time.count == 3 { parts.second = time[start + 2].value }
        parts.numbers.removeSubrange(start...)
        return true
    }
}
