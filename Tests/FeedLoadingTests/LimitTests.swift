import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct LimitTests {
    private static let large = [UInt8](repeating: UInt8(ascii: " "), count: 100_000)

    /// A feed as far as it came is better than none, and says that it is not whole.
    @Test func theWireLimitIsCountedAsTheBodyComes() async throws {
        try await LoadingTestBed.run { _ in
            // No Content-Length, and no end: only the count can stop it.
            [.send(ServerStep.head(200, ["ETag: \"1\""]) + Self.large), .waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.sizeLimits.wireBytes = 50_000 }
            let loaded = try await bed.loadBody(options: options)
            #expect(loaded.response.cutAt == .wire(bytes: 50_000))
            #expect(loaded.body.count == 50_000)
            #expect(loaded.response.status == 200 && loaded.response.validators.etag == "\"1\"")
        }
    }

    @Test func theWireLimitHoldsForCodedBodiesToo() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: gzip"], body: GzipWriter.stored(Self.large))
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.sizeLimits.wireBytes = 50_000 }
            let loaded = try await bed.loadBody(options: options)
            #expect(loaded.response.cutAt == .wire(bytes: 50_000))
            #expect((40_000..<50_000).contains(loaded.body.count))
        }
    }

    @Test(arguments: [false, true])
    func theDecodedLimitIsCounted(isCoded: Bool) async throws {
        try await LoadingTestBed.run { _ in
            isCoded
                ? ServerStep.response(200, ["Content-Encoding: gzip"], body: GzipWriter.bomb(count: 100_000))
                : ServerStep.response(200, [], body: Self.large)
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.sizeLimits.decodedBytes = 60_000 }
            let loaded = try await bed.loadBody(options: options)
            #expect(loaded.response.cutAt == .decoded(bytes: 60_000))
            #expect(loaded.body.count == 60_000)
        }
    }

    @Test func theLowerOfTwoLimitsIsTheOneThatIsNamed() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], body: Self.large)
        } test: { bed in
            for (wire, decoded) in [(50_000, 60_000), (60_000, 50_000)] {
                let options = TransferOptions.loopback.with {
                    $0.sizeLimits.wireBytes = wire
                    $0.sizeLimits.decodedBytes = decoded
                }
                let loaded = try await bed.loadBody(options: options)
                #expect(loaded.body.count == 50_000)
                #expect(loaded.response.cutAt == (wire < decoded ? .wire(bytes: wire) : .decoded(bytes: decoded)))
            }
        }
    }

    @Test func aBodyOfExactlyTheLimitPasses() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], body: Self.large)
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.sizeLimits.decodedBytes = Self.large.count
                $0.sizeLimits.wireBytes = Self.large.count
            }
            let loaded = try await bed.loadBody(options: options)
            #expect(loaded.body.count == Self.large.count)
            #expect(loaded.response.cutAt == nil)
        }
    }

    @Test func aBombIsStoppedByItsRatio() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: gzip"], body: GzipWriter.bomb(count: 2_000_000))
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.sizeLimits.ratio = 100 }
            let error = try await bed.error(options: options)
            guard case .tooLarge(_, let limit, _) = error else { throw UnexpectedResult() }
            #expect(limit == .ratio(100))
        }
    }

    @Test func aFloodOfHeadersIsStopped() async throws {
        try await LoadingTestBed.run { _ in
            let lines = (0..<2000).map { "X-Flood-\($0): \(String(repeating: "x", count: 50))" }
            return [.send(ServerStep.head(200, lines)), .waitForClient]
        } test: { bed in
            let error = try await bed.error()
            guard case .tooLarge(_, let limit, _) = error else { throw UnexpectedResult() }
            #expect(limit == .header(bytes: 65_536))
        }
    }

    @Test func aLongErrorPageIsNotReadToItsEnd() async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(404, ["Content-Length: 90000000"]) + Self.large), .waitForClient]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "not-found")
        }
    }

    /// Somebody is there, so that it is no sign of an outage.
    @Test func silenceInTheMiddleOfTLSIsToldFromNoConnection() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            let source = FeedSource.http(try FeedURL("https://127.0.0.1:\(bed.server.port)/feed"))
            // On a busy machine the time may be over before the connection stands.
            try await LoadingTestBed.repeatedly(expecting: TransferPhase.tls) {
                let options = TransferOptions.loopback.with { $0.timeLimits.connect = 200 }
                let error = await #expect(throws: FeedLoadingError.self) {
                    try await bed.loader.load(FeedLoadRequest(source: source, options: options))
                }
                guard case .timedOut(_, let phase, _, _) = error else { throw UnexpectedResult() }
                return phase
            }
        }
    }

    @Test func aServerThatNeverAnswersIsGivenUp() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.timeLimits.idle = 50 }
            let error = try await bed.error(options: options)
            guard case .timedOut(_, let phase, let limit, _) = error else { throw UnexpectedResult() }
            #expect(phase == .response)
            #expect(error.status == nil)
            #expect(limit == 50)
            #expect(error.isTransient)
        }
    }

    @Test func aServerThatStallsIsGivenUp() async throws {
        try await LoadingTestBed.run { _ in
            let head = ServerStep.head(200, ["Retry-After: 600", "Content-Length: 100"])
            return [.send(head + Array("<rss>".utf8)), .waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.timeLimits.idle = 50 }
            // On a busy machine the time may be over before the answer has begun.
            try await LoadingTestBed.repeatedly(expecting: TransferPhase.idle) {
                let error = try await bed.error(options: options)
                guard case .timedOut(_, let phase, _, _) = error else { throw UnexpectedResult() }
                // It had answered all the same.
                if phase == .idle { #expect(error.status == 200 && error.retryAfter == .seconds(600)) }
                return phase
            }
        }
    }

    @Test func theWholeTransferHasALimit() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.timeLimits.total = 50 }
            let error = try await bed.error(options: options)
            guard case .timedOut(_, let phase, _, _) = error else { throw UnexpectedResult() }
            #expect(phase == .total)
        }
    }

    /// Both limits are twenty seconds unless they are set, and either may be the first.
    @Test func aSilentServerIsCalledSilentByTheMinimumRateToo() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.timeLimits.minimumRate = 1000
                $0.timeLimits.minimumRateSeconds = 1
            }
            let error = try await bed.error(options: options)
            guard case .timedOut(_, let phase, _, let answer) = error else { throw UnexpectedResult() }
            #expect(phase == .response)
            #expect(answer == nil)
        }
    }

    @Test func aServerBelowTheMinimumRateIsGivenUp() async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(200, ["Content-Length: 100"]) + Array("<rss>".utf8)), .waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.timeLimits.minimumRate = 1000
                $0.timeLimits.minimumRateSeconds = 1
            }
            // On a busy machine the time may be over before the answer has begun.
            try await LoadingTestBed.repeatedly(expecting: TransferPhase.rate) {
                let error = try await bed.error(options: options)
                guard case .timedOut(_, let phase, let limit, _) = error else { throw UnexpectedResult() }
                if phase == .rate { #expect(limit == 1000 && error.status == 200) }
                return phase
            }
        }
    }
}
