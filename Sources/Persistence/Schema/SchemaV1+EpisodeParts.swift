extension SchemaV1 {
    /// The lists of an episode or podcast that people ask questions about.
    ///
    /// All are kept in document order by `position`, counted from 0, and
    /// clustered by their owner, so that the parts of one episode lie together.
    static let episodePartTables = """
        CREATE TABLE enclosure (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          url TEXT NOT NULL,
          length INTEGER,
          type TEXT,
          typeGuessed INTEGER NOT NULL CHECK (typeGuessed IN (0, 1)),
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE transcript (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          url TEXT NOT NULL,
          type TEXT,
          language TEXT,
          rel TEXT,
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE chapter (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          startSeconds REAL NOT NULL,
          title TEXT,
          href TEXT,
          imageURL TEXT,
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE soundbite (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          startSeconds REAL NOT NULL,
          durationSeconds REAL NOT NULL,
          title TEXT,
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE episodeCategory (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          name TEXT NOT NULL,
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE episodePerson (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          name TEXT NOT NULL,
          role TEXT,
          groupName TEXT,
          imageURL TEXT,
          href TEXT,
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX episodePersonByName ON episodePerson (name);

        CREATE TABLE episodeFunding (
          episodeId INTEGER NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          url TEXT NOT NULL,
          text TEXT,
          PRIMARY KEY (episodeId, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE podcastPerson (
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          name TEXT NOT NULL,
          role TEXT,
          groupName TEXT,
          imageURL TEXT,
          href TEXT,
          PRIMARY KEY (podcastId, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX podcastPersonByName ON podcastPerson (name);

        CREATE TABLE podcastFunding (
          podcastId INTEGER NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          position INTEGER NOT NULL,
          url TEXT NOT NULL,
          text TEXT,
          PRIMARY KEY (podcastId, position)
        ) STRICT, WITHOUT ROWID;
        """
}
