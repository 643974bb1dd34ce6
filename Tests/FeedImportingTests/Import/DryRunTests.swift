import FeedServer
import Operations
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

    @Test func namesTheFieldsThatTheChangeLogThenNames() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])
            _ = try bed.write(TestFeed.rss([TestFeed.item("a", title: "Other").replacing("a.mp3", with: "a.mp3?t=1")]))

            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            try await bed.importFiles([path])

            let change = try await bed.changes().last { $0.entity == .episode }
            #expect(change?.fields.contains("enclosures") == false)
            #expect(said.first?.differences?.first?.fields == change?.fields)
        }
    }

    @Test func saysWhatIsDueToBeWithdrawnFromAFeedThatHasNotChanged() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let items = (1...5).reversed().map { TestFeed.item("e\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path])
            bed.advance(hours: 1)
            _ = try bed.write(TestFeed.rss(items.filter { !$0.contains("e3") }))
            try await bed.importFiles([path])

            // When
            bed.advance(hours: 25)
            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            #expect(try await bed.removedGuids() == [])
            let (done, _) = try await bed.importFiles([path])

            // Then
            #expect(said.first?.overdueCount == 1)
            let difference = try #require(said.first?.differences?.first)
            #expect(said.first?.differences?.count == 1)
            #expect(difference.action == .remove && difference.episodeID != nil)
            #expect(difference.key == "e3" && difference.title == "Episode e3")
            #expect(difference.detail.hasPrefix("missing since"))
            #expect(done.first?.overdueCount == 1)
        }
    }

    @Test(arguments: [false, true])
    func saysThatTheFeedMoves(isFollowedThere: Bool) async throws {
        let (old, new) = ("http://show.example/feed", "http://new.example/feed")
        let hasMoved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if request.path == old, hasMoved.withLock(\.self) { return ServerStep.redirect(301, to: new) }
                return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                try await bed.importFeeds([old])
                if isFollowedThere { try await bed.importFeeds([new]) }
                hasMoved.withLock { $0 = true }
                var kinds: [ImportWarning.Kind?] = []
                for _ in 1...4 {
                    bed.clock.advance(by: .seconds(20 * 3600))
                    let said = try await bed.importFeeds([old]) { $0.isDryRun = true }.results.first
                    let done = try await bed.importFeeds([old]).results.first
                    #expect(said?.warnings.map(\.kind) == done?.warnings.map(\.kind))
                    #expect(said?.outcome.word == done?.outcome.word)
                    kinds.append(said?.warnings.last?.kind)
                }
                #expect(kinds.last == (isFollowedThere ? .duplicate : .moved))
            }
        )
    }

    @Test func saysThatTheFeedLeadsToAnotherShow() async throws {
        let isSold = Locked(false)
        let (old, new) = ("http://show.example/feed", "http://new.example/feed")
        try await WebTestBed.run(
            script: { request in
                guard isSold.withLock(\.self) else {
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                }
                return request.path == old
                    ? ServerStep.redirect(301, to: new)
                    : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("x")], title: "Casino"))
            },
            { bed in
                try await bed.importFeeds([old])
                isSold.withLock { $0 = true }
                bed.clock.advance(by: .seconds(7200))
                for isDryRun in [true, false] {
                    let result = try await bed.importFeeds([old]) { $0.isDryRun = isDryRun }.results.first
                    guard case .failed(let failure) = result?.outcome else {
                        Issue.record("not failed: \(String(describing: result))")
                        continue
                    }
                    #expect(failure.kind == .otherShow)
                }
            }
        )
    }

    @Test func saysThatThePodcastSeemsToBeThereAlready() async throws {
        try await ImportTestBed.run { bed in
            let guid =
                "<podcast:guid xmlns:podcast=\"https://podcastindex.org/namespace/1.0\">"
                + "917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>"
            let one = try bed.write(TestFeed.rss([TestFeed.item("a")], channel: guid))
            let other = try bed.write(TestFeed.rss([TestFeed.item("b")], channel: guid), to: "other.xml")
            try await bed.importFiles([one])

            let (said, _) = try await bed.importFiles([other], isDryRun: true)
            let (done, _) = try await bed.importFiles([other])

            #expect(said.first?.warnings.contains { $0.kind == .samePodcast } == true)
            #expect(said.first?.warnings == done.first?.warnings)
        }
    }

    @Test func saysThatTheFeedHasMorePages() async throws {
        let next = #"<link xmlns="http://www.w3.org/2005/Atom" rel="next" href="http://show.example/2"/>"#
        let text = TestFeed.rss([TestFeed.item("a")], channel: next)
        try await WebTestBed.run(script: { _ in ServerStep.response(200, [], text) }) { bed in
            let (results, _) = try await bed.importFeeds(["http://show.example/"]) { $0.isDryRun = true }
            #expect(results.first?.warnings.map(\.kind).contains(.morePages) == true)
        }
        // A file has no pages that an import would read.
        try await ImportTestBed.run { bed in
            let (results, _) = try await bed.importFiles([try bed.write(text)], isDryRun: true)
            #expect(results.first?.warnings.map(\.kind).contains(.morePages) == false)
        }
    }

    @Test func saysThatPagesAreLeftOfAFeedThatHasNotChanged() async throws {
        let (first, second) = ("http://show.example/", "http://show.example/2")
        let next = #"<link xmlns="http://www.w3.org/2005/Atom" rel="next" href="http://show.example/2"/>"#
        let isBusy = Locked(true)
        try await WebTestBed.run(
            script: { request in
                guard request.path == second else {
                    return ServerStep.response(200, [], TestFeed.rss([TestFeed.item("b", day: 2)], channel: next))
                }
                return isBusy.withLock(\.self)
                    ? ServerStep.response(503) : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                // Given a feed of which the second page could not be read
                try await bed.importFeeds([first])
                isBusy.withLock { $0 = false }
                bed.clock.advance(by: .seconds(20 * 3600))

                // When
                let said = try await bed.importFeeds([first]) { $0.isDryRun = true }.results.first
                let done = try await bed.importFeeds([first]).results.first
                bed.clock.advance(by: .seconds(20 * 3600))
                let saidThen = try await bed.importFeeds([first]) { $0.isDryRun = true }.results.first

                // Then
                #expect(said?.outcome == .unchanged(notModified: false))
                #expect(said?.warnings.map(\.kind) == [.morePages])
                #expect(done?.episodeCount == 2)
                #expect(saidThen?.warnings == [])
            }
        )
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
        return try await read { unit throws(PersistenceError) in try unit.fetches.newest(of: id).count }
    }
}

extension [ImportWarning] {
    /// The same without what the user can do of a document that is held back, and only would be in a dry run.
    var asIfDone: [ImportWarning] {
        map { warning in
            guard warning.kind == .held else { return warning }
            let advice = "; a second one that agrees is imported, or `podimport subscription accept` does it now"
            let detail = warning.detail.replacing("would be held back", with: "is held back")
                .replacing(advice, with: "")
            return ImportWarning(kind: warning.kind, line: warning.line, detail: detail)
        }
    }
}
