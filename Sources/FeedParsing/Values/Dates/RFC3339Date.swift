/// `2003-12-13T18:30:02.25+01:00` and its shorter W3CDTF relatives, read without allocation.
///
/// Strict on purpose: nil means "not exactly this form" and hands the text on to the tolerant reader.
enum RFC3339Date {
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let count = bytes.count
        guard count >= 10, bytes[4] == 0x2D, bytes[7] == 0x2D, let century = ASCIIText.twoDigits(bytes, at: 0),
            let year = ASCIIText.twoDigits(bytes, at: 2), let month = ASCIIText.twoDigits(bytes, at: 5),
            let day = ASCIIText.twoDigits(bytes, at: 8)
        else { return nil }
        let date = CivilDate(year: century * 100 + year, month: month, day: day)
        if count == 10 { return date.epochSeconds(hour: 0, minute: 0, second: 0, offset: 0) }
        guard count >= 16, bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20, bytes[13] == 0x3A,
            let hour = ASCIIText.twoDigits(bytes, at: 11), let minute = ASCIIText.twoDigits(bytes, at: 14)
        else { return nil }
        var index = 16
        var second = 0
        if index + 2 < count, bytes[index] == 0x3A {
            guard let value = ASCIIText.twoDigits(bytes, at: index + 1) else { return nil }
            second = value
            index += 3
            if index < count, bytes[index] == 0x2E {
                index += 1
                while index < count, ASCIIText.isDigit(bytes[index]) { index += 1 }
            }
        }
        guard let offset = zone(bytes, from: index) else { return nil }
        return date.epochSeconds(hour: hour, minute: minute, second: second, offset: offset)
    }

    /// Nothing, `Z`, `+hh:mm` or `+hhmm`: the rest of the text and nothing else.
    @inline(__always)
    private static func zone(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        let rest = bytes.count - index
        if rest == 0 || (rest == 1 && bytes[index] | 0x20 == 0x7A) { return 0 }
        guard rest == 5 || rest == 6, bytes[index] == 0x2B || bytes[index] == 0x2D else { return nil }
        if rest == 6, bytes[index + 3] != 0x3A { return nil }
        guard let hours = ASCIIText.twoDigits(bytes, at: index + 1),
            let minutes = ASCIIText.twoDigits(bytes, at: index + rest - 2)
        else { return nil }
        let offset = hours * 3600 + minutes * 60
        return bytes[index] == 0x2D ? -offset : offset
    }
}
