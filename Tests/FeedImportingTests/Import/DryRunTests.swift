import FeedServer
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What `import --dry-run` says, against what the import then does.
struct DryRunTests {
    @Test func saysWhatTheImportThenDoesAndWritesNothing() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(
                TestFeed.rss(["d", "c", "b", "a"].enumerated().map { TestFeed.item($1, day: 4 - $0) })
            )
            try await bed.importFiles([path])
            let changes = try await bed.changes()
            let fetches = try await bed.fetchCount()
            bed.advance(hours: 1)
            // A new episode, a new title, a token, a new guid; one is missing.
            _ = try bed.write(
                TestFeed.rss([
                    TestFeed.item("e", day: 5), TestFeed.item("d", title: "Other title", day: 4),
                    TestFeed.item("c", day: 3).replacing("c.mp3", with: "c.mp3?t=1"),
                    TestFeed.item("a", day: 1).replacing(">a</guid>", with: ">a2</guid>"),
                ])
            )

            // When
            let (results, report) = try await bed.importFiles([path], isDryRun: true)

            // Then
            let differences = try #require(results.first?.differences)
            #expect(differences.map(\.action) == [.insert, .update, .refresh, .rekey, .unlist])
            #expect(differences[0].by == "new" && !differences[0].isBacklog && differences[0].episodeID == nil)
            #expect(differences[1].fields.contains("title") && differences[1].significance == .major)
            #expect(differences[2].significance == .silent)
            #expect(differences[3].formerKey == "a" && differences[3].key == "a2")
            #expect(differences[3].by == "enclosure" && !differences[3].detail.isEmpty)
            #expect(differences[4].title == "Episode b" && differences[4].by == nil)
            #expect(try await bed.changes() == changes)
            #expect(try await bed.fetchCount() == fetches)

            // When it is done
            let (_, real) = try await bed.importFiles([path])

            // Then it is what was said
            #expect(real.counts == report.counts)
        }
    }

    @Test func saysOfWhatIsHeldNoMoreThanTheImport() async throws {
        try await ImportTestBed.run { bed in
            // Given a known show, and another one that is dated ahead
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), TestFeed.item("a")]))
            try await bed.importFiles([path])
            let ahead = TestFeed.item("y").replacing("Nov 2026", with: "Nov 2038")
            _ = try bed.write(TestFeed.rss([ahead, TestFeed.item("x")], title: "Cooking"))

            // When
            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            let (done, _) = try await bed.importFiles([path])

            // Then
            #expect(said.first?.outcome == .postponed(until: nil))
            #expect(said.first?.warnings == done.first?.warnings)
        }
    }

    @Test(arguments: [">e3<", "Cooking e3<"], [false, true])
    func saysWhatTheImportOfTheHeldDocumentAndTheOneThatConfirmsItDoes(changed: String, drops: Bool) async throws {
        try await ImportTestBed.run { bed in
            // Given: all titles and files are others at once
            let path = try bed.write(TestFeed.rss((1...6).map { TestFeed.item("e\($0)", day: $0) }))
            try await bed.importFiles([path])
            let cooking = (1...6).map { number in
                TestFeed.item("e\(number)", title: "Cooking e\(number)", day: number)
                    .replacing("media.example", with: "cooking.example")
            }
            _ = try bed.write(TestFeed.rss(cooking))
            try await bed.importFiles([path])

            // When the next document says so too, but for one guid or title, and without one that the held one lists
            var items = cooking.map { $0.replacing(changed, with: changed.replacing("e3", with: "changed")) }
            if drops { items.removeFirst() }
            _ = try bed.write(TestFeed.rss(items))
            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            let before = try await bed.changes().count
            let (done, _) = try await bed.importFiles([path])

            // Then
            #expect(said.first?.outcome == done.first?.outcome)
            guard case .imported(let counts) = done.first?.outcome else {
                Issue.record("it is not imported")
                return
            }
            #expect(counts.updated + counts.rekeyed == 6)
            let ids = try await bed.changes().dropFirst(before).filter { $0.entity == .episode }.map(\.id)
            let differences = said.first?.differences?.filter { $0.action != .unlist } ?? []
            #expect(Set(differences.compactMap(\.episodeID)) == Set(ids))
        }
    }

    @Test func saysThatTheFeedHasMorePages() async throws {
        let next = #"<link xmlns="http://www.w3.org/2005/Atom" rel="next" href="http://show.example/2"/>"#
        let text = TestFeed.rss([TestFeed.item("a")], channel: next)
        try await WebTestBed.run(script: { _ in ServerStep.response(200, [], text) }) { bed in
            let (results, _) = try await bed.importFeeds(["http://show.example/"]) { $0.isDryRun = true }
            #expect(results.first?.warnings.map(\.kind).contains("more-pages") == true)
        }
        // A file has no pages that an import would read.
        try await ImportTestBed.run { bed in
            let (results, _) = try await bed.importFiles([try bed.write(text)], isDryRun: true)
            #expect(results.first?.warnings.map(\.kind).contains("more-pages") == false)
        }
    }

    @Test func ofAFeedThatIsNotKnownEverythingIsBacklogAndNothingIsStored() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("b", day: 2), TestFeed.item("a")]))

            let (results, _) = try await bed.importFiles([path], isDryRun: true)

            #expect(results.first?.differences?.map(\.action) == [.insert, .insert])
            #expect(results.first?.differences?.allSatisfy(\.isBacklog) == true)
            #expect(try await bed.subscription() == nil)
        }
    }

    @Test func saysThatADocumentWouldBeHeld() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])
            _ = try bed.write(TestFeed.rss([TestFeed.item("x")], title: "Cooking"))

            let (results, _) = try await bed.importFiles([path], isDryRun: true)

            #expect(results.first?.outcome == .postponed(until: nil))
            #expect(results.first?.warnings.contains { $0.kind == "held" } == true)
            #expect(results.first?.differences?.map(\.action) == [.insert, .unlist])
            #expect(try await bed.held() == nil)
            #expect(try await bed.subscription()?.state == .active)
        }
    }

    @Test func anUnchangedFeedHasNoDifferences() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])

            let (results, _) = try await bed.importFiles([path], isDryRun: true)

            #expect(results.first?.outcome == .unchanged(notModified: false))
            #expect(results.first?.differences == [])
        }
    }
}

extension ImportTestBed {
    fileprivate func fetchCount() async throws -> Int {
        guard let id = try await subscription()?.id else { return 0 }
        return try await read { unit throws(PersistenceError) in try unit.subscriptions.fetches(of: id).count }
    }
}
