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
    /// The change log, and who reads it.
    package struct Changes: Hashable, Sendable, Codable {
        /// How many rows are kept.
        package var count: Int64
        /// When the oldest of them was written; nil if there is none.
        package var oldestAt: Timestamp?
        /// The number of the newest; 0 if there was none yet.
        package var last: Int64
        /// By name.
        package var consumers: [Consumer]

        package init(count: Int64, oldestAt: Timestamp?, last: Int64, consumers: [Consumer]) {
            self.count = count
            self.oldestAt = oldestAt
            self.last = last
            self.consumers = consumers
        }
    }

    /// Somebody who reads the change log.
    package struct Consumer: Hashable, Sendable, Codable {
        package var name: String
        /// How many changes it has not read.
        package var unread: Int64

        package init(name: String, unread: Int64) {
            self.name = name
            self.unread = unread
        }
    }

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
    package var changes: Changes
    /// How many episodes and changes the search index does not know of yet; nil
    /// if there is no index.
    package var searchMissing: Int64?

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
        changes: Changes,
        searchMissing: Int64?
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
        lastChange = changes.last
        self.changes = changes
        self.searchMissing = searchMissing
    }
}
