import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

struct LookUpTests {
    /// libcurl would wait for the look-up when its transfer is over, and with it all others.
    @Test func aLookUpThatHangsIsGivenUp() async throws {
        let gate = HangingLookUps.gate(of: "timed-out")
        defer { gate.open() }
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            // Given, When
            let options = TransferOptions.loopback.with { $0.timeLimits.connect = 50 }
            let request = FeedLoadRequest(
                source: .http(try FeedURL("http://timed-out\(HangingLookUps.suffix)/feed")),
                options: options
            )
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }

            // Then
            guard case .timedOut(_, let phase, _, _) = error else { throw UnexpectedResult() }
            #expect(phase == .resolve)
            #expect(try await bed.loadBody().body.count == 6)
            #expect(!gate.hasEnded)
        }
    }

    @Test func shuttingDownDoesNotWaitForALookUp() async throws {
        let gate = HangingLookUps.gate(of: "shut-down")
        defer { gate.open() }
        let loader = try PodcastFeedLoader()
        let url = try FeedURL("http://shut-down\(HangingLookUps.suffix)/feed")
        let load = Task { try await loader.load(FeedLoadRequest(source: .http(url), options: .loopback)) }
        await gate.waitForBegin()

        await loader.shutdown()

        #expect(!gate.hasEnded)
        await #expect(throws: FeedLoadingError.self) { try await load.value }
    }
}
