/// Whether what is read behind the page that a feed is to be read on from only closes a gap gets a column, and so does
/// the date that a feed gives an episode where another is kept.
enum SchemaV3 {
    static let sql = """
        ALTER TABLE subscription ADD COLUMN pendingPageClosesGap INTEGER NOT NULL DEFAULT 0
          CHECK (pendingPageClosesGap IN (0, 1));
        ALTER TABLE episode ADD COLUMN feedPublishedAt INTEGER;
        """
}
