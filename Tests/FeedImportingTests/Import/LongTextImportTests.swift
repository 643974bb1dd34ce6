import FeedParsing
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Texts that wait in a file are stored, compared and edited like others.
struct LongTextImportTests {
    private static let notes = String(repeating: "<p>Notes &amp; links</p>", count: 100)

    private static var configuration: FeedImporterConfiguration {
        var configuration = FeedImporterConfiguration(processorCount: 1)
        configuration.parser.textFileThreshold = 0
        return configuration
    }

    private static func feed(_ notes: String) -> String {
        TestFeed.rss([TestFeed.item("a", extra: "<description><![CDATA[\(notes)]]></description>")])
    }

    @Test func storesThemAndFindsThemUnchanged() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.feed(Self.notes))

            // When
            try await bed.importFiles([path], configuration: Self.configuration)
            let (_, report) = try await bed.importFiles([path], force: true, configuration: Self.configuration)

            // Then
            #expect(try await bed.episodes().map(\.episode.description) == [Self.notes])
            #expect(report.counts.unchanged == 1)
            #expect(report.counts.updated == 0)
        }
    }

    @Test func seesThatOneWasEdited() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(Self.feed(Self.notes))
            try await bed.importFiles([path], configuration: Self.configuration)

            // When
            _ = try bed.write(Self.feed(Self.notes + "<p>More</p>"))
            let (_, report) = try await bed.importFiles([path], configuration: Self.configuration)

            // Then
            #expect(report.counts.updated == 1)
            #expect(try await bed.episodes().map(\.episode.description) == [Self.notes + "<p>More</p>"])
        }
    }

    @Test func writesNothingOfADocumentWhoseTextsAreLost() async throws {
        try await ImportTestBed.run { bed in
            // Given an episode that is known, and a document that lost its notes after it was read
            let path = try bed.write(Self.feed(Self.notes))
            try await bed.importFiles([path])
            let changes = try await bed.changes()
            var document = try FeedDocumentReader().document(
                from: Array(Self.feed(Self.notes + "<p>More</p>").utf8),
                baseURL: nil,
                charset: nil
            )
            document.episodes[0].longDescription = LongText(LostText())
            var request = FeedImportRequest(name: path, source: .file(path: path))
            request.refreshState = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.state(forFeedURL: "file://" + path)
            }
            let importing = ParsedFeedImport(
                parsed: ParseFeedOperation.Output(document, source: .file(path: path)),
                request: request,
                tools: bed.importer(Self.configuration).tools
            )

            // Then neither is it written nor does anybody see what it would have done
            await #expect(throws: PersistenceError.self) { try await importing.write() }
            await #expect(throws: PersistenceError.self) { try await importing.preview() }
            #expect(try await bed.changes() == changes)
            #expect(try await bed.episodes().map(\.episode.description) == [Self.notes])
        }
    }
}

/// A text that could not be read back.
private final class LostText: TextElsewhere {
    let string = ""
    let isLost = true
}
