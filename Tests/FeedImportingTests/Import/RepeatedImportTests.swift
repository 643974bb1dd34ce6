import Persistence
import PodcastModel
import Testing

/// The same document again writes bookkeeping only (identity C9 51), and what
/// the store remembers of a feed is used when it is read again.
struct RepeatedImportTests {
    @Test func aDuplicateUnderAnotherGuidBecomesAnAliasOnceWithAWarning() async throws {
        try await ImportTestBed.run { bed in
            // Given: a public and a member's copy, each with a guid of its own
            let copy = TestFeed.item("a").replacing(">a</guid>", with: ">members-a</guid>")
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), TestFeed.item("a"), copy]))

            // When
            let (results, report) = try await bed.importFiles([path])

            // Then
            #expect(report.counts.inserted == 2)
            let warning = results.first?.warnings.first { $0.kind == .duplicateItem }
            #expect(warning?.detail.contains("2 items are the same episode “Episode a” under different guids") == true)

            // When: again, a day later
            let before = try await bed.allRows()
            bed.advance(hours: 24)
            let (_, again) = try await bed.importFiles([path], force: true)

            // Then
            #expect(again.counts.unchanged == 3)
            #expect(try await bed.allRows() == before, "not even an alias is written again")
        }
    }

    @Test func aGuidThatMostItemsShareIsRemembered() async throws {
        try await ImportTestBed.run { bed in
            // Given: three of four items have one guid
            let items = ["d", "c", "b", "a"].enumerated().map { TestFeed.item($1, day: 4 - $0) }
            let shared = items[1...].map { $0.replacing(/>[a-z]<\/guid>/, with: ">show</guid>") }
            let path = try bed.write(TestFeed.rss([items[0]] + shared))
            let first = try await bed.importFiles([path])
            #expect(first.results.first?.warnings.contains { $0.kind == .unreliableGuids } == true)
            #expect(try await bed.history()?.isGUIDUnreliable == true)
            let keys = try await bed.identities().map(\.key)

            // When: they are no longer the most
            let more = ["h", "g", "f", "e"].enumerated().map { TestFeed.item($1, day: 8 - $0) }
            _ = try bed.write(TestFeed.rss(more + [items[0]] + shared))
            let (_, report) = try await bed.importFiles([path])

            // Then the keys of the known episodes are still those made without guids
            #expect(report.counts.inserted == 4 && report.counts.rekeyed == 0)
            #expect(try await bed.identities().prefix(4).map(\.key) == keys)
            #expect(try await bed.identities().allSatisfy { $0.keyKind != .guid })
        }
    }

    @Test func aFeedThatWasNotFollowedIsOnceItIsAskedForAlthoughNothingIsNew() async throws {
        try await ImportTestBed.run { bed in
            // Given a feed that was only to be looked at
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            _ = try await bed.importFiles([path], subscribes: false)
            #expect(try await bed.subscription()?.state == .unfollowed)

            // When it is looked at again, it stays so
            _ = try await bed.importFiles([path], subscribes: false)
            #expect(try await bed.subscription()?.state == .unfollowed)

            // When
            let (results, _) = try await bed.importFiles([path])

            // Then
            #expect(results.map(\.outcome) == [.unchanged(notModified: false)])
            #expect(try await bed.subscription()?.state == .active)
        }
    }

    @Test func guidsMadeAnewEachTimeAreNoEditsOnceThatIsKnown() async throws {
        try await ImportTestBed.run { bed in
            // Given
            func document(_ number: Int) -> String {
                TestFeed.rss(
                    ["d", "c", "b", "a"].enumerated().map { index, name in
                        TestFeed.item(name, day: 4 - index)
                            .replacing(">\(name)</guid>", with: ">\(name)-\(number)</guid>")
                    }
                )
            }
            let path = try bed.write(document(0))
            try await bed.importFiles([path])
            var number = 0
            while try await bed.history()?.isGUIDUnreliable == false, number < 12 {
                number += 1
                _ = try bed.write(document(number))
                try await bed.importFiles([path])
            }
            #expect(try await bed.history()?.isGUIDUnreliable == true)

            // When: read once without them, and then again and again
            _ = try bed.write(document(100))
            try await bed.importFiles([path])
            let before = try await bed.changes().count
            for number in 101...103 {
                _ = try bed.write(document(number))
                try await bed.importFiles([path])
            }

            // Then
            #expect(try await bed.changes().count == before)
            #expect(try await bed.episodes().count == 4)
        }
    }

    @Test func anEpisodeMissingFromTheMiddleIsWithdrawnThoughTheFeedChangesNoMore() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let items = (1...5).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path])
            bed.advance(hours: 5)
            _ = try bed.write(TestFeed.rss(items.filter { !$0.contains("e3") }))
            try await bed.importFiles([path])
            #expect(try await bed.absentCount() == 1)

            // When: the same bytes, an hour later and a day later
            bed.advance(hours: 1)
            try await bed.importFiles([path])
            #expect(try await bed.removedGuids() == [])
            bed.advance(hours: 24)
            let (results, report) = try await bed.importFiles([path])

            // Then
            #expect(results.first?.outcome == .unchanged(notModified: false))
            #expect(results.first?.overdueCount == 1)
            #expect(report.counts.removed == 1)
            #expect(try await bed.removedGuids() == ["e3"])
            #expect(try await bed.changes().last { $0.entity == .episode }?.kind == .remove)

            // When it returns
            _ = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path])
            #expect(try await bed.removedGuids() == [])
        }
    }

    @Test func aFeedThatBeginsToSayThatItIsCompleteIsBelievedAlthoughItsItemsAreTheSame() async throws {
        try await ImportTestBed.run { bed in
            // Given an episode that slid out of a feed that did not say so
            let complete = "<fh:complete xmlns:fh=\"http://purl.org/syndication/history/1.0\"/>"
            let items = (1...6).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(Array(items.dropFirst())))
            try await bed.importFiles([path])
            let listed = Array(items.dropLast())
            _ = try bed.write(TestFeed.rss(listed))
            try await bed.importFiles([path])
            _ = try bed.write(TestFeed.rss(listed, channel: "<ttl>60</ttl>"))
            try await bed.importFiles([path])
            #expect(try await bed.removedGuids() == [])

            // When
            _ = try bed.write(TestFeed.rss(listed, channel: complete))
            let (_, report) = try await bed.importFiles([path])

            // Then
            #expect(report.counts.removed == 1)
            #expect(try await bed.removedGuids() == ["e1"])

            // When it says so again
            _ = try bed.write(TestFeed.rss(listed, channel: complete + "<ttl>60</ttl>"))
            let (_, again) = try await bed.importFiles([path])

            // Then
            #expect(again.counts.removed == 0 && again.counts.unchanged == 5)
        }
    }

    @Test func aFeedOfTwoItemsThatAreNumberedFromTheTopKeepsEveryEpisode() async throws {
        try await ImportTestBed.run { bed in
            // Given: the newest has the guid 1
            func item(_ number: Int, guid: String) -> String {
                TestFeed.item(guid, title: "Part \(number)", day: number)
                    .replacing("media.example/\(guid).mp3", with: "media.example/part-\(number).mp3")
            }
            var path = ""
            for number in 2...8 {
                path = try bed.write(TestFeed.rss([item(number, guid: "1"), item(number - 1, guid: "2")]))
                bed.advance(hours: 24)
                try await bed.importFiles([path])
            }

            // Then
            #expect(try await bed.episodes().map(\.episode.title).sorted() == (1...8).map { "Part \($0)" })
            let before = try await bed.changes().count
            let (results, _) = try await bed.importFiles([path], force: true)
            #expect(results.first?.outcome.word == .imported)
            #expect(try await bed.changes().count == before)
        }
    }

    @Test func keysFollowGuidsThatAreExchanged() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let items = ["a", "b", "c", "d", "e", "f", "g"].enumerated().map { TestFeed.item($1, day: $0 + 1) }
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path])
            let before = try await bed.episodes()

            // When three guids go round
            var exchanged = items
            for (index, (old, new)) in [("a", "b"), ("b", "c"), ("c", "a")].enumerated() {
                exchanged[index] = items[index].replacing(">\(old)</guid>", with: ">\(new)</guid>")
            }
            _ = try bed.write(TestFeed.rss(exchanged))
            let (_, report) = try await bed.importFiles([path])

            // Then each episode is the one it was, under its guid and no other
            #expect(report.counts.rekeyed == 3 && report.counts.inserted == 0 && report.counts.updated == 0)
            let after = try await bed.episodes()
            #expect(after.map(\.id) == before.map(\.id))
            #expect(after.map(\.episode.title) == before.map(\.episode.title))
            #expect(after.allSatisfy { $0.episode.key == $0.episode.guid })
            let podcast = try #require(try await bed.subscription()?.podcastID)
            let aliases = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.aliases(ofPodcast: podcast, returning: "alias")
            }
            #expect(aliases.isEmpty)
            let (_, again) = try await bed.importFiles([path], force: true)
            #expect(again.counts.unchanged == 7)
        }
    }

    @Test func theFirstDocumentFromAnotherAddressIsHeldAgainstNoEpisode() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let items = (1...4).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path], as: "https://old.example/feed")
            let id = try #require(try await bed.subscription()?.id)
            bed.advance(hours: 1)
            try await bed.write { [now = bed.now] unit throws(PersistenceError) in
                _ = try unit.subscriptions.move(id, to: "https://new.example/feed", cause: .redirect, at: now)
            }

            // When: the new address lists one less
            _ = try bed.write(TestFeed.rss(items.filter { !$0.contains("e2") }))
            bed.advance(hours: 1)
            try await bed.importFiles([path], as: "https://new.example/feed")
            #expect(try await bed.absentCount() == 0)

            // Then it counts from the second document on
            bed.advance(hours: 1)
            try await bed.importFiles([path], as: "https://new.example/feed", force: true)
            #expect(try await bed.absentCount() == 1)
        }
    }

    @Test func norAreItemsThatAreTheSameAtAnotherAddress() async throws {
        try await ImportTestBed.run { bed in
            // Given an episode that is missing, and will soon have been for a day
            let items = (1...5).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path], as: "https://old.example/feed")
            bed.advance(hours: 1)
            _ = try bed.write(TestFeed.rss(items.filter { !$0.contains("e3") }))
            try await bed.importFiles([path], as: "https://old.example/feed")
            let id = try #require(try await bed.subscription()?.id)

            // When the same items come from another address
            bed.advance(hours: 25)
            try await bed.write { [now = bed.now] unit throws(PersistenceError) in
                _ = try unit.subscriptions.move(id, to: "https://new.example/feed", cause: .user, at: now)
            }
            bed.advance(hours: 1)
            _ = try bed.write(TestFeed.rss(items.filter { !$0.contains("e3") }, channel: "<ttl>60</ttl>"))
            try await bed.importFiles([path], as: "https://new.example/feed")
            #expect(try await bed.removedGuids() == [])

            // Then the second one says so
            bed.advance(hours: 1)
            try await bed.importFiles([path], as: "https://new.example/feed", force: true)
            #expect(try await bed.removedGuids() == ["e3"])
        }
    }
}

extension ImportTestBed {
    /// Everything an import could have written about episodes.
    fileprivate func allRows() async throws -> [String] {
        let podcast = try await subscription()?.podcastID ?? 0
        let (aliases, matches) = try await read { unit throws(PersistenceError) in
            (
                try unit.episodes.aliases(ofPodcast: podcast, returning: "alias"),
                try unit.episodes.matches(ofPodcast: podcast)
            )
        }
        let rows = try await identities().map { "\($0)" }
        return rows + aliases.sorted { $0.key.text < $1.key.text }.map { "\($0)" } + matches.map { "\($0)" }
            + (try await changes().map { "\($0)" })
    }
}
