/// Months and days of the week that are numbered: "Thứ 5, 24 Tháng 6 2022", "T6, 24 Thg 6 2022".
extension LooseDateReader {
    /// Takes the number of a month or a day of the week that the word just read announces.
    mutating func scanVietnamese(_ word: String) -> Bool {
        switch word {
        case "thang", "thg":
            while peek(0) == 0x20 || peek(0) == 0x2E { index += 1 }
            guard let month = shortNumber(), (1...12).contains(month.value) else { return false }
            index = month.end
            takeMonth(month.value)
        // The letter behind "th", U+1EE9, is in no script that words are read in.
        case "th" where peek(0) == 0xE1 && peek(1) == 0xBB && (peek(2) == 0xA9 || peek(2) == 0xA8):
            index += 3
            while peek(0) == 0x20 { index += 1 }
            takeWeekday()
        case "t" where parts.numbers.isEmpty && peek(1) == 0x2C: takeWeekday()
        default: return false
        }
        return true
    }

    /// Monday is the second day, and Sunday has a name.
    private mutating func takeWeekday() {
        guard let day = shortNumber(), (2...7).contains(day.value) else { return }
        index = day.end
        parts.weekday = day.value - 1
    }

    /// The number of one or two digits at `index`, and where it ends.
    private func shortNumber() -> (value: Int, end: Int)? {
        guard let first = ASCIIText.digitValue(peek(0)) else { return nil }
        guard let second = ASCIIText.digitValue(peek(1)) else { return (first, index + 1) }
        return ASCIIText.isDigit(peek(2)) ? nil : (first * 10 + second, index + 2)
    }
}
