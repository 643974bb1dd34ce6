extension SchemaV1 {
    /// Episodes and what they are recognised by.
    ///
    /// SQLite stores a row in column order and long rows in a chain of pages:
    /// what is asked for often stands first, the long texts stand last.
    ///
    /// The dates of one feed's episodes lie anywhere among those of all others. Within `episodeByMonth`, a month of
    /// thirty days, they are kept by podcast: new rows come to stand beside each other, on few pages, where an index
    /// by date alone would have to read and write a page of its own for nearly each of them.
    static let episodeTables = """
        CREATE TABLE episode (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          key TEXT NOT NULL,
          keyKind TEXT NOT NULL CHECK (keyKind = 'guid' OR keyKind = 'enclosure' OR keyKind = 'link' OR keyKind = 'hash'),
          contentHash INTEGER NOT NULL,
          canonicalEnclosure TEXT,
          canonicalTitle TEXT NOT NULL,
          publishedAt INTEGER,
          durationSeconds INTEGER,
          absentSince INTEGER,
          removedAt INTEGER,
          lastSeenAt INTEGER,
          removalDueAt INTEGER,
          firstSeenAt INTEGER NOT NULL,
          firstPublishedAt INTEGER,
          sortedAt INTEGER NOT NULL,
          position INTEGER NOT NULL CHECK (position >= 0),
          backlog INTEGER NOT NULL CHECK (backlog IN (0, 1)),
          title TEXT NOT NULL,
          guid TEXT,
          guidIsPermaLink INTEGER CHECK (guidIsPermaLink IN (0, 1)),
          rssTitle TEXT,
          itunesTitle TEXT,
          subtitle TEXT,
          link TEXT,
          author TEXT,
          authorEmail TEXT,
          sourceTitle TEXT,
          sourceURL TEXT,
          publishedRaw TEXT,
          updatedAt INTEGER,
          artworkURL TEXT,
          seasonNumber INTEGER,
          seasonName TEXT,
          episodeNumber REAL,
          episodeDisplay TEXT,
          episodeType TEXT NOT NULL CHECK (episodeType = 'full' OR episodeType = 'trailer' OR episodeType = 'bonus'),
          explicit INTEGER CHECK (explicit IN (0, 1)),
          block INTEGER NOT NULL CHECK (block IN (0, 1)),
          commentsURL TEXT,
          chaptersURL TEXT,
          chaptersType TEXT,
          keywords TEXT CHECK (keywords IS NULL OR json_valid(keywords)),
          contributors TEXT CHECK (contributors IS NULL OR json_valid(contributors)),
          alternateEnclosures TEXT CHECK (alternateEnclosures IS NULL OR json_valid(alternateEnclosures)),
          socialInteractions TEXT CHECK (socialInteractions IS NULL OR json_valid(socialInteractions)),
          location TEXT CHECK (location IS NULL OR json_valid(location)),
          license TEXT CHECK (license IS NULL OR json_valid(license)),
          value TEXT CHECK (value IS NULL OR json_valid(value)),
          contentLinks TEXT CHECK (contentLinks IS NULL OR json_valid(contentLinks)),
          txts TEXT CHECK (txts IS NULL OR json_valid(txts)),
          images TEXT CHECK (images IS NULL OR json_valid(images)),
          chat TEXT CHECK (chat IS NULL OR json_valid(chat)),
          extensions TEXT CHECK (extensions IS NULL OR json_valid(extensions)),
          description TEXT,
          summary TEXT,
          content TEXT,
          UNIQUE (podcastId, key),
          CHECK ((absentSince IS NULL) = (lastSeenAt IS NULL)),
          CHECK (removedAt IS NULL OR absentSince IS NOT NULL),
          CHECK (removalDueAt IS NULL OR (absentSince IS NOT NULL AND removedAt IS NULL))
        ) STRICT;
        CREATE INDEX episodeByMonth ON episode (sortedAt / 2592000 DESC, podcastId, sortedAt DESC, position, removedAt);
        CREATE INDEX episodeByPodcastAndSortedAt ON episode (podcastId, sortedAt DESC, position);
        CREATE INDEX episodeByRemoval ON episode (podcastId) WHERE removedAt IS NOT NULL;
        CREATE INDEX episodeByRemovalDue ON episode (podcastId) WHERE removalDueAt IS NOT NULL;

        CREATE TABLE episodeAlias (
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          key TEXT NOT NULL,
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          since INTEGER NOT NULL,
          matchedBy TEXT NOT NULL,
          detail TEXT,
          PRIMARY KEY (podcastId, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX episodeAliasByEpisode ON episodeAlias (episodeId);

        CREATE TABLE tombstone (
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          key TEXT NOT NULL,
          at INTEGER NOT NULL,
          canonicalEnclosure TEXT,
          canonicalTitle TEXT,
          publishedAt INTEGER,
          durationSeconds INTEGER,
          PRIMARY KEY (podcastId, key)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE liveItem (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          key TEXT NOT NULL,
          guid TEXT,
          title TEXT NOT NULL,
          status TEXT NOT NULL CHECK (status = 'pending' OR status = 'live' OR status = 'ended'),
          startsAt INTEGER,
          endsAt INTEGER,
          canonicalEnclosure TEXT,
          firstSeenAt INTEGER NOT NULL,
          absentSince INTEGER,
          episodeId INTEGER REFERENCES episode (id) ON DELETE SET NULL,
          UNIQUE (podcastId, key)
        ) STRICT;
        CREATE INDEX liveItemByEpisode ON liveItem (episodeId) WHERE episodeId IS NOT NULL;
        """
}
