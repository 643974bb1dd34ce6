/// Numbers in the numerals of Chinese and Japanese, as far as dates have them: 二〇二六, 十一, 二十一.
enum IdeographicNumber {
    /// The number that begins at `index`, and the index behind it; nil if there is no numeral.
    static func read(_ bytes: [UInt8], at start: Int) -> (value: Int, end: Int)? {
        var (tens, ones, index) = (0, 0, start)
        while let character = DateText.ideograph(bytes, at: index), let digit = digit(character) {
            if digit == 10 {
                (tens, ones) = (tens + max(ones, 1) * 10, 0)
            } else {
                ones = ones * 10 + digit
            }
            index += 3
            guard index - start <= 12 else { return nil }
        }
        return index > start ? (tens + ones, index) : nil
    }

    /// 10 for 十.
    private static func digit(_ character: UInt32) -> Int? {
        switch character {
        case 0x3007, 0x96F6: 0
        case 0x4E00: 1
        case 0x4E8C: 2
        case 0x4E09: 3
        case 0x56DB: 4
        case 0x4E94: 5
        case 0x516D: 6
        case 0x4E03: 7
        case 0x516B: 8
        case 0x4E5D: 9
        case 0x5341: 10
        default: nil
        }
    }
}
