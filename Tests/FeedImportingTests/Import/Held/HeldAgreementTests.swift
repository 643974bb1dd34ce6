import Persistence
import PodcastModel
import Testing

/// Whether a second document agrees with the one that is held, through the real importer.
struct HeldAgreementTests {
    @Test func aNewBuildDateANewNameAndOneMoreItemAreNoDisagreement() async throws {
        try await Self.afterFirstImport { bed, path in
            let items = [TestFeed.item("y", day: 8), TestFeed.item("x", day: 7)]
            _ = try bed.write(Self.show("Cooking", items, site: "cooking.example"))
            #expect(try await Self.word(bed, path) == .postponed)

            let built = "<lastBuildDate>Mon, 09 Nov 2026 09:00:00 GMT</lastBuildDate>"
            let more = [TestFeed.item("z", day: 9)] + items
            _ = try bed.write(Self.show("Better Cooking", more, site: "better.example", channel: built))
            #expect(try await Self.word(bed, path) == .imported)
            #expect(try await bed.guids() == ["a", "b", "c", "d", "x", "y", "z"])
        }
    }

    @Test func anotherStrangerDoesNotProveTheFirst() async throws {
        try await Self.afterFirstImport { bed, path in
            // Given a host that serves one wrong feed after the other, whose guids are mere numbers
            _ = try bed.write(Self.stranger("Cooking"))
            #expect(try await Self.word(bed, path) == .postponed)
            _ = try bed.write(Self.stranger("Gardening"))
            #expect(try await Self.word(bed, path) == .postponed)
            #expect(try await bed.heldDocument()?.sightings == 2)
            #expect(try await bed.guids() == ["a", "b", "c", "d"])

            // When the show is back
            _ = try bed.write(Self.show("Show", [TestFeed.item("e", day: 9), TestFeed.item("d", day: 4)]))
            #expect(try await Self.word(bed, path) == .imported)

            // Then nothing is left of them
            #expect(try await bed.guids() == ["a", "b", "c", "d", "e"])
            #expect(try await bed.heldDocument() == nil)
        }
    }

    @Test func theThirdInARowIsBelievedWhateverItSays() async throws {
        try await Self.afterFirstImport { bed, path in
            var words: [ImportOutcome.Word?] = []
            for name in ["Cooking", "Gardening", "Fishing", "Sailing"] {
                _ = try bed.write(
                    Self.stranger(name).replacing("isPermaLink=\"false\">", with: "isPermaLink=\"false\">\(name)-")
                )
                words.append(try await Self.word(bed, path))
            }
            #expect(words == [.postponed, .postponed, .imported, .postponed])
            // With the one before it, which would be gone else
            let titles = try await bed.episodes().map(\.episode.title)
            #expect(Set(titles).isSuperset(of: ["Gardening 1", "Fishing 1"]))
            #expect(!titles.contains("Cooking 1"))
        }
    }

    @Test func whatOnlyTheHeldDocumentListsIsNotLost() async throws {
        // Given a feed that lists its latest episode only, and is named after it
        let days = (1...5).map { day in
            Self.show(
                "News of \(["Mon", "Tues", "Wednes", "Thurs", "Fri"][day - 1])day",
                [TestFeed.item("n\(day)", day: day)]
            )
        }
        try await Self.afterFirstImport(of: days[0]) { bed, path in
            var outcomes: [ImportOutcome?] = []
            for day in days.dropFirst() {
                bed.advance(hours: 24)
                _ = try bed.write(day)
                outcomes.append(try await bed.importFiles([path]).results.first?.outcome)
            }

            // Then every second document brings the one before it along
            var counts = ImportCounts()
            counts.inserted = 2
            #expect(outcomes == [.postponed(until: nil), .imported(counts), .postponed(until: nil), .imported(counts)])
            #expect(try await bed.guids() == ["n1", "n2", "n3", "n4", "n5"])
            let (episodes, changes) = try await bed.read { unit throws(PersistenceError) in
                (try unit.episodes.identities(ofPodcast: 1), try unit.changes.changes(since: 0, limit: 99))
            }
            #expect(episodes.filter { $0.absentSince != nil }.map(\.key).sorted() == ["n1", "n2", "n3", "n4"])
            let inserts = changes.filter { $0.entity == .episode && $0.kind == .insert }
            #expect(inserts.map(\.isBacklog) == [true, false, false, false, false])
        }
    }

    @Test func aDryRunSaysThatTheHeldDocumentIsImportedAsWell() async throws {
        let monday = Self.show("Monday", [TestFeed.item("n1", day: 1)])
        try await Self.afterFirstImport(of: monday) { bed, path in
            _ = try bed.write(Self.show("Tuesday", [TestFeed.item("n2", day: 2)]))
            try await bed.importFiles([path])
            _ = try bed.write(Self.show("Wednesday", [TestFeed.item("n3", day: 3)]))

            let preview = try await bed.importFiles([path], isDryRun: true).results.first

            let inserted = preview?.differences?.filter { $0.action == .insert }.map(\.key)
            #expect(inserted == ["n2", "n3"])
            #expect(preview?.outcome == (try await bed.importFiles([path]).results.first?.outcome))
        }
    }

    /// Documents that would be held, by the name of what is wrong with them.
    private static func held(_ reason: String, _ number: Int) -> String {
        let built = "<lastBuildDate>Mon, 0\(number) Nov 2026 09:00:00 GMT</lastBuildDate>"
        let names = ["i", "h", "g", "f", "e", "d", "c", "b", "a"]
        switch reason {
        case "emptied": return show("Show", [], channel: built)
        case "another-show":
            let items = (0...number).map { TestFeed.item("x\($0)", day: 9 - $0) }
            return show("Cooking", items, site: "cooking.example", channel: built)
        case "mass-edit":
            let items = names.map { name in
                TestFeed.item(name, title: "Cooking \(name)").replacing("//media.", with: "//cooking.")
            }
            return show("Show", items, channel: built)
        case "guids made anew":
            let items = (1...4).map { place in
                TestFeed.item("\(number)-\(place)", title: "Dish \(place)", day: place)
                    .replacing("media.example/\(number)-", with: "cooking.example/")
            }
            return show("Cooking", items, site: "cooking.example", channel: built)
        case "mass-replacement":
            let items = (1...9).map { place in
                TestFeed.item("r\(place)", title: "Dish \(place)", day: place)
            }
            return show("Show", items, channel: built)
        default:
            let items = names.reversed().enumerated().map { place, name in
                TestFeed.item(name, title: "Episode \(names[place])", day: 9 - place)
                    .replacing("media.example/\(name).mp3", with: "media.example/\(names[place]).mp3")
            }
            return show("Show", items, channel: built)
        }
    }

    @Test(
        arguments: ["emptied", "another-show", "mass-edit", "guids made anew", "mass-replacement", "other guids"],
        [[1, 1, 1], [1, 2, 3], [1, 2, 2]]
    )
    func aDryRunSaysWhatBecomesOfWhatIsConfirmed(reason: String, numbers: [Int]) async throws {
        let names = ["i", "h", "g", "f", "e", "d", "c", "b", "a"]
        let known = Self.show("Show", names.enumerated().map { TestFeed.item($1, day: 9 - $0) })
        try await Self.afterFirstImport(of: known) { bed, path in
            var isHeld = true
            for number in numbers {
                bed.advance(hours: 24)
                _ = try bed.write(Self.held(reason, number))
                let said = try await bed.importFiles([path], isDryRun: true).results.first
                let done = try await bed.importFiles([path]).results.first
                #expect(said?.outcome == done?.outcome)
                #expect(said?.warnings.asIfDone == done?.warnings.asIfDone)
                if isHeld { #expect(said?.outcome.word == .postponed) }
                isHeld = false
            }
        }
    }

    @Test func aDateInTheNameOfAShowMakesNoOtherShow() async throws {
        let first = Self.show("Show of 1 November", [TestFeed.item("n1", day: 1)])
        try await Self.afterFirstImport(of: first) { bed, path in
            _ = try bed.write(Self.show("Show of 2 November", [TestFeed.item("n2", day: 2)]))
            #expect(try await Self.word(bed, path) == .imported)
            // On another site it may be one of several.
            _ = try bed.write(Self.show("Show of 3 November", [TestFeed.item("n3", day: 3)], site: "other.example"))
            #expect(try await Self.word(bed, path) == .postponed)
        }
    }

    @Test func knownEpisodesAreRewrittenOnlyIfTwoDocumentsWouldDoItAlike() async throws {
        try await Self.afterFirstImport { bed, path in
            var words: [ImportOutcome.Word?] = []
            for name in ["Cooking", "Gardening", "Gardening"] {
                let items = ["d", "c", "b", "a"].map { guid in
                    TestFeed.item(guid, title: "\(name) \(guid)").replacing("//media.", with: "//\(name.lowercased()).")
                }
                // The second time with an edit
                let channel = "<lastBuildDate>\(words.count)</lastBuildDate>"
                _ = try bed.write(Self.show("Show", items, channel: channel))
                words.append(try await Self.word(bed, path))
            }
            #expect(words == [.postponed, .postponed, .imported])
            #expect(try await bed.episodes().map(\.episode.title).sorted() == "abcd".map { "Gardening \($0)" })
        }
    }

    @Test func guidsThatCountItemsFromTheTopLoseNoEpisode() async throws {
        // Given: the newest has the guid 5
        let document = { (newest: Int) in
            Self.show("Show", (0..<5).map { Self.episode(newest - $0, guid: "\(5 - $0)") })
        }
        try await Self.afterFirstImport(of: document(5)) { bed, path in
            for newest in 6...9 {
                bed.advance(hours: 24)
                _ = try bed.write(document(newest))
                try await bed.importFiles([path])
            }
            let titles = try await bed.episodes().map(\.episode.title)
            #expect(titles == (1...9).map { "Part \($0)" })
            #expect(try await bed.heldDocument() == nil)
        }
    }

    @Test(arguments: [1, 2])
    func guidsAreGivenUpIfTheyCountItemsTwiceInARow(times: Int) async throws {
        // Given guids that are off by one, once or twice
        let document = { (newest: Int, shift: Int) in
            Self.show("Show", (0..<5).map { Self.episode(newest - $0, guid: "\(newest - $0 + shift)") })
        }
        try await Self.afterFirstImport(of: document(5, 0)) { bed, path in
            for _ in 0..<times {
                bed.advance(hours: 24)
                _ = try bed.write(document(5, -1))
                #expect(try await Self.word(bed, path) == .postponed)
            }
            #expect(try await bed.history()?.isGUIDUnreliable == (times == 2))

            // When it is right again
            bed.advance(hours: 24)
            _ = try bed.write(document(6, 0))

            // Then no episode has another's row
            #expect(try await Self.word(bed, path) == .imported)
            #expect(try await bed.episodes().map(\.episode.title) == (1...6).map { "Part \($0)" })
            #expect(try await bed.heldDocument() == nil)
            let keys = try await bed.read { unit throws(PersistenceError) in
                try unit.episodes.identities(ofPodcast: 1).map(\.keyKind)
            }
            // The first has left the document.
            #expect(keys.count { $0 == .guid } == (times == 2 ? 1 : 6))
        }
    }

    @Test func whatIsConfirmedIsBelievedThoughItIsMuchShorter() async throws {
        // Given a long feed, and a short one of another show in its place
        let long = Self.show("Show", (1...9).reversed().map { TestFeed.item("e\($0)", day: $0) })
        try await Self.afterFirstImport(of: long) { bed, path in
            let items = [TestFeed.item("y", day: 8), TestFeed.item("x", day: 7)]
            _ = try bed.write(Self.show("Cooking", items, site: "cooking.example"))
            #expect(try await Self.word(bed, path) == .postponed)

            // When the second one agrees, but for a date
            let built = "<lastBuildDate>Mon, 09 Nov 2026 09:00:00 GMT</lastBuildDate>"
            _ = try bed.write(Self.show("Cooking", items, site: "cooking.example", channel: built))
            #expect(try await Self.word(bed, path) == .imported)

            // Then it is the document that the next ones are compared with
            #expect(try await bed.history()?.lastDocumentItemCount == 2)
            #expect(try await bed.history()?.massDropSightings == 0)
            #expect(try await bed.importFiles([path]).results.first?.outcome == .unchanged(notModified: false))
        }
    }

    private static func episode(_ number: Int, guid: String) -> String {
        TestFeed.item(guid, title: "Part \(number)", day: number)
            .replacing("media.example/\(guid).mp3", with: "media.example/part-\(number).mp3")
    }

    private static func show(
        _ title: String,
        _ items: [String],
        site: String = "show.example",
        channel: String = ""
    ) -> String {
        TestFeed.rss(items, title: title, link: "https://\(site)/", channel: channel)
    }

    private static func stranger(_ name: String) -> String {
        let host = "\(name.lowercased()).example"
        let items = [2, 1].map { number in
            TestFeed.item("\(number)", title: "\(name) \(number)", day: number).replacing(
                "//media.example",
                with: "//\(host)"
            )
        }
        return show(name, items, site: host)
    }

    private static func word(_ bed: ImportTestBed, _ path: String) async throws -> ImportOutcome.Word? {
        try await bed.importFiles([path]).results.first?.outcome.word
    }

    /// Runs a test on a store that knows the show.
    private static func afterFirstImport(
        of document: String? = nil,
        _ test: (ImportTestBed, String) async throws -> Void
    ) async throws {
        try await ImportTestBed.run { bed in
            let items = ["d", "c", "b", "a"].enumerated().map { TestFeed.item($1, day: 4 - $0) }
            let path = try bed.write(document ?? show("Show", items))
            try await bed.importFiles([path])
            try await test(bed, path)
        }
    }
}

extension ImportTestBed {
    fileprivate func heldDocument() async throws -> HeldDocument? {
        try await read { unit throws(PersistenceError) in try unit.heldDocuments.document(of: 1) }
    }

    fileprivate func guids() async throws -> [String] {
        try await episodes().compactMap(\.episode.guid).sorted()
    }
}
