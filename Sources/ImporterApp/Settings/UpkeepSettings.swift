/// How the store is kept tidy.
package struct UpkeepSettings: Sendable, Hashable {
    /// For how many days changes are kept that every consumer has read; nil for ever.
    package let changeRetentionDays: Int?
    /// Whether episodes are indexed for searching.
    package let indexesForSearch: Bool

    init(_ settled: SettledValues) throws(ImporterAppError) {
        guard let days = try settled[.changeRetentionDays].formedText() else {
            throw settled[.changeRetentionDays].misfit
        }
        // What else it may be is `forever`.
        changeRetentionDays = Int(days)
        indexesForSearch = try settled[.searchIndex].flag()
    }
}
