import GRDB
package import PodcastModel

/// The durable log of what changed.
///
/// A change is written in the unit of work that makes it: both are there or
/// neither. Numbers have no gaps and are never used again, so a consumer that
/// remembers its last number misses nothing and sees nothing twice. Consumers
/// that want the store to remember it are in `ChangeLogStore+Consumers`.
package struct ChangeLogStore {
    let unit: UnitOfWork

    init(_ unit: UnitOfWork) {
        self.unit = unit
    }

    /// How many rows one unit of work deletes at most: others wait for it.
    static let trimLimit: Int64 = 10_000

    // MARK: - Reading

    /// The changes after a number, in order.
    package func changes(since sequence: Int64, limit: Int) throws(PersistenceError) -> [StoreChange] {
        try unit.fetch(ChangeLogStore.changesStatement, [sequence, limit]) { row throws(PersistenceError) in
            StoreChange(
                sequence: row.requiredInteger(),
                at: row.requiredTime(),
                entity: try row.requiredWord(),
                id: row.requiredInteger(),
                podcastID: row.integer(),
                kind: try row.requiredWord(),
                fields: row.list(),
                title: row.text(),
                isBacklog: row.requiredFlag()
            )
        }
    }

    static let changesStatement = """
        SELECT sequence, at, entity, entityId, podcastId, kind, fields, title, backlog FROM change
        WHERE sequence > ? ORDER BY sequence LIMIT ?
        """

    /// The number of the newest change; 0 if there was none yet.
    ///
    /// Numbers below the first one are another program's: nobody is told of such changes.
    package func lastSequence() throws(PersistenceError) -> Int64 {
        max(0, try unit.fetchInteger("SELECT coalesce(max(sequence), 0) FROM change"))
    }

    /// The number of the oldest change that is still there; 1 if there was none yet.
    package func firstSequence() throws(PersistenceError) -> Int64 {
        max(1, try unit.fetchInteger("SELECT coalesce(min(sequence), 1) FROM change"))
    }

    // MARK: - Trimming

    /// Deletes changes older than a moment, except the newest and those that a
    /// consumer has not read yet; returns how many.
    ///
    /// At most ``trimLimit`` at once, so that saves need not wait for long: the
    /// rest is for the next call. A change dated by a clock that was ahead
    /// counts as old as those after it; otherwise it would keep the log from
    /// being trimmed until that time has come.
    @discardableResult
    package func trim(before moment: Timestamp, at now: Timestamp) throws(PersistenceError) -> Int {
        try unit.execute(
            ChangeLogStore.trimStatement,
            [moment.epochSeconds, ChangeLogStore.trimLimit, now.epochSeconds]
        )
    }

    /// Up to the first change that must stay, so that no gap can arise; it is looked for among the oldest only, for of
    /// millions that are all old each call would read every one.
    static let trimStatement = """
        DELETE FROM change WHERE sequence <
          (SELECT min(coalesce((SELECT min(sequence) FROM change
               WHERE sequence < (SELECT min(sequence) FROM change) + ?2 AND at >= ?1 AND (at <= ?3
                 OR sequence > coalesce((SELECT max(sequence) FROM change WHERE at < ?1), 0))), 9223372036854775807),
             coalesce((SELECT max(sequence) FROM change), 0),
             coalesce((SELECT min(sequence) FROM change), 0) + ?2,
             coalesce((SELECT min(sequence) + 1 FROM consumer), 9223372036854775807),
             coalesce((SELECT min(sequence) + 1 FROM searchProgress), 9223372036854775807)))
        """

    // MARK: - Writing

    /// Adds a change; called by the stores that make it.
    func record(
        _ entity: StoreChange.Entity,
        _ id: Int64,
        podcastID: Int64?,
        _ kind: StoreChange.Kind,
        fields: [String] = [],
        title: String?,
        at now: Timestamp
    ) throws(PersistenceError) {
        let row = try unit.writer(.insertChange)
        row.time(now)
        row.text(entity.rawValue)
        row.integer(id)
        row.integer(podcastID)
        row.text(kind.rawValue)
        try row.list(fields)
        row.text(title)
        // Only the insert of an episode can be of its backlog; those are recorded together.
        row.flag(false)
        try row.run()
    }

    /// Adds the changes of episodes that were inserted one after the other, in
    /// the order of their numbers.
    ///
    /// One statement for all: a first import would run one an episode, with the
    /// values of the row before. Numbers rise and are never used again, so
    /// nothing else lies between the first and the last.
    func recordInserts(
        ofEpisodes ids: ClosedRange<Int64>,
        podcastID: Int64,
        at now: Timestamp
    ) throws(PersistenceError) {
        let row = try unit.writer(.insertEpisodeChanges)
        row.time(now)
        row.integer(ids.lowerBound)
        row.integer(ids.upperBound)
        row.integer(podcastID)
        try row.run()
    }

    // The plus keeps SQLite from going through the index of the podcast, and thus through all of its episodes.
    static let insertEpisodeChangesStatement = """
        INSERT INTO change (at, entity, entityId, podcastId, kind, title, backlog)
        SELECT ?1, 'episode', id, podcastId, 'insert', title, backlog FROM episode
        WHERE id BETWEEN ?2 AND ?3 AND +podcastId = ?4 ORDER BY id
        """
}
