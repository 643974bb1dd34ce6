/// Reads any date a person would recognise, by its pieces rather than by a list of layouts (feed formats D2).
///
/// The text is walked once. Times, offsets and zones are known by their shape, months and days of the week by their
/// names in many languages, and the remaining numbers are day, month and year; `DateParts` decides which is which.
struct LooseDateReader {
    let bytes: [UInt8]
    var index = 0
    var parts = DateParts()
    /// Where the time ended: a sign directly behind it begins an offset.
    var timeEnd = -1
    /// Where the last zone name ended, for "GMT+02:00".
    var zoneEnd = -1
    /// Where the last number ended that may be part of the date.
    private var numberEnd = -1

    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let text = DateText.cleaned(bytes)
        if let timestamp = NumericTimestamp.read(text) { return timestamp }
        var reader = LooseDateReader(bytes: text)
        reader.scan()
        return reader.parts.epochSeconds()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension LooseDateReader {
    private mutating func scan() {
        while index < bytes.count {
            let byte = bytes[index]
            if ASCIIText.isDigit(byte) {
                scanNumber()
            } else if byte == 0x2B || byte == 0x2D {
                scanSign()
            } else if DateText.isLetter(bytes, at: index) {
                scanWord()
            } else if byte == 0x28 {
                skipComment()
            } else if let character = DateText.ideograph(bytes, at: index) {
                scanIdeograph(character)
            } else {
                index += 1
            }
        }
    }

    /// A comment such as "(Coordinated Universal Time)" says nothing that stands not before it already.
    ///
    /// At the end it may be the zone that the time lacks, "(GMT+7)", and is read on into.
    private mutating func skipComment() {
        guard let end = bytes[index...].firstIndex(of: 0x29) else {
            index += 1
            return
        }
        let lacksZone = parts.hour != nil && parts.offset == nil && parts.zoneIdentifier == nil
        index = lacksZone && end == bytes.count - 1 && isZone(bytes[(index + 1)..<end]) ? index + 1 : end + 1
    }

    // MARK: - Numbers

    private mutating func scanNumber() {
        let start = index
        let value = digits()
        let count = index - start
        let next = peek(0)
        if count <= 3, parts.isDateComplete || next == 0x3A, let length = colonLength() {
            index += length
            scanTime(hour: value)
        } else if next | 0x20 == 0x68, count <= 2, !ASCIIText.isLetter(peek(1)) {
            scanFrenchTime(hour: value)
        } else if start > 0, bytes[start - 1] | 0x20 == 0x74, parts.isDateComplete, count == 4 || count == 6 {
            setTime(hour: count == 4 ? value / 100 : value / 10_000, count == 4 ? value % 100 : value / 100 % 100)
            parts.second = count == 6 ? value % 100 : 0
        } else if count == 8, parts.numbers.isEmpty {
            appendCompactDate(value)
        } else {
            append(value, digits: count, start: start)
            numberEnd = index
            skipOrdinalSuffix()
        }
    }

    private mutating func append(_ value: Int, digits: Int, start: Int) {
        let before = start > 0 ? bytes[start - 1] : 0
        let separator = before == 0x2D || before == 0x2F || before == 0x2E ? before : 0
        parts.numbers.append(DateParts.Number(value: value, digits: digits, separator: separator))
    }

    /// YYYYMMDD.
    private mutating func appendCompactDate(_ value: Int) {
        append(CivilDate(year: value / 10_000, month: value / 100 % 100, day: value % 100))
    }

    mutating func append(_ date: CivilDate) {
        for (part, count) in [(date.year, 4), (date.month, 2), (date.day, 2)] {
            parts.numbers.append(DateParts.Number(value: part, digits: count, separator: 0x2D))
        }
    }

    /// H:MM, H:MM:SS, with a fraction that is dropped.
    ///
    /// Of two times the first counts unless it is midnight.
    private mutating func scanTime(hour: Int) {
        let minute = digits()
        var second = 0
        if let length = colonLength() {
            index += length
            second = digits()
        }
        // Frames, or ":00" for a zone: "15:04:05:00".
        while peek(0) == 0x3A || peek(0) == 0x2E || peek(0) == 0x2C, ASCIIText.isDigit(peek(1)) {
            index += 1
            _ = digits()
        }
        // "15:04:05:-0700"
        if peek(0) == 0x3A { index += 1 }
        if parts.hour == nil || (parts.hour == 0 && parts.minute == 0 && parts.second == 0) {
            setTime(hour: hour, minute)
            parts.second = second
        }
        timeEnd = index
    }

    /// How far it is to the digit behind a colon that is next; RFC 822 allows spaces and comments around it.
    private func colonLength() -> Int? {
        var end = index
        var hasColon = false
        while end < bytes.count {
            switch bytes[end] {
            case 0x20: end += 1
            case 0x28:
                guard let close = bytes[end...].firstIndex(of: 0x29) else { return nil }
                end = close + 1
            case 0x3A where !hasColon:
                hasColon = true
                end += 1
            default: return hasColon && ASCIIText.isDigit(bytes[end]) ? end - index : nil
            }
        }
        return nil
    }

    /// 15h, 15h30.
    private mutating func scanFrenchTime(hour: Int) {
        index += 1
        setTime(hour: hour, ASCIIText.isDigit(peek(0)) ? digits() : 0)
    }

    mutating func setTime(hour: Int, _ minute: Int) {
        parts.hour = hour
        parts.minute = minute
        timeEnd = index
    }

    /// The value of the digits at `index`; the ones that would overflow are passed over.
    mutating func digits() -> Int {
        var value = 0
        while index < bytes.count, let digit = ASCIIText.digitValue(bytes[index]) {
            if value < 1_000_000_000 { value = value * 10 + digit }
            index += 1
        }
        return value
    }

    /// 2nd, 16th, 1er.
    private mutating func skipOrdinalSuffix() {
        guard index < bytes.count, ASCIIText.isLetter(bytes[index]) else { return }
        let (word, end) = DateText.word(bytes, at: index)
        if ["st", "nd", "rd", "th", "er", "e", "o"].contains(word) { index = end }
    }

    // MARK: - Korean, Chinese, Japanese

    private mutating func scanIdeograph(_ character: UInt32) {
        // 周六 and 星期六 have a numeral in them that counts nothing.
        if let number = IdeographicNumber.read(bytes, at: index) {
            let mark = DateText.ideograph(bytes, at: number.end).flatMap { DateMark($0, next: 0) }
            if mark != nil { append(number.value, digits: number.value > 999 ? 4 : 2, start: index) }
            index = number.end
            if mark != nil { numberEnd = index }
            return
        }
        let isBehindNumber = numberEnd >= 0 && bytes[numberEnd..<index].allSatisfy { $0 == 0x20 }
        index += 3
        let next = DateText.ideograph(bytes, at: index) ?? 0
        if let year = IdeographicEra.yearBefore(character, next) {
            index += 3
            parts.yearBeforeEra = year
            return
        }
        if parts.yearBeforeEra > 0, IdeographicEra.isFirstYear(character, next) {
            index += 3
            parts.markedYear = parts.yearBeforeEra + 1
            return
        }
        guard let mark = DateMark(character, next: next) else { return }
        if case .afternoon(let isAfternoon) = mark {
            index += 3
            parts.isAfternoon = isAfternoon
            return
        }
        guard isBehindNumber, let number = parts.numbers.popLast() else { return }
        switch mark {
        case .year: parts.markedYear = number.isLong ? number.value : parts.yearBeforeEra + number.value
        case .month: parts.markedMonth = number.value
        case .day: parts.markedDay = number.value
        case .hour: setTime(hour: number.value, 0)
        case .minute: parts.minute = number.value
        case .second: parts.second = number.value
        case .afternoon: break
        }
    }

    /// The byte so many places ahead, 0 behind the end.
    func peek(_ distance: Int) -> UInt8 {
        index + distance < bytes.count ? bytes[index + distance] : 0
    }
}
