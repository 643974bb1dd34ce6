import Persistence
import PodcastModel
import TestSupport
import Testing

/// Every podcast feed of the corpus through the whole pipeline into one store.
@Suite(.enabled(if: Repository.hasCorpus, "there is no ../shared/corpus"))
struct CorpusImportTests {
    @Test func storesEveryItemOfEveryFeedOnceAsItWasRead() async throws {
        let paths = PodcastCorpus.documents()
        try await ImportTestBed.run { bed in
            // When
            let (results, report) = try await bed.importFiles(paths)

            // Then
            var comparison = CorpusComparison()
            for result in results { try await comparison.add(result, in: bed) }
            let list = comparison.differences.joined(separator: "\n")
            #expect(comparison.differences.isEmpty, "\(list)")
            #expect(report.feeds == paths.count)
            #expect(comparison.documents > 170)
            #expect(comparison.episodes > 10_000)
            #expect(try await bed.statistics().episodes == comparison.episodes)
            print(
                "corpus: \(comparison.documents) feeds, \(comparison.items) items, \(comparison.episodes) episodes,",
                "\(comparison.merged) items merged; \(comparison.refused) documents are no feeds"
            )
        }
    }

    @Test func writesNothingWhenEveryFeedIsReadAgain() async throws {
        let paths = PodcastCorpus.documents()
        try await ImportTestBed.run { bed in
            // Given
            let (_, first) = try await bed.importFiles(paths)
            let changes = try await bed.statistics().lastChange

            // When: later, and although the bytes are the same
            bed.advance(hours: 24)
            let (results, second) = try await bed.importFiles(paths, force: true)

            // Then
            #expect(second.imported == first.imported)
            #expect(first.counts.inserted > 10_000)
            let changed = results.filter { result in
                guard case .imported(let counts) = result.outcome else { return false }
                return counts.inserted + counts.updated + counts.rekeyed + counts.removed > 0
            }
            let list = changed.map { "\($0.feed): \($0.outcome)" }.joined(separator: "\n")
            #expect(changed.isEmpty, "\(list)")
            #expect(try await bed.statistics().lastChange == changes)
        }
    }

    @Test func followsARealFeedOverTheYears() async throws {
        let snapshots = PodcastCorpus.documents(in: "engineering-kiosk")
        try await ImportTestBed.run { bed in
            var totals: [Int] = []
            var titles: Set<String> = []
            for path in snapshots {
                // When
                let (results, _) = try await bed.importFiles([path], as: "https://engineeringkiosk.example/feed")
                bed.advance(hours: 24 * 30)

                // Then nothing that was there is lost
                let episodes = try await bed.episodes()
                totals.append(episodes.count)
                #expect(results.first?.episodeCount == episodes.count)
                #expect(Set(episodes.map(\.episode.key)).count == episodes.count)
                #expect(titles.isSubset(of: episodes.map(\.episode.title)))
                titles = Set(episodes.map(\.episode.title))
                #expect(titles.count == episodes.count)
            }
            #expect(totals == [149, 251, 254])
        }
    }
}

extension ImportTestBed {
    fileprivate func statistics() async throws -> StoreStatistics {
        try await persistence.care().statistics()
    }
}
