import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Edits, through the real importer: what is told, what is kept.
struct EditTests {
    @Test func aSilentChangeIsStoredAndNobodyIsTold() async throws {
        try await ImportTestBed.run { bed in
            // Given
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", extra: "<description>One two</description>")]))
            try await bed.importFiles([path])
            let before = try await bed.changes().count

            // When: the file gets a token, and the lines of the text are wrapped
            let item = TestFeed.item("a", extra: "<description>One\n two</description>")
            _ = try bed.write(TestFeed.rss([item.replacing("a.mp3", with: "a.mp3?token=2")]))
            let (_, report) = try await bed.importFiles([path])

            // Then
            #expect(report.counts.updated == 0 && report.counts.unchanged == 1)
            #expect(try await bed.changes().count == before)
            let episode = try #require(try await bed.episodes().first)
            #expect(episode.episode.enclosures.first?.url == "https://media.example/a.mp3?token=2")
            #expect(try await bed.edits(of: episode.id).isEmpty)
        }
    }

    @Test func anEditNamesItsFieldsAndTheirWeightAndLeavesTheSilentOnesOut() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", title: "Old")]))
            try await bed.importFiles([path])

            let item = TestFeed.item("a", title: "New", extra: "<description>Notes</description>")
            _ = try bed.write(TestFeed.rss([item.replacing("a.mp3", with: "a.mp3?token=2")]))
            try await bed.importFiles([path])

            let change = try #require(try await bed.changes().last { $0.entity == .episode })
            #expect(change.kind == .update)
            #expect(change.fields.contains("title") && change.fields.contains("description"))
            #expect(!change.fields.contains("enclosures"))
            let id = try #require(try await bed.episodes().first?.id)
            let edits = try await bed.edits(of: id)
            let title = try #require(edits.first { $0.field == "title" })
            #expect(title.significance == .major)
            #expect(title.oldJSON == #""Old""# && title.newJSON == #""New""#)
            #expect(edits.first { $0.field == "description" }?.significance == .minor)
        }
    }

    @Test(arguments: [(100, 12), (5, 5), (0, 0)])
    func theHistoryIsBounded(limit: Int, expected: Int) async throws {
        try await ImportTestBed.run { bed in
            var configuration = FeedImporterConfiguration(processorCount: 1)
            configuration.editHistoryLimit = limit
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", title: "Title 0")]))
            try await bed.importFiles([path], configuration: configuration)
            for number in 1...6 {
                _ = try bed.write(TestFeed.rss([TestFeed.item("a", title: "Title \(number)")]))
                try await bed.importFiles([path], configuration: configuration)
            }
            let id = try #require(try await bed.episodes().first?.id)
            let edits = try await bed.edits(of: id)
            // Title and the title as the feed wrote it, each time.
            #expect(edits.count == expected)
            if limit > 0 { #expect(edits.contains { $0.newJSON == #""Title 6""# }) }
        }
    }

    @Test func aFieldThatVanishedGoesUnlessTheDocumentIsDamaged() async throws {
        try await ImportTestBed.run { bed in
            let full = TestFeed.item("a", extra: "<description>Notes</description>")
            let path = try bed.write(TestFeed.rss([full, TestFeed.item("b")]))
            try await bed.importFiles([path])

            let damaged = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")])
            let cut = try #require(damaged.firstRange(of: "Episode b"))
            _ = try bed.write(String(damaged[..<cut.lowerBound]))
            try await bed.importFiles([path])
            #expect(try await bed.notes(of: "a") == "Notes")

            _ = try bed.write(damaged)
            try await bed.importFiles([path])
            #expect(try await bed.notes(of: "a") == nil)
        }
    }

    @Test func anUnreadableDateReplacesNoneAndTheFirstIsKept() async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(TestFeed.rss([TestFeed.item("a", day: 3)]))
            try await bed.importFiles([path])
            let dated = try await bed.episodes().first?.episode.publishedAt

            _ = try bed.write(
                TestFeed.rss([TestFeed.item("a", title: "New", day: 3).replacing("Nov 2026", with: "Never")])
            )
            try await bed.importFiles([path])
            #expect(try await bed.episodes().first?.episode.publishedAt == dated)
            #expect(try await bed.episodes().first?.episode.title == "New")
        }
    }

    @Test func aDateInTheFutureDoesNotPutAnEpisodeOnTop() async throws {
        try await ImportTestBed.run { bed in
            let future = TestFeed.item("future").replacing("Nov 2026", with: "Jan 2038")
            let path = try bed.write(TestFeed.rss([future, TestFeed.item("now", day: 20)]))
            try await bed.importFiles([path])
            bed.advance(hours: 48)
            let later = TestFeed.item("later", day: 22)
            _ = try bed.write(TestFeed.rss([later, future, TestFeed.item("now", day: 20)]))
            let (_, report) = try await bed.importFiles([path])

            #expect(report.counts.inserted == 1)
            #expect(try await bed.episodes().map(\.episode.guid) == ["now", "future", "later"])
            let change = try #require(try await bed.changes().last { $0.entity == .episode })
            #expect(!change.isBacklog, "a date in the future must not make the next episodes old")
        }
    }
}

extension ImportTestBed {
    func edits(of id: Int64) async throws -> [EpisodeEdit] {
        try await read { unit throws(PersistenceError) in try unit.episodes.edits(ofEpisode: id) }
    }

    fileprivate func notes(of guid: String) async throws -> String? {
        try await episodes().first { $0.episode.guid == guid }?.episode.description
    }
}
