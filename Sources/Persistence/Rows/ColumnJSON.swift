import PodcastModel

/// Texts of columns that hold JSON.
///
/// What every refresh leaves behind is appended to the bytes of its row, without the detour over an encoder, a tree of
/// values or a text.
enum ColumnJSON {
    /// Any value; nil for none.
    static func text(_ value: (some Encodable)?) throws(PersistenceError) -> String? {
        guard let value else { return nil }
        do {
            return try JSONValue(encoding: value).text
        } catch {
            throw .unreadable(column: "\(type(of: value))", detail: "no JSON for it")
        }
    }

    /// Moments as a list of epoch seconds.
    static func text(_ times: [Timestamp]) -> String { list(times.map(\.epochSeconds)) }

    /// A list of numbers, also for statements that look them up with `json_each`.
    static func list(_ numbers: [Int64]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    /// The reasons of a due time; nil for none.
    static func text(_ reasons: [DueReason]) -> String? {
        guard !reasons.isEmpty else { return nil }
        var bytes: [UInt8] = []
        append(reasons, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the reasons of a due time; nothing for none.
    static func append(_ reasons: [DueReason], to bytes: inout [UInt8]) {
        guard !reasons.isEmpty else { return }
        for (place, reason) in reasons.enumerated() {
            bytes += place == 0 ? "[{\"rule\":".utf8 : ",{\"rule\":".utf8
            JSONValue.write(reason.rule.rawValue, to: &bytes)
            bytes += ",\"detail\":".utf8
            JSONValue.write(reason.detail, to: &bytes)
            bytes += ",\"notBefore\":".utf8
            if let moment = reason.notBefore {
                JSONValue.write(moment.rfc3339, to: &bytes)
            } else {
                bytes += "null".utf8
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends header fields in the order of their names; nothing for none.
    static func append(_ fields: HeaderFields, to bytes: inout [UInt8]) {
        append(fields.all, to: &bytes, name: \.name) { field, bytes in JSONValue.write(field.value, to: &bytes) }
    }

    /// Appends numbers in the order of their names; nothing for none.
    static func append(_ numbers: [String: Double], to bytes: inout [UInt8]) {
        append(numbers.sorted { $0.key < $1.key }, to: &bytes, name: \.key) { number, bytes in
            JSONValue.number(number.value).write(to: &bytes)
        }
    }

    private static func append<Member>(
        _ members: [Member],
        to bytes: inout [UInt8],
        name: (Member) -> String,
        _ write: (Member, inout [UInt8]) -> Void
    ) {
        guard !members.isEmpty else { return }
        for (place, member) in members.enumerated() {
            bytes.append(UInt8(ascii: place == 0 ? "{" : ","))
            JSONValue.write(name(member), to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            write(member, &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
