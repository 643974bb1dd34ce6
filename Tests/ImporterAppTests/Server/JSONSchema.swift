import Foundation

/// A schema of a document such as the description of the interface, with as much of JSON Schema as that uses.
struct JSONSchema {
    /// Why a value is not as described, and where.
    struct Mismatch: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path): \(reason)" }
    }

    let schema: [String: Any]
    /// What references lead to, by name.
    let named: [String: [String: Any]]

    /// Checks a value, and that nothing is in its objects that is not described.
    ///
    /// - Throws: ``Mismatch``.
    func check(_ value: Any, at path: String = "$") throws {
        try checkShape(of: value, at: path)
        guard let object = value as? [String: Any], schema["anyOf"] == nil, let known = properties else { return }
        if let name = object.keys.sorted().first(where: { known[$0] == nil }) {
            throw Mismatch(path: path, reason: "\(name) is not described")
        }
    }

    /// Checks a value, of whose members others may describe some.
    private func checkShape(of value: Any, at path: String) throws {
        if let referred { return try referred.checkShape(of: value, at: path) }
        for part in parts("allOf") { try part.checkShape(of: value, at: path) }
        try checkAlternatives(value, at: path)
        if let types, !types.contains(where: { Self.isOfType($0, value) }) {
            throw Mismatch(path: path, reason: "expected \(types.joined(separator: " or ")), found \(value)")
        }
        if let values = schema["enum"] as? [NSObject], !values.contains(where: { $0 == value as? NSObject }) {
            throw Mismatch(path: path, reason: "\(value) is none of \(values)")
        }
        if let items = schema["items"] as? [String: Any], let array = value as? [Any] {
            for (place, item) in array.enumerated() { try other(items).check(item, at: "\(path)[\(place)]") }
        }
        if let object = value as? [String: Any] { try checkMembers(of: object, at: path) }
    }

    private func checkMembers(of object: [String: Any], at path: String) throws {
        let required = schema["required"] as? [String] ?? []
        if let name = required.first(where: { object[$0] == nil }) {
            throw Mismatch(path: path, reason: "\(name) is missing")
        }
        for (name, schema) in schema["properties"] as? [String: [String: Any]] ?? [:] {
            if let member = object[name] { try other(schema).check(member, at: "\(path).\(name)") }
        }
        guard let rest = schema["additionalProperties"] as? [String: Any] else { return }
        for (name, member) in object { try other(rest).check(member, at: "\(path)[\(name)]") }
    }

    private func checkAlternatives(_ value: Any, at path: String) throws {
        let alternatives = parts("anyOf")
        guard !alternatives.isEmpty else { return }
        // That for null says nothing of what is wrong with something else.
        let fitting = alternatives.filter { !(value is NSNull) || $0.types == ["null"] }
        var mismatch: (any Error)?
        for alternative in fitting {
            do {
                return try alternative.check(value, at: path)
            } catch {
                mismatch = mismatch ?? error
            }
        }
        throw mismatch ?? Mismatch(path: path, reason: "may not be null")
    }

    /// All members that are described; nil if there may be any.
    private var properties: [String: Any]? {
        if let referred { return referred.properties }
        var found = schema["properties"] as? [String: Any]
        for part in parts("allOf") {
            guard let more = part.properties else { continue }
            found = (found ?? [:]).merging(more) { first, _ in first }
        }
        return found
    }

    private var referred: JSONSchema? {
        guard let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last else {
            return nil
        }
        return named[String(name)].map(other)
    }

    private var types: [String]? { schema["type"] as? [String] ?? (schema["type"] as? String).map { [$0] } }

    private func parts(_ name: String) -> [JSONSchema] { (schema[name] as? [[String: Any]] ?? []).map(other) }

    private func other(_ schema: [String: Any]) -> JSONSchema { JSONSchema(schema: schema, named: named) }

    private static func isOfType(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "null": value is NSNull
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": isBoolean(value)
        case "integer":
            !isBoolean(value) && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } == true
        case "number": !isBoolean(value) && value is NSNumber
        default: false
        }
    }

    /// `true` and 1 are the same to `as?`.
    private static func isBoolean(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }
}
