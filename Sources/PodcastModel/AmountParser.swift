/// Reads amounts as people write them: in settings, for a single feed, as an age on the command line.
///
/// A whole number and its unit, whose case does not matter, with spaces between them or none.
package enum AmountParser {
    private static let secondsOfUnit = [
        "": 1, "s": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800,
    ]
    private static let bytesOfUnit = ["": 1, "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30]

    /// The seconds of `90s`, `45m`, `90 min`, `6h`, `2d`, `3w` or a number without a unit; nil for anything else.
    package static func seconds(of text: String) -> Int? {
        amount(text, secondsOfUnit)
    }

    /// The bytes of `128 MiB`, `64kib`, `1GiB` or a number without a unit; nil for anything else.
    package static func bytes(of text: String) -> Int? {
        amount(text, bytesOfUnit)
    }

    private static func amount(_ text: String, _ units: [String: Int]) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text[digits.endIndex...].drop { $0 == " " }.lowercased()
        guard let number = Int(digits), let factor = units[unit] else { return nil }
        let (product, overflows) = number.multipliedReportingOverflow(by: factor)
        return overflows ? nil : product
    }
}
