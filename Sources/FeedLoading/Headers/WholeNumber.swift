/// Reads a non-negative whole number: of seconds, most often.
enum WholeNumber {
    /// The largest value: a number too big for any clock means "very long"
    /// (RFC 9111 1.2.2 asks for at least this).
    static let maximum: Int64 = 1 << 31

    /// The number, `maximum` if it is bigger; nil for anything but digits.
    static func parse(_ digits: some Sequence<UInt8>) -> Int64? {
        var value: Int64?
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = min(maximum, (value ?? 0) * 10 + Int64(byte - UInt8(ascii: "0")))
        }
        return value
    }
}
