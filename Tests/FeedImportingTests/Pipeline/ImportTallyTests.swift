import Foundation
import Operations
import PodcastModel
import Testing

@testable import FeedImporting

struct ImportTallyTests {
    private func result(_ feed: String) -> FeedImportResult {
        FeedImportResult(feed: feed, outcome: .unchanged(notModified: true))
    }

    @Test func nobodyWaitsForWhoeverIsCalledBack() async {
        // Given somebody who is told of a result, and takes as long as he likes
        let (begins, begun) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let told = Locked<[String]>([])
        let tally = ImportTally(
            total: 4,
            callbacks: FeedImporter.Callbacks(onResult: { result in
                told.withLock { $0.append(result.feed) }
                if result.feed == "a" {
                    begun.yield()
                    gate.wait()
                }
            })
        )
        let first = result("a")
        Thread.detachNewThread { tally.end(first) }
        for await _ in begins { break }

        // When others end, are left, and the sum is asked for
        tally.end(result("b"))
        tally.end(result("c"))
        tally.leave(1)
        let report = tally.report

        // Then all is counted, and what is to be told waits for its turn
        #expect(report.feeds == 3)
        #expect(report.notStarted == 1)
        #expect(told.withLock(\.self) == ["a"])

        // And is told, in order, before the run is over
        gate.signal()
        await tally.told()
        #expect(told.withLock(\.self) == ["a", "b", "c"])
        await tally.told()
    }

    @Test func theProgressIsToldWithEachResult() async {
        let told = Locked<[[Int]]>([])
        let tally = ImportTally(
            total: nil,
            callbacks: FeedImporter.Callbacks(onProgress: { progress in
                told.withLock { $0.append([progress.inFlight, progress.done]) }
            })
        )

        tally.begin()
        tally.begin()
        tally.end(result("a"))
        tally.end([(result("b"), sharedAs: ["c"])])
        await tally.told()

        #expect(told.withLock(\.self) == [[1, 0], [2, 0], [1, 1], [0, 2], [0, 3]])
    }
}
