import Foundation

/// The ASCII form of international host names (RFC 3492 within IDNA).
///
/// Foundation offers it only as a side effect of parsing a whole URL, which
/// also rewrites the parts that must be kept as they are.
enum Punycode {
    /// The label in ASCII: itself, or `xn--…`; nil if it cannot be encoded.
    static func asciiLabel(_ label: some StringProtocol) -> String? {
        let scalars = Array(label.unicodeScalars)
        if scalars.allSatisfy(\.isASCII) { return String(label) }
        guard let encoded = encode(scalars.map { Int($0.value) }) else { return nil }
        return "xn--" + encoded
    }

    /// A host name as IDNA reads it before it is encoded: wide and composed letters become what they look like, every
    /// kind of full stop becomes a dot, and invisible characters are dropped (UTS 46, without its table of forbidden
    /// characters).
    static func mapped(_ host: String) -> String {
        guard host.utf8.contains(where: { $0 >= 0x80 }) else { return host.lowercased() }
        let seen = String(host.unicodeScalars.filter { !isUnseen($0) })
        let mapped = seen.precomposedStringWithCompatibilityMapping.lowercased()
        return mapped.precomposedStringWithCompatibilityMapping.replacingOccurrences(of: "\u{3002}", with: ".")
    }

    /// Joiners count as visible: they tell words of some languages apart.
    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isDefaultIgnorableCodePoint && scalar != "\u{200C}" && scalar != "\u{200D}"
    }

    private static let base = 36
    private static let tMin = 1
    private static let tMax = 26

    private static func encode(_ scalars: [Int]) -> String? {
        var output = scalars.filter { $0 < 0x80 }.compactMap { UInt8(exactly: $0) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var threshold = 0x80
        var delta = 0
        var bias = 72
        var handled = basicCount
        while handled < scalars.count {
            guard let next = scalars.lazy.filter({ $0 >= threshold }).min() else { return nil }
            delta += (next - threshold) * (handled + 1)
            threshold = next
            for scalar in scalars {
                if scalar < threshold { delta += 1 }
                guard scalar == threshold else { continue }
                appendVariableLength(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            threshold += 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func appendVariableLength(_ delta: Int, bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var step = base
        while true {
            let limit = step <= bias ? tMin : (step >= bias + tMax ? tMax : step - bias)
            if rest < limit { break }
            output.append(digit(limit + (rest - limit) % (base - limit)))
            rest = (rest - limit) / (base - limit)
            step += base
        }
        output.append(digit(rest))
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > ((base - tMin) * tMax) / 2 {
            delta /= base - tMin
            steps += base
        }
        return steps + (base - tMin + 1) * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 97 : value - 26 + 48)
    }
}
