import Persistence
import PodcastModel
import Testing

/// What `import --dry-run` says of documents that are held back, or would be.
struct HeldDryRunTests {
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
            #expect(said.first?.warnings.asIfDone == done.first?.warnings.asIfDone)
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

    @Test func ofTwoDocumentsEachEpisodeCountsOnce() async throws {
        try await ImportTestBed.run { bed in
            // Given a document that is held, with a new episode of its own
            let path = try bed.write(TestFeed.rss((1...6).map { TestFeed.item("e\($0)", day: $0) }))
            try await bed.importFiles([path])
            func cooking(_ item: String) -> String {
                item.replacing("Episode", with: "Cooking").replacing("media.example", with: "cooking.example")
            }
            let items = (1...6).map { cooking(TestFeed.item("e\($0)", day: $0)) }
            _ = try bed.write(TestFeed.rss(items + [TestFeed.item("e7", day: 7)]))
            try await bed.importFiles([path])

            // When the next one has another title for that, and for one that both change; one is as it was said to be
            let more = TestFeed.item("e7", title: "Another", day: 7)
            let edited = [items[0].replacing("Cooking", with: "Better Cooking")] + items.dropFirst()
            _ = try bed.write(TestFeed.rss(edited + [more]))
            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            let (done, report) = try await bed.importFiles([path])

            // Then
            #expect(said.first?.outcome == done.first?.outcome)
            #expect(report.counts.inserted == 1 && report.counts.updated == 6 && report.counts.unchanged == 0)
        }
    }

    @Test func saysWhyAnEpisodeOfTheHeldDocumentGetsAnotherKey() async throws {
        try await ImportTestBed.run { bed in
            // Given a document that is held, which gives one episode another guid
            let path = try bed.write(TestFeed.rss((1...6).map { TestFeed.item("e\($0)", day: $0) }))
            try await bed.importFiles([path])
            let items = (1...5).map { number in
                TestFeed.item("e\(number)", title: "Cooking \(number)", day: number)
                    .replacing("media.example", with: "cooking.example")
            }
            let all = items + [TestFeed.item("e6", day: 6).replacing(">e6</guid>", with: ">other</guid>")]
            _ = try bed.write(TestFeed.rss(all))
            try await bed.importFiles([path])
            #expect(try await bed.held()?.reason == "mass-edit")

            // When another one confirms it
            _ = try bed.write(TestFeed.rss(all, channel: "<ttl>60</ttl>"))
            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            try await bed.importFiles([path])

            // Then
            let rekey = try #require(said.first?.differences?.first { $0.action == .rekey })
            let podcast = try #require(try await bed.subscription()?.podcastID)
            let match = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.matches(ofPodcast: podcast).first
            }
            #expect(rekey.formerKey == "e6" && rekey.by == match?.matchedBy && rekey.detail == match?.detail)
        }
    }

    @Test func saysThatWhatOnlyTheHeldDocumentListsIsWithdrawnFromACompleteFeed() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let complete = "<fh:complete xmlns:fh=\"http://purl.org/syndication/history/1.0\"/>"
            func cooking(_ numbers: ClosedRange<Int>) -> String {
                TestFeed.rss(
                    numbers.map { TestFeed.item("c\($0)", day: $0 + 10) },
                    title: "Cooking",
                    channel: complete
                )
            }
            let path = try bed.write(TestFeed.rss((1...3).map { TestFeed.item("e\($0)", day: $0) }, channel: complete))
            try await bed.importFiles([path])
            _ = try bed.write(cooking(1...4))
            try await bed.importFiles([path])

            // When
            _ = try bed.write(cooking(2...5))
            let (said, _) = try await bed.importFiles([path], isDryRun: true)
            let (done, report) = try await bed.importFiles([path])

            // Then
            #expect(report.counts.removed == 4)
            #expect(said.first?.outcome == done.first?.outcome)
            #expect(said.first?.differences?.count { $0.action == .remove } == 4)
        }
    }

    @Test func saysThatADocumentWouldBeHeld() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])
            _ = try bed.write(TestFeed.rss([TestFeed.item("x")], title: "Cooking"))

            let (results, _) = try await bed.importFiles([path], isDryRun: true)

            #expect(results.first?.outcome == .postponed(until: nil))
            #expect(results.first?.warnings.contains { $0.kind == .held } == true)
            #expect(results.first?.differences?.map(\.action) == [.insert, .unlist])
            #expect(try await bed.held() == nil)
            #expect(try await bed.subscription()?.state == .active)
        }
    }
}
