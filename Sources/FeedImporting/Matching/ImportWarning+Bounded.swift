import PodcastModel

extension [ImportWarning] {
    /// How many warnings of one kind a document gets.
    private static let limitPerKind = 50

    /// The warnings without those that say the same of ever more items: the
    /// first of each kind, then how many more there were.
    func bounded() -> [ImportWarning] {
        guard count > Self.limitPerKind else { return self }
        var counts: [ImportWarning.Kind: Int] = [:]
        var result = filter { warning in
            counts[warning.kind, default: 0] += 1
            return counts[warning.kind, default: 0] <= Self.limitPerKind
        }
        for (kind, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where count > Self.limitPerKind {
            result.append(ImportWarning(kind: kind, detail: "and \(count - Self.limitPerKind) more like these"))
        }
        return result
    }
}
