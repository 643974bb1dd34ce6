import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// The circuit breaker, through the real importer.
struct HeldDocumentTests {
    @Test func anEmptiedChannelIsHeldUntilASecondPollAgrees() async throws {
        try await Self.afterFirstImport { bed, path in
            // When
            _ = try bed.write(TestFeed.rss([]))
            let first = try await bed.importFiles([path])

            // Then
            #expect(first.results.first?.outcome == .postponed(until: nil))
            #expect(first.results.first?.warnings.contains { $0.kind == .held } == true)
            #expect(try await bed.subscription()?.state == .held)
            #expect(try await bed.held()?.reason == "emptied")
            #expect(try await bed.episodes().count == 4)

            // When: an hour later it still is
            bed.advance(hours: 1)
            let second = try await bed.importFiles([path])

            // Then it is believed, and still nothing is deleted
            #expect(second.results.first?.outcome.word == .imported)
            #expect(try await bed.subscription()?.state == .active)
            #expect(try await bed.held() == nil)
            #expect(try await bed.episodes().count == 4)
            #expect(try await bed.importFiles([path], force: true).results.first?.outcome.word == .imported)
        }
    }

    @Test func guidsThatTwoShowsHaveInCommonMixNoEpisodes() async throws {
        // Given a show of two episodes under the guids 1 and 2
        func document(_ title: String, _ count: Int) -> String {
            let items = (1...count).reversed().map { number in
                TestFeed.item("\(number)", title: "\(title) \(number)", day: number)
                    .replacing("media.example", with: "\(title).example")
            }
            return TestFeed.rss(items, title: title)
        }
        try await Self.afterFirstImport(of: document("Show", 2)) { bed, path in
            // When another one comes in its place
            _ = try bed.write(document("Cooking", 8))
            try await bed.importFiles([path])
            #expect(try await bed.held()?.reason == "another-show")
            _ = try bed.write(document("Show", 3))
            try await bed.importFiles([path])

            // Then
            #expect(try await bed.held() == nil)
            #expect(try await bed.episodes().map(\.episode.title).sorted() == ["Show 1", "Show 2", "Show 3"])
        }
    }

    @Test func aDocumentThatIsItselfAgainEndsTheHold() async throws {
        try await Self.afterFirstImport { bed, path in
            _ = try bed.write(Self.anotherShow)
            try await bed.importFiles([path])
            #expect(try await bed.held()?.reason == "another-show")

            // When
            _ = try bed.write(Self.show.replacing("Episode d", with: "Episode D"))
            let (results, _) = try await bed.importFiles([path])

            // Then
            #expect(results.first?.outcome.word == .imported)
            #expect(try await bed.held() == nil)
            #expect(try await bed.subscription()?.state == .active)
            #expect(try await bed.episodes().map(\.episode.guid) == ["a", "b", "c", "d"])
        }
    }

    @Test func anotherShowMixesNoEpisodeUntilItHasComeTwice() async throws {
        try await Self.afterFirstImport { bed, path in
            _ = try bed.write(Self.anotherShow)

            try await bed.importFiles([path])
            #expect(try await bed.podcastTitle() == "Show")
            #expect(try await bed.episodes().count == 4)

            try await bed.importFiles([path])
            #expect(try await bed.podcastTitle() == "Cooking")
            #expect(try await bed.episodes().count == 6)
        }
    }

    @Test func aSecondPollThatDisagreesStartsAnew() async throws {
        try await Self.afterFirstImport { bed, path in
            _ = try bed.write(Self.anotherShow)
            try await bed.importFiles([path])

            _ = try bed.write(TestFeed.rss([]))
            let (results, _) = try await bed.importFiles([path])

            #expect(results.first?.outcome == .postponed(until: nil))
            #expect(try await bed.held()?.reason == "emptied")
            #expect(try await bed.held()?.sightings == 1)
        }
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed])
    func aFeedThatIsNotRefreshedStaysSoWhenItsDocumentIsAccepted(state: SubscriptionState) async throws {
        try await Self.afterFirstImport { bed, path in
            // Given
            _ = try bed.write(Self.anotherShow)
            try await bed.importFiles([path])
            let id = try #require(try await bed.subscription()?.id)
            let now = bed.now
            try await bed.write { unit throws(PersistenceError) in
                try unit.subscriptions.setState(state, of: id, at: now)
            }

            // Then it still waits
            let held = try await bed.read { unit throws(PersistenceError) in
                try unit.subscriptions.subscriptions(matching: SubscriptionQuery(isHeld: true))
            }
            #expect(held.map(\.id) == [id])

            // When
            let importer = bed.importer(FeedImporterConfiguration(processorCount: 1))
            let result = try await importer.importHeldDocument(of: id)

            // Then
            #expect(result?.outcome.word == .imported)
            #expect(try await bed.episodes().count == 6)
            #expect(try await bed.subscription()?.state == state)
            #expect(try await bed.subscription()?.nextDueAt == nil)
        }
    }

    @Test func theUserMayAcceptADocument() async throws {
        try await Self.afterFirstImport { bed, path in
            // Given a document that is held
            _ = try bed.write(Self.anotherShow)
            try await bed.importFiles([path])
            let id = try #require(try await bed.subscription()?.id)

            // When
            let importer = bed.importer(FeedImporterConfiguration(processorCount: 1))
            let result = try await importer.importHeldDocument(of: id)

            // Then
            guard case .imported(let counts)? = result?.outcome else {
                Issue.record("not imported: \(String(describing: result))")
                return
            }
            #expect(counts.inserted == 2)
            #expect(try await bed.subscription()?.state == .active)
            #expect(try await bed.importFiles([path]).results.first?.outcome == .unchanged(notModified: false))
            #expect(try await importer.importHeldDocument(of: id) == nil)
        }
    }

    @Test func whatTheUserHasRefusedIsNotImportedHoweverOftenItComes() async throws {
        try await Self.afterFirstImport { bed, path in
            // Given a document that is held
            _ = try bed.write(Self.anotherShow)
            try await bed.importFiles([path])
            let id = try #require(try await bed.subscription()?.id)

            // When
            let isRefused = try await bed.write { unit throws(PersistenceError) in
                try unit.heldDocuments.refuse(of: id, at: Timestamp(epochSeconds: 1_795_300_000))
            }

            // Then
            #expect(isRefused)
            #expect(try await bed.subscription()?.state == .active)
            for _ in 0..<3 {
                let (results, _) = try await bed.importFiles([path])
                #expect(results.first?.outcome == .postponed(until: nil))
                #expect(results.first?.warnings.contains { $0.kind == .refused } == true)
            }
            #expect(try await bed.episodes().count == 4)
            // It is all that the feed has to say, so once a day is enough
            let reasons = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.dueReasons(of: id)
            }
            #expect(reasons.contains { $0.rule == .noValidators })
            // The show itself comes through, and the refusal is over.
            _ = try bed.write(Self.show)
            try await bed.importFiles([path], force: true)
            #expect(try await bed.held() == nil)
        }
    }

    @Test func aPausedFeedStaysPaused() async throws {
        try await Self.afterFirstImport { bed, path in
            let id = try #require(try await bed.subscription()?.id)
            try await bed.write { unit throws(PersistenceError) in
                try unit.subscriptions.setState(.paused, of: id, at: Timestamp(epochSeconds: 1_795_300_000))
            }
            _ = try bed.write(TestFeed.rss([]))

            try await bed.importFiles([path])
            #expect(try await bed.subscription()?.state == .paused)
            try await bed.importFiles([path])
            #expect(try await bed.subscription()?.state == .paused)
        }
    }

    @Test(arguments: [SubscriptionState.paused, .unfollowed])
    func whatWaitsForADecisionStillDoesWhenTheFeedIsFollowedAgain(state: SubscriptionState) async throws {
        try await Self.afterFirstImport { bed, path in
            // Given
            _ = try bed.write(Self.anotherShow)
            try await bed.importFiles([path])
            let id = try #require(try await bed.subscription()?.id)
            let now = bed.now

            // When
            let after = try await bed.write { unit throws(PersistenceError) in
                try unit.subscriptions.setState(state, of: id, at: now)
                try unit.subscriptions.setState(.active, of: id, at: now)
                return try unit.subscriptions.subscription(id: id)?.state
            }

            // Then
            #expect(after == .held)

            // When it was refused, there is nothing to wait for
            let afterRefusal = try await bed.write { unit throws(PersistenceError) in
                _ = try unit.heldDocuments.refuse(of: id, at: now)
                try unit.subscriptions.setState(state, of: id, at: now)
                try unit.subscriptions.setState(.active, of: id, at: now)
                return try unit.subscriptions.subscription(id: id)?.state
            }
            #expect(afterRefusal == .active)
        }
    }

    @Test func aMuchShorterDocumentIsImportedButHeldAgainstNobodyUntilTheThirdTime() async throws {
        let all = (1...9).reversed().map { TestFeed.item("e\($0)", day: $0) }
        try await Self.afterFirstImport(of: TestFeed.rss(all)) { bed, path in
            // When: nine items become three, the oldest among them
            _ = try bed.write(TestFeed.rss([all[0], all[1], all[8]]))
            var sightings: [Int] = []
            var absent: [Int] = []
            for _ in 0..<4 {
                bed.advance(hours: 25)
                try await bed.importFiles([path])
                sightings.append(try await bed.history()?.massDropSightings ?? -1)
                absent.append(try await bed.absentCount())
            }

            // Then: the sightings are kept between the polls
            #expect(sightings == [1, 2, 0, 0])
            #expect(absent == [0, 0, 6, 6])
        }
    }

    /// Runs a test on a store that knows the show.
    private static func afterFirstImport(
        of document: String = show,
        _ test: (ImportTestBed, String) async throws -> Void
    ) async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(document)
            try await bed.importFiles([path])
            try await test(bed, path)
        }
    }

    private static let show = TestFeed.rss(["d", "c", "b", "a"].enumerated().map { TestFeed.item($1, day: 4 - $0) })
    private static let anotherShow = TestFeed.rss(
        [TestFeed.item("y", day: 8), TestFeed.item("x", day: 7)],
        title: "Cooking"
    )
}
