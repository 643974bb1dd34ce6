/// Sizes as settings spell them.
enum SizeText {
    private static let units = ["": 1, "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30]

    /// Reads `128 MiB`, `64kib` or a number of bytes; nil for anything else.
    static func bytes(of text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard let number = Int(digits), let factor = units[unit] else { return nil }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: factor)
        return overflows ? nil : bytes
    }
}
