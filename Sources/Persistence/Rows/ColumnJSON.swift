import PodcastModel

/// Texts of columns that hold JSON.
///
/// What every refresh leaves behind is written without the detour over an encoder or a tree of values.
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
    static func text(_ times: [Timestamp]) -> String {
        "[" + times.map { String($0.epochSeconds) }.joined(separator: ",") + "]"
    }

    /// The reasons of a due time; nil for none.
    static func text(_ reasons: [DueReason]) -> String? {
        guard !reasons.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(128 * reasons.count)
        for reason in reasons {
            bytes += bytes.isEmpty ? "[{\"rule\":".utf8 : ",{\"rule\":".utf8
            JSONValue.write(reason.rule, to: &bytes)
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
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Header fields in the order of their names; nil for none.
    static func text(_ fields: HeaderFields) -> String? {
        object(fields.all, name: \.name) { field, bytes in JSONValue.write(field.value, to: &bytes) }
    }

    /// Numbers in the order of their names; nil for none.
    static func text(_ numbers: [String: Double]) -> String? {
        object(numbers.sorted { $0.key < $1.key }, name: \.key) { number, bytes in
            JSONValue.number(number.value).write(to: &bytes)
        }
    }

    private static func object<Member>(
        _ members: [Member],
        name: (Member) -> String,
        _ write: (Member, inout [UInt8]) -> Void
    ) -> String? {
        guard !members.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64 * members.count)
        for member in members {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            JSONValue.write(name(member), to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            write(member, &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return String(decoding: bytes, as: UTF8.self)
    }
}
