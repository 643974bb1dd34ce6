import PodcastModel
import Testing

@testable import Persistence

/// Stores in which something stands that nobody can read, and what had put it there.
struct UnreadableStoreTests {
    private static func feed(_ date: String) -> String {
        TestFeed.rss(
            [TestFeed.item("a")],
            channel: """
                <podcast:updateFrequency dtstart="\(date)" rrule="FREQ=DAILY">daily</podcast:updateFrequency>
                <podcast:trailer pubdate="\(date)" url="https://show.example/t.mp3">Trailer</podcast:trailer>
                <podcast:liveItem status="pending" start="\(date)" end="\(date)"><title>Live</title>
                <guid>live</guid></podcast:liveItem>
                """
        ).replacing("<rss ", with: #"<rss xmlns:podcast="https://podcastindex.org/namespace/1.0" "#)
    }

    private func podcast(_ bed: ImportTestBed) async throws -> Podcast? {
        try await bed.read { unit throws(PersistenceError) in try unit.podcasts.podcast(id: 1)?.podcast }
    }

    @Test(arguments: ["9999-12-31T23:59:59-05:00", "9999999999年12月31日"])
    func aDateBehindTheYear9999IsNone(date: String) async throws {
        try await ImportTestBed.run { bed in
            try await bed.importFiles([bed.write(Self.feed(date))])

            let podcast = try await podcast(bed)
            #expect(podcast?.updateFrequency?.rrule == "FREQ=DAILY")
            #expect(podcast?.updateFrequency?.startsAt == nil)
            #expect(podcast?.trailers.map(\.publishedAt) == [nil])
            #expect(podcast?.liveItems.map(\.startsAt) == [nil])
        }
    }

    @Test func aFeedThatIsMendedIsImportedOverWhatCannotBeRead() async throws {
        try await ImportTestBed.run { bed in
            // Given what a former version has written, and what none has
            let path = try bed.write(Self.feed("2026-11-21T06:00:00Z"))
            try await bed.importFiles([path])
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.execute(
                    """
                    UPDATE podcast SET value = '5',
                      trailers = replace(trailers, '2026-11-21T06:00:00Z', '10000-01-01T04:59:59Z'),
                      updateFrequency = replace(updateFrequency, '2026-11-21T06:00:00Z', 'soon')
                    """
                )
            }

            // When
            bed.advance(hours: 24)
            _ = try bed.write(Self.feed("2026-11-28T06:00:00Z"))
            let (results, _) = try await bed.importFiles([path])

            // Then
            guard case .imported = results.first?.outcome else {
                Issue.record("\(results)")
                return
            }
            let podcast = try await podcast(bed)
            #expect(podcast?.trailers.map { $0.publishedAt?.rfc3339 } == ["2026-11-28T06:00:00Z"])
            #expect(podcast?.updateFrequency?.startsAt?.rfc3339 == "2026-11-28T06:00:00Z")
            #expect(try await bed.persistence.care().check().isSound)
        }
    }
}
