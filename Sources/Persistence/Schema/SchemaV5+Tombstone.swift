extension SchemaV5 {
    /// What is remembered of a deleted episode gets its page, by which one without date and file is recognised, and the
    /// number of keys that it has had before (identity C6 36).
    ///
    /// Of what was deleted by earlier versions neither is known; the page is noted with the next document that lists
    /// it.
    static let tombstonePage = """
        ALTER TABLE tombstone ADD COLUMN page TEXT;
        ALTER TABLE tombstone ADD COLUMN formerKeyCount INTEGER NOT NULL DEFAULT 0 CHECK (formerKeyCount >= 0);
        """
}
