import Testing

@testable import Persistence

/// The questions asked at every refresh must not read whole tables.
struct QueryPlanTests {
    private func plan(_ sql: String) async throws -> [String] {
        let store = try await TestStore(inMemory: true)
        return try await store.context.perform { unit throws(PersistenceError) in
            try unit.fetch("EXPLAIN QUERY PLAN " + sql) { row in
                _ = (row.integer(), row.integer(), row.integer())
                return row.requiredText()
            }
        }
    }

    @Test(arguments: [
        // The due feeds, in order, without sorting.
        (
            """
            SELECT id FROM subscription WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL
            AND nextDueAt <= 5 AND NOT EXISTS (SELECT 1 FROM lease WHERE subscriptionId = subscription.id AND until > 5)
            ORDER BY nextDueAt LIMIT 9
            """, "subscriptionByDue (nextDueAt<?)"
        ),
        ("SELECT id FROM episode WHERE podcastId = 1 AND key = 'x'", "(podcastId=? AND key=?)"),
        ("SELECT count(*) FROM episode WHERE podcastId = 1", "COVERING INDEX"),
        ("SELECT max(sortedAt) FROM episode WHERE podcastId = 1", "episodeByPodcastAndSortedAt (podcastId=?)"),
        ("SELECT key FROM episodeAlias WHERE podcastId = 1", "PRIMARY KEY (podcastId=?)"),
        ("SELECT key FROM tombstone WHERE podcastId = 1", "PRIMARY KEY (podcastId=?)"),
        ("SELECT * FROM change WHERE sequence > 5 ORDER BY sequence LIMIT 9", "INTEGER PRIMARY KEY (rowid>?)"),
        (
            "SELECT id FROM episode WHERE podcastId = 1 AND removalDueAt IS NOT NULL AND removalDueAt <= 5",
            "episodeByRemovalDue (podcastId=?)"
        ),
        ("SELECT * FROM editHistory WHERE episodeId = 1", "(episodeId=?)"),
        ("SELECT id FROM subscription WHERE podcastId = 1", "(podcastId=?)"),
        (
            "SELECT id FROM subscription WHERE pendingMoveKey = 'x' AND duplicateOf IS NULL ORDER BY id",
            "subscriptionByPendingMove (pendingMoveKey=?)"
        ),
        (
            "SELECT * FROM fetch WHERE subscriptionId = 1 ORDER BY id DESC LIMIT 9",
            "fetchBySubscription (subscriptionId=?)"
        ),
    ])
    func usesTheIndexMadeForIt(sql: String, expected: String) async throws {
        let plan = try await plan(sql)

        #expect(plan.contains { $0.contains(expected) }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test func readsTheChangeLogFromWhereAReaderIs() async throws {
        let plan = try await plan(ChangeLogStore.changesStatement.replacing("?", with: "1"))

        #expect(plan == ["SEARCH change USING INTEGER PRIMARY KEY (rowid>?)"])
    }

    @Test func looksForChangesThatStayAmongTheOldestOnly() async throws {
        var sql = ChangeLogStore.trimStatement
        for place in 1...3 { sql = sql.replacing("?\(place)", with: "1") }

        let plan = try await plan(sql)

        // What is deleted, and where it may end.
        #expect(plan.count { $0 == "SEARCH change USING INTEGER PRIMARY KEY (rowid<?)" } == 2, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN change") }, "\(plan)")
    }

    @Test(arguments: [
        (nil, "COVERING INDEX episodeByMonth (<expr><?)"),
        (1, "episodeByPodcastAndSortedAt (podcastId=? AND sortedAt<?)"),
    ])
    func aLaterPageOfEpisodesBeginsWhereTheOneBeforeEnded(podcast: Int64?, expected: String) async throws {
        let place = EpisodePlace(sortedAt: 5, position: 1, id: 7)
        let query = EpisodeQuery(podcastID: podcast, limit: 9, after: place)
        let sql = EpisodeStore.statement(for: query).sql.replacing("?", with: "1")

        let plan = try await plan(sql)

        #expect(plan.contains { $0.contains(expected) }, "\(plan)")
        expectNoMoreSorting(plan, than: podcast)
    }

    @Test func takesWhatASearchHasFoundFromTheIndexInItsOrder() async throws {
        var sql = SearchStore.matchesStatement
        for place in 1...4 { sql = sql.replacing("?\(place)", with: "'1'") }

        let plan = try await plan(sql)

        // The index gives the best first; what belongs to each is looked up by number.
        #expect(plan.first?.hasPrefix("SCAN episodeSearch VIRTUAL TABLE INDEX") == true, "\(plan)")
        #expect(plan.dropFirst().allSatisfy { $0.contains("USING INTEGER PRIMARY KEY (rowid=?)") }, "\(plan)")
        #expect(plan.count == 4, "\(plan)")
        let bound = try await self.plan(SearchStore.boundStatement.replacing("?", with: "'1'"))
        #expect(bound.count == 2 && bound[0].contains("VIRTUAL TABLE INDEX"), "\(bound)")
        #expect(bound.last?.contains("USING INTEGER PRIMARY KEY (rowid=?)") == true, "\(bound)")
    }

    @Test func findsWhatIsDueNextWithoutReadingWhatIsNot() async throws {
        let newest = try await plan(
            """
            SELECT id FROM subscription WHERE state NOT IN ('paused', 'unfollowed') AND duplicateOf IS NULL
            AND nextDueAt <= 5 AND NOT EXISTS (SELECT 1 FROM lease WHERE subscriptionId = subscription.id AND until > 5)
            ORDER BY nextDueAt DESC LIMIT 9
            """
        )
        let free = try await plan(RefreshStore.firstFreeDue)
        let leased = try await plan(RefreshStore.firstLeasedDue.replacing("?", with: "5"))

        for plan in [newest, free] {
            #expect(plan.first?.contains("subscriptionByDue (nextDueAt") == true, "\(plan)")
            // Each of those is looked up among the leases, and nothing is sorted.
            #expect(
                plan.dropFirst().allSatisfy { $0.contains("SCALAR SUBQUERY") || $0.contains("SEARCH lease") },
                "\(plan)"
            )
        }
        // The leases are few, and each is looked up among the feeds.
        #expect(leased.count == 2 && leased[0].hasSuffix(" lease") && leased[1].contains("(rowid=?)"), "\(leased)")
    }

    @Test func findsASubscriptionByItsAddressWithoutAScan() async throws {
        let plan = try await plan(
            "SELECT id FROM subscription WHERE dedupKey = 'x' OR feedURL = 'x' ORDER BY dedupKey <> 'x' LIMIT 1"
        )

        #expect(plan.contains { $0.contains("MULTI-INDEX OR") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test func readsTheIdentitiesOfOnePodcastWithoutLookingAtOthers() async throws {
        let plan = try await plan("SELECT id, key, title FROM episode WHERE podcastId = 1 ORDER BY id")

        #expect(plan.first?.hasPrefix("SEARCH episode USING INDEX") == true, "\(plan)")
    }

    @Test(arguments: [EpisodeQuery.Order.newestFirst, .oldestFirst])
    func listsTheNewestEpisodesInTheOrderOfAnIndex(order: EpisodeQuery.Order) async throws {
        for (podcast, since) in [(nil, nil), (Int64(1), nil), (nil, TestStore.now), (1, TestStore.now)] {
            let query = EpisodeQuery(podcastID: podcast, since: since, limit: 20, order: order)
            let plan = try await plan(EpisodeStore.statement(for: query).sql.replacing("?", with: "1"))

            let index =
                podcast == nil ? "USING COVERING INDEX episodeByMonth" : "USING INDEX episodeByPodcastAndSortedAt"
            let bound = podcast == nil ? "<expr>>?" : "sortedAt>?"
            #expect(plan.contains { $0.contains(index) && (since == nil || $0.contains(bound)) }, "\(plan)")
            expectNoMoreSorting(plan, than: podcast)
        }
    }

    /// Of one podcast the index gives the order; of all a month's numbers and dates are sorted, and then the rows that
    /// were chosen.
    private func expectNoMoreSorting(_ plan: [String], than podcast: Int64?) {
        let sorting = plan.filter { $0.contains("TEMP B-TREE") }
        #expect(
            sorting
                == (podcast == nil
                    ? ["USE TEMP B-TREE FOR RIGHT PART OF ORDER BY", "USE TEMP B-TREE FOR ORDER BY"] : []),
            "\(plan)"
        )
        if podcast == nil { #expect(plan.contains("SEARCH episode USING INTEGER PRIMARY KEY (rowid=?)"), "\(plan)") }
    }

    @Test func findsPodcastsByTheirGuidWithoutAScan() async throws {
        let condition = PodcastStore.hasGUID.replacing("?1", with: "'x'").replacing("?2", with: "7")
            .replacing("?3", with: "5")
        let plan = try await plan("SELECT id FROM podcast WHERE " + condition)

        #expect(plan.contains { $0.contains("podcastByGUID") }, "\(plan)")
        #expect(plan.contains { $0.contains("podcastFormerGUIDByGUID") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN podcast") }, "\(plan)")
    }
}
