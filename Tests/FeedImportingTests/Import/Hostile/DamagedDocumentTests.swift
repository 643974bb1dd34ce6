import PodcastModel
import Testing

/// What a document may change whose tags may have cut an element (identity C5 26, C6 34).
struct DamagedDocumentTests {
    @Test(arguments: [
        // A quotation mark is missing, and the item after it is part of an attribute.
        ("b.mp3\" length=\"1000000\" type=\"audio/mpeg\"/>", "b.mp3\" length=\"1000000\" type=\"audio/mpeg/>"),
        // A start tag has no end.
        ("<item><title>Episode b", "<item <title>Episode b"),
        // The document seems to end.
        ("<item><title>Episode a", "</channel></rss><item><title>Episode a"),
    ])
    func holdsNothingThatIsMissingAgainstAnEpisode(written: String, damaged: String) async throws {
        try await ImportTestBed.run { bed in
            // Given
            let whole = TestFeed.rss(["c", "b", "a"].enumerated().map { TestFeed.item($1, day: 3 - $0) })
            let path = try bed.write(whole)
            try await bed.importFiles([path])
            let before = try await bed.episodes().map(\.episode)
            try #require(before.count == 3 && whole.contains(written))

            // When it is damaged, time and again
            for hour in 1...3 {
                bed.advance(hours: 25)
                _ = try bed.write(whole.replacing(written, with: damaged) + "<!-- \(hour) -->")
                try await bed.importFiles([path])
            }

            // Then
            #expect(try await bed.absentCount() == 0)
            let after = try await bed.episodes().map(\.episode)
            for episode in before { #expect(after.contains(episode)) }
        }
    }
}
