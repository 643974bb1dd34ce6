import Persistence
import PodcastModel
import Testing

/// Live items apart from episodes (identity C1 7).
struct LiveItemTests {
    @Test func aStreamIsNoEpisodeEvenWithTheGuidOfOne() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(Self.feed([TestFeed.item("a")], live: Self.live("a", "pending")))

            try await bed.importFiles([path])

            #expect(try await bed.episodes().map(\.episode.guid) == ["a"])
            let live = try #require(try await bed.liveItems().first)
            #expect(live.description.status == .pending)
            #expect(live.description.guid == "a")
            #expect(live.episodeID == nil, "it is not over")
        }
    }

    @Test func itsStatusIsFollowedAndANewGuidIsANewStream() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(Self.feed([], live: Self.live("l1", "pending")))
            try await bed.importFiles([path])
            _ = try bed.write(Self.feed([], live: Self.live("l1", "LIVE")))
            try await bed.importFiles([path])
            #expect(try await bed.liveItems().map(\.description.status) == [.live])

            _ = try bed.write(Self.feed([], live: Self.live("l2", "pending")))
            try await bed.importFiles([path])

            let items = try await bed.liveItems()
            #expect(items.map(\.description.key) == ["l1", "l2"])
            #expect(items.map { $0.absentSince != nil } == [true, false])
        }
    }

    @Test(arguments: ["guid", "file"])
    func whenItIsOverTheEpisodeWithItsGuidOrFileIsItsRecording(common: String) async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.feed([TestFeed.item("a")], live: Self.live("stream", "live")))
            try await bed.importFiles([path])
            _ = try bed.write(Self.feed([TestFeed.item("a")], live: Self.live("stream", "ended")))
            try await bed.importFiles([path])
            #expect(try await bed.liveItems().first?.episodeID == nil)

            // When
            let recording =
                common == "guid"
                ? TestFeed.item("stream", day: 2)
                : TestFeed.item("rec", day: 2).replacing("https://media.example/rec.mp3", with: Self.streamURL)
            _ = try bed.write(Self.feed([recording, TestFeed.item("a")], live: Self.live("stream", "ended")))
            try await bed.importFiles([path])

            // Then
            let episode = try #require(try await bed.episodes().last)
            #expect(try await bed.liveItems().first?.episodeID == episode.id)
        }
    }

    @Test func theGuidSpeaksForARecordingBeforeTheFileEvenIfItComesLater() async throws {
        try await ImportTestBed.run { bed in
            // Given a stream that was recognised by its file
            let ended = Self.live("stream", "ended")
            let byFile = TestFeed.item("rec", day: 2).replacing("https://media.example/rec.mp3", with: Self.streamURL)
            let path = try bed.write(Self.feed([byFile, TestFeed.item("a")], live: ended))
            try await bed.importFiles([path])
            #expect(try await bed.recordings() == ["rec"])

            // When, then
            let items = [TestFeed.item("stream", day: 3), byFile, TestFeed.item("a")]
            _ = try bed.write(Self.feed(items, live: ended))
            try await bed.importFiles([path])
            #expect(try await bed.recordings() == ["stream"])

            // And one that begins anew has no recording yet
            _ = try bed.write(Self.feed(items, live: Self.live("stream", "live")))
            try await bed.importFiles([path])
            #expect(try await bed.recordings() == [nil])
        }
    }

    @Test func theAddressOfSeveralStreamsTellsOfNoRecording() async throws {
        try await ImportTestBed.run { bed in
            let byFile = TestFeed.item("rec", day: 2).replacing("https://media.example/rec.mp3", with: Self.streamURL)
            let live = Self.live("one", "ended") + Self.live("two", "ended")
            let path = try bed.write(Self.feed([byFile, TestFeed.item("a")], live: live))

            try await bed.importFiles([path])

            #expect(try await bed.recordings() == [nil, nil])
        }
    }

    /// PeerTube says the address of a stream's page twice, and many hosts say the notes twice.
    @Test func itHasNotChangedWhereOnlyItsShowHas() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let page = "https://show.example/w/1"
            let live = """
                <podcast:liveItem status="live"><title>Live</title><guid>\(page)</guid><link>\(page)</link>
                <description>Notes</description>
                <content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/">Notes</content:encoded>
                </podcast:liveItem>
                """
            let path = try bed.write(Self.feed([TestFeed.item("a")], live: live))
            try await bed.importFiles([path])
            let before = try await bed.changes().count

            // When
            _ = try bed.write(Self.feed([TestFeed.item("a")], live: live + "<language>de</language>"))
            try await bed.importFiles([path])

            // Then
            #expect(try await bed.changes().dropFirst(before).map(\.fields) == [["language"]])
        }
    }

    private static let streamURL = "https://live.example/stream.mp3"

    private static func live(_ guid: String, _ status: String) -> String {
        """
        <podcast:liveItem status="\(status)" start="2026-11-21T18:00:00Z" end="2026-11-21T19:00:00Z">
        <title>Live tonight</title><guid isPermaLink="false">\(guid)</guid>
        <enclosure url="\(streamURL)" type="audio/mpeg" length="0"/></podcast:liveItem>
        """
    }

    private static func feed(_ items: [String], live: String) -> String {
        TestFeed.rss(items, channel: live).replacing(
            "<rss version",
            with: #"<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" version"#
        )
    }
}

extension ImportTestBed {
    /// The guid of each stream's recording.
    fileprivate func recordings() async throws -> [String?] {
        let guids = Dictionary(uniqueKeysWithValues: try await episodes().map { ($0.id, $0.episode.guid) })
        return try await liveItems().map { live in live.episodeID.flatMap { guids[$0] ?? nil } }
    }

    fileprivate func liveItems() async throws -> [StoredLiveItem] {
        guard let podcast = try await subscription()?.podcastID else { return [] }
        return try await read { unit throws(PersistenceError) in try unit.liveItems.liveItems(ofPodcast: podcast) }
    }
}
