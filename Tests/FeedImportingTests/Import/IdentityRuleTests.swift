import FeedLoading
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Rules of identity that only the import as a whole can keep.
struct IdentityRuleTests {
    @Test func c1Rule1TwoFeedsMayShareGuids() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))

            try await bed.importFiles([path], as: "https://public.example/feed")
            try await bed.importFiles([path], as: "https://members.example/feed")

            let episodes = try await bed.episodes()
            #expect(episodes.count == 4)
            #expect(Set(episodes.map(\.podcastID)).count == 2)
            #expect(Set(episodes.map(\.episode.key)) == ["a", "b"])
        }
    }

    @Test(arguments: ["0", "null", "https://show.example/feed"])
    func c1Rule4JunkNeverLeadsFromOneEpisodeToAnother(junk: String) async throws {
        try await ImportTestBed.run { bed in
            // Given a feed whose newest episodes have junk for a guid, and one of them deleted
            func item(_ number: Int, _ guid: String) -> String {
                TestFeed.item("e\(number)", day: number).replacing(">e\(number)</guid>", with: ">\(guid)</guid>")
            }
            let known = [TestFeed.item("a"), TestFeed.item("b")]
            let documents = [
                [item(1, junk)], [item(2, junk), item(1, junk)], [item(2, junk)], [item(3, junk), item(2, "e2")],
                [item(4, junk), item(3, "e3")],
            ]

            // When they come and go, and get guids of their own
            for document in documents {
                let path = try bed.write(TestFeed.rss(document + known))
                try await bed.importFiles([path], as: "https://show.example/feed")
                bed.advance(hours: 24)
            }

            // Then
            let expected = ["Episode a", "Episode b", "Episode e1", "Episode e2", "Episode e3", "Episode e4"]
            #expect(try await bed.episodes().map(\.episode.title).sorted() == expected)
            #expect(try await bed.episodes().map(\.id).sorted() == [1, 2, 3, 4, 5, 6])
            let last = try #require(try await bed.episodes().first { $0.episode.title == "Episode e4" }?.id)
            try await bed.write { [now = bed.now] unit throws(PersistenceError) in
                try unit.episodes.delete(last, at: now)
            }
            let path = try bed.write(TestFeed.rss([item(5, junk), item(4, junk)] + known))
            let (results, _) = try await bed.importFiles([path], as: "https://show.example/feed")
            #expect(results.first?.warnings.map(\.kind).contains(.junkGuid) == true)
            #expect(try await bed.episodes().map(\.episode.title).filter { $0 > "Episode e3" } == ["Episode e5"])
        }
    }

    @Test(arguments: [
        (
            #"<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><id> tag:x,2026:1 </id><title>t</title></entry></feed>"#,
            "tag:x,2026:1"
        ),
        (
            #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>x</title></channel><item rdf:about="https://x.example/1"><title>t</title></item></rdf:RDF>"#,
            "https://x.example/1"
        ),
        (#"{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":17,"title":"t"}]}"#, "17"),
    ])
    func c1Rule7TheIDsOfOtherFormatsAreGuids(text: String, key: String) throws {
        let document = try FeedDocumentReader().document(
            from: Array(text.utf8),
            baseURL: "https://x.example/feed",
            charset: nil
        )
        #expect(document.episodes.map(\.key) == [key])
        #expect(document.episodes.map(\.keyKind) == [.guid])
    }

    @Test func c2Rule8AnAccidentalDoublePublishIsOneEpisodeAndToldOf() async throws {
        try await ImportTestBed.run { bed in
            let later = TestFeed.item("a", title: "Episode a").replacing("06:00:00", with: "06:10:00")
            let path = try bed.write(TestFeed.rss([later, TestFeed.item("a")]))

            let (results, report) = try await bed.importFiles([path])

            #expect(report.counts.inserted == 1)
            #expect(results.first?.warnings.map(\.kind).contains(.duplicateItem) == true)
        }
    }

    @Test(arguments: [[3, 1, 2], [1, 2, 3], [3, 2, 1]])
    func c7Rule37TheOrderOfADocumentIsNotThatOfTime(days: [Int]) async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss(days.map { TestFeed.item("e\($0)", day: $0) }))
            try await bed.importFiles([path])
            #expect(try await bed.episodes().map(\.episode.guid) == ["e1", "e2", "e3"])
        }
    }

    @Test func c7Rule38AnotherOrderWritesNothing() async throws {
        try await ImportTestBed.run { bed in
            let items = (1...5).map { TestFeed.item("e\($0)", day: $0) }
            let path = try bed.write(TestFeed.rss(items))
            try await bed.importFiles([path])
            let changes = try await bed.changes()

            _ = try bed.write(TestFeed.rss(items.reversed()))
            let (_, report) = try await bed.importFiles([path])

            #expect(report.counts.unchanged == 5 && report.counts.updated == 0)
            #expect(try await bed.changes() == changes)
        }
    }

    @Test func c8Rule43TwoFeedsWithOneGuidAreNotMerged() async throws {
        try await ImportTestBed.run { bed in
            let guid = "<podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>"
            let text = TestFeed.rss([TestFeed.item("a")], channel: guid).replacing(
                "<rss version",
                with: #"<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" version"#
            )
            let path = try bed.write(text)

            try await bed.importFiles([path], as: "https://one.example/feed")
            try await bed.importFiles([path], as: "https://two.example/feed")

            let podcasts = try await bed.read { unit throws(PersistenceError) in
                try unit.podcasts.followedPodcasts(guid: "917393E3-1B1E-5CEF-ACE4-EDAA54E1F810", limit: 5)
            }
            #expect(podcasts.count == 2)
        }
    }

    @Test func c8Rule43TheGuidOfAnotherPodcastIsAHintGivenOnce() async throws {
        try await ImportTestBed.run { bed in
            // Given a podcast that had the guid before
            let guid = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
            let path = try bed.write(Self.feed(guid: guid))
            try await bed.importFiles([path], as: "https://one.example/feed")
            _ = try bed.write(Self.feed(guid: "9b024349-ccf0-5f69-a609-6b82873eab3c"))
            try await bed.importFiles([path], as: "https://one.example/feed")

            // When
            _ = try bed.write(Self.feed(guid: guid))
            let (first, _) = try await bed.importFiles([path], as: "https://two.example/feed")
            let (second, _) = try await bed.importFiles([path], as: "https://two.example/feed", force: true)

            // Then
            let hint = try #require(first.first?.warnings.first { $0.kind == .samePodcast })
            #expect(hint.detail.contains("subscription 1 (Show)"))
            #expect(second.first?.outcome.word == .imported)
            #expect(second.first?.warnings.contains { $0.kind == .samePodcast } == false)
        }
    }

    @Test func c8Rule43OfManyPodcastsWithOneGuidOnlyTheFirstAreNamed() async throws {
        try await ImportTestBed.run { bed in
            // Given the feeds of a tool that gives all of them one guid, the first of them left again
            let path = try bed.write(Self.feed(guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810"))
            for number in 1...8 { try await bed.importFiles([path], as: "https://\(number).example/feed") }
            try await bed.write { unit throws(PersistenceError) in
                try unit.subscriptions.unsubscribe(1, purges: false, at: Timestamp(epochSeconds: 1_800_000_000))
            }

            // When
            let (reports, _) = try await bed.importFiles([path], as: "https://9.example/feed")

            // Then
            let hints = try #require(reports.first).warnings.filter { $0.kind == .samePodcast }
            #expect(hints.count == 5)
            #expect(hints.first?.detail.contains("subscription 2 (Show)") == true)
        }
    }

    @Test func c8Rule44AnotherGuidAtTheSameAddressIsLoggedAndTheOldOneIsKept() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let guids = ["917393e3-1b1e-5cef-ace4-edaa54e1f810", "9b024349-ccf0-5f69-a609-6b82873eab3c"]
            let path = try bed.write(Self.feed(guid: guids[0]))
            try await bed.importFiles([path])

            // When
            _ = try bed.write(Self.feed(guid: guids[1]))
            try await bed.importFiles([path])

            // Then
            let change = try #require(try await bed.changes().last)
            #expect(change.entity == .podcast && change.fields == ["guid"])
            #expect(try await podcast(havingHad: guids[0], in: bed)?.formerGUIDs == [guids[0]])
            #expect(try await podcast(havingHad: guids[1], in: bed)?.podcast.guid == guids[1])

            // When it comes back, the other is the former one
            _ = try bed.write(Self.feed(guid: guids[0]))
            try await bed.importFiles([path])
            #expect(try await podcast(havingHad: guids[0], in: bed)?.formerGUIDs == [guids[1]])
        }
    }

    @Test func c8Rule44AFormerGuidTellsThatItIsTheSameShow() {
        var (document, stored) = (Podcast(), Podcast())
        (stored.title, stored.guid) = ("Before", "b")
        (document.title, document.guid) = ("After", "A")

        #expect(ShowLikeness.isSame(document, as: StoredPodcast(id: 1, podcast: stored, formerGUIDs: ["a"])))
        #expect(!ShowLikeness.isSame(document, as: StoredPodcast(id: 1, podcast: stored)))
    }

    private static func feed(guid: String) -> String {
        TestFeed.rss([TestFeed.item("a")], channel: "<podcast:guid>\(guid)</podcast:guid>").replacing(
            "<rss version",
            with: #"<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" version"#
        )
    }

    private func podcast(havingHad guid: String, in bed: ImportTestBed) async throws -> StoredPodcast? {
        try await bed.read { unit throws(PersistenceError) in
            try unit.podcasts.followedPodcasts(guid: guid, limit: 1).first
        }
    }

    @Test func c9Rule50AnImportThatDoesNotCommitLeavesNothingAndTheNextDoesItAll() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // Given
            let path = try bed.write(TestFeed.rss([TestFeed.item("a")]))
            try await bed.importFiles([path])
            let changes = try await bed.changes()
            let validated = try await bed.history()?.lastDocumentAt
            _ = try bed.write(TestFeed.rss([TestFeed.item("a", title: "New"), TestFeed.item("b", day: 2)]))
            bed.advance(hours: 1)
            let document = try FeedDocumentReader().document(
                from: Array(TestFeed.rss([TestFeed.item("a", title: "New"), TestFeed.item("b", day: 2)]).utf8),
                baseURL: nil,
                charset: nil
            )

            // When: everything is written, and then the power fails
            await #expect(throws: PersistenceError.self) {
                try await bed.write { [now = bed.now] unit throws(PersistenceError) in
                    let state = try unit.refreshes.state(forFeedURL: "file://" + path)
                    var request = FeedImportRequest(name: path, source: .file(path: path))
                    request.refreshState = state
                    let work = FeedImportUnit(
                        parsed: ParseFeedOperation.Output(document, source: .file(path: path)),
                        request: request,
                        policy: RefreshPolicy(),
                        editHistoryLimit: 100,
                        now: now
                    )
                    _ = try work.run(in: unit)
                    throw PersistenceError.interrupted
                }
            }

            // Then
            #expect(try await bed.changes() == changes)
            #expect(try await bed.history()?.lastDocumentAt == validated)
            let (_, report) = try await bed.importFiles([path])
            #expect(report.counts.inserted == 1 && report.counts.updated == 1)
        }
    }
}

extension ParseFeedOperation.Output {
    /// A document as the parsing stage would hand it on.
    init(_ document: FeedDocument, source: FeedSource, digest: UInt64 = 1) {
        var rest = document
        rest.episodes = []
        self.init(
            document: rest,
            episodes: IncomingEpisode.list(from: document.episodes),
            response: FeedResponse(),
            source: source,
            isDiscovered: false,
            digest: digest,
            body: FeedBody([]),
            isDelta: false,
            seconds: 0
        )
    }
}
