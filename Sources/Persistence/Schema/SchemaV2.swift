/// The version of the indexed texts gets a column of its own, and so does the page that a feed is to be read on from.
///
/// Stores of version 1 keep the version among the last numbers of the tables, under the name of the index.
enum SchemaV2 {
    static let sql = """
        ALTER TABLE searchProgress ADD COLUMN textVersion INTEGER NOT NULL DEFAULT 0;
        UPDATE searchProgress
          SET textVersion = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'episodeSearch'), 0);
        DELETE FROM sqlite_sequence WHERE name = 'episodeSearch';
        ALTER TABLE subscription ADD COLUMN pendingPageURL TEXT;
        """
}
