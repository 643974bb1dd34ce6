/// The result of checking a store.
package struct StoreCheckReport: Hashable, Sendable, Codable {
    /// One thing that was checked.
    package struct Check: Hashable, Sendable, Codable {
        /// A short, stable name such as `foreign-keys`.
        package let name: String
        /// What is wrong, a line each; empty when all is well.
        package let problems: [String]

        package init(name: String, problems: [String]) {
            self.name = name
            self.problems = problems
        }
    }

    package let checks: [Check]

    package init(checks: [Check]) {
        self.checks = checks
    }

    /// Whether no check found a problem.
    package var isSound: Bool { checks.allSatisfy(\.problems.isEmpty) }
}

/// How much a store holds.
package struct StoreStatistics: Hashable, Sendable, Codable {
    package var path: String
    /// Bytes of the file and its write-ahead log.
    package var fileBytes: Int64
    package var schemaVersion: Int
    package var podcasts: Int
    package var subscriptions: Int
    package var failingSubscriptions: Int
    package var episodes: Int
    package var removedEpisodes: Int
    package var enclosures: Int
    package var oldestEpisodeAt: Timestamp?
    package var newestEpisodeAt: Timestamp?
    /// The number of the newest row of the change log.
    package var lastChange: Int64

    package init(
        path: String,
        fileBytes: Int64,
        schemaVersion: Int,
        podcasts: Int,
        subscriptions: Int,
        failingSubscriptions: Int,
        episodes: Int,
        removedEpisodes: Int,
        enclosures: Int,
        oldestEpisodeAt: Timestamp?,
        newestEpisodeAt: Timestamp?,
        lastChange: Int64
    ) {
        self.path = path
        self.fileBytes = fileBytes
        self.schemaVersion = schemaVersion
        self.podcasts = podcasts
        self.subscriptions = subscriptions
        self.failingSubscriptions = failingSubscriptions
        self.episodes = episodes
        self.removedEpisodes = removedEpisodes
        self.enclosures = enclosures
        self.oldestEpisodeAt = oldestEpisodeAt
        self.newestEpisodeAt = newestEpisodeAt
        self.lastChange = lastChange
    }
}
