import Logging
import Persistence
package import PodcastModel

extension ImporterApp {
    /// Checks that the store is sound; it is only read.
    ///
    /// One that is too damaged to be opened is a finding, too.
    package func checkStore(isThorough: Bool) async throws(ImporterAppError) -> StoreCheckReport {
        do {
            return try await withStore(.reading) { persistence in
                try await persistence.care().check(isThorough: isThorough)
            }
        } catch {
            // Its message advises to do what is being done.
            guard let damage = error.damage else { throw error }
            return StoreCheckReport(checks: [StoreCheckReport.Check(name: "integrity", problems: [damage])])
        }
    }

    /// How much the store holds.
    package func storeStatistics() async throws(ImporterAppError) -> StoreStatistics {
        try await withStore(.reading) { persistence in try await persistence.care().statistics() }
    }

    /// Copies the store to a new file while it is being used, one of an older version as it is.
    package func backUpStore(to path: String) async throws(ImporterAppError) {
        let absolute = path.hasPrefix("/") ? path : settings.currentDirectory + "/" + path
        try await withStore(.copying) { persistence in
            try await Interruption.cancelling { try await persistence.care().backup(toFile: absolute) }
        }
    }

    /// Tidies the store: trims the change log, brings the search index up to
    /// date and joins its pieces, refreshes what the query planner knows, and
    /// merges the log into the file.
    ///
    /// - Parameter compacts: whether to rewrite the file without unused space.
    /// - Returns: how much the store holds afterwards.
    /// - Throws: ``ImporterAppError``.
    package func optimizeStore(compacts: Bool) async throws(ImporterAppError) -> StoreStatistics {
        try await withStore(.changing) { persistence in
            try await removeOutdated(persistence)
            if settings.upkeep.indexesForSearch { try await searchIndexer(persistence).tidy() }
            try await persistence.care().optimize(compacts: compacts)
            return try await persistence.care().statistics()
        }
    }

    /// Brings a search index forward for which changes are kept that are older than the settings keep them, as far as
    /// that is soon done.
    ///
    /// Whatever goes wrong with it, the feeds are imported all the same, and the next import tries again. One that is
    /// stopped leaves it to the next.
    func bringIndexForward(_ persistence: PersistenceManager) async {
        guard settings.upkeep.indexesForSearch, let days = settings.upkeep.changeRetentionDays else { return }
        let moment = Self.now().adding(seconds: -Int64(days) * 86_400)
        do throws(PersistenceError) {
            let indexer = searchIndexer(persistence)
            try await indexer.mending { () async throws(PersistenceError) in
                try await indexer.catchUp(whereItKeepsChangesBefore: moment, episodeLimit: Self.searchIndexLimit)
            }
        } catch .interrupted {
            // What is indexed so far is kept.
        } catch {
            logger.warning("the search index lags; the next import tries again", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes what is kept for a time only.
    ///
    /// Those are changes that are older than the settings keep them and that
    /// every consumer has read, and hosts of which nothing was asked for half a
    /// year. The search index is such a consumer: if it is turned off, it is
    /// emptied.
    func removeOutdated(_ persistence: PersistenceManager) async throws {
        let now = Self.now()
        let halfAYearAgo = now.adding(seconds: -180 * 86_400)
        try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
            try unit.hosts.removeHosts(unusedSince: halfAYearAgo)
        }
        if !settings.upkeep.indexesForSearch { try await searchIndexer(persistence).remove() }
        guard let days = settings.upkeep.changeRetentionDays else { return }
        let moment = now.adding(seconds: -Int64(days) * 86_400)
        let context = try persistence.newBackgroundContext()
        var count: Int
        repeat {
            count = try await context.save { unit throws(PersistenceError) in
                try unit.changes.trim(before: moment, at: now)
            }
        } while count > 0
    }
}
