/// A JSON document as a value; the members of an object keep their order.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One name and value of an object.
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Makes the JSON form of a value; absent optionals become `null`.
    package init(encoding value: some Encodable) throws {
        let node = JSONNode()
        try node.encode(value, codingPath: [])
        self = node.value
    }

    /// The document as compact text on one line.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The document as compact text on one line, whatever a reader takes for the end of one.
    ///
    /// To some, such as Python's `splitlines` and Node's `readline`, U+2028 and U+2029 are. All others are control
    /// characters, which are never written as they are.
    package var line: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: JSONValue.escapingSeparators(bytes), as: UTF8.self)
    }

    /// The document as text indented by two spaces a level.
    package var prettyText: String {
        var bytes: [UInt8] = []
        write(to: &bytes, indentation: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the compact text.
    package func write(to bytes: inout [UInt8]) {
        write(to: &bytes, indentation: nil)
    }
}

extension JSONValue {
    private func write(to bytes: inout [UInt8], indentation: Int?) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let integer): bytes += String(integer).utf8
        case .number(let number): bytes += JSONValue.text(of: number).utf8
        case .string(let string): JSONValue.write(string, to: &bytes)
        case .array(let elements):
            JSONValue.write(elements, opening: "[", closing: "]", to: &bytes, indentation: indentation) {
                $0.write(to: &$1, indentation: $2)
            }
        case .object(let members):
            JSONValue.write(members, opening: "{", closing: "}", to: &bytes, indentation: indentation) {
                JSONValue.write($0.name, to: &$1)
                $1 += (indentation == nil ? ":" : ": ").utf8
                $0.value.write(to: &$1, indentation: $2)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element],
        opening: Unicode.Scalar,
        closing: Unicode.Scalar,
        to bytes: inout [UInt8],
        indentation: Int?,
        each: (Element, inout [UInt8], Int?) -> Void
    ) {
        bytes.append(UInt8(ascii: opening))
        let inner = indentation.map { $0 + 1 }
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            startLine(inner, in: &bytes)
            each(element, &bytes, inner)
        }
        if !elements.isEmpty { startLine(indentation, in: &bytes) }
        bytes.append(UInt8(ascii: closing))
    }

    private static func startLine(_ indentation: Int?, in bytes: inout [UInt8]) {
        guard let indentation else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: indentation * 2)
    }

    /// JSON knows no infinities; a whole number is written without a fraction.
    private static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return String(number)
    }

    /// Appends a string, quoted and escaped.
    package static func write(_ string: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { utf8 in
            guard mayNeedEscapes(utf8) else { return bytes.append(contentsOf: utf8) }
            var start = 0
            for index in utf8.indices {
                guard let escape = escape(at: index, in: utf8) else { continue }
                bytes.append(contentsOf: utf8[start..<index])
                bytes += escape.text.utf8
                start = index + escape.length
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes U+2028 and U+2029 in a document, where they stand in strings only.
    private static func escapingSeparators(_ bytes: [UInt8]) -> [UInt8] {
        var escaped: [UInt8] = []
        var start = 0
        for index in bytes.indices.dropLast(2) where bytes[index] == 0xE2 && bytes[index + 1] == 0x80 {
            guard bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 else { continue }
            escaped += bytes[start..<index]
            escaped += (bytes[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8
            start = index + 3
        }
        return start == 0 ? bytes : escaped + bytes[start...]
    }

    /// Whether there is a byte that may have to be escaped; most texts have none.
    private static func mayNeedEscapes(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        // No early exit, so that the compiler makes a vector loop of it.
        var found: UInt8 = 0
        for byte in utf8 { found |= isSpecial(byte) ? 1 : 0 }
        return found != 0
    }

    @inline(__always)
    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F || byte == 0xC2
    }

    /// What is written instead of the character that begins at a place, and how many bytes it takes up there; nil for
    /// one that is written as it is.
    ///
    /// Besides what JSON forbids these are DEL and U+0080 to U+009F: a feed's text must not steer the terminal.
    @inline(__always)
    private static func escape(
        at index: Int,
        in utf8: UnsafeBufferPointer<UInt8>
    ) -> (text: String, length: Int)? {
        let byte = utf8[index]
        guard isSpecial(byte) else { return nil }
        switch byte {
        case UInt8(ascii: "\""): return ("\\\"", 1)
        case UInt8(ascii: "\\"): return ("\\\\", 1)
        case UInt8(ascii: "\n"): return ("\\n", 1)
        case UInt8(ascii: "\r"): return ("\\r", 1)
        case UInt8(ascii: "\t"): return ("\\t", 1)
        case 0xC2:
            // A string is well-formed UTF-8, so one byte follows; from A0 on it is a character for people.
            let next = utf8[index + 1]
            return next < 0xA0 ? ("\\u00" + String(next, radix: 16), 2) : nil
        default: return ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16), 1)
        }
    }
}
