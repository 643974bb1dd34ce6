extension SchemaV1 {
    /// The full-text index of episodes, and how far it has come.
    ///
    /// The index holds no text, only where each word occurs: the texts are in
    /// the episode already, as HTML. Such an index cannot forget a document
    /// without being given its old text, so documents are numbered anew at
    /// every edit and `searchDocument` says which number is an episode's
    /// current one. The others are left out of every answer until the index is
    /// rebuilt.
    static let searchTables = """
        \(searchIndex);

        CREATE TABLE searchDocument (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          episodeId INTEGER NOT NULL UNIQUE REFERENCES episode (id) ON DELETE CASCADE
        ) STRICT;

        CREATE TABLE searchProgress (
          id INTEGER PRIMARY KEY CHECK (id = 1),
          sequence INTEGER NOT NULL CHECK (sequence >= 0),
          afterEpisode INTEGER,
          updatedAt INTEGER NOT NULL
        ) STRICT;
        """

    /// The index itself, as it is kept in the schema.
    static let searchIndex = """
        CREATE VIRTUAL TABLE episodeSearch USING fts5 (
          title, podcast, people, notes, content = '', tokenize = 'unicode61 remove_diacritics 2'
        )
        """
}
