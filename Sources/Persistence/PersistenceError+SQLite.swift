import Foundation
import GRDB
import GRDBSQLite

extension PersistenceError {
    /// Translates what GRDB and the closures around it throw.
    init(_ error: any Error) {
        switch error {
        case let error as PersistenceError: self = error
        case let error as DatabaseError: self.init(databaseError: error)
        case is CancellationError: self = .interrupted
        // Its own description has what is stored.
        case is RowDecodingError:
            self = .corrupt(detail: "a value is missing, or is not of the kind that belongs there")
        default: self = .sqlite(code: 1, message: String(describing: type(of: error)), sql: nil)
        }
    }

    /// Translates an SQLite result code (extended ones too).
    init(code: Int32, message: String, sql: String?) {
        switch code & 0xFF {
        // The file that connections share could not be made as large as it has to be.
        case 10 where code == SQLITE_IOERR | 19 << 8: self = .full
        case 3, 23: self = .noPermission(path: StoreFile.unnamed)
        case 5, 6: self = .busy
        case 8: self = .readOnly
        case 9: self = .interrupted
        case 10:
            self = .inputOutput(
                detail: "\(message), code \(code)",
                isOfAWrite: PersistenceError.codesOfWrites.contains(code)
            )
        case 11, 26: self = .corrupt(detail: message)
        case 13: self = .full
        case 14: self = .cannotCreate(path: StoreFile.unnamed, reason: message)
        case 19: self = .constraint(detail: message)
        default: self = .sqlite(code: code, message: message, sql: sql)
        }
    }

    /// SQLITE_IOERR_WRITE, _FSYNC and _TRUNCATE.
    private static let codesOfWrites = [3, 4, 6].map { SQLITE_IOERR | $0 << 8 }

    /// Describes why the last step of a statement failed.
    init(failureOf statement: OpaquePointer) {
        let connection = sqlite3_db_handle(statement)
        self.init(
            code: sqlite3_extended_errcode(connection),
            message: String(cString: sqlite3_errmsg(connection)),
            sql: sqlite3_sql(statement).map { String(cString: $0) }
        )
    }

    private init(databaseError error: DatabaseError) {
        self.init(
            code: error.extendedResultCode.rawValue,
            message: error.message ?? "no message",
            sql: error.sql
        )
    }
}

extension PersistenceError {
    /// An I/O error of a write with what the system said of it; whoever has used up a quota has no space left.
    ///
    /// On some file systems, such as those of other machines, a write succeeds, and only the sync finds the disk full.
    ///
    /// - Parameter number: the system's error number; 0 if it is not known. It is of the last error that the file has
    ///   met: what failed otherwise may have left the number of an earlier write there.
    /// - Returns: the error; one of another kind as it is.
    func explained(by number: Int32) -> PersistenceError {
        guard case .inputOutput(let detail, isOfAWrite: true) = self, number != 0 else { return self }
        if number == ENOSPC || number == EDQUOT { return .full }
        return .inputOutput(detail: "\(detail): \(String(cString: strerror(number)))")
    }
}

extension Database {
    /// The system's number of the last error that the log has met, or if it has met none, the file; 0 if there was none.
    ///
    /// What SQLite keeps with the connection does not count those of a commit.
    var lastFileError: Int32 {
        var number: CInt = 0
        var log: UnsafeMutablePointer<sqlite3_file>?
        if sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK, let log,
            // The log of a store in memory cannot be asked.
            let control = log.pointee.pMethods?.pointee.xFileControl
        {
            _ = control(log, SQLITE_FCNTL_LAST_ERRNO, &number)
        }
        if number == 0 { sqlite3_file_control(sqliteConnection, "main", SQLITE_FCNTL_LAST_ERRNO, &number) }
        return number
    }
}

/// Runs code that throws anything and lets only ``PersistenceError`` out.
func translatingErrors<Value>(_ body: () throws -> Value) throws(PersistenceError) -> Value {
    do {
        return try body()
    } catch {
        throw PersistenceError(error)
    }
}
