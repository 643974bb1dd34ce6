/// A moment in UTC, to the second.
///
/// Feeds, the store and the JSON output all deal in whole seconds; the text of
/// a date as the publisher wrote it is kept beside it where it matters. The
/// JSON form is RFC 3339 with a `Z`: `2026-11-21T03:45:00Z`.
///
/// It lies in the years 1 to 9999, which is all that RFC 3339 can write: a
/// number beyond them, from a damaged store or a wait without end, becomes the
/// nearest moment within. So whatever is written can be read, and no sum
/// overflows.
package struct Timestamp: Hashable, Sendable, Comparable {
    /// The first moment there is, 0001-01-01T00:00:00Z, in seconds since 1970.
    package static let earliestSeconds: Int64 = -62_135_596_800
    /// The last one, 9999-12-31T23:59:59Z.
    package static let latestSeconds: Int64 = 253_402_300_799

    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    package let epochSeconds: Int64

    /// Makes a timestamp from seconds since 1970-01-01T00:00:00Z.
    package init(epochSeconds: Int64) {
        self.epochSeconds = min(max(epochSeconds, Self.earliestSeconds), Self.latestSeconds)
    }

    /// Reads `2026-11-21T03:45:00Z` and the same with an offset such as
    /// `+01:00`; nil for anything else.
    ///
    /// A fraction of a second is dropped. A year of more than four digits is the
    /// end of time: podimport has written such years.
    package init?(rfc3339 text: String) {
        guard let seconds = RFC3339Reader.epochSeconds(of: Array(text.utf8)) else { return nil }
        self.init(epochSeconds: seconds)
    }

    package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.epochSeconds < rhs.epochSeconds
    }

    /// The moment this many seconds later (earlier when negative).
    package func adding(seconds: Int64) -> Timestamp {
        let (sum, overflows) = epochSeconds.addingReportingOverflow(seconds)
        return Timestamp(epochSeconds: overflows ? (seconds < 0 ? .min : .max) : sum)
    }

    /// Seconds from `other` to this moment; negative when this one is earlier.
    package func seconds(since other: Timestamp) -> Int64 {
        epochSeconds - other.epochSeconds
    }

    /// RFC 3339 text in UTC: `2026-11-21T03:45:00Z`.
    package var rfc3339: String {
        let day = epochSeconds.flooredQuotient(by: 86_400)
        let second = epochSeconds - day * 86_400
        let date = CivilDate(daysSinceEpoch: day)
        // A refresh writes several of them: no string for each part.
        return String(unsafeUninitializedCapacity: 20) { bytes in
            func write(_ value: Int64, at place: Int, before separator: StaticString) {
                bytes[place] = UInt8(ascii: "0") + UInt8(value / 10)
                bytes[place + 1] = UInt8(ascii: "0") + UInt8(value % 10)
                bytes[place + 2] = separator.utf8Start.pointee
            }
            write(date.year / 100, at: 0, before: "-")
            write(date.year % 100, at: 2, before: "-")
            write(date.month, at: 5, before: "-")
            write(date.day, at: 8, before: "T")
            write(second / 3600, at: 11, before: ":")
            write(second / 60 % 60, at: 14, before: ":")
            write(second % 60, at: 17, before: "Z")
            return 20
        }
    }

    /// RFC 822 text in GMT, as HTTP and OPML write it: `Sat, 21 Nov 2026 03:45:00 GMT`.
    package var rfc822: String {
        let day = epochSeconds.flooredQuotient(by: 86_400)
        let second = epochSeconds - day * 86_400
        let date = CivilDate(daysSinceEpoch: day)
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let digits = [
            weekdays[Int(day - day.flooredQuotient(by: 7) * 7)], ", ", date.day.padded(2), " ",
            months[Int(date.month) - 1], " ", date.year.padded(4), " ",
            (second / 3600).padded(2), ":", (second / 60 % 60).padded(2), ":", (second % 60).padded(2), " GMT",
        ]
        return digits.joined()
    }
}

extension Timestamp: CustomStringConvertible {
    package var description: String { rfc3339 }
}

extension Timestamp: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let timestamp = Timestamp(rfc3339: text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an RFC 3339 time: \(text)")
        }
        self = timestamp
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rfc3339)
    }
}

/// Reads the RFC 3339 times that podimport itself writes.
private enum RFC3339Reader {
    static func epochSeconds(of bytes: [UInt8]) -> Int64? {
        let excess = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count - 4
        guard excess > 0 else { return secondsOfFourDigitYear(bytes) }
        return secondsOfFourDigitYear(Array(bytes.dropFirst(excess))).map { _ in .max }
    }

    private static func secondsOfFourDigitYear(_ bytes: [UInt8]) -> Int64? {
        guard bytes.count >= 20,
            let year = number(bytes, 0, 4), bytes[4] == UInt8(ascii: "-"),
            let month = number(bytes, 5, 2), (1...12).contains(month), bytes[7] == UInt8(ascii: "-"),
            let day = number(bytes, 8, 2), (1...CivilDate.days(inMonth: month, ofYear: year)).contains(day),
            [UInt8(ascii: "T"), UInt8(ascii: "t")].contains(bytes[10]),
            let hour = number(bytes, 11, 2), hour < 24, bytes[13] == UInt8(ascii: ":"),
            let minute = number(bytes, 14, 2), minute < 60, bytes[16] == UInt8(ascii: ":"),
            let second = number(bytes, 17, 2), second <= 60
        else { return nil }
        var index = 19
        if bytes[index] == UInt8(ascii: ".") {
            index += 1
            while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        }
        guard let offset = offsetSeconds(bytes, from: index) else { return nil }
        let days = CivilDate.daysSinceEpoch(year: year, month: month, day: day)
        return days * 86_400 + hour * 3600 + minute * 60 + min(second, 59) - offset
    }

    private static func offsetSeconds(_ bytes: [UInt8], from index: Int) -> Int64? {
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: "Z") || bytes[index] == UInt8(ascii: "z") {
            return index + 1 == bytes.count ? 0 : nil
        }
        let isNegative = bytes[index] == UInt8(ascii: "-")
        guard isNegative || bytes[index] == UInt8(ascii: "+"), bytes.count == index + 6,
            let hours = number(bytes, index + 1, 2), bytes[index + 3] == UInt8(ascii: ":"),
            let minutes = number(bytes, index + 4, 2)
        else { return nil }
        return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int64? {
        var value: Int64 = 0
        for byte in bytes[start..<start + count] {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}

extension Int64 {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return digits.count >= width ? digits : String(repeating: "0", count: width - digits.count) + digits
    }
}
