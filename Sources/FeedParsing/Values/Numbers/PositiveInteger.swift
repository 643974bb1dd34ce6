/// The number of an episode or a season (feed formats C8).
enum PositiveInteger {
    /// The one number in the text, if it is above zero: "12", "012", "#12", "Episode 12", "12.0".
    ///
    /// With a sign before it ("-1"), a fraction ("1.5") or a second number ("1,234") there is no telling which is
    /// meant, and the answer is nil; ``NumberPair`` reads two that say it ("S01E05", "5 of 10").
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if bytes.contains(where: { $0 >= 0x80 }), let plain = DateDigits.plain(bytes) {
            return plain.withUnsafeBufferPointer { parse($0) }
        }
        guard let start = bytes.firstIndex(where: ASCIIText.isDigit) else { return nil }
        if start > 0, bytes[start - 1] == 0x2D { return nil }
        // ".5" is a fraction, "Ep.5" is not.
        if start > 0, bytes[start - 1] == 0x2E, start == 1 || !ASCIIText.isLetter(bytes[start - 2]) { return nil }
        var index = start
        var value = 0
        while index < bytes.count, let digit = ASCIIText.digitValue(bytes[index]) {
            value = value * 10 + digit
            guard value <= Int(Int32.max) else { return nil }
            index += 1
        }
        if index + 1 < bytes.count, bytes[index] == 0x2E, bytes[index + 1] == 0x30 {
            index += 1
            while index < bytes.count, bytes[index] == 0x30 { index += 1 }
        }
        guard value > 0, !bytes[index...].contains(where: ASCIIText.isDigit) else { return nil }
        return value
    }
}
