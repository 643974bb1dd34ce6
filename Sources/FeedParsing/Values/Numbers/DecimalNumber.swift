/// A decimal number such as `podcast:episode`, a bitrate or the start of a soundbite.
enum DecimalNumber {
    /// The value, or nil unless the whole text is one finite number.
    ///
    /// A comma may be the decimal point.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let text = ASCIIText.trimmed(bytes)
        // Digits, signs, points and exponents; Swift's own reading takes "inf", "nan" and hexadecimal as well.
        guard text.count <= 40, text.allSatisfy({ ASCIIText.isDigit($0) || "+-.,Ee".utf8.contains($0) }) else {
            return nil
        }
        let normal = String(decoding: text.map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self)
        guard let value = Double(normal), value.isFinite else { return nil }
        return value
    }

    /// The same of what cannot be less than nothing: a bitrate, a share.
    static func parseAmount(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        parse(bytes).flatMap { $0 < 0 ? nil : $0 }
    }
}
