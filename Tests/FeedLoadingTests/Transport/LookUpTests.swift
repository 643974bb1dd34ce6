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

    /// libcurl goes through all addresses that it remembers whenever a transfer ends.
    @Test func forgetsTheAddressesOfHostsAfterSoManyTransfers() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Connection: close"], "<rss/>")
        } test: { bed in
            // Given a host of which no connection is kept
            let url = try bed.url("/feed", host: "forgotten\(CountedLookUps.suffix)")
            let request = FeedLoadRequest(source: .http(url), options: .loopback)

            // When it is asked as often as addresses may be left behind, and once more
            for _ in 0...MultiHandle.rememberedTransfers { _ = try await bed.loader.load(request) }

            // Then its address was remembered, but not to the end; on a slow machine it is forgotten in time as well
            let count = CountedLookUps.count(of: "forgotten")
            #expect(count > 1 && count < MultiHandle.rememberedTransfers / 4)
        }
    }
}
