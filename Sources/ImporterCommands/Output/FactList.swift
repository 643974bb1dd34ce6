import ImporterApp

/// Names and values below each other, for one thing shown in full.
struct FactList {
    private let facts: [(name: String, value: String)]

    /// Takes facts; those without a value are left out.
    init(_ facts: [(String, String?)]) {
        self.facts = facts.compactMap { name, value in
            guard let value, !value.isEmpty else { return nil }
            return (name, value.singleLine)
        }
    }

    var lines: [String] {
        let width = facts.reduce(0) { max($0, $1.name.count) }
        return facts.map { "  " + $0.name.padded(to: width) + "  " + $0.value }
    }
}
