/// One expected value beside ours; nil where a side has none.
package struct Comparison: Sendable {
    /// The path of the feed below the corpus.
    package let file: String
    /// The name of the field in the words of the suite.
    package let field: String
    /// What the suite expects.
    package let expected: String?
    /// What we read.
    package let actual: String?

    /// Whether both say the same.
    package var isEqual: Bool { expected == actual }
}

/// What came of one suite.
package struct SuiteReport: Sendable {
    /// How one field fared.
    package struct Tally: Sendable {
        /// How often it was compared.
        package var compared = 0
        /// How often both sides said the same.
        package var equal = 0
    }

    /// Expectations that are not ours to meet.
    package struct Exclusion: Hashable, Sendable {
        /// The field without positions.
        package let field: String
        /// The rule that says so.
        package let reason: String
    }

    /// The name of the suite.
    package let name: String
    /// The share of comparisons that must be equal, 0 to 1.
    package let requiredShare: Double
    /// Fewer comparisons than this mean that the suite was not really read.
    package let minimumComparisons: Int
    /// Every field that was compared.
    package private(set) var tallies: [String: Tally] = [:]
    /// How many expected values were left out, by field and reason.
    package private(set) var exclusions: [Exclusion: Int] = [:]
    /// The comparisons that came out unequal.
    package private(set) var differences: [Comparison] = []
    /// The feeds that could not be read at all.
    package private(set) var failures: [(file: String, message: String)] = []

    init(name: String, requiredShare: Double, minimumComparisons: Int) {
        self.name = name
        self.requiredShare = requiredShare
        self.minimumComparisons = minimumComparisons
    }

    mutating func add(_ comparison: Comparison) {
        let pattern = Fields.pattern(of: comparison.field)
        tallies[pattern, default: Tally()].compared += 1
        if comparison.isEqual {
            tallies[pattern, default: Tally()].equal += 1
        } else {
            differences.append(comparison)
        }
    }

    mutating func exclude(_ field: String, because reason: String) {
        exclusions[Exclusion(field: field, reason: reason), default: 0] += 1
    }

    mutating func addFailure(file: String, message: String) {
        failures.append((file, message))
    }

    /// How many values were compared.
    package var compared: Int { tallies.values.reduce(0) { $0 + $1.compared } }
    /// How many of them were equal.
    package var equal: Int { compared - differences.count }
    /// The share of equal comparisons; 0 when nothing was compared.
    package var share: Double { compared == 0 ? 0 : Double(equal) / Double(compared) }
    /// Whether the suite reaches its share, over enough comparisons.
    package var isReached: Bool { share >= requiredShare && compared >= minimumComparisons }
}
