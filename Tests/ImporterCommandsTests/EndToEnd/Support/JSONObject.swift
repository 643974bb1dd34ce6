import Foundation

/// A JSON object as an independent parser reads it.
struct JSONObject {
    private let members: [String: Any]

    /// Parses a text that must be an object.
    init(_ text: String) throws {
        guard let members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw NotAnObject()
        }
        self.members = members
    }

    private init(members: [String: Any]) {
        self.members = members
    }

    /// The names, in no order; members that are null are among them.
    var names: Set<String> { Set(members.keys) }

    /// A text; nil if it is null, missing or something else.
    func text(_ name: String) -> String? { members[name] as? String }

    /// A whole number; nil if it is null, missing or something else.
    func number(_ name: String) -> Int? { (members[name] as? NSNumber)?.intValue }

    /// A truth value; nil if it is null, missing or something else.
    func flag(_ name: String) -> Bool? { members[name] as? Bool }

    /// Whether the member is there and null.
    func isNull(_ name: String) -> Bool { members[name] is NSNull }

    /// A member that is an object.
    func object(_ name: String) -> JSONObject? { (members[name] as? [String: Any]).map(JSONObject.init(members:)) }

    /// A member that is a list of objects.
    func objects(_ name: String) -> [JSONObject] {
        (members[name] as? [[String: Any]] ?? []).map(JSONObject.init(members:))
    }

    /// A document that is no object.
    struct NotAnObject: Error {}
}
