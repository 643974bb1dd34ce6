/// Whole numbers: lengths in bytes, minutes, sizes, episode and season numbers.
enum WholeNumber {
    /// A number of digits and nothing else but white space around it, or nil; also nil beyond 2^63 − 1.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        let text = ASCIIText.trimmed(bytes)
        guard !text.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in text {
            let digit = byte &- 0x30
            guard digit < 10 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }
}
