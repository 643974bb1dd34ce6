/// Collects the warnings of a document, a bounded number of them.
struct WarningLog {
    private(set) var warnings: [FeedWarning] = []
    private let maximum: Int
    let firstLine: Int
    private var counts: [FeedWarning.Kind: Int] = [:]
    /// How many warnings of one kind are listed one by one.
    static let listedOfAKind = 12
    /// Those of the items, while these are looked at as a block, and the line where it begins.
    private var ofItems: (warnings: ItemWarnings, firstLine: Int)?
    /// How many warnings were noted as of items.
    private(set) var countOfItems = 0

    /// - Parameters:
    ///   - maximum: The most warnings listed.
    ///   - firstLine: How many lines were cut off before the first line that
    ///     libxml2 sees.
    init(maximum: Int, firstLine: Int) {
        self.maximum = maximum
        self.firstLine = firstLine
    }

    /// Notes from now on what is added, as of items.
    ///
    /// - Parameter firstLine: The line where the first of them begins.
    mutating func beginItems(at firstLine: Int) {
        ofItems = (ItemWarnings(), firstLine)
    }

    /// Ends that.
    ///
    /// - Returns: What was added since.
    mutating func endItems() -> ItemWarnings {
        defer { ofItems = nil }
        return ofItems?.warnings ?? ItemWarnings()
    }

    /// Counts warnings that are not listed because enough of their kind are.
    mutating func count(_ kind: FeedWarning.Kind, times: Int) {
        counts[kind, default: 0] += times
    }

    /// Adds a warning; the thirteenth of a kind and later ones are only counted.
    mutating func add(_ kind: FeedWarning.Kind, line: Int?, _ detail: String) {
        if let firstLine = ofItems?.firstLine {
            ofItems?.warnings.add(kind, line: line.map { $0 - firstLine }, detail)
            countOfItems += 1
        }
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
