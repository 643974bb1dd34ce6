import FeedServer
import Foundation
import Operations
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Feeds that are asked together whether they have changed.
struct AskedFeedsTests {
    private static let urls = (0..<24).map { "http://host\($0).example/feed" }

    /// Each is asked as if it were alone, and each ends as what it is.
    @Test func eachEndsAsItsOwnAnswerSays() async throws {
        let hasBegun = Locked(false)
        try await WebTestBed.run(
            script: { request in
                let first = ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
                guard hasBegun.withLock(\.self), let number = Self.urls.firstIndex(of: request.path) else {
                    return first
                }
                return switch number % 6 {
                case 1: ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")]))
                case 2: ServerStep.response(404)
                case 3: ServerStep.redirect(302, to: "http://other\(number).example/")
                case 4: first
                default: ServerStep.notModified()
                }
            },
            { bed in
                // Given
                try await bed.importFeeds(Self.urls)
                hasBegun.withLock { $0 = true }
                let before = bed.asked.count

                // When
                let (results, report) = try await bed.importFeeds(Self.urls)

                // Then
                #expect(report.feeds == 24 && report.failed == 4)
                for (number, url) in Self.urls.enumerated() {
                    let result = try #require(results.first { $0.feed == url })
                    switch number % 6 {
                    case 1: #expect(result.outcome.word == .imported)
                    case 2: #expect(result.outcome.word == .failed)
                    default: #expect(result.outcome.word == .unchanged, "\(number)")
                    }
                    #expect(result.httpStatus == [304, 200, 404, 200, 200, 304][number % 6])
                    #expect(result.episodeCount == [1, 2, 1, 1, 1, 1][number % 6])
                }
                // And nobody was asked twice
                let asked = bed.asked.dropFirst(before)
                #expect(asked.count == 24 + 4 && Set(asked).count == asked.count)
                try await expectHistory(bed)
            }
        )
    }

    private func expectHistory(_ bed: WebTestBed) async throws {
        for (number, url) in Self.urls.enumerated() {
            let id = try #require(try await bed.subscription(url)?.id)
            let now = bed.clock.timestamp
            let (fetch, holder) = try await bed.read { unit throws(PersistenceError) in
                (try unit.fetches.newest(of: id, limit: 1).first, try unit.leases.holder(of: id, at: now)?.owner)
            }
            #expect(fetch?.sent["If-None-Match"] == "\"1\"", "\(number)")
            #expect(fetch?.redirects.map(\.status) == (number % 6 == 3 ? [302] : []))
            #expect(holder == nil)
        }
    }

    /// If the power fails over the note, it is asked once more.
    ///
    /// What is imported has to last.
    @Test func theDiskIsNotSyncedForOneThatHasNotChanged() async throws {
        // Given a store that tells of saves that need not be synced
        let store = PersistenceConfiguration(location: .memory)
        let count = Locked(0)
        try await WebTestBed.run(
            store: store,
            pause: { time in
                if time == store.gatheringTime { count.withLock { $0 += 1 } }
                try await Task.sleep(for: time)
            },
            script: { request in
                request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
                    : ServerStep.notModified()
            },
            { bed in
                try await bed.importFeeds([Self.urls[0]])
                let imported = count.withLock(\.self)

                // When
                let results = try await bed.importFeeds([Self.urls[0]]).results

                // Then it is noted all the same, and nobody has it any more
                #expect(results.map(\.outcome) == [.unchanged(notModified: true)])
                #expect(imported == 0)
                #expect(count.withLock(\.self) == 1)
                let now = bed.clock.timestamp
                let (fetches, holder) = try await bed.read { unit throws(PersistenceError) in
                    (try unit.fetches.newest(of: 1), try unit.leases.holder(of: 1, at: now)?.owner)
                }
                #expect(fetches.map(\.status) == [304, 200])
                #expect(holder == nil)
            }
        )
    }

    /// A feed that is to be made well again, among others of which there is nothing to write.
    @Test func oneOfWhichThereIsMoreToWriteIsWrittenByItself() async throws {
        let phase = Locked(0)
        try await WebTestBed.run(
            script: { request in
                switch phase.withLock(\.self) {
                case 0: ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
                case 1 where request.path == Self.urls[3]: ServerStep.response(500)
                default: ServerStep.notModified()
                }
            },
            { bed in
                for number in 0...2 {
                    phase.withLock { $0 = number }
                    bed.clock.advance(by: .seconds(86_400))
                    let results = try await bed.importFeeds(Self.urls).results
                    #expect(results.filter { $0.outcome.word == .failed }.count == (number == 1 ? 1 : 0))
                }
                for url in Self.urls {
                    let subscription = try #require(try await bed.subscription(url))
                    #expect(subscription.failures == 0 && subscription.lastSuccessAt == bed.clock.timestamp)
                }
            }
        )
    }

    @Test func aLoadThatGoesOnFromAnAnswerDoesNotStandStill() async throws {
        // Given a load that waits for something else than the network
        let clock = SteppingClock()
        let meters = StageMeters(clock: PipelineClock(clock))
        let stages = ImportStages(configuration: FeedImporterConfiguration(processorCount: 2), meters: meters)
        let (gate, load) = (BlockOperation(), BriefOperation())
        load.addDependency(gate)

        // When
        stages.load(load, isUnderWay: true)
        clock.advance(by: .seconds(1))
        gate.start()
        try await load.value

        // Then
        #expect(meters.load.use.busy == .seconds(1))
        #expect(meters.load.use.stalled == .zero)
        #expect(meters.load.use.count == 1)
    }

    @Test(.timeLimit(.minutes(10)))
    func whatComesAfterARunWasGivenUpIsGivenUpToo() async throws {
        let meters = StageMeters(clock: PipelineClock(ContinuousClock()))
        let stages = ImportStages(configuration: FeedImporterConfiguration(processorCount: 2), meters: meters)
        let operation = EndlessOperation()

        stages.cancelUnwritten()
        stages.load(operation)

        await #expect(throws: CancellationError.self) { try await operation.value }
    }
}

/// Ends at once.
private final class BriefOperation: BaseOperation<Void>, @unchecked Sendable {
    override func execute() async throws {}
}

/// Ends only if it is cancelled.
private final class EndlessOperation: BaseOperation<Void>, @unchecked Sendable {
    override func execute() async throws {
        let (events, source) = AsyncStream.makeStream(of: Void.self)
        for await _ in events {}
        source.finish()
        try Task.checkCancellation()
    }
}
