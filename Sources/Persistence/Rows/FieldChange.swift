import PodcastModel

/// A field that differs between what is stored and what a feed says now.
struct FieldChange {
    /// The name of the field in the JSON output.
    let name: String
    let old: JSONValue
    let new: JSONValue
}

/// Compares two values field by field, in the order of the JSON output.
struct FieldComparison<Root> {
    let old: Root
    let new: Root
    private(set) var changes: [FieldChange] = []

    init(old: Root, new: Root) {
        self.old = old
        self.new = new
    }

    mutating func compare<Value: Equatable & Encodable>(
        _ name: String,
        _ path: KeyPath<Root, Value>
    ) throws(PersistenceError) {
        let (before, after) = (old[keyPath: path], new[keyPath: path])
        guard before != after else { return }
        do {
            changes.append(
                FieldChange(name: name, old: try JSONValue(encoding: before), new: try JSONValue(encoding: after))
            )
        } catch {
            throw .unreadable(column: name, detail: "no JSON for it")
        }
    }
}
