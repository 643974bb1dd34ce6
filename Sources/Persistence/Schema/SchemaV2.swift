/// The version of the indexed texts gets a column of its own, and so do the page that a feed is to be read on from, the one
/// that was given up, and what was found where a feed says that it has moved to.
///
/// Stores of version 1 keep the version among the last numbers of the tables, under the name of the index. In some of
/// them are duplicates of subscriptions that are asked no more than they are: these are asked themselves again.
enum SchemaV2 {
    static let sql = """
        ALTER TABLE searchProgress ADD COLUMN textVersion INTEGER NOT NULL DEFAULT 0;
        UPDATE searchProgress
          SET textVersion = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'episodeSearch'), 0);
        DELETE FROM sqlite_sequence WHERE name = 'episodeSearch';
        ALTER TABLE subscription ADD COLUMN pendingPageURL TEXT;
        ALTER TABLE subscription ADD COLUMN pendingPageFailures INTEGER NOT NULL DEFAULT 0
          CHECK (pendingPageFailures >= 0);
        ALTER TABLE subscription ADD COLUMN lostPageURL TEXT;
        ALTER TABLE subscription ADD COLUMN pendingMoveLookedAt INTEGER
          CHECK (pendingMoveLookedAt IS NULL OR pendingMoveURL IS NOT NULL);
        ALTER TABLE subscription ADD COLUMN pendingMoveProblem TEXT
          CHECK ((pendingMoveProblem IS NULL) = (pendingMoveLookedAt IS NULL));
        \(releaseOfDuplicates)
        """

    private static let isUnasked = """
        duplicateOf IN (SELECT id FROM subscription WHERE duplicateOf IS NOT NULL OR state = 'unfollowed')
        """

    private static let releaseOfDuplicates = """
        INSERT INTO change (at, entity, entityId, podcastId, kind, fields, title, backlog)
          SELECT CAST(strftime('%s', 'now') AS INTEGER), 'subscription', id, podcastId, 'update', '["duplicateOf"]', title, 0
          FROM subscription WHERE \(isUnasked) ORDER BY id;
        UPDATE subscription SET duplicateOf = NULL WHERE \(isUnasked);
        UPDATE subscription SET nextDueAt = coalesce(lastAttemptAt, addedAt), dueReasons = NULL
          WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL AND nextDueAt IS NULL;
        """
}
