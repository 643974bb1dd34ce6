/// The version of the indexed texts gets a column of its own, and so do the page that a feed is to be read on from, the
/// one that was given up, and what was found where a feed says that it has moved to.
///
/// The files of chapters that were asked for get a table.
///
/// Stores of version 1 keep the version among the last numbers of the tables, under the name of the index. In some of
/// them are duplicates of subscriptions that are asked no more than they are: these are asked themselves again. The
/// view of episodes had a length of nothing for those whose length is not known.
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
        \(chaptersFile)
        \(releaseOfDuplicates)
        DROP VIEW episodeListing;
        \(episodeListing)
        """

    /// As long as a file could not be had there are neither chapters nor a time at which they were loaded.
    private static let chaptersFile = """
        CREATE TABLE chaptersFile (
          episodeId INTEGER PRIMARY KEY REFERENCES episode (id) ON DELETE CASCADE,
          url TEXT NOT NULL,
          askedAt INTEGER NOT NULL,
          etag TEXT,
          lastModified TEXT,
          validatorsURL TEXT,
          freshUntil INTEGER,
          problem TEXT,
          fetchedAt INTEGER,
          chapters TEXT CHECK (chapters IS NULL OR json_valid(chapters)),
          CHECK ((fetchedAt IS NULL) = (chapters IS NULL))
        ) STRICT;
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

    private static let episodeListing = """
        CREATE VIEW episodeListing AS
        SELECT
          episode.id AS id,
          episode.podcastId AS podcastId,
          podcast.title AS podcast,
          episode.title AS title,
          strftime('%Y-%m-%dT%H:%M:%SZ', episode.publishedAt, 'unixepoch') AS published,
          strftime('%Y-%m-%dT%H:%M:%SZ', episode.firstSeenAt, 'unixepoch') AS firstSeen,
          CASE WHEN episode.durationSeconds IS NOT NULL THEN
            printf('%d:%02d:%02d', episode.durationSeconds / 3600, episode.durationSeconds / 60 % 60,
              episode.durationSeconds % 60)
          END AS duration,
          enclosure.url AS enclosureURL,
          enclosure.type AS enclosureType,
          enclosure.length AS enclosureBytes,
          episode.seasonNumber AS season,
          episode.episodeNumber AS number,
          episode.episodeType AS type,
          episode.link AS link,
          episode.absentSince IS NULL AS listed,
          strftime('%Y-%m-%dT%H:%M:%SZ', episode.removedAt, 'unixepoch') AS removed,
          episode.sortedAt AS sortedAt
        FROM episode
        JOIN podcast ON podcast.id = episode.podcastId
        LEFT JOIN enclosure ON enclosure.episodeId = episode.id AND enclosure.position = 0;
        """
}
