/// The tally of a run over many feeds.
///
/// It holds numbers, not results: a run over a million feeds must not grow in
/// memory. Each result is handed out when its feed is done.
package struct ImportReport: Hashable, Sendable {
    package var feeds = 0
    package var imported = 0
    package var unchanged = 0
    /// Feeds whose episodes are the same as before, whether or not their documents are.
    package var withSameEpisodes = 0
    package var moved = 0
    package var gone = 0
    package var postponed = 0
    package var failed = 0
    /// Feeds that were asked for and not begun: the run was stopped, or what the store has of them cannot be used.
    package var notStarted = 0
    package var counts = ImportCounts()
    package var byteCount = 0
    /// The classes of the failures, for the exit status.
    package var failureClasses: Set<ImportFailure.Class> = []

    package init() {}

    /// Counts one more result.
    package mutating func add(_ result: FeedImportResult) {
        feeds += 1
        byteCount += result.byteCount
        counts.removed += result.overdueCount
        if result.keepsEveryEpisode { withSameEpisodes += 1 }
        switch result.outcome {
        case .imported(let counts):
            imported += 1
            add(counts)
        case .unchanged: unchanged += 1
        case .moved: moved += 1
        case .gone: gone += 1
        case .postponed: postponed += 1
        case .failed(let failure):
            failed += 1
            failureClasses.insert(failure.failureClass)
        }
    }

    private mutating func add(_ other: ImportCounts) {
        counts.inserted += other.inserted
        counts.updated += other.updated
        counts.rekeyed += other.rekeyed
        counts.removed += other.removed
        counts.unchanged += other.unchanged
    }
}

extension FeedImportResult {
    /// Whether the feed was read, or did not need to be, and no episode has changed.
    fileprivate var keepsEveryEpisode: Bool {
        guard overdueCount == 0 else { return false }
        switch outcome {
        case .imported(let counts):
            // A feed that has no episodes yet has none that could be the same.
            return counts.unchanged > 0 && counts.inserted + counts.updated + counts.rekeyed + counts.removed == 0
        case .unchanged: return true
        case .moved, .gone, .postponed, .failed: return false
        }
    }
}

/// How far a run has come.
package struct ImportProgress: Hashable, Sendable {
    /// Feeds that are done, whatever their outcome.
    package var done = 0
    /// Feeds that failed, among those done.
    package var failed = 0
    /// Feeds being worked on.
    package var inFlight = 0
    /// How many feeds the run has in all, if that is known.
    package var total: Int?
    /// Episodes inserted so far.
    package var inserted = 0

    package init(total: Int? = nil) {
        self.total = total
    }
}
