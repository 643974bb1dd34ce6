import Foundation

/// The values of one document by name, as text: `items[0].title` → `A title`.
///
/// Both sides of a comparison have this form. Text has no white space around
/// it, and empty text counts as absent: neither says anything about a podcast.
package struct Fields: Sendable {
    /// The values by name.
    package private(set) var values: [String: String] = [:]

    /// Makes a document without values.
    package init() {}

    /// Takes every value of a JSON document, as JSONSerialization reads it.
    package init(json: Any) {
        add(json, named: "")
    }

    /// The value with a name; nil when the document has none.
    package subscript(name: String) -> String? {
        get { values[name] }
        set {
            let text = newValue?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            values[name] = text.isEmpty ? nil : text
        }
    }

    /// Sets one value for each element of a list.
    package mutating func set(_ name: String, each list: [String]) {
        for (index, text) in list.enumerated() { self["\(name)[\(index)]"] = text }
    }

    /// The name of another value of the same item: `items[0].title` beside `items[0].link`.
    package static func sibling(of name: String, _ other: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return other }
        return "\(name[..<dot]).\(other)"
    }

    /// Says how long a list is.
    package mutating func setCount(of name: String, _ count: Int) {
        self["\(name).count"] = String(count)
    }

    /// The name with the positions in lists left out: `items[].title`.
    package static func pattern(of name: String) -> String {
        name.replacing(/\[\d+\]/, with: "[]")
    }
}

extension Fields {
    private mutating func add(_ json: Any, named name: String) {
        switch json {
        case let object as [String: Any]:
            for (key, value) in object { add(value, named: name.isEmpty ? key : "\(name).\(key)") }
        case let list as [Any]:
            // So that an item too many or too few shows, whatever is in it.
            if ["items", "episodes", "entries"].contains(name.split(separator: ".").last) {
                setCount(of: name, list.count)
            }
            for (index, value) in list.enumerated() { add(value, named: "\(name)[\(index)]") }
        case let text as String: self[name] = text
        case let number as NSNumber: self[name] = Self.text(of: number)
        default: break  // null: absent
        }
    }

    private static func text(of number: NSNumber) -> String {
        if String(cString: number.objCType) == "c" { return number.boolValue ? "true" : "false" }
        return text(of: number.doubleValue)
    }

    /// A number as JSON writes it, without a fraction when it has none.
    package static func text(of number: Double) -> String {
        Int64(exactly: number).map { String($0) } ?? String(number)
    }
}
