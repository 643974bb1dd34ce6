extension SchemaV1 {
    /// What happened in the store, in order.
    ///
    /// No foreign keys: history outlives what it tells about.
    static let historyTables = """
        CREATE TABLE change (
          sequence INTEGER PRIMARY KEY,
          at INTEGER NOT NULL,
          entity TEXT NOT NULL CHECK (entity = 'podcast' OR entity = 'episode' OR entity = 'subscription'),
          entityId INTEGER NOT NULL,
          podcastId INTEGER,
          kind TEXT NOT NULL CHECK (kind = 'insert' OR kind = 'update' OR kind = 'remove' OR kind = 'restore' OR kind = 'rekey'),
          fields TEXT CHECK (fields IS NULL OR json_valid(fields)),
          title TEXT,
          backlog INTEGER NOT NULL CHECK (backlog IN (0, 1))
        ) STRICT;

        CREATE TABLE consumer (
          name TEXT PRIMARY KEY,
          sequence INTEGER NOT NULL CHECK (sequence >= 0),
          updatedAt INTEGER NOT NULL,
          pendingSequence INTEGER CHECK (pendingSequence > sequence),
          pendingFile TEXT,
          pendingOffset INTEGER CHECK (pendingOffset >= 0),
          pendingBytes INTEGER CHECK (pendingBytes >= 0),
          CHECK ((pendingSequence IS NULL) = (pendingFile IS NULL)),
          CHECK ((pendingSequence IS NULL) = (pendingOffset IS NULL)),
          CHECK ((pendingSequence IS NULL) = (pendingBytes IS NULL))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE editHistory (
          id INTEGER PRIMARY KEY,
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          at INTEGER NOT NULL,
          field TEXT NOT NULL,
          significance TEXT NOT NULL CHECK (significance = 'minor' OR significance = 'major'),
          oldValue TEXT CHECK (oldValue IS NULL OR json_valid(oldValue)),
          newValue TEXT CHECK (newValue IS NULL OR json_valid(newValue))
        ) STRICT;
        CREATE INDEX editHistoryByEpisode ON editHistory (episodeId);
        """

    /// Views for people: readable times, the one text to read, no joins to write.
    static let views = """
        CREATE VIEW episodeListing AS
        SELECT
          episode.id AS id,
          episode.podcastId AS podcastId,
          podcast.title AS podcast,
          episode.title AS title,
          strftime('%Y-%m-%dT%H:%M:%SZ', episode.publishedAt, 'unixepoch') AS published,
          strftime('%Y-%m-%dT%H:%M:%SZ', episode.firstSeenAt, 'unixepoch') AS firstSeen,
          printf('%d:%02d:%02d', episode.durationSeconds / 3600, episode.durationSeconds / 60 % 60,
            episode.durationSeconds % 60) AS duration,
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

        CREATE VIEW showNotes AS
        SELECT
          episode.id AS episodeId,
          podcast.title AS podcast,
          episode.title AS title,
          CASE
            WHEN trim(episode.content, char(9, 10, 13, 32)) <> '' THEN episode.content
            WHEN episode.description GLOB '*<[a-zA-Z/!]*>*' THEN episode.description
            WHEN episode.summary GLOB '*<[a-zA-Z/!]*>*' THEN episode.summary
            WHEN trim(episode.description, char(9, 10, 13, 32)) <> '' THEN episode.description
            WHEN trim(episode.summary, char(9, 10, 13, 32)) <> '' THEN episode.summary
            ELSE nullif(trim(episode.subtitle), '')
          END AS notes
        FROM episode
        JOIN podcast ON podcast.id = episode.podcastId;
        """
}
