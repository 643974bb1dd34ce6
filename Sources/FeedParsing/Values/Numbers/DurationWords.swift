/// Lengths of time with units: "1h 2m 3s", "34 min", "PT1H2M3S".
enum DurationWords {
    /// The seconds of an hour.
    static let hour = 3600.0
    /// What may stand between two parts, in the languages of the units.
    private static let conjunctions: Set<String> = ["and", "und", "et", "e", "y", "en", "och", "og", "i", "ja"]

    /// Seconds of a text of numbers, each with its unit behind it, or nil if anything else stands in it.
    ///
    /// The last number may lack its unit: "1h05", "5 min 30".
    static func spelledOut(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 0
        var total = 0.0
        var last: Double?
        while let (value, unitStart) = number(text, from: index) {
            index = skipSpace(text, from: unitStart)
            let start = index
            let isPrime = primeLength(text, at: index) > 0
            while index < text.count, !isPrime, ASCIIText.isLetter(text[index]) || text[index] >= 0x80 { index += 1 }
            let unit = UnsafeBufferPointer(rebasing: text[start..<index])
            if unit.isEmpty { index += primeLength(text, at: index) }
            let part = UnsafeBufferPointer(rebasing: text[start..<index])
            guard let weight = weight(of: part) ?? (part.isEmpty ? weight(ofLast: value, after: last) : nil),
                last.map({ weight < $0 }) ?? true || !unit.isEmpty
            else { return nil }
            total += value * weight
            last = weight
            index = skipSpace(text, from: index)
            // "1h:05m"
            if index < text.count, text[index] == 0x3A { index = skipSpace(text, from: index + 1) }
        }
        guard last != nil, index == text.count, total < 1e12 else { return nil }
        return Int(total)
    }

    /// The seconds of the unit that a last number lacks: minutes behind hours, seconds behind minutes.
    private static func weight(ofLast value: Double, after last: Double?) -> Double? {
        guard let last, last == hour || last == 60, value < 60, value == value.rounded() else { return nil }
        return last / 60
    }

    /// How many bytes the marks of minutes or seconds have that are at an index: `'`, `''`, `"`, `’`, `”`, `′`, `″`.
    private static func primeLength(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let rest = text[index...]
        if rest.starts(with: [0x27, 0x27]) { return 2 }
        if let first = rest.first, first == 0x27 || first == 0x22 { return 1 }
        guard rest.starts(with: [0xE2, 0x80]), let last = rest.dropFirst(2).first else { return 0 }
        return [0x99, 0x9D, 0xB2, 0xB3].contains(last) ? 3 : 0
    }

    /// Seconds of an ISO 8601 duration without years and months, whose length varies.
    static func iso8601(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        var index = 1
        var total = 0.0
        var isTime = false
        var hasPart = false
        while index < text.count {
            if text[index] | 0x20 == 0x74, !isTime {
                isTime = true
                index += 1
                continue
            }
            guard let (value, unit) = number(text, from: index), unit < text.count else { return nil }
            switch (text[unit] | 0x20, isTime) {
            // How long a year or a month is does not matter if there is none: "P0Y0M0DT1H5M".
            case (0x79, false) where value == 0, (0x6D, false) where value == 0: break
            case (0x77, false): total += value * 604_800
            case (0x64, false): total += value * 86_400
            case (0x68, true): total += value * 3600
            case (0x6D, true): total += value * 60
            case (0x73, true): total += value
            default: return nil
            }
            hasPart = true
            index = unit + 1
        }
        guard hasPart, total < 1e12 else { return nil }
        return Int(total)
    }

    /// Whether the comma at an index may stand between thousands: "3,723" is an hour or three seconds.
    ///
    /// Then up to three digits stand before it and just three behind it: "1834,500" and "1834,567891" are fractions.
    static func mayBeThousands(_ text: UnsafeBufferPointer<UInt8>, from index: Int) -> Bool {
        let after = text[(index + 1)...].prefix(while: ASCIIText.isDigit)
        let before = text[..<index].suffix(4).reversed().prefix(while: ASCIIText.isDigit)
        return text[index] == 0x2C && before.count < 4 && after.count == 3
    }

    /// A decimal number and the index behind it; a comma may be the decimal point.
    private static func number(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> (Double, Int)? {
        var index = start
        var value = 0.0
        var scale = 0.0
        while index < text.count {
            if let digit = ASCIIText.digitValue(text[index]) {
                value = value * 10 + Double(digit)
                scale *= 10
            } else if text[index] == 0x2E || text[index] == 0x2C, scale == 0, index > start,
                index + 1 < text.count, ASCIIText.isDigit(text[index + 1])
            {
                if mayBeThousands(text, from: index) { return nil }
                scale = 1
            } else {
                break
            }
            index += 1
        }
        guard index > start else { return nil }
        return (scale > 1 ? value / scale : value, index)
    }

    /// Dots behind abbreviations, commas and "and" between parts are space too.
    private static func skipSpace(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count {
            if ASCIIText.isSpace(text[index]) || text[index] == 0x2C || text[index] == 0x2E || text[index] == 0x26 {
                index += 1
            } else if index > start, let length = conjunctionLength(UnsafeBufferPointer(rebasing: text[index...])) {
                index += length
            } else {
                break
            }
        }
        return index
    }

    /// The length of the "and " that a text begins with.
    private static func conjunctionLength(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        let word = text.prefix(4).prefix { $0 != 0x20 }
        guard word.count < text.count, text[word.count] == 0x20 else { return nil }
        let isAnd = conjunctions.contains(String(decoding: word, as: UTF8.self).lowercased())
        return isAnd ? word.count + 1 : nil
    }

    /// The seconds of a unit; nil for any other text.
    static func weight(of unit: UnsafeBufferPointer<UInt8>) -> Double? {
        switch String(decoding: unit.map(ASCIIText.lowercased), as: UTF8.self) {
        case "d", "day", "days": 86_400
        case "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora", "horas", "ora",
            "ore", "uur", "u", "小时", "小時", "時間", "时", "時", "시간", "ч", "час", "часа", "часов", "saat", "sa",
            "time", "timer", "timme", "timmar", "tim", "tunti", "tuntia", "godz", "godzina", "godziny", "godzin",
            "hodina", "hodiny", "hodin", "óra", "oră", "год", "година", "години", "годин", "ώρα", "ώρες", "giờ", "jam":
            hour
        case "m", "mn", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "minuut", "'",
            "′", "’", "分", "分钟", "分鐘", "분", "мин", "минут", "минуты", "минута", "dakika", "dk",
            "minuter", "minutt", "minutter", "minut", "minuty", "minuta", "minuttia", "minuutti", "minuuttia", "perc",
            "хв", "хвилина", "хвилини", "хвилин", "λεπτό", "λεπτά", "phút", "menit":
            60
        case "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde", "secondes", "segundo",
            "segundos", "secondi", "seconden", "''", "\"", "″", "”", "秒",
            "秒钟", "秒鐘", "초", "сек", "секунд", "секунды", "saniye", "sn",
            "sekund", "sekunder", "sekunda", "sekundy", "sekuntia", "másodperc", "secunde", "секунда", "секунди",
            "δευτερόλεπτα", "giây", "detik":
            1
        case "ms", "msec", "msecs", "millisecond", "milliseconds": 0.001
        default: nil
        }
    }
}
