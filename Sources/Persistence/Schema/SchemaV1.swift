/// The tables of the first released schema.
///
/// Once released, a schema version is history: it is never edited. What comes
/// later is a new file and a new entry in ``SchemaMigration/all``.
/// `docs/Schema.md` says what every table promises.
///
/// Conventions that hold everywhere:
/// - Times are INTEGER seconds since 1970-01-01T00:00:00Z.
/// - Absent is NULL, also for JSON; an empty list is absent.
/// - Flags are INTEGER 0 or 1.
/// - The ids of podcasts, episodes and subscriptions are never used again
///   (AUTOINCREMENT), because other programs remember them. Nor are the numbers
///   of changes: the newest change is never deleted, so they only grow.
/// - A column of words names them one by one (`kind = 'a' OR kind = 'b'`): for an
///   IN with three or more SQLite makes a temporary table at every insert.
/// - JSON is exactly what `feed inspect --format json` prints for the field.
enum SchemaV1 {
    /// All statements, parents before children.
    static let sql = [
        podcastTables, subscriptionTables, refreshTables, episodeTables, episodePartTables, historyTables, searchTables,
        views,
    ].joined(separator: "\n")
}
