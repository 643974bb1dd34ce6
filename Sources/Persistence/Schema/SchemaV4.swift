/// Whether the scheme of a feed's address was assumed, because nobody wrote one, gets a column (identity C8 45).
enum SchemaV4 {
    static let sql = """
        ALTER TABLE subscription ADD COLUMN schemeIsAssumed INTEGER NOT NULL DEFAULT 0
          CHECK (schemeIsAssumed IN (0, 1));
        """
}
