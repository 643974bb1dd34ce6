import Foundation
import Persistence
import PodcastModel
import Testing

/// What a document that ends too soon may change: only what was read of it
/// (feed formats F6, identity C5 26).
struct CutDocumentTests {
    /// Much of the channel stands behind the items.
    private static let whole = """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
          xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
        <title>Show</title>
        \(TestFeed.item("b", day: 2))
        \(TestFeed.item("a"))
        <link>https://show.example/</link><description>About it</description><language>de</language>
        <itunes:author>Anna</itunes:author><itunes:image href="https://show.example/a.jpg"/>
        <itunes:category text="Arts"/><itunes:complete>yes</itunes:complete>
        <podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
        <podcast:liveItem status="live" start="2026-11-21T18:00:00Z" end="2026-11-21T19:00:00Z">
        <title>Live</title><guid isPermaLink="false">l</guid>
        <enclosure url="https://show.example/live" type="audio/mpeg" length="0"/></podcast:liveItem>
        </channel></rss>
        """

    @Test(arguments: ["<link>https://show", "<title>Episode a", "<item>"])
    func keepsWhatItDoesNotReach(end: String) async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.whole)
            try await bed.importFiles([path])
            let before = try await podcast(bed)
            let changes = try await bed.changes().count

            // When: the document ends there, and once more
            let cut = try #require(Self.whole.range(of: end))
            for _ in 1...2 {
                bed.advance(hours: 25)
                _ = try bed.write(String(Self.whole[..<cut.lowerBound]) + "<")
                try await bed.importFiles([path], force: true)
            }

            // Then
            #expect(try await podcast(bed) == before)
            #expect(try await bed.absentCount() == 0)
            #expect(try await isLive(bed))
            let later = try await bed.changes().dropFirst(changes)
            #expect(later.allSatisfy { $0.entity == .subscription }, "\(Array(later))")
        }
    }

    @Test func takesWhatItSays() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(Self.whole)
            try await bed.importFiles([path])

            let renamed = Self.whole.replacing("<title>Show</title>", with: "<title>Another name</title>")
            _ = try bed.write(String(renamed.prefix(renamed.count / 2)))
            try await bed.importFiles([path])

            let podcast = try await podcast(bed)
            #expect(podcast?.title == "Another name")
            #expect(podcast?.description == "About it")
        }
    }

    @Test func aPodcastKeepsItsTitleEvenInAWholeDocumentWithoutOne() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(Self.whole)
            try await bed.importFiles([path])

            let nameless = Self.whole.replacing("<title>Show</title>", with: "").replacing("About it", with: "More")
            _ = try bed.write(nameless)
            try await bed.importFiles([path])

            let podcast = try await podcast(bed)
            #expect(podcast?.title == "Show")
            #expect(podcast?.description == "More")
        }
    }

    private func podcast(_ bed: ImportTestBed) async throws -> Podcast? {
        try await bed.read { unit throws(PersistenceError) in
            try unit.podcasts.podcasts(after: 0, limit: 1).first?.podcast
        }
    }

    private func isLive(_ bed: ImportTestBed) async throws -> Bool {
        guard let podcast = try await bed.subscription()?.podcastID else { return false }
        return try await bed.read { unit throws(PersistenceError) in
            try unit.liveItems.liveItems(ofPodcast: podcast).allSatisfy { $0.absentSince == nil }
        }
    }
}
