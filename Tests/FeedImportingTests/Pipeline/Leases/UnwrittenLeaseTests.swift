import Dispatch
import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Leases of a run that could not write down what became of a feed.
struct UnwrittenLeaseTests {
    @Test(.timeLimit(.minutes(10)))
    func theLeaseIsGivenBackWithTheNextFeedThoughTheRunGoesOn() async throws {
        let path = NSTemporaryDirectory() + "unwritten-\(UUID()).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        var store = PersistenceConfiguration(location: .file(path: path))
        store.busyTimeoutSeconds = 0.01
        let urls = ["http://first.example/feed", "http://second.example/feed"]
        let isAtWork = Locked(false)
        let (asked, asks) = AsyncStream.makeStream(of: String.self)
        let mayAnswer = DispatchSemaphore(value: 0)
        try await WebTestBed.run(
            store: store,
            script: { request in
                let answer = ServerStep.response(200, [], TestFeed.rss([TestFeed.item(request.path)]))
                guard isAtWork.withLock(\.self) else { return ServerStep.response(200, [], TestFeed.rss([])) }
                return [.perform { asks.yield(request.path) }, .perform { mayAnswer.wait() }] + answer
            },
            { bed in
                try await bed.importFeeds(urls)
                isAtWork.withLock { $0 = true }
                let (requests, wishes) = AsyncThrowingStream<FeedImportRequest, any Error>.makeStream()
                let (results, ends) = AsyncStream.makeStream(of: FeedImportResult.self)
                async let report = bed.importer.importFeeds(
                    requests,
                    callbacks: .init(onResult: { ends.yield($0) })
                )
                var (arrivals, outcomes) = (asked.makeAsyncIterator(), results.makeAsyncIterator())

                // Given a feed that ends while another process has the store
                wishes.yield(try await bed.request(urls[0]))
                #expect(await arrivals.next() == urls[0])
                let other = try await OtherWriter(to: store)
                mayAnswer.signal()
                guard case .failed(let failure)? = await outcomes.next()?.outcome else {
                    Issue.record("the outcome was written")
                    return
                }
                #expect(failure.failureClass == .busy)
                try await other.end()

                // When the next one is on its way
                wishes.yield(try await bed.request(urls[1]))
                #expect(await arrivals.next() == urls[1])

                // Then only that is in flight
                let now = bed.clock.timestamp
                let overview = try await bed.read { unit throws(PersistenceError) in
                    try unit.subscriptions.overview(at: now)
                }
                #expect(overview.inFlight == 1)
                #expect(try await bed.subscription(urls[0])?.failures == 0)
                mayAnswer.signal()
                wishes.finish()
                #expect(try await report.failed == 1)
            }
        )
    }

    @Test(.timeLimit(.minutes(10)))
    func aRunThatIsStoppedWhileAnotherProcessHasTheStoreSaysWhatBecameOfItsFeeds() async throws {
        let path = NSTemporaryDirectory() + "unwritten-\(UUID()).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        var store = PersistenceConfiguration(location: .file(path: path))
        store.busyTimeoutSeconds = 0.01
        let url = "http://first.example/feed"
        let isAtWork = Locked(false)
        let (asked, asks) = AsyncStream.makeStream(of: String.self)
        try await WebTestBed.run(
            store: store,
            script: { request in
                guard isAtWork.withLock(\.self) else { return ServerStep.response(200, [], TestFeed.rss([])) }
                return [.perform { asks.yield(request.path) }, .waitForClient]
            },
            { bed in
                // Given a feed that is being loaded when another process begins to write
                try await bed.importFeeds([url])
                isAtWork.withLock { $0 = true }
                let request = try await bed.request(url)
                let (requests, wishes) = AsyncThrowingStream<FeedImportRequest, any Error>.makeStream()
                wishes.yield(request)
                wishes.finish()
                let run = Task { try await bed.importer.importFeeds(requests) }
                for await _ in asked { break }
                let other = try await OtherWriter(to: store)

                // When
                run.cancel()

                // Then its lease cannot be given back, and the run ends as it would otherwise
                #expect(try await run.value.notStarted == 1)
                try await other.end()
            }
        )
    }
}
