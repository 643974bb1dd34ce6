import GRDB

/// What is remembered of a feed's last document.
extension RefreshStore {
    /// What is remembered of the items of a feed's last document, in the importer's own form; nil if nothing is.
    package func itemMemory(of id: Int64) throws(PersistenceError) -> [UInt8]? {
        try unit.fetchOne("SELECT items FROM itemMemory WHERE subscriptionId = ?", [id]) { row in row.bytes() }
    }

    /// Remembers something of the items of a feed's document; nil forgets what was remembered.
    package func setItemMemory(_ items: [UInt8]?, of id: Int64) throws(PersistenceError) {
        guard let items else {
            try unit.execute("DELETE FROM itemMemory WHERE subscriptionId = ?", [id])
            return
        }
        let row = try unit.writer(.itemMemory)
        row.integer(id)
        row.blob(items)
        try row.run()
    }

    /// Forgets what the next request would be conditional on, so that it asks for the whole document.
    ///
    /// - Parameter id: the subscription.
    /// - Throws: ``PersistenceError``.
    package func dropValidators(of id: Int64) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE subscription SET etag = NULL, lastModified = NULL, validatorsAt = NULL, validatorsURL = NULL,
              validatorsMark = NULL, bodyDigest = NULL
            WHERE id = ?
            """,
            [id]
        )
    }
}
