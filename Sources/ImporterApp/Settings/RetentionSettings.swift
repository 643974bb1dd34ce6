/// What is kept in the store of what nobody publishes any more.
package struct RetentionSettings: Sendable, Hashable {
    /// How many episodes of each podcast `episode prune` keeps; nil for all.
    package let episodes: Int?
    /// How many days back `episode prune` keeps everything; nil for ever.
    package let days: Int?

    init(_ settled: SettledValues) throws(ImporterAppError) {
        episodes = settled[.keepEpisodes].textIfAny == nil ? nil : try settled[.keepEpisodes].count()
        days = settled[.keepDays].textIfAny == nil ? nil : try settled[.keepDays].count()
    }
}
