import CCurl
import FeedServer
import PodcastModel
import Synchronization
import Testing

@testable import FeedLoading

/// What fails on a connection that was kept: libcurl has timed and counted nothing there, though somebody was reached.
struct KeptConnectionFailureTests {
    private static let path = "/feed"

    /// Answers every path but that of the feed with a whole document, and the feed so.
    private static func script(_ steps: [ServerStep]) -> ScriptedServer.Script {
        { $0.path.hasSuffix(path) ? steps : ServerStep.response(200, [], "<rss/>") }
    }

    @Test(arguments: [false, true])
    func aServerBelowTheMinimumRateIsNotTakenForOneThatIsNotReached(isProxied: Bool) async throws {
        let head = ServerStep.head(200, ["Content-Length: 100", "Retry-After: 600"])
        // A machine that is busy with other tests may let the connection go, or the time be over before the answer has
        // begun: never each time.
        try await LoadingTestBed.repeatedly(expecting: TransferPhase?.some(.rate)) {
            try await LoadingTestBed.run(
                script: Self.script([.send(head + Array("<rss>".utf8)), .waitForClient])
            ) { bed in
                // Given a connection that was kept, be it to the server or to the proxy of all feeds
                var options = TransferOptions.loopback
                if isProxied { options.proxy = "http://127.0.0.1:\(bed.server.port)" }
                _ = try await bed.loadBody("/other", options: options)

                // When
                options.timeLimits.minimumRate = 1000
                options.timeLimits.minimumRateSeconds = 1
                let error = try await bed.error(Self.path, options: options)

                // Then
                guard case .timedOut(_, let phase, let milliseconds, _) = error else { throw UnexpectedResult() }
                if phase == .rate {
                    #expect(milliseconds == 1000)
                    #expect(error.status == 200)
                    #expect(error.retryAfter == .seconds(600))
                    #expect(!error.isLocalTrouble)
                }
                return bed.server.connectionCount == 1 ? phase : nil
            }
        }
    }

    @Test func whatWasSentIsNoted() async throws {
        let steps: [ServerStep] = [.send(ServerStep.head(200, ["Content-Length: 100"]) + Array("<rss>".utf8)), .close]
        try await LoadingTestBed.repeatedly(expecting: 1) {
            try await LoadingTestBed.run(script: Self.script(steps)) { bed in
                // Given
                _ = try await bed.loadBody("/other")
                let progress = Mutex(LoadProgress())
                var request = FeedLoadRequest(
                    source: .http(try bed.url(Self.path)),
                    validators: HTTPValidators(etag: "\"1\""),
                    options: .loopback
                )
                request.onFailure = { steps in progress.withLock { $0 = steps } }

                // When
                let failing = request
                let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(failing) }

                // Then
                #expect(error?.shortDescription == "partial-body")
                let noted = progress.withLock(\.self)
                #expect(noted.hasAsked)
                #expect(noted.sent.etag == "\"1\"")
                return bed.server.connectionCount
            }
        }
    }

    @Test(arguments: [(false, "proxy"), (true, "connection-lost")])
    func aServerBehindAProxyThatLosesARequestIsNotTakenForTheProxy(isKept: Bool, kind: String) throws {
        try ConnectionBookTests.withConnection { socket, _, name in
            // Given a tunnel that an earlier transfer was let through, to a server that speaks HTTP/2
            let book = ConnectionBook()
            #expect(book.add(name, among: [socket]))
            book.learn(name, isMultiplexed: true)
            book.leave(name)
            let request = HopRequest(
                url: try FeedURL("https://a.example/feed"),
                validators: HTTPValidators(),
                authorization: nil,
                httpVersion: .http1,
                acceptEncoding: "gzip",
                options: Boxed(wrappedValue: TransferOptions().with { $0.proxy = "http://proxy.example" })
            )
            let transfer = Transfer(request: request, clock: LoopClock(), connections: book)
            if isKept { #expect(transfer.allowsRequest(on: name)) }

            // When
            let easy = try #require(EasyHandle())
            guard case .failed(let failure, _) = transfer.end(code: CURLE_RECV_ERROR, easy: easy) else {
                throw UnexpectedResult()
            }

            // Then
            let error = FeedLoadingError(failure: failure, url: request.url, options: request.options, totalLimit: 1)
            #expect(error.shortDescription == kind)
        }
    }
}
