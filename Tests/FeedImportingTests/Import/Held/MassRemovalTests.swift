import Persistence
import PodcastModel
import Testing

/// Most episodes are not taken for withdrawn on the word of one document, whatever shows that they are still missing.
struct MassRemovalTests {
    private static let items = (1...10).reversed().map { TestFeed.item("e\($0)", day: $0) }

    private static func document(_ days: [Int], built: Int = 1) -> String {
        TestFeed.rss(
            days.map { items[10 - $0] },
            channel: "<lastBuildDate>0\(built) Nov 2026 06:00:00 GMT</lastBuildDate>"
        )
    }

    /// Ten episodes became six, and six four, so that neither document was much shorter than the one before.
    private static func afterTheFall(_ test: (ImportTestBed, String) async throws -> Void) async throws {
        try await ImportTestBed.run { bed in
            let path = try bed.write(document(Array((1...10).reversed())))
            try await bed.importFiles([path])
            for days in [[10, 8, 6, 4, 2, 1], [10, 6, 2, 1]] {
                bed.advance(hours: 5)
                _ = try bed.write(document(days))
                try await bed.importFiles([path])
            }
            #expect(try await bed.absentCount() == 6)
            bed.advance(hours: 200)
            try await test(bed, path)
        }
    }

    @Test func theSameItemsInAnotherDocumentAreHeld() async throws {
        try await Self.afterTheFall { bed, path in
            _ = try bed.write(Self.document([10, 6, 2, 1], built: 2))

            let preview = try await bed.importFiles([path], isDryRun: true).results
            let results = try await bed.importFiles([path]).results

            #expect(preview.map(\.outcome) == [.postponed(until: nil)])
            #expect(results.map(\.outcome) == [.postponed(until: nil)])
            #expect(try await bed.held()?.reason == "mass-removal")
            #expect(try await bed.removedGuids() == [])
        }
    }

    @Test func theSameBytesRemoveNothingAndAreReadTheNextTime() async throws {
        try await Self.afterTheFall { bed, path in
            #expect(try await bed.importFiles([path]).results.map(\.overdueCount) == [0])
            #expect(try await bed.removedGuids() == [])

            // When they come again
            bed.advance(hours: 2)
            #expect(try await bed.importFiles([path]).results.map(\.outcome) == [.postponed(until: nil)])
            #expect(try await bed.held()?.reason == "mass-removal")
            bed.advance(hours: 2)
            let (_, report) = try await bed.importFiles([path])

            // Then they are believed as any second document
            #expect(report.counts.removed == 6)
        }
    }
}
