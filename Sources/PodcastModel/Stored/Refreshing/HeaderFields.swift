/// A few header fields by name, in the order of their names; as JSON an object.
///
/// Every refresh leaves two such lists, and they are too short for a dictionary to pay off.
package struct HeaderFields: Hashable, Sendable {
    /// One of them.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package private(set) var all: [Field] = []

    package init() {}

    package var isEmpty: Bool { all.isEmpty }

    /// The value of a field; nil if it is not there.
    ///
    /// Names are told apart by case.
    package subscript(name: String) -> String? {
        get { all.first { $0.name == name }?.value }
        set {
            let place = all.firstIndex { $0.name >= name } ?? all.endIndex
            if place < all.endIndex, all[place].name == name { all.remove(at: place) }
            guard let newValue else { return }
            if all.isEmpty { all.reserveCapacity(5) }
            all.insert(Field(name: name, value: newValue), at: place)
        }
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { self[name] = value }
    }
}

extension HeaderFields: Codable {
    package init(from decoder: any Decoder) throws {
        for (name, value) in try [String: String](from: decoder) { self[name] = value }
    }

    package func encode(to encoder: any Encoder) throws {
        // A dictionary that encodes itself gives its members in another order at each run.
        var container = encoder.singleValueContainer()
        try container.encode(Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value) }))
    }
}
