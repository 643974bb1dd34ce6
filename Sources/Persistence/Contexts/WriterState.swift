import GRDB
import GRDBSQLite

/// The state of the writing connection, touched on its queue only.
///
/// Unchecked because the compiler does not see that confinement.
final class WriterState: @unchecked Sendable {
    let rows = RowWriters()
    var log: LogGrowth?
    /// Whether a save did not fit on the disk, and the room it took has not been given back yet.
    var hasLackedRoom = false
    private var isSyncing = true

    init(log: LogGrowth?) {
        self.log = log
    }

    /// Makes the commits from now on sync the disk or not; outside of a transaction.
    func setSyncing(_ isWanted: Bool, in database: Database) throws {
        guard isSyncing != isWanted else { return }
        // Not by way of GRDB, which takes ten times as long over it: it is done for every other commit.
        let sql = "PRAGMA synchronous = \(isWanted ? "FULL" : "NORMAL")"
        let code = sqlite3_exec(database.sqliteConnection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), sql: sql) }
        isSyncing = isWanted
    }

    /// Gives back the room on the disk that was taken by a save that did not fit; outside of a transaction.
    func giveBackRoom(in database: Database) {
        guard hasLackedRoom else { return }
        hasLackedRoom = false
        log?.giveBack(in: database)
    }
}
