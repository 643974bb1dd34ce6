import GRDB

extension ProgramTestBed {
    /// What a query for texts finds in the bed's store.
    func texts(_ sql: String) throws -> [String] {
        try DatabaseQueue(path: store).read { database in try String.fetchAll(database, sql: sql) }
    }
}
