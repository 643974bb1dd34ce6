/// The outcome of one feed with everything there is to report about it.
package struct FeedImportResult: Hashable, Sendable {
    /// The feed as the user named it or the store knows it.
    package var feed: String
    package var outcome: ImportOutcome
    package var podcastID: Int64?
    /// The number of the subscription that was asked; nil if the store did not know the feed.
    package var subscriptionID: Int64?
    package var title: String?
    /// How many episodes the podcast has in the store now, including those that the publisher has withdrawn.
    package var episodeCount = 0
    /// How many episodes count as withdrawn now that an unchanged feed does not list them for the second time.
    package var overdueCount = 0
    package var httpStatus: Int?
    /// Decoded bytes of all documents that were loaded for it, later pages included.
    package var byteCount = 0
    /// Where redirects led, if they led anywhere.
    package var redirectedTo: String?
    package var warnings: [ImportWarning] = []
    package var seconds = StageSeconds()
    /// Whether its server was asked, and the run was stopped before anything could be stored of what came.
    package var isCutOff = false
    /// What the import would do to each episode; nil unless it was a dry run,
    /// which writes nothing.
    package var differences: [EpisodeDifference]?

    /// Wall time spent in each stage.
    package struct StageSeconds: Hashable, Sendable {
        package var load = 0.0
        package var parse = 0.0
        package var `import` = 0.0

        package init() {}
    }

    package init(feed: String, outcome: ImportOutcome, warnings: [ImportWarning] = []) {
        self.feed = feed
        self.outcome = outcome
        self.warnings = warnings
    }
}

extension FeedImportResult: Encodable {
    private enum CodingKeys: String, CodingKey {
        case feed, outcome, podcast, title, inserted, updated, rekeyed, removed, unchanged, episodes, status, bytes
        case redirectedTo, notModified, postponedUntil, warnings, error, seconds, dryRun, differences
    }

    private enum ErrorKeys: String, CodingKey {
        case stage, kind, message, retryAfter
    }

    private enum SecondsKeys: String, CodingKey {
        case load, parse, `import`
    }

    /// Writes the object that `import --format json` prints.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let counts = if case .imported(let counts) = outcome { counts } else { ImportCounts() }
        let notModified = if case .unchanged(let notModified) = outcome { notModified } else { false }
        let postponedUntil: Timestamp? = if case .postponed(let until) = outcome { until } else { nil }
        try container.encode(feed, forKey: .feed)
        try container.encode(outcome.word, forKey: .outcome)
        try container.encode(podcastID, forKey: .podcast)
        try container.encode(title, forKey: .title)
        try container.encode(counts.inserted, forKey: .inserted)
        try container.encode(counts.updated, forKey: .updated)
        try container.encode(counts.rekeyed, forKey: .rekeyed)
        try container.encode(counts.removed + overdueCount, forKey: .removed)
        try container.encode(counts.unchanged, forKey: .unchanged)
        try container.encode(episodeCount, forKey: .episodes)
        try container.encode(httpStatus, forKey: .status)
        try container.encode(byteCount, forKey: .bytes)
        try container.encode(redirectedTo, forKey: .redirectedTo)
        try container.encode(notModified, forKey: .notModified)
        try container.encode(postponedUntil, forKey: .postponedUntil)
        try container.encode(warnings, forKey: .warnings)
        try encodeError(to: &container)
        var stages = container.nestedContainer(keyedBy: SecondsKeys.self, forKey: .seconds)
        try stages.encode(seconds.load, forKey: .load)
        try stages.encode(seconds.parse, forKey: .parse)
        try stages.encode(seconds.import, forKey: .import)
        guard let differences else { return }
        try container.encode(true, forKey: .dryRun)
        try container.encode(differences, forKey: .differences)
    }

    private func encodeError(to container: inout KeyedEncodingContainer<CodingKeys>) throws {
        guard let failure = outcome.failure else { return try container.encodeNil(forKey: .error) }
        var error = container.nestedContainer(keyedBy: ErrorKeys.self, forKey: .error)
        try error.encode(failure.stage, forKey: .stage)
        try error.encode(failure.kind, forKey: .kind)
        try error.encode(failure.message, forKey: .message)
        try error.encode(failure.retryAfter, forKey: .retryAfter)
    }
}
