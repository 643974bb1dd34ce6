import CCurl
import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

/// Bodies that nobody wants: whatever becomes of them, the answer is what its head says.
struct UnwantedBodyTests {
    private static let piece = Array("<html>a hundred bytes of an error page</html>".utf8)

    @Test(
        arguments: [
            (429, "rate-limited"), (503, "unavailable"), (404, "not-found"), (410, "gone"), (401, "unauthorized"),
        ],
        ["Content-Length: 500", "Transfer-Encoding: chunked"]
    )
    func aRefusalWhoseBodyIsCutIsStillARefusal(answer: (status: Int, kind: String), framing: String) async throws {
        try await LoadingTestBed.run { _ in
            let start = framing.contains("chunked") ? Array("100\r\n".utf8) : []
            let head = ServerStep.head(answer.status, [framing, "Retry-After: 600"])
            return [.send(head + start + Self.piece), .close]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == answer.kind)
            #expect(error.status == answer.status)
            #expect(error.retryAfter == .seconds(600))
            #expect(bed.server.requests.count == 1)
        }
    }

    @Test func aRedirectWhoseBodyIsCutIsFollowed() async throws {
        try await LoadingTestBed.run { request in
            guard request.path == "/old" else { return ServerStep.response(200, [], "<rss/>") }
            return [.send(ServerStep.head(301, ["Location: /new", "Content-Length: 500"]) + Self.piece), .close]
        } test: { bed in
            let loaded = try await bed.loadBody("/old")
            #expect(loaded.body.bytes == Array("<rss/>".utf8))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308], ["HTTP/1.1", "HTTP/1.0"])
    func aRedirectThatDoesNotSayWhereItsBodyEndsIsFollowedAtOnce(status: Int, version: String) async throws {
        try await LoadingTestBed.run { request in
            guard request.path == "/old" else { return ServerStep.response(200, [], "<rss/>") }
            // Given a server that keeps the connection open
            let head = Array("\(version) \(status) Moved\r\nLocation: /new\r\n\r\n".utf8)
            return [.send(head), .waitForClient]
        } test: { bed in
            // When nothing more comes; the limits of the test are longer than anybody would wait
            let loaded = try await bed.loadBody("/old")

            // Then
            #expect(loaded.body.bytes == Array("<rss/>".utf8))
            #expect(loaded.response.redirects.map(\.status) == [status])
        }
    }

    @Test(arguments: [(404, "not-found"), (429, "rate-limited"), (500, "server-error")])
    func aRefusalThatDoesNotSayWhereItsBodyEndsIsNotWaitedFor(status: Int, kind: String) async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(status, ["Retry-After: 600"]) + Self.piece), .waitForClient]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == kind)
            #expect(error.retryAfter == .seconds(600))
        }
    }

    @Test(arguments: ["Content-Length: 500", "Transfer-Encoding: chunked"])
    func aRedirectWhoseBodyStallsIsSoonFollowed(framing: String) async throws {
        try await LoadingTestBed.run { request in
            guard request.path == "/old" else { return ServerStep.response(200, [], "<rss/>") }
            return [.send(ServerStep.head(301, ["Location: /new", framing])), .waitForClient]
        } test: { bed in
            // The limits of the test are longer than anybody would wait
            let loaded = try await bed.loadBody("/old")
            #expect(loaded.body.bytes == Array("<rss/>".utf8))
        }
    }

    @Test func aRefusalWhoseBodyStallsIsNotWaitedForLong() async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(429, ["Retry-After: 600", "Content-Length: 500"]) + Self.piece), .waitForClient]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.retryAfter == .seconds(600))
        }
    }

    @Test(arguments: [
        "HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 5\r\n\r\nmoved",
        "HTTP/1.1 302 Found\r\nLocation: /new\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nmoved\r\n0\r\n\r\n",
    ])
    func aRedirectThatSaysWhereItsBodyEndsKeepsTheConnection(answer: String) async throws {
        try await LoadingTestBed.run { request in
            request.path == "/old" ? [.send(Array(answer.utf8))] : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            _ = try await bed.loadBody("/old")
            #expect(bed.server.connectionCount == 1)
        }
    }

    @Test(arguments: [
        CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_OPERATION_TIMEDOUT,
    ])
    func nothingThatHappensToItsBodySpoilsARefusal(code: CURLcode) throws {
        // Given a refusal whose head has come
        let (transfer, easy) = try Self.transfer(headers: ["HTTP/2 429", "Retry-After: 600", ""])

        // When the transfer ends in its body
        let end = transfer.end(code: code, easy: easy)

        // Then that is the answer
        guard case .response(let response) = end else { throw UnexpectedResult() }
        #expect(response.head.status == 429)
        #expect(response.head[.retryAfter] == "600")
    }

    @Test func aRefusalThatStallsIsARefusal() throws {
        let (transfer, easy) = try Self.transfer(headers: ["HTTP/2 503", "Retry-After: 600", ""])
        transfer.stopForIdleness()
        guard case .response = transfer.end(code: CURLE_OPERATION_TIMEDOUT, easy: easy) else {
            throw UnexpectedResult()
        }
    }

    /// Or a redirect whose body drips would keep its place for as long as a feed may.
    @Test(arguments: [(200, true), (302, false), (404, false)])
    func theTimeOfABodyThatNobodyWantsRunsFromItsHeadOn(status: Int, isWanted: Bool) throws {
        // Given a head
        let clock = LoopClock()
        clock.advance()
        let (transfer, _) = try Self.transfer(headers: ["HTTP/2 \(status)", ""], clock: clock)
        let headAt = transfer.lastActivity

        // When a piece of the body comes
        clock.advance()
        #expect(Self.piece.withUnsafeBufferPointer { transfer.receive(body: $0) })

        // Then
        #expect((transfer.lastActivity > headAt) == isWanted)
    }

    @Test(arguments: [["HTTP/2 200", ""], ["HTTP/2 429", "Retry-After: 600"], ["HTTP/2 103", ""]])
    func whatIsNotWholeIsNoAnswer(headers: [String]) throws {
        // Given a feed that has begun, or a head that has not come to its end
        let (transfer, easy) = try Self.transfer(headers: headers)
        guard case .failed = transfer.end(code: CURLE_HTTP2_STREAM, easy: easy) else { throw UnexpectedResult() }

        // When it stalls
        transfer.stopForIdleness()

        // Then it has stalled
        guard case .stopped(.idle, _) = transfer.end(code: CURLE_OPERATION_TIMEDOUT, easy: easy) else {
            throw UnexpectedResult()
        }
    }

    /// A transfer that has received these lines.
    private static func transfer(
        headers: [String],
        clock: LoopClock = LoopClock()
    ) throws -> (Transfer, EasyHandle) {
        let request = HopRequest(
            url: try FeedURL("https://example.org/feed"),
            validators: HTTPValidators(),
            authorization: nil,
            httpVersion: .http2,
            acceptEncoding: "gzip",
            options: Boxed(wrappedValue: TransferOptions())
        )
        let transfer = Transfer(request: request, clock: clock, connections: ConnectionBook())
        for line in headers {
            #expect(Array((line + "\r\n").utf8).withUnsafeBufferPointer { transfer.receive(headerLine: $0) })
        }
        return (transfer, try #require(EasyHandle()))
    }
}
