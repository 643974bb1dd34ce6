import PodcastModel
import Testing

@testable import Persistence

struct SchemaTests {
    private func names(_ sql: String, in store: TestStore) async throws -> [String] {
        try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch(sql) { row in row.requiredText() }
        }
    }

    @Test func everyTableIsStrict() async throws {
        let store = try await TestStore(inMemory: true)

        let loose = try await names(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'",
            in: store
        )

        #expect(loose.isEmpty)
    }

    @Test func everyTimeIsAnInteger() async throws {
        let store = try await TestStore(inMemory: true)

        let columns = try await names(
            """
            SELECT pragma_table_list.name || '.' || column.name || ' ' || column.type
            FROM pragma_table_list, pragma_table_info(pragma_table_list.name) AS column
            WHERE pragma_table_list.schema = 'main' AND pragma_table_list.type = 'table'
              AND (column.name GLOB '*At' OR column.name GLOB '*Since' OR column.name GLOB '*Until' OR column.name = 'at')
            """,
            in: store
        )

        #expect(columns.count > 30)
        #expect(columns.filter { !$0.hasSuffix(" INTEGER") } == [])
    }

    @Test func everyForeignKeyCanBeFollowedBackwardsWithoutAScan() async throws {
        let store = try await TestStore(inMemory: true)

        // A child column that no index begins with makes every deletion of a parent read the whole table.
        let missing = try await names(
            """
            SELECT tables.name || '.' || reference."from"
            FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS reference
            WHERE tables.schema = 'main' AND NOT EXISTS (
              SELECT 1 FROM pragma_index_list(tables.name) AS list, pragma_index_info(list.name) AS part
              WHERE part.seqno = 0 AND part.name = reference."from")
            AND NOT EXISTS (
              SELECT 1 FROM pragma_table_info(tables.name) AS own WHERE own.pk = 1 AND own.name = reference."from")
            """,
            in: store
        )

        #expect(missing == [])
    }

    @Test(arguments: [
        "UPDATE episode SET keyKind = 'other'",
        "UPDATE episode SET title = NULL",
        "UPDATE episode SET explicit = 2",
        "UPDATE episode SET extensions = '{'",
        "UPDATE episode SET durationSeconds = 'long'",
        "UPDATE episode SET removedAt = 1, absentSince = NULL, lastSeenAt = NULL",
        "UPDATE episode SET absentSince = 1, lastSeenAt = NULL",
        "UPDATE episode SET podcastId = 99",
        "UPDATE episode SET key = 'same'",
        "UPDATE podcast SET type = 'weekly'",
        "UPDATE podcast SET skipHours = 'never'",
        "UPDATE subscription SET state = 'asleep'",
        "UPDATE subscription SET failures = 1, failingSince = NULL",
        "INSERT INTO lease (subscriptionId, owner, until) VALUES (77, 'me', 1)",
        "UPDATE subscription SET pendingMoveURL = 'https://example.com/x', pendingMoveCause = NULL",
        "UPDATE subscription SET pendingMoveKey = 'example.com/x'",
        "UPDATE subscription SET etag = NULL, lastModified = NULL, validatorsAt = 1",
        "UPDATE subscription SET duplicateOf = id",
        "UPDATE subscription SET podcastId = 1",
        "UPDATE subscription SET dedupKey = 'same'",
        "UPDATE change SET kind = 'explosion'",
        "UPDATE change SET entity = 'host'",
        "UPDATE enclosure SET episodeId = 99",
        "UPDATE fetch SET bytes = -1",
        "UPDATE consumer SET sequence = -1",
        "DELETE FROM sqlite_schema",
    ])
    func refusesWhatTheSchemaForbids(sql: String) async throws {
        let store = try await FilledStore.make()

        await #expect(throws: PersistenceError.self, "\(sql)") { try await store.damage(sql) }
    }

    @Test func neverUsesANumberAgain() async throws {
        let store = try await FilledStore.make()
        let before = try await store.integers("SELECT max(id) FROM episode")

        try await store.damage("DELETE FROM episode")
        let again = try await store.context.save { unit throws(PersistenceError) in
            try unit.episodes.insert(Samples.incoming(77), podcastID: 1, at: TestStore.now, isBacklog: false)
        }

        #expect(again == before[0] + 1)
    }

    @Test func showsReadableTimesAndTheFirstEnclosureInTheListing() async throws {
        let store = try await FilledStore.make()

        let line = try await names(
            """
            SELECT published || ' ' || duration || ' ' || enclosureURL || ' ' || season || ' ' || number || ' ' || listed
            FROM episodeListing WHERE title LIKE 'Ein Titel%'
            """,
            in: store
        )

        #expect(line == ["2023-11-14T22:13:20Z 1:02:03 https://cdn.example.com/1.mp3?token=1 2 3.5 1"])
    }

    @Test func leavesALengthOutOfTheListingThatIsNotKnown() async throws {
        let store = try await FilledStore.make()
        try await store.damage("UPDATE episode SET durationSeconds = NULL")

        let lengths = try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch("SELECT duration FROM episodeListing") { row in row.text() }
        }

        #expect(lengths.count == 5 && lengths.allSatisfy { $0 == nil })
    }

    /// The view chooses as ``Episode/showNotes`` does, but takes any word in angle brackets for HTML.
    @Test(arguments: [
        (content: "<p>c</p>", description: "d", summary: "s", subtitle: "t"),
        (content: " \n", description: "plain", summary: "<b>s</b>", subtitle: nil),
        (content: nil, description: "<p>d</p>", summary: "<b>s</b>", subtitle: nil),
        (content: nil, description: "1 < 2", summary: "s", subtitle: nil),
        (content: nil, description: nil, summary: "s", subtitle: nil),
        (content: nil, description: nil, summary: nil, subtitle: "t"),
        (content: nil, description: nil, summary: nil, subtitle: nil),
    ])
    func choosesTheShowNotes(content: String?, description: String?, summary: String?, subtitle: String?) async throws {
        let store = try await TestStore(inMemory: true)
        var episode = Episode()
        episode.key = "1"
        episode.content = content
        episode.description = description
        episode.summary = summary
        episode.subtitle = subtitle

        try await store.add(episodes: [Samples.incoming(episode)])

        let notes = try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch("SELECT notes FROM showNotes") { row in row.text() }
        }
        #expect(notes == [episode.showNotes])
    }
}
