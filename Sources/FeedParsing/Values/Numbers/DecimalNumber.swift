/// A decimal number such as `podcast:episode`, a bitrate or the start of a soundbite.
enum DecimalNumber {
    /// The value, or nil unless the whole text is one finite number.
    ///
    /// A comma may be the decimal point.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let text = ASCIIText.trimmed(bytes)
        guard !text.isEmpty, text.count <= 40 else { return nil }
        var hasDigit = false
        for byte in text {
            switch byte {
            case 0x30...0x39: hasDigit = true
            // Signs, the point and exponents; Swift's own reading takes "inf", "nan" and hexadecimal as well.
            case 0x2B, 0x2D, 0x2E, 0x2C, 0x45, 0x65: break
            default: return nil
            }
        }
        guard hasDigit else { return nil }
        let normal = String(decoding: text.map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self)
        guard let value = Double(normal), value.isFinite else { return nil }
        return value
    }

    /// The same of what cannot be less than nothing: a bitrate, a share.
    static func parseAmount(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        parse(bytes).flatMap { $0 < 0 ? nil : $0 }
    }
}
