import PodcastModel

/// Reads the three forms of date that HTTP knows (RFC 9110 5.6.7).
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
enum HTTPDate {
    /// Seconds since 1970, or nil if the text is none of the three.
    static func epochSeconds(of text: String) -> Int64? {
        let words = text.utf8.split { $0 == 0x20 || $0 == 0x2C || $0 == 0x09 }.map(Array.init)
        switch words.count {
        case 6 where isUTC(words[5]):
            return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
        case 4 where isUTC(words[3]):
            let date = words[1].split(separator: UInt8(ascii: "-")).map(Array.init)
            guard date.count == 3 else { return nil }
            return seconds(day: date[0], month: date[1], year: date[2], time: words[2])
        case 5:
            return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
        default:
            return nil
        }
    }

    private static func isUTC(_ zone: [UInt8]) -> Bool {
        let zone = String(decoding: zone, as: UTF8.self).uppercased()
        return zone == "GMT" || zone == "UTC" || zone == "+0000" || zone == "-0000"
    }

    private static func seconds(day: [UInt8], month: [UInt8], year: [UInt8], time: [UInt8]) -> Int64? {
        let clock = time.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard clock.count == 3,
            let hour = number(clock[0], 0...23), let minute = number(clock[1], 0...59),
            // 60 is a leap second.
            let second = number(clock[2], 0...60),
            let month = monthNumber(month), let year = fullYear(year),
            let day = number(day[...], 1...CivilDate.days(inMonth: month, ofYear: year))
        else { return nil }
        return CivilDate.daysSinceEpoch(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60
            + min(second, 59)
    }

    private static func number(_ digits: ArraySlice<UInt8>, _ range: ClosedRange<Int64>) -> Int64? {
        guard digits.count <= 4, let value = WholeNumber.parse(digits), range.contains(value) else { return nil }
        return value
    }

    private static func monthNumber(_ name: [UInt8]) -> Int64? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard name.count == 3 else { return nil }
        return months.firstIndex(of: String(decoding: name, as: UTF8.self).lowercased()).map { Int64($0) + 1 }
    }

    /// Two digits stand for 1970 to 2069: nothing on the web is older.
    private static func fullYear(_ digits: [UInt8]) -> Int64? {
        guard let year = number(digits[...], 0...9999) else { return nil }
        switch digits.count {
        case 2: return year < 70 ? 2000 + year : 1900 + year
        case 4: return year
        default: return nil
        }
    }
}
