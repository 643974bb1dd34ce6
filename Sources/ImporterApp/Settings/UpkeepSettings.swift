/// How the store is kept tidy.
package struct UpkeepSettings: Sendable, Hashable {
    /// For how many days changes are kept that every consumer has read; nil for ever.
    package var changeRetentionDays: Int? = 90
    /// Whether episodes are indexed for searching.
    package var indexesForSearch = true

    /// Settles the settings from the environment of the process.
    ///
    /// - Throws: an error that names the variable and what was expected.
    package init(environment: [String: String]) throws(ImporterAppError) {
        if let text = environment["PODIMPORT_CHANGE_RETENTION_DAYS"], !text.isEmpty {
            if text == "forever" {
                changeRetentionDays = nil
            } else if let days = Int(text), (0...36_500).contains(days) {
                changeRetentionDays = days
            } else {
                throw ImporterAppError(
                    .configuration,
                    "environment: PODIMPORT_CHANGE_RETENTION_DAYS=\(text): expected a number of days, or forever"
                )
            }
        }
        if let flag = try ImporterSettings.flag("PODIMPORT_SEARCH_INDEX", in: environment) { indexesForSearch = flag }
    }
}
