/// `Fri, 21 Nov 1997 09:55:06 -0600`: the form RSS asks for, read without allocation.
///
/// Strict on purpose: nil means "not exactly this form" and hands the text on to the tolerant reader.
enum RFC822Date {
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let count = bytes.count
        guard count >= 19, count <= 31 else { return nil }
        var index = 0
        if !ASCIIText.isDigit(bytes[0]) {
            guard bytes[3] == 0x2C, bytes[4] == 0x20 else { return nil }
            index = 5
        }
        guard index + 2 < count, let firstDigit = ASCIIText.digitValue(bytes[index]) else { return nil }
        var day = firstDigit
        index += 1
        if let secondDigit = ASCIIText.digitValue(bytes[index]) {
            day = day * 10 + secondDigit
            index += 1
        }
        // From here on the positions are fixed: " Mon YYYY HH:MM:SS".
        guard index + 18 <= count, bytes[index] == 0x20, bytes[index + 4] == 0x20, bytes[index + 9] == 0x20,
            bytes[index + 12] == 0x3A, bytes[index + 15] == 0x3A,
            let month = month(bytes[index + 1], bytes[index + 2], bytes[index + 3]),
            let century = ASCIIText.twoDigits(bytes, at: index + 5),
            let year = ASCIIText.twoDigits(bytes, at: index + 7),
            let hour = ASCIIText.twoDigits(bytes, at: index + 10),
            let minute = ASCIIText.twoDigits(bytes, at: index + 13),
            let second = ASCIIText.twoDigits(bytes, at: index + 16), let offset = zone(bytes, from: index + 18)
        else { return nil }
        return CivilDate(year: century * 100 + year, month: month, day: day)
            .epochSeconds(hour: hour, minute: minute, second: second, offset: offset)
    }

    @inline(__always)
    private static func month(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
        switch UInt32(first | 0x20) << 16 | UInt32(second | 0x20) << 8 | UInt32(third | 0x20) {
        case 0x6A616E: 1
        case 0x666562: 2
        case 0x6D6172: 3
        case 0x617072: 4
        case 0x6D6179: 5
        case 0x6A756E: 6
        case 0x6A756C: 7
        case 0x617567: 8
        case 0x736570: 9
        case 0x6F6374: 10
        case 0x6E6F76: 11
        case 0x646563: 12
        default: nil
        }
    }

    /// ` GMT`, ` +hhmm`, ` -hhmm`, or a zone of RFC 822: the rest of the text and nothing else.
    @inline(__always)
    private static func zone(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
        let count = bytes.count
        guard index < count, bytes[index] == 0x20 else { return nil }
        if index + 6 == count, bytes[index + 1] == 0x2B || bytes[index + 1] == 0x2D {
            guard let hours = ASCIIText.twoDigits(bytes, at: index + 2),
                let minutes = ASCIIText.twoDigits(bytes, at: index + 4)
            else { return nil }
            let offset = hours * 3600 + minutes * 60
            return bytes[index + 1] == 0x2D ? -offset : offset
        }
        guard index + 4 == count else { return nil }
        if bytes[index + 1] == 0x47, bytes[index + 2] == 0x4D, bytes[index + 3] == 0x54 { return 0 }
        return ZoneNames.offset(of: UnsafeBufferPointer(rebasing: bytes[(index + 1)...]))
    }
}
