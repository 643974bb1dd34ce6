/// The offsets of a date from UTC, and other signs.
extension LooseDateReader {
    mutating func scanSign() {
        let sign = index
        // "--0700"
        while peek(0) == 0x2B || peek(0) == 0x2D { index += 1 }
        let isWest = bytes[index - 1] == 0x2D
        // "+ 0100"; "10:00 - 1130" is no offset.
        if peek(0) == 0x20, parts.isDateComplete, !isWest || peek(1) == 0x30,
            (1...4).allSatisfy({ ASCIIText.isDigit(peek($0)) })
        {
            index += 1
        }
        guard ASCIIText.isDigit(peek(0)), isOffset(signAt: sign) else { return }
        let start = index
        let value = digits()
        var seconds =
            switch index - start {
            case 1, 2: value * 3600
            case 3, 4: value / 100 * 3600 + value % 100 * 60
            default: 0
            }
        if index - start <= 2, peek(0) == 0x3A, ASCIIText.isDigit(peek(1)) {
            index += 1
            seconds += digits() * 60
        }
        while peek(0) == 0x3A, ASCIIText.isDigit(peek(1)) {
            index += 1
            _ = digits()
        }
        // "GMT-07:00" names its offset; behind "GMT, 2024-06-02" there is none.
        if parts.offset == nil || sign == zoneEnd { parts.offset = isWest ? -seconds : seconds }
        zoneEnd = -1
    }

    /// Whether the sign belongs to an offset and not to a date such as 02-01-2006, or to one of further text.
    private func isOffset(signAt sign: Int) -> Bool {
        let afterSpace = sign > 0 && bytes[sign - 1] == 0x20
        if sign == timeEnd || sign == zoneEnd { return parts.hour != nil || parts.isDateComplete }
        if sign > 0, ASCIIText.isDigit(bytes[sign - 1]) { return false }
        if parts.hour != nil { return afterSpace || parts.isDateComplete }
        return parts.isDateComplete && afterSpace
    }
}
