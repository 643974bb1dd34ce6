/// How the store is kept tidy.
package struct UpkeepSettings: Sendable, Hashable {
    /// For how many days changes are kept that every consumer has read; nil for ever.
    package var changeRetentionDays: Int?
    /// Whether episodes are indexed for searching.
    package var indexesForSearch: Bool

    init(_ settled: SettledValues) throws(ImporterAppError) {
        let days = settled[.changeRetentionDays]
        if days.text == "forever" {
            changeRetentionDays = nil
        } else if let text = days.text, let count = Int(text), (0...36_500).contains(count) {
            changeRetentionDays = count
        } else {
            throw days.misfit(expected: "a number of days, or forever")
        }
        indexesForSearch = try settled[.searchIndex].flag()
    }
}
