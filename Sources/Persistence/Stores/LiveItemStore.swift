import GRDB
package import PodcastModel

/// Live streams, apart from episodes: their guids are a space of their own
/// (identity C1 7).
package struct LiveItemStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// The live items of a podcast, in the order they were first seen.
    package func liveItems(ofPodcast podcast: Int64) throws(PersistenceError) -> [StoredLiveItem] {
        try liveItems(where: "podcastId = ?", podcast)
    }

    /// The live items that an episode is the recording of.
    package func liveItems(ofEpisode episode: Int64) throws(PersistenceError) -> [StoredLiveItem] {
        try liveItems(where: "episodeId = ?", episode)
    }

    /// Stores what a document says of a stream; a new key is a new stream.
    package func upsert(
        _ description: LiveItemDescription,
        ofPodcast podcast: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        try unit.execute(
            """
            INSERT INTO liveItem (podcastId, key, guid, title, status, startsAt, endsAt, canonicalEnclosure, firstSeenAt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (podcastId, key) DO UPDATE SET
              guid = excluded.guid, title = excluded.title, status = excluded.status, startsAt = excluded.startsAt,
              endsAt = excluded.endsAt, canonicalEnclosure = excluded.canonicalEnclosure, absentSince = NULL
            """,
            [
                podcast, description.key, description.guid, description.title, description.status.rawValue,
                description.startsAt?.epochSeconds, description.endsAt?.epochSeconds, description.canonicalEnclosure,
                now.epochSeconds,
            ]
        )
    }

    /// Notes that a document does not list a stream any more.
    package func markAbsent(_ id: Int64, at now: Timestamp) throws(PersistenceError) {
        try unit.execute(
            "UPDATE liveItem SET absentSince = ? WHERE id = ? AND absentSince IS NULL",
            [
                now.epochSeconds, id,
            ]
        )
    }

    /// Notes which episode is the recording of a stream.
    package func link(_ id: Int64, toEpisode episode: Int64) throws(PersistenceError) {
        try unit.execute("UPDATE liveItem SET episodeId = ? WHERE id = ?", [episode, id])
    }

    /// Ties each stream that is over to the episode with its guid, if there is one, whatever it was tied to by its
    /// file; a stream that is not over (any more) has no recording.
    package func linkByGUID(ofPodcast podcast: Int64) throws(PersistenceError) {
        try unit.execute(
            """
            UPDATE liveItem SET episodeId = NULL
            WHERE podcastId = ? AND episodeId IS NOT NULL AND status <> 'ended' AND absentSince IS NULL
            """,
            [podcast]
        )
        let recording = "FROM episode WHERE podcastId = liveItem.podcastId AND key = liveItem.guid"
        try unit.execute(
            """
            UPDATE liveItem SET episodeId = (SELECT id \(recording))
            WHERE podcastId = ? AND (status = 'ended' OR absentSince IS NOT NULL)
              AND EXISTS (SELECT 1 \(recording) AND id IS NOT liveItem.episodeId)
            """,
            [podcast]
        )
    }

    /// The newest episode that has this media file.
    package func recording(
        ofPodcast podcast: Int64,
        canonicalEnclosure: String
    ) throws(PersistenceError) -> Int64? {
        try unit.fetchOne(
            "SELECT id FROM episode WHERE podcastId = ? AND canonicalEnclosure = ? ORDER BY id DESC LIMIT 1",
            [podcast, canonicalEnclosure]
        ) { row in row.requiredInteger() }
    }

    private func liveItems(where condition: String, _ id: Int64) throws(PersistenceError) -> [StoredLiveItem] {
        try unit.fetch(
            """
            SELECT id, key, guid, title, status, startsAt, endsAt, canonicalEnclosure, firstSeenAt, absentSince, episodeId
            FROM liveItem WHERE \(condition) ORDER BY id
            """,
            [id]
        ) { row throws(PersistenceError) in
            StoredLiveItem(
                id: row.requiredInteger(),
                description: LiveItemDescription(
                    key: row.requiredText(),
                    guid: row.text(),
                    title: row.requiredText(),
                    status: try row.requiredWord(),
                    startsAt: row.time(),
                    endsAt: row.time(),
                    canonicalEnclosure: row.text()
                ),
                firstSeenAt: row.requiredTime(),
                absentSince: row.time(),
                episodeID: row.integer()
            )
        }
    }
}
