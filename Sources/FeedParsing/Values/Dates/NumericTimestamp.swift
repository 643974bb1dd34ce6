/// A date that is one number: Unix time in seconds or finer, or the digits of a date run together.
enum NumericTimestamp {
    /// Seconds since 1970, or nil if the text is not one number of a length that can be told apart.
    ///
    /// 4 digits are a year, which counts only when it stands alone. 9 and 10 digits are seconds, 13 milliseconds,
    /// 16 microseconds, 19 nanoseconds; 14 are YYYYMMDDHHMMSS, and 12 and 10 the same without seconds and minutes, if
    /// that hour exists: as seconds it would lie in 2033 at the earliest. Eight digits are YYYYMMDD and left to the
    /// tolerant reader: as seconds they would lie in 1973 at the latest.
    static func read(_ bytes: [UInt8]) -> Int64? {
        // "/Date(1795255200000+0100)/", whose zone says nothing of the moment.
        if bytes.starts(with: "/Date(".utf8) { return read(Array(bytes.dropFirst(6).prefix(while: ASCIIText.isDigit))) }
        var value: Int64 = 0
        var digits = 0
        for byte in bytes {
            guard let digit = ASCIIText.digitValue(byte) else {
                // "1520932969.25": the fraction may be anything.
                if byte == 0x2E, digits == 9 || digits == 10, isFraction(bytes[(digits + 1)...]) { break }
                return nil
            }
            digits += 1
            if digits > 19 { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            if overflow || carry { return nil }
            value = sum
        }
        switch digits {
        case 4:
            return CivilDate(year: Int(value), month: 1, day: 1).epochSeconds(hour: 0, minute: 0, second: 0, offset: 0)
        case 9: return value
        case 10: return hour(Int(value)) ?? value
        case 12: return compact(Int(value) * 100)
        case 13: return value / 1_000
        case 14: return compact(Int(value))
        case 16: return value / 1_000_000
        case 19: return value / 1_000_000_000
        default: return nil
        }
    }

    private static func isFraction(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(ASCIIText.isDigit)
    }

    /// YYYYMMDDHH, of a year that feeds have dates in.
    private static func hour(_ value: Int) -> Int64? {
        (1995...2100).contains(value / 1_000_000) && value % 100 < 24 ? compact(value * 10_000) : nil
    }

    private static func compact(_ value: Int) -> Int64? {
        let (date, time) = (value / 1_000_000, value % 1_000_000)
        return CivilDate(year: date / 10_000, month: date / 100 % 100, day: date % 100)
            .epochSeconds(hour: time / 10_000, minute: time / 100 % 100, second: time % 100, offset: 0)
    }
}
