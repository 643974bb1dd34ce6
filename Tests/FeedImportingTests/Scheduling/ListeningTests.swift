import Foundation
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// A scheduler and an importer that listen to one store.
struct ListeningTests {
    private func scheduler(_ bed: ImportTestBed, owner: String = "a") -> RefreshScheduler {
        RefreshScheduler(
            owner: owner,
            persistence: bed.persistence,
            configuration: RefreshSchedulerConfiguration(),
            now: { bed.now },
            logger: .silent,
            makeRequest: { feed in
                var request = FeedImportRequest(name: feed.feedURL, source: try FeedSource(storedURL: feed.feedURL))
                request.refreshState = feed
                return request
            }
        )
    }

    private func follow(_ paths: [String], in bed: ImportTestBed) async throws {
        let now = bed.now
        try await bed.write { unit throws(PersistenceError) in
            for path in paths {
                _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: "file://" + path), at: now)
            }
        }
    }

    @Test func importsWhatIsSubscribedToAtOnceAndOnlyOnce() async throws {
        try await ImportTestBed.run(inFile: true) { bed in
            // Given two importers that listen, with nothing to do
            let paths = try (0..<12).map { try bed.write(TestFeed.rss([TestFeed.item("a")]), to: "\($0).xml") }
            let (imported, continuation) = AsyncStream.makeStream(of: String.self)
            let schedulers = ["a", "b"].map { scheduler(bed, owner: $0) }
            let listening = schedulers.map { scheduler in
                Task {
                    try await bed.importer(FeedImporterConfiguration(processorCount: 1)).startListening(
                        to: scheduler,
                        onResult: { continuation.yield($0.feed) }
                    )
                }
            }

            // When subscriptions are saved, some of them while others are imported
            var results = imported.makeAsyncIterator()
            var told: [String] = []
            for (first, second) in zip(paths.prefix(6), paths.suffix(6)) {
                try await follow([first, second], in: bed)
                if let feed = await results.next() { told.append(feed) }
            }
            while told.count < paths.count, let feed = await results.next() { told.append(feed) }
            schedulers.forEach { $0.end() }
            var reports: [ImportReport] = []
            for task in listening { reports.append(try await task.value) }

            // Then
            #expect(told.sorted() == paths.map { "file://" + $0 }.sorted())
            #expect(reports.map(\.feeds).reduce(0, +) == paths.count)
            #expect(try await bed.episodes().count == paths.count)
        }
    }

    @Test func endsWithItsTask() async throws {
        try await ImportTestBed.run { bed in
            let ready = AsyncStream.makeStream(of: Void.self)
            let scheduler = scheduler(bed)
            let task = Task {
                try await bed.importer(FeedImporterConfiguration(processorCount: 1)).startListening(
                    to: scheduler,
                    onReady: { ready.continuation.yield() }
                )
            }
            for await _ in ready.stream { break }

            task.cancel()

            let report = try await task.value
            #expect(report.feeds == 0)
        }
    }
}
