import GRDB
package import PodcastModel

/// The files of chapters that episodes point at, as far as somebody has asked for them (feed formats I).
package struct ChaptersFileStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// What is kept of an episode's file.
    ///
    /// - Parameters:
    ///   - episode: the episode's number.
    ///   - url: where its file is now; what is kept for another address does not count.
    /// - Returns: the file; nil if it was never asked for there. Chapters that cannot be read are absent, and loaded
    ///   anew.
    /// - Throws: ``PersistenceError``.
    package func file(ofEpisode episode: Int64, at url: String) throws(PersistenceError) -> StoredChaptersFile? {
        try unit.fetchOne(
            """
            SELECT url, askedAt, etag, lastModified, validatorsURL, freshUntil, problem, fetchedAt, chapters
            FROM chaptersFile WHERE episodeId = ? AND url = ?
            """,
            [episode, url]
        ) { row in
            var file = StoredChaptersFile(url: row.requiredText(), askedAt: row.requiredTime())
            file.validators = HTTPValidators(etag: row.text(), lastModified: row.text(), url: row.text())
            file.freshUntil = row.time()
            file.problem = row.text()
            file.fetchedAt = row.time()
            file.chapters = row.jsonIfReadable()
            return file
        }
    }

    /// Keeps a file in the place of what was kept of the episode's before, be it of another address.
    ///
    /// Nothing is kept for an episode that was deleted meanwhile.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - episode: the episode's number.
    /// - Throws: ``PersistenceError``.
    package func save(_ file: StoredChaptersFile, ofEpisode episode: Int64) throws(PersistenceError) {
        try unit.execute(
            """
            INSERT INTO chaptersFile (episodeId, url, askedAt, etag, lastModified, validatorsURL, freshUntil, problem,
              fetchedAt, chapters)
            SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM episode WHERE id = ?1
            ON CONFLICT (episodeId) DO UPDATE SET url = excluded.url, askedAt = excluded.askedAt, etag = excluded.etag,
              lastModified = excluded.lastModified, validatorsURL = excluded.validatorsURL,
              freshUntil = excluded.freshUntil, problem = excluded.problem, fetchedAt = excluded.fetchedAt,
              chapters = excluded.chapters
            """,
            [
                episode, file.url, file.askedAt.epochSeconds, file.validators.etag, file.validators.lastModified,
                file.validators.url, file.freshUntil?.epochSeconds, file.problem, file.fetchedAt?.epochSeconds,
                try ColumnJSON.text(file.chapters),
            ]
        )
    }
}
