extension SchemaV1 {
    /// The decision to follow a feed, its secrets and its former addresses.
    static let subscriptionTables = """
        CREATE TABLE subscription (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          feedURL TEXT NOT NULL UNIQUE,
          dedupKey TEXT NOT NULL UNIQUE,
          podcastId INTEGER UNIQUE REFERENCES podcast (id) ON DELETE SET NULL,
          state TEXT NOT NULL CHECK (state = 'active' OR state = 'paused' OR state = 'gone' OR state = 'needs-auth' OR state = 'held' OR state = 'unfollowed'),
          title TEXT,
          link TEXT,
          folder TEXT CHECK (folder IS NULL OR json_valid(folder)),
          addedAt INTEGER NOT NULL,
          etag TEXT,
          lastModified TEXT,
          validatorsAt INTEGER,
          validatorsURL TEXT,
          validatorsMark TEXT,
          bodyDigest INTEGER,
          parserVersion INTEGER,
          lastAttemptAt INTEGER,
          lastSuccessAt INTEGER,
          lastDocumentAt INTEGER,
          lastDocumentItems INTEGER,
          lastDocumentIsCut INTEGER NOT NULL DEFAULT 0 CHECK (lastDocumentIsCut IN (0, 1)),
          nextDueAt INTEGER,
          dueReasons TEXT CHECK (dueReasons IS NULL OR json_valid(dueReasons)),
          failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
          failingSince INTEGER,
          lastErrorKind TEXT,
          lastErrorMessage TEXT,
          pendingMoveURL TEXT,
          pendingMoveCause TEXT CHECK (pendingMoveCause IN ('redirect', 'new-feed-url', 'site')),
          pendingMoveSightings INTEGER,
          pendingMoveFirstSeenAt INTEGER,
          pendingMoveLastSeenAt INTEGER,
          overrides TEXT CHECK (overrides IS NULL OR json_valid(overrides)),
          namedByUser INTEGER NOT NULL DEFAULT 0 CHECK (namedByUser IN (0, 1)),
          guidUnreliable INTEGER NOT NULL DEFAULT 0 CHECK (guidUnreliable IN (0, 1)),
          massDropSightings INTEGER NOT NULL DEFAULT 0 CHECK (massDropSightings >= 0),
          itemsDigest INTEGER,
          itemBlockDigest INTEGER,
          releaseTimes TEXT CHECK (releaseTimes IS NULL OR json_valid(releaseTimes)),
          duplicateOf INTEGER REFERENCES subscription (id) ON DELETE SET NULL,
          CHECK ((failures = 0) = (failingSince IS NULL)),
          CHECK ((lastErrorKind IS NULL) = (lastErrorMessage IS NULL)),
          CHECK ((etag IS NULL AND lastModified IS NULL) = (validatorsAt IS NULL)),
          CHECK (validatorsURL IS NULL OR validatorsAt IS NOT NULL),
          CHECK (validatorsMark IS NULL OR validatorsAt IS NOT NULL),
          CHECK ((pendingMoveURL IS NULL) = (pendingMoveCause IS NULL)),
          CHECK ((pendingMoveURL IS NULL) = (pendingMoveSightings IS NULL)),
          CHECK ((pendingMoveURL IS NULL) = (pendingMoveFirstSeenAt IS NULL)),
          CHECK ((pendingMoveURL IS NULL) = (pendingMoveLastSeenAt IS NULL)),
          CHECK (itemBlockDigest IS NULL OR itemsDigest IS NOT NULL),
          CHECK (duplicateOf <> id)
        ) STRICT;
        CREATE INDEX subscriptionByDue ON subscription (nextDueAt)
          WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL;
        CREATE INDEX subscriptionByFailing ON subscription (failures) WHERE failures > 0;
        CREATE INDEX subscriptionByDuplicate ON subscription (duplicateOf) WHERE duplicateOf IS NOT NULL;

        CREATE TABLE itemMemory (
          subscriptionId INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
          items BLOB NOT NULL
        ) STRICT;

        CREATE TABLE lease (
          subscriptionId INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
          owner TEXT NOT NULL,
          until INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE feedCredential (
          subscriptionId INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
          user TEXT NOT NULL,
          password TEXT NOT NULL
        ) STRICT;

        CREATE TABLE feedURLHistory (
          id INTEGER PRIMARY KEY,
          subscriptionId INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
          feedURL TEXT NOT NULL,
          dedupKey TEXT NOT NULL,
          leftAt INTEGER NOT NULL,
          cause TEXT NOT NULL CHECK (cause = 'redirect' OR cause = 'new-feed-url' OR cause = 'user' OR cause = 'undo')
        ) STRICT;
        CREATE INDEX feedURLHistoryBySubscription ON feedURLHistory (subscriptionId);
        CREATE INDEX feedURLHistoryByDedupKey ON feedURLHistory (dedupKey);
        """

    /// What happened when feeds were asked, and what hosts want.
    static let refreshTables = """
        CREATE TABLE fetch (
          id INTEGER PRIMARY KEY,
          subscriptionId INTEGER NOT NULL REFERENCES subscription (id) ON DELETE CASCADE,
          at INTEGER NOT NULL,
          outcome TEXT NOT NULL,
          status INTEGER,
          bytes INTEGER NOT NULL CHECK (bytes >= 0),
          seconds TEXT CHECK (seconds IS NULL OR json_valid(seconds)),
          sent TEXT CHECK (sent IS NULL OR json_valid(sent)),
          received TEXT CHECK (received IS NULL OR json_valid(received)),
          redirects TEXT CHECK (redirects IS NULL OR json_valid(redirects)),
          errorKind TEXT,
          errorMessage TEXT
        ) STRICT;
        CREATE INDEX fetchBySubscription ON fetch (subscriptionId);

        CREATE TABLE host (
          name TEXT PRIMARY KEY,
          pausedUntil INTEGER,
          pauseReason TEXT,
          spacingSeconds REAL,
          concurrency INTEGER CHECK (concurrency > 0),
          failures INTEGER NOT NULL CHECK (failures >= 0),
          failingSince INTEGER,
          lastAddresses TEXT CHECK (lastAddresses IS NULL OR json_valid(lastAddresses)),
          lastUsedAt INTEGER NOT NULL,
          CHECK ((failures = 0) = (failingSince IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX hostBySpecialty ON host (name)
          WHERE pausedUntil IS NOT NULL OR spacingSeconds IS NOT NULL OR concurrency IS NOT NULL;

        CREATE TABLE heldDocument (
          subscriptionId INTEGER PRIMARY KEY REFERENCES subscription (id) ON DELETE CASCADE,
          heldAt INTEGER NOT NULL,
          lastSeenAt INTEGER NOT NULL,
          sightings INTEGER NOT NULL CHECK (sightings > 0),
          reason TEXT NOT NULL,
          detail TEXT NOT NULL,
          refusedAt INTEGER,
          bodyDigest INTEGER NOT NULL,
          contentType TEXT,
          body BLOB NOT NULL
        ) STRICT;
        """
}
