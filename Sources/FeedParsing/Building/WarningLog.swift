/// Collects the warnings of a document, a bounded number of them.
struct WarningLog {
    private(set) var warnings: [FeedWarning] = []
    /// How many were added, listed or not.
    private(set) var count = 0
    private let maximum: Int
    let firstLine: Int
    private var counts: [FeedWarning.Kind: Int] = [:]
    /// How many warnings of one kind are listed one by one.
    private static let listedOfAKind = 12

    /// - Parameters:
    ///   - maximum: The most warnings listed.
    ///   - firstLine: How many lines were cut off before the first line that
    ///     libxml2 sees.
    init(maximum: Int, firstLine: Int) {
        self.maximum = maximum
        self.firstLine = firstLine
    }

    /// Adds a warning; the thirteenth of a kind and later ones are only counted.
    mutating func add(_ kind: FeedWarning.Kind, line: Int?, _ detail: String) {
        count += 1
        let ofKind = counts[kind, default: 0] + 1
        counts[kind] = ofKind
        guard ofKind <= Self.listedOfAKind, warnings.count < maximum else { return }
        warnings.append(FeedWarning(kind: kind, line: line.map { $0 + firstLine }, detail: detail))
    }

    /// The warnings, with one more for each kind that was not listed in full.
    func finished() -> [FeedWarning] {
        let repeated = counts.filter { $0.value > Self.listedOfAKind }.sorted { $0.key.rawValue < $1.key.rawValue }
        return warnings
            + repeated.map { kind, count in
                FeedWarning(
                    kind: .repeated,
                    line: nil,
                    detail: "\(count - Self.listedOfAKind) more warnings of the kind \(kind.rawValue)"
                )
            }
    }
}
