import FeedLoading
import FeedParsing
import Foundation
import Operations
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Items that are recognised as bytes are not read, and the store is the same as if they were (identity C7 38).
struct KnownItemsTests {
    @Test func anotherBuildDateIsImportedWithoutTheItems() async throws {
        try await ImportTestBed.run { bed in
            // Given a store that would match every item of the document, had it read them
            let path = try bed.write(
                Self.rss([TestFeed.item("a"), TestFeed.item("b", day: 2)], channel: Self.built(1))
            )
            try await bed.importFiles([path])
            try await bed.falsifyItemsDigests()

            // When
            _ = try bed.write(
                Self.rss([TestFeed.item("a"), TestFeed.item("b", day: 2)], title: "New", channel: Self.built(2))
            )
            let (results, _) = try await bed.importFiles([path])

            // Then it has not, but for the channel
            var counts = ImportCounts()
            counts.unchanged = 2
            #expect(results.first?.outcome == .imported(counts))
            #expect(results.first?.episodeCount == 2)
            #expect(try await bed.history()?.itemsDigest == 1)
            #expect(try await bed.podcastTitle() == "New")
        }
    }

    @Test func itemsThatGiveRiseToWarningsAreLeftOutAndTheWarningsGiven() async throws {
        try await TwoRoads.run { roads in
            // Given
            let items = [
                TestFeed.item("a").replacing(" length=\"1000000\"", with: ""),
                TestFeed.item("b", day: 2).replacing("<pubDate>", with: "<pubDate>about "),
            ]
            #expect(items != [TestFeed.item("a"), TestFeed.item("b", day: 2)])
            try await roads.take(Self.rss(items, channel: Self.built(1)))

            // Then
            #expect(try await roads.take(Self.rss(items, channel: Self.built(2) + "\n\n")))
            // And of other bytes for the same items, from the second time on
            let spaced = items.map { "\n" + $0.replacing("<guid", with: "\n  <guid") }
            #expect(try await !roads.take(Self.rss(spaced, channel: Self.built(3))))
            #expect(try await roads.take(Self.rss(spaced, channel: Self.built(4))))
        }
    }

    @Test func aPodcastThatOnlyItsItemsTellOfIsLeftOutToo() async throws {
        try await TwoRoads.run { roads in
            let items = [TestFeed.item("a"), TestFeed.item("b", day: 2)]
            try await roads.take(TestFeed.rss(items, channel: Self.built(1)))
            #expect(try await roads.take(TestFeed.rss(items, channel: Self.built(2))))
        }
    }

    @Test func whoeverAsksForItGetsAllItemsRead() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.rss([TestFeed.item("a")], channel: Self.built(1)))
            try await bed.importFiles([path])
            try await bed.falsifyItemsDigests()
            _ = try bed.write(Self.rss([TestFeed.item("a")], channel: Self.built(2)))

            // Then
            let preview = try await bed.importFiles([path], isDryRun: true).results.first
            var counts = ImportCounts()
            counts.unchanged = 1
            #expect(preview?.outcome == .imported(counts))
            #expect(try await bed.history()?.itemsDigest == 1)
            try await bed.importFiles([path], force: true)
            #expect(try await bed.history()?.itemsDigest != 1)
        }
    }

    @Test func noStepOfAnyHistoryIsMissed() async throws {
        var leftOut = 0
        for seed in 0..<12 {
            try await TwoRoads.run { roads in
                var publisher = RandomPublisher(seed: UInt64(seed))
                for _ in 0..<14 {
                    if try await roads.take(publisher.document()) { leftOut += 1 }
                }
            }
        }
        #expect(leftOut > 30)
    }

    @Test(arguments: [false, true])
    func noStepOfALivelyHistoryIsMissed(isCareless: Bool) async throws {
        var documents = 0
        for seed in 0..<16 {
            try await TwoRoads.run { roads in
                var publisher = LivelyPublisher(seed: UInt64(seed), isCareless: isCareless)
                for _ in 0..<14 {
                    let text = publisher.document()
                    if try await roads.leftOut(of: text).count > 0 { documents += 1 }
                    try await roads.take(text)
                }
            }
        }
        // Most of them were read in part.
        #expect(documents > 60)
    }

    @Test func ofANewEpisodeOnTopOnlyThatIsRead() async throws {
        try await TwoRoads.run { roads in
            // Given
            let items = (1...20).map { TestFeed.item("\($0)", day: $0) }
            try await roads.take(Self.rss(items.reversed()))

            // When
            let later = Self.rss([TestFeed.item("21", day: 21)] + items.dropFirst().reversed())
            let leftOut = try await roads.leftOut(of: later)
            try await roads.take(later)

            // Then
            #expect(leftOut.count == 19)
            #expect(leftOut.readCount == 1)
            #expect(try await roads.short.identities().count == 21)
            #expect(try await roads.short.identities().count { $0.absentSince != nil } == 1)
        }
    }

    @Test func itemsWithWarningsAreReadBesideANewEpisodeAndNoOthers() async throws {
        try await TwoRoads.run { roads in
            // Given
            var items = (1...20).map { TestFeed.item("\($0)", day: $0) }
            for index in [3, 11] { items[index] = items[index].replacing(" length=\"1000000\"", with: "") }
            try await roads.take(Self.rss(items.reversed()))

            for number in 21...23 {
                // When
                items.append(TestFeed.item("\(number)", day: number))
                let later = Self.rss(items.reversed())
                let leftOut = try await roads.leftOut(of: later)
                try await roads.take(later)

                // Then, a new build date between them
                #expect(leftOut == (number - 3, 3))
                #expect(try await roads.take(Self.rss(items.reversed(), channel: Self.built(number % 10))))
            }
        }
    }

    @Test func anItemWithTheFileOfOneThatIsReadIsReadTooSoThatTheOthersAreNot() async throws {
        try await TwoRoads.run { roads in
            // Given an episode that was repeated, once without a length
            var items = (1...20).map { TestFeed.item("\($0)", day: $0) }
            items[3] = items[3].replacing(" length=\"1000000\"", with: "")
            items[11] = items[11].replacing("/12.mp3", with: "/4.mp3")
            #expect(items[11] != TestFeed.item("12", day: 12))
            try await roads.take(Self.rss(items.reversed()))

            for number in 21...22 {
                // When
                items.append(TestFeed.item("\(number)", day: number))
                let later = Self.rss(items.reversed())
                let leftOut = try await roads.leftOut(of: later)
                try await roads.take(later)

                // Then
                #expect(leftOut == (number - 3, 3))
            }
        }
    }

    @Test(arguments: [(6, 3), (7, 0)])
    func fewAmongOthersThatAreReadAreNotRemembered(lacking: Int, leftOut: Int) async throws {
        try await TwoRoads.run { roads in
            // Given
            var items = (1...9).map { TestFeed.item("\($0)", day: $0) }
            for index in 0..<lacking { items[index] = items[index].replacing(" length=\"1000000\"", with: "") }
            try await roads.take(Self.rss(items.reversed()))

            // Then
            items.append(TestFeed.item("10", day: 10))
            #expect(try await roads.leftOut(of: Self.rss(items.reversed())).count == leftOut)
        }
    }

    @Test func noItemIsRememberedWhereAllWouldBeReadAfterSome() async throws {
        try await TwoRoads.run { roads in
            // Given a feed of which two episodes once had one guid
            var items = (1...8).map { TestFeed.item("\($0)", day: $0) }
            items[3] = items[3].replacing(" length=\"1000000\"", with: "")
            let shared = [20, 21].map { TestFeed.item("\($0)", day: $0).replacing(">\($0)<", with: ">same<") }
            try await roads.take(Self.rss(shared + items.reversed()))
            try await roads.take(Self.rss(items.reversed()))

            // When
            items.append(TestFeed.item("22", day: 22))
            let leftOut = try await roads.leftOut(of: Self.rss(items.reversed()))

            // Then
            #expect(leftOut == (0, 9))
            try await roads.take(Self.rss(items.reversed()))
        }
    }

    @Test func aStoreThatCannotBeAskedIsSaidAndNotTakenForOneThatKnowsNothing() async throws {
        struct Broken: Error {}
        try await ImportTestBed.run { bed in
            // Given a document of which it must be asked what its items tell
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            let source = DocumentSource(
                body: FeedBody(try Array(Data(contentsOf: URL(fileURLWithPath: path)))),
                baseURL: "file://" + path,
                charset: nil,
                guidsAreUnreliable: false
            )
            let block = try #require(try FeedDocumentReader().read(source, items: .unknown(nil)).itemBlock)
            let tools = bed.importer(FeedImporterConfiguration(processorCount: 2)).tools
            let load = LoadFeedOperation(
                request: FeedImportRequest(name: path, source: .file(path: path)),
                loader: tools.loader
            )
            let parse = ParseFeedOperation(
                load: load,
                identity: nil,
                state: nil,
                reader: tools.reader,
                items: .unknown(block.digest, ItemMemoryLookup { throw Broken() })
            )

            // When
            OperationQueue().enqueue([load, parse])

            // Then
            await #expect(throws: Broken.self) { try await parse.value }
        }
    }

    @Test func anItemThatIsRememberedIsNotLookedAt() async throws {
        try await ImportTestBed.run { bed in
            // Given a store that takes an edited item for the one it knows
            let path = try bed.write(Self.rss([TestFeed.item("a"), TestFeed.item("b", day: 2)]))
            try await bed.importFiles([path])
            let edited = Self.rss(
                [TestFeed.item("c", day: 3), TestFeed.item("a", title: "Edited"), TestFeed.item("b", day: 2)]
            )
            let id = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.state(forFeedURL: "file://" + path)?.subscriptionID ?? 0
            }
            let source = DocumentSource(
                body: FeedBody(Array(edited.utf8)),
                baseURL: "file://" + path,
                charset: nil,
                guidsAreUnreliable: false
            )
            let layout = try #require(try FeedDocumentReader().read(source, items: .unknown(nil)).layout)
            try await bed.write { unit throws(PersistenceError) in
                let memory = try unit.refreshes.itemMemory(of: id).flatMap(ItemMemory.init(bytes:))
                guard let memory else { throw .notFound(entity: "memory", id: id) }
                var wrong = memory
                wrong.entries = zip(layout.items.dropFirst(), memory.entries).map {
                    ItemMemory.Entry(item: $0.digest, episode: $1.episode)
                }
                try unit.refreshes.setItemMemory(wrong.bytes, of: id)
            }

            // When
            _ = try bed.write(edited)
            let (results, _) = try await bed.importFiles([path])

            // Then
            var counts = ImportCounts()
            (counts.inserted, counts.unchanged) = (1, 2)
            #expect(results.first?.outcome == .imported(counts))
        }
    }

    @Test func episodesThatAreNotAsTheirItemsWereAreReadAgain() async throws {
        try await ImportTestBed.run { bed in
            // Given an episode that was changed since
            let path = try bed.write(Self.rss([TestFeed.item("a"), TestFeed.item("b", day: 2)]))
            try await bed.importFiles([path])
            try await bed.falsifyEpisode(key: "a")

            // When
            _ = try bed.write(
                Self.rss([TestFeed.item("c", day: 3), TestFeed.item("a"), TestFeed.item("b", day: 2)])
            )
            let (results, _) = try await bed.importFiles([path])

            // Then
            var counts = ImportCounts()
            (counts.inserted, counts.updated, counts.unchanged) = (1, 1, 1)
            #expect(results.first?.outcome == .imported(counts))
            #expect(try await bed.episodes().map(\.episode.title).sorted() == ["Episode a", "Episode b", "Episode c"])
        }
    }

    @Test func whatIsMissingIsRemovedInTimeThoughTheItemsStayTheSame() async throws {
        try await TwoRoads.run { roads in
            // Given an episode that has vanished from the middle
            let items = (1...5).map { TestFeed.item("\($0)", day: $0) }
            try await roads.take(Self.rss(items))
            let fewer = Array(items[..<2] + items[3...])
            try await roads.take(Self.rss(fewer, channel: Self.built(1)))

            // When
            var leftOut: [Bool] = []
            for day in 2..<8 { leftOut.append(try await roads.take(Self.rss(fewer, channel: Self.built(day)))) }

            // Then
            #expect(leftOut == Array(repeating: true, count: 6))
            #expect(try await roads.short.identities().count { $0.removedAt != nil } == 1)
        }
    }

    @Test func aHeldDocumentIsOverWhenTheOldItemsAreBack() async throws {
        try await TwoRoads.run { roads in
            let items = (1...5).map { TestFeed.item("\($0)", day: $0) }
            try await roads.take(Self.rss(items))
            try await roads.take(Self.rss([]))
            #expect(try await roads.short.held() != nil)

            // When
            try await roads.take(Self.rss(items, channel: Self.built(2)))

            // Then
            #expect(try await roads.short.held() == nil)
            #expect(try await roads.take(Self.rss(items, channel: Self.built(3))))
        }
    }

    @Test func anotherNameWithAMoveTakesTheItems() async throws {
        try await TwoRoads.run { roads in
            // Given
            let items = (1...5).map { TestFeed.item("\($0)", day: $0) }
            try await roads.take(Self.rss(items))

            // When: only the items tell that it is the same show
            let move = "<itunes:new-feed-url>https://new.example/feed.xml</itunes:new-feed-url>"
            let isLeftOut = try await roads.take(Self.rss(items, title: "Quite Another Name", channel: move))

            // Then both have noted the same
            #expect(isLeftOut)
            #expect(try await roads.short.history()?.pendingMove != nil)
        }
    }

    @Test func itemsThatWereReplacedMeanwhileAreRead() async throws {
        try await ImportTestBed.run { bed in
            // Given a request that remembers a document which is no longer the last
            let first = [TestFeed.item("a"), TestFeed.item("b", day: 2)]
            let path = try bed.write(Self.rss(first))
            try await bed.importFiles([path])
            let state = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.state(forFeedURL: "file://" + path)
            }
            _ = try bed.write(Self.rss([TestFeed.item("a", title: "Edited"), TestFeed.item("b", day: 2)]))
            try await bed.importFiles([path])

            // When
            _ = try bed.write(Self.rss(first, channel: Self.built(2)))
            var request = FeedImportRequest(name: path, source: .file(path: path))
            request.refreshState = state
            let requests = AsyncThrowingStream<FeedImportRequest, any Error> { [request] in
                $0.yield(request)
                $0.finish()
            }
            let report = try await bed.importer(FeedImporterConfiguration(processorCount: 1)).importFeeds(requests)

            // Then
            #expect(report.counts.updated == 1)
            #expect(try await bed.episodes().map(\.episode.title) == ["Episode a", "Episode b"])
        }
    }

    @Test func everyFixtureAndDocumentOfTheCorpusEndsInTheSameStore() async throws {
        let texts = try Self.documents()
        #expect(texts.count >= 8)
        var leftOut = 0
        try await TwoRoads.run { roads in
            for revision in 0..<4 {
                for (index, text) in texts.enumerated() {
                    let text = revision == 3 ? Self.shortened(text) : Self.revised(text, revision)
                    if try await roads.take(text, as: "https://feed\(index).example/feed.xml", compares: false) {
                        leftOut += 1
                    }
                }
                try await roads.compare("revision \(revision)")
            }
        }
        #expect(leftOut >= 8)
        print("known items: \(texts.count) documents, \(leftOut) times left out")
    }

    /// Another document with the same items.
    private static func revised(_ text: String, _ number: Int) -> String {
        let tag = text.contains("<entry") ? "<entry" : "<item"
        guard number > 0, let items = text.firstRange(of: tag) else { return text }
        var text = text
        text.insert(contentsOf: "<!-- built \(number) -->", at: items.lowerBound)
        guard let end = text.range(of: "</channel>", options: .backwards) else { return text }
        text.insert(contentsOf: "<ttl>\(60 + number)</ttl>\n", at: end.lowerBound)
        return text
    }

    /// The same without its first item.
    private static func shortened(_ text: String) -> String {
        guard let start = text.firstRange(of: "<item>"), let end = text.firstRange(of: "</item>") else { return text }
        return start.lowerBound < end.lowerBound
            ? text.replacingCharacters(in: start.lowerBound..<end.upperBound, with: "") : text
    }

    /// The fixtures, and what is not too large of the corpus.
    private static func documents() throws -> [String] {
        var paths: [String] = []
        for folder in ["Fixtures/Feeds", "Fixtures/Podcasts"] {
            let folder = Repository.url(folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            paths += names.filter { !$0.hasSuffix(".md") }.sorted().map { folder.appendingPathComponent($0).path }
        }
        // Every fourth will do: each is imported eight times.
        paths += PodcastCorpus.documents().enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        return try paths.compactMap { path in
            guard !path.hasSuffix(".gz"), let data = FileManager.default.contents(atPath: path), data.count < 100_000,
                let text = String(data: data, encoding: .utf8)
            else { return nil }
            do {
                _ = try FeedDocumentReader().document(from: Array(text.utf8), baseURL: nil, charset: nil)
                return text
            } catch is FeedParsingError {
                return nil
            }
        }
    }

    private static func rss(_ items: [String], title: String = "Show", channel: String = "") -> String {
        TestFeed.rss(items, title: title, channel: "<itunes:author>A</itunes:author>" + channel)
    }

    private static func built(_ day: Int) -> String { "<lastBuildDate>0\(day) Nov 2026 08:00:00 GMT</lastBuildDate>" }
}
