import Foundation
import GRDB
import GRDBSQLite
import Logging
import PodcastModel

/// Keeps the write-ahead log from growing unnoticed.
///
/// SQLite merges the log into the file as it goes, but can begin it anew only at a
/// moment when nobody reads an older state. If no such moment comes by itself, new
/// readers are kept waiting for a blink; that does not help against one that keeps a
/// snapshot for an hour, so a warning says so, each time the log has doubled.
///
/// A save for which the disk was too small leaves a log as long as the disk had room, though nothing of it counts:
/// SQLite keeps that room for what comes next, and whoever else writes to the disk has none. It is given back as soon as
/// the log can be merged, which takes a page or two where the file has to grow.
///
/// Used on the writing connection's queue only.
struct LogGrowth {
    private let path: String
    private let limit: Int64
    private let busyTimeoutSeconds: Double
    private let logger: Logger
    /// At this size the log is looked at again.
    private var threshold: Int64
    private var hasWarned = false
    /// After how many commits it is tried again to give back what did not fit, and how many it was the last time; nil
    /// if nothing is to be given back.
    private var returning: (commits: Int, wait: Int)?

    /// How long the saves wait for a moment without readers.
    private static let patience = 0.2

    /// Makes the watch on the log of a store; nil for one in memory.
    init?(configuration: PersistenceConfiguration, logger: Logger) {
        guard let path = configuration.path else { return nil }
        self.path = path + "-wal"
        limit = configuration.logLimitBytes
        busyTimeoutSeconds = configuration.busyTimeoutSeconds
        self.logger = logger
        threshold = limit
    }

    /// Looks after a commit how long the log is; costs some microseconds.
    mutating func look(in database: Database) {
        if let (commits, wait) = returning {
            returning = (commits - 1, wait)
            if commits == 1 { giveBack(in: database, nextWait: wait * 2) }
        }
        let size = size()
        // SQLite begins it anew by itself as soon as that reader has ended, and then cuts it to the size that it keeps.
        if size < limit, hasWarned { noteMerge(of: size) }
        guard size >= threshold else { return }
        do {
            if try beginAnew(in: database) { return noteMerge(of: size) }
        } catch {
            // A full disk, perhaps: the next save will report it.
            logger.debug("merging the log failed", metadata: ["error": "\(PersistenceError(error))"])
        }
        logger.warning(
            "the store's log grows: some process has been reading one state of the store for long; end it, or see what it does",
            metadata: ["file": "\(path)", "bytes": "\(size)"]
        )
        (threshold, hasWarned) = (size * 2, true)
    }

    /// The next reader that keeps the log from being merged is warned of as early as the first.
    private mutating func noteMerge(of size: Int64) {
        if hasWarned { logger.notice("the store's log is merged again", metadata: ["bytes": "\(size)"]) }
        (threshold, hasWarned) = (limit, false)
    }

    /// Gives back the room on the disk that was taken by a save that did not fit and was undone; outside of a
    /// transaction.
    mutating func giveBack(in database: Database) {
        giveBack(in: database, nextWait: 1)
    }

    /// As long as it fails, it is tried less and less often: each time the log's pages are written again.
    private mutating func giveBack(in database: Database, nextWait: Int) {
        do {
            returning = try beginAnew(in: database) ? nil : (nextWait, nextWait)
        } catch {
            // The file has to grow, and there is no room for that either.
            returning = (nextWait, nextWait)
            logger.debug("giving back room failed", metadata: ["error": "\(PersistenceError(error))"])
        }
    }

    private func size() -> Int64 { FileStatus(path: path)?.size ?? 0 }

    private func beginAnew(in database: Database) throws -> Bool {
        try Self.beginAnew(in: database, busyTimeoutSeconds: busyTimeoutSeconds)
    }

    /// Merges the whole log and empties it; false if somebody reads an older state.
    ///
    /// SQLite waits for that reader, and lets no process write meanwhile. So this waits for a blink only, whatever the
    /// connection's busy timeout is: the log is merged as well by the next who can.
    static func beginAnew(in database: Database, busyTimeoutSeconds: Double) throws -> Bool {
        sqlite3_busy_timeout(database.sqliteConnection, Int32(patience * 1000))
        defer { sqlite3_busy_timeout(database.sqliteConnection, Int32(busyTimeoutSeconds * 1000)) }
        return try Row.fetchOne(database, sql: "PRAGMA wal_checkpoint(TRUNCATE)")?[0] == 0
    }
}
