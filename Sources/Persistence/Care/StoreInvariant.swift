/// A rule the store keeps that the schema alone cannot express.
struct StoreInvariant {
    /// A short, stable name.
    let name: String
    /// Selects one line of text for every breach; values from feeds are left
    /// out, because they may contain tokens.
    let sql: String

    /// SQLite reports a full disk for a table that has given out its last number.
    static let numbersUsedUp = "SELECT name FROM sqlite_sequence WHERE seq = 9223372036854775807"

    static let all =
        [
            StoreInvariant(
                name: "numbers-used-up",
                sql: """
                    SELECT 'nothing can be added to ' || name || ': the last number there is has been given'
                    FROM (\(numbersUsedUp))
                    """
            ),
            StoreInvariant(
                name: "change-log-gap",
                sql: """
                    SELECT 'the change log has a gap before ' || sequence FROM change
                    WHERE sequence > (SELECT min(sequence) FROM change)
                      AND NOT EXISTS (SELECT 1 FROM change AS before WHERE before.sequence = change.sequence - 1)
                    """
            ),
            StoreInvariant(
                name: "consumer-ahead",
                sql: """
                    SELECT 'consumer ' || name || ' has read ' || sequence || ', which was never written' FROM consumer
                    WHERE sequence > (SELECT coalesce(max(sequence), 0) FROM change)
                    """
            ),
            StoreInvariant(
                name: "search-ahead",
                sql: """
                    SELECT 'the search index knows of change ' || sequence || ', which was never written'
                    FROM searchProgress WHERE sequence > (SELECT coalesce(max(sequence), 0) FROM change)
                    """
            ),
            StoreInvariant(
                name: "alias-in-use",
                sql: """
                    SELECT 'a former key of episode ' || episodeAlias.episodeId || ' is the key of episode ' || episode.id
                    FROM episodeAlias JOIN episode USING (podcastId, key)
                    """
            ),
            StoreInvariant(
                name: "alias-of-other-podcast",
                sql: """
                    SELECT 'an alias of podcast ' || episodeAlias.podcastId || ' leads to episode ' || episode.id
                      || ' of podcast ' || episode.podcastId
                    FROM episodeAlias JOIN episode ON episode.id = episodeAlias.episodeId
                    WHERE episode.podcastId <> episodeAlias.podcastId
                    """
            ),
            StoreInvariant(
                name: "tombstone-of-present-episode",
                sql: """
                    SELECT 'episode ' || episode.id || ' is there although it was deleted'
                    FROM tombstone JOIN episode USING (podcastId, key)
                    """
            ),
            StoreInvariant(
                name: "podcast-without-subscription",
                sql: """
                    SELECT 'podcast ' || id || ' belongs to no subscription' FROM podcast
                    WHERE NOT EXISTS (SELECT 1 FROM subscription WHERE subscription.podcastId = podcast.id)
                    """
            ),
            StoreInvariant(
                name: "never-due",
                sql: """
                    SELECT 'subscription ' || id || ' is active and never due' FROM subscription
                    WHERE state = 'active' AND duplicateOf IS NULL AND nextDueAt IS NULL
                    """
            ),
            StoreInvariant(
                name: "held-without-document",
                sql: """
                    SELECT 'subscription ' || id || ' waits for a decision on a document that is not there'
                    FROM subscription
                    WHERE state = 'held'
                      AND NOT EXISTS (SELECT 1 FROM heldDocument WHERE heldDocument.subscriptionId = subscription.id)
                    """
            ),
            StoreInvariant(
                name: "duplicate-of-duplicate",
                sql: """
                    SELECT 'subscription ' || id || ' is a duplicate of a duplicate' FROM subscription
                    WHERE duplicateOf IN (SELECT id FROM subscription WHERE duplicateOf IS NOT NULL)
                    """
            ),
            StoreInvariant(
                name: "move-to-itself",
                sql: """
                    SELECT 'subscription ' || id || ' waits for a move to its own address' FROM subscription
                    WHERE pendingMoveURL = feedURL
                    """
            ),
            StoreInvariant(
                name: "sort-date",
                sql: """
                    SELECT 'episode ' || id || ' is sorted by a date that is not its own' FROM episode
                    WHERE sortedAt <> CASE
                      WHEN publishedAt IS NULL OR publishedAt - firstSeenAt > 86400 THEN firstSeenAt
                      ELSE publishedAt END
                    """
            ),
        ] + EpisodeParts.all.map { partPositions($0.name, owner: "episodeId") }
        + ["podcastCategory", "podcastPerson", "podcastFunding"].map { partPositions($0, owner: "podcastId") }

    /// The parts of a list are numbered from 0 without gaps.
    private static func partPositions(_ table: String, owner: String) -> StoreInvariant {
        StoreInvariant(
            name: "positions-of-\(table)",
            sql: """
                SELECT '\(table): the list of ' || \(owner) || ' has a gap' FROM \(table)
                GROUP BY \(owner) HAVING min(position) <> 0 OR max(position) <> count(*) - 1
                """
        )
    }
}
