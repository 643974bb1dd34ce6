extension SchemaV1 {
    /// What a channel says of itself.
    static let podcastTables = """
        CREATE TABLE podcast (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          title TEXT,
          contentHash INTEGER NOT NULL,
          firstSeenAt INTEGER NOT NULL,
          changedAt INTEGER NOT NULL,
          guid TEXT,
          computedGUID TEXT,
          feedId TEXT,
          link TEXT,
          subtitle TEXT,
          language TEXT,
          copyright TEXT,
          generator TEXT,
          author TEXT,
          authorEmail TEXT,
          ownerName TEXT,
          ownerEmail TEXT,
          artworkURL TEXT,
          type TEXT CHECK (type IN ('episodic', 'serial')),
          explicit INTEGER CHECK (explicit IN (0, 1)),
          complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
          block INTEGER NOT NULL CHECK (block IN (0, 1)),
          newFeedURL TEXT,
          medium TEXT,
          locked INTEGER CHECK (locked IN (0, 1)),
          lockedOwner TEXT,
          podping INTEGER CHECK (podping IN (0, 1)),
          publishedAt INTEGER,
          lastBuildAt INTEGER,
          ttlMinutes INTEGER,
          updatePeriodSeconds INTEGER,
          selfURL TEXT,
          nextPageURL TEXT,
          previousArchiveURL TEXT,
          archiveComplete INTEGER NOT NULL CHECK (archiveComplete IN (0, 1)),
          description TEXT,
          summary TEXT,
          keywords TEXT CHECK (keywords IS NULL OR json_valid(keywords)),
          skipHours TEXT CHECK (skipHours IS NULL OR json_valid(skipHours)),
          skipDays TEXT CHECK (skipDays IS NULL OR json_valid(skipDays)),
          hubURLs TEXT CHECK (hubURLs IS NULL OR json_valid(hubURLs)),
          license TEXT CHECK (license IS NULL OR json_valid(license)),
          location TEXT CHECK (location IS NULL OR json_valid(location)),
          value TEXT CHECK (value IS NULL OR json_valid(value)),
          trailers TEXT CHECK (trailers IS NULL OR json_valid(trailers)),
          podroll TEXT CHECK (podroll IS NULL OR json_valid(podroll)),
          updateFrequency TEXT CHECK (updateFrequency IS NULL OR json_valid(updateFrequency)),
          publisher TEXT CHECK (publisher IS NULL OR json_valid(publisher)),
          txts TEXT CHECK (txts IS NULL OR json_valid(txts)),
          images TEXT CHECK (images IS NULL OR json_valid(images)),
          blocks TEXT CHECK (blocks IS NULL OR json_valid(blocks)),
          chat TEXT CHECK (chat IS NULL OR json_valid(chat)),
          remoteItems TEXT CHECK (remoteItems IS NULL OR json_valid(remoteItems)),
          liveItems TEXT CHECK (liveItems IS NULL OR json_valid(liveItems)),
          cloud TEXT CHECK (cloud IS NULL OR json_valid(cloud)),
          extensions TEXT CHECK (extensions IS NULL OR json_valid(extensions))
        ) STRICT;
        CREATE INDEX podcastByGUID ON podcast (guid) WHERE guid IS NOT NULL;

        CREATE TABLE podcastFormerGUID (
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          guid TEXT NOT NULL,
          leftAt INTEGER NOT NULL,
          PRIMARY KEY (podcastId, guid)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX podcastFormerGUIDByGUID ON podcastFormerGUID (guid);

        CREATE TABLE podcastCategory (
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          path TEXT NOT NULL CHECK (json_valid(path)),
          category TEXT GENERATED ALWAYS AS (json_extract(path, '$[0]')) VIRTUAL,
          subcategory TEXT GENERATED ALWAYS AS (json_extract(path, '$[1]')) VIRTUAL,
          PRIMARY KEY (podcastId, position)
        ) STRICT, WITHOUT ROWID;
        """
}
