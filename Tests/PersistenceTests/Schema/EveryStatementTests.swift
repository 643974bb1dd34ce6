import GRDB
import Testing

@testable import Persistence

/// Whatever the store is asked, it looks up and does not read through: a table
/// that grows is scanned by nothing but what is named here with its reason.
struct EveryStatementTests {
    /// Statements that may read a whole table, by a piece of them.
    private static let scans: [(piece: String, reason: String)] = [
        ("FROM subscription GROUP BY state", "status: counts the subscriptions by state"),
        ("nextDueAt <= ?1 AND subscription.id NOT IN held", "status: counts them by how they do"),
        ("SELECT count(*) FROM", "figures: counts a table in its narrowest index"),
        ("ORDER BY coalesce(podcast.title, subscription.title", "subscription list: prints all of them, by title"),
        ("ORDER BY subscription.folder", "opml export: prints all of them"),
        ("WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL ORDER BY id", "import --all"),
        ("ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING", "episode prune: looks at all episodes"),
        ("FROM fetch WHERE at <= ? ORDER BY id DESC", "reads from the end to the first that is not of the future"),
        ("WHERE lastAttemptAt BETWEEN ?2 AND ?3", "once after the clock was set"),
        ("SELECT id, feedURL, dedupKey, pendingMoveURL, pendingMoveKey FROM subscription", "store check"),
        ("subscriptionId = subscription.id ORDER BY subscription.id", "store check"),
        ("count(*) FILTER (WHERE NOT (", "store check"), ("FROM podcast ORDER BY id", "store check"),
        ("FROM episode ORDER BY id", "store check"),
        ("DELETE FROM host WHERE lastUsedAt < ?", "once in a run: forgets old hosts"),
        ("DELETE FROM searchDocument", "empties the index"),
        ("LEFT JOIN episodeSearch_docsize", "looks whether the index is damaged: reads all of it"),
    ]
    /// Tables that do not grow with the podcasts, and what is no table.
    private static let small: Set<String> = [
        "consumer", "lease", "searchProgress", "sqlite_sequence", "json_each", "CONSTANT", "episodeSearch",
        "pragma_page_count",
        "pragma_page_size", "sqlite_schema",
    ]
    /// Indexes of few rows of a table, each of which is wanted.
    private static let partial: Set<String> = ["hostBySpecialty", "subscriptionByFailing", "episodeByRemoval"]

    /// What the planner has been told of the tables.
    enum Statistics: CaseIterable {
        case none, ofMillions, ofASmallStore
    }

    @Test(arguments: Statistics.allCases)
    func noneScansATableThatGrows(statistics: Statistics) async throws {
        // Given every statement there is
        let statements = try await Self.statements().filter { sql in
            // What the planner keeps for itself is small.
            !Self.invariants.contains { sql.hasPrefix($0) } && !Self.scans.contains { sql.contains($0.piece) }
                && !sql.contains(" sqlite_stat1 ")
                // What is temporary is not there in another connection, and the schema cannot be written by it.
                && !sql.contains(" temp.") && !sql.hasPrefix("DELETE FROM sqlite_schema ")
        }
        #expect(statements.count > 120)
        // And a store as some program finds it
        let store = try await FilledStore.make(inMemory: false)
        switch statistics {
        case .none: break
        case .ofMillions: try await Self.pretendMillions(in: store)
        case .ofASmallStore: try await store.manager.care().optimize()
        }
        try await store.manager.close()
        let database = try DatabaseQueue(path: store.path)

        for sql in statements {
            // When
            let plan = try Self.plan(of: sql, in: database)

            // Then
            #expect(plan.allSatisfy { Self.isLookUp($0, isLimited: sql.contains(" LIMIT ")) }, "\(sql)\n\(plan)")
        }
    }

    @Test func noExceptionIsNamedInVain() async throws {
        let all = try await Self.statements()
        let store = try await TestStore()
        let database = try DatabaseQueue(path: store.path)

        for scan in Self.scans {
            let statements = all.filter { $0.contains(scan.piece) }
            let plans = try statements.map { try Self.plan(of: $0, in: database) }
            #expect(plans.contains { $0.contains { !Self.isLookUp($0, isLimited: false) } }, "\(scan.reason): \(plans)")
        }
    }

    @Test func noneNeedsALaterSQLiteThanIsAskedFor() async throws {
        // Given what came after SQLite 3.37
        let later = try Regex(
            #"->|\bunixepoch\(|\bformat\(|\b(right|full) (outer )?join\b|\bis (not )?distinct from\b|"#
                + #"\boctet_length\(|\bconcat(_ws)?\(|\bstring_agg\(|\bjsonb_|\btimediff\(|\biif\([^,]*,[^,]*\)"#
        )
        .ignoresCase()

        // When
        let statements = try await Self.statements()

        // Then
        #expect(statements.count > 120)
        for sql in statements { #expect(sql.firstMatch(of: later) == nil, "\(sql)") }
    }

    @Test func everyStatementInTheSourcesIsLookedAt() async throws {
        // Given what is really run
        let statements = try await Self.statements()

        // When
        let pieces = try SQLInSources.pieces()

        // Then nothing that is written in the sources is missing
        #expect(pieces.count > 100)
        for piece in pieces {
            #expect(statements.contains { $0.contains(piece.text) }, "not on the tour: \(piece)")
        }
    }

    @Test func findsTheStatementsInASource() {
        let source = #"""
            // "SELECT 0"
            let a = "SELECT x \(f("a", (1))) FROM y"
            let b = """
                UPDATE t \
                SET u = ?
                """
            """#

        let literals = SQLInSources.literals(in: source).map { $0.map(StatementLog.normalised) }

        #expect(literals == [["a"], ["SELECT x", "FROM y"], ["UPDATE t SET u = ?"]])
    }

    private static let invariants = StoreInvariant.all.map { StatementLog.normalised($0.sql) }

    private static func statements() async throws -> [String] {
        let store = try await TestStore(inMemory: true)
        let log = try StatementLog(store)
        try await StoreTour(of: store).run()
        return log.statements
    }

    /// What `store optimize` finds in a store of two million episodes.
    private static func pretendMillions(in store: TestStore) async throws {
        let figures = [
            ("episode", "episodeByMonth", "1624322 8000 90 1 1 1"), ("episode", "episodeByRemoval", "900 1"),
            ("episode", "episodeByPodcastAndSortedAt", "1789344 91 1 1"),
            ("episode", "sqlite_autoindex_episode_1", "2259387 91 1"), ("enclosure", "enclosure", "2140380 1 1"),
            ("subscription", "subscriptionByDue", "18645 2"), ("subscription", "subscriptionByFailing", "800 1"),
            ("subscription", "sqlite_autoindex_subscription_1", "19782 1"),
            ("subscription", "sqlite_autoindex_subscription_2", "19782 1"),
            ("subscription", "sqlite_autoindex_subscription_3", "18954 1"),
            ("fetch", "fetchBySubscription", "985500 50"),
            ("searchDocument", "sqlite_autoindex_searchDocument_1", "1124889 1"),
            ("host", "host", "9000 1"),
        ]
        let rows = figures.map { "('\($0)', '\($1)', '\($2)')" }.joined(separator: ", ")
        try await store.outside("ANALYZE")
        try await store.outside("DELETE FROM sqlite_stat1")
        try await store.outside(
            "INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES \(rows), ('change', NULL, '2040000'), ('podcast', NULL, '20000')"
        )
    }

    private static func plan(of sql: String, in database: DatabaseQueue) throws -> [String] {
        try database.read { database in
            let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] }
        }
    }

    /// Whether a step of a plan touches no more than it has to.
    private static func isLookUp(_ step: String, isLimited: Bool) -> Bool {
        guard !step.contains("AUTOMATIC") else { return false }
        guard step.hasPrefix("SCAN ") else { return true }
        // The rows of an INSERT of several, as they stand in it.
        if step.hasSuffix(" CONSTANT ROWS") { return true }
        let table = step.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        if small.contains(table) || table.hasPrefix("(") { return true }
        if partial.contains(where: { step.contains(" USING INDEX \($0)") || step.contains(" COVERING INDEX \($0)") }) {
            return true
        }
        // In the order of an index, up to a limit.
        return isLimited && step.contains(" USING ")
    }
}
