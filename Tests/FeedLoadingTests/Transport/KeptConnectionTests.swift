import Dispatch
import FeedServer
import PodcastModel
import Synchronization
import Testing

@testable import FeedLoading

/// A connection that is kept for the next request must bring the answer to that
/// one, and nothing that an earlier one has left behind.
struct KeptConnectionTests {
    private static let smuggled = "HTTP/1.1 200 OK\r\nETag: \"evil\"\r\nContent-Length: 7\r\n\r\n<evil/>"

    @Test(arguments: [
        smuggled, "st>\n", "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n",
        "HTTP/1.1 301 Moved\r\nLocation: /evil\r\nContent-Length: 0\r\n\r\n",
    ])
    func whatComesLongAfterABodyIsNotTheAnswerToTheNextRequest(surplus: String) async throws {
        // Given a server that says more when its answer has been read
        let isRead = DispatchSemaphore(value: 0)
        let (isSent, sent) = AsyncStream<Void>.makeStream()
        try await LoadingTestBed.run { request in
            guard request.path == "/first" else { return ServerStep.response(200, ["ETag: \"2\""], "<atom/>") }
            return ServerStep.response(200, ["ETag: \"1\""], "<rss/>") + [
                .perform { isRead.wait() }, .send(Array(surplus.utf8)), .perform { sent.finish() },
            ]
        } test: { bed in
            let first = try await bed.loadBody("/first")
            isRead.signal()
            for await _ in isSent {}

            // When
            let second = try await bed.loadBody("/second")

            // Then
            #expect(first.body.bytes == Array("<rss/>".utf8))
            #expect(second.body.bytes == Array("<atom/>".utf8))
            #expect(second.response.validators.etag == "\"2\"")
            #expect(bed.server.requests.map(\.connection) == [1, 2])

            // And the new connection is as good as any
            _ = try await bed.loadBody("/third")
            #expect(bed.server.connectionCount == 2)
        }
    }

    @Test func aConnectionThatIsSilentIsUsedAgain() async throws {
        // A machine that is busy with other tests may let one go: never all of them.
        try await LoadingTestBed.repeatedly(expecting: 1) {
            try await LoadingTestBed.run { request in
                request.path == "/3" ? ServerStep.notModified() : ServerStep.response(200, [], "<rss/>")
            } test: { bed in
                for path in ["/1", "/2"] { _ = try await bed.loadBody(path) }
                _ = try await bed.load("/3", validators: .init(etag: "\"1\""))
                _ = try await bed.loadBody("/4")
                return bed.server.connectionCount
            }
        }
    }

    @Test func aServerThatCallsItsAnswerHTTP2IsAskedForOneFeedAtATimeOnAConnection() async throws {
        let gate = DispatchSemaphore(value: 0)
        try await LoadingTestBed.run { request in
            switch request.path {
            case "/first": return [.send(Array("HTTP/2 200 OK\r\nContent-Length: 6\r\n\r\n<rss/>".utf8))]
            // Not for ever: on the same connection, the next answer would wait behind it.
            case "/slow":
                return [.perform { _ = gate.wait(timeout: .now() + 10) }] + ServerStep.response(200, [], "<slow/>")
            default: return ServerStep.response(200, [], "<other/>")
            }
        } test: { bed in
            // Given a server that says HTTP/2 where it was not agreed on, and lets a feed wait for its answer
            _ = try await bed.loadBody("/first")
            async let slow = bed.loadBody("/slow")
            for await request in bed.server.arrivals where request.path == "/slow" { break }

            // When another feed is asked for
            let other = try await bed.loadBody("/other")
            gate.signal()

            // Then it is on another connection, and each gets its own answer
            #expect(other.body.bytes == Array("<other/>".utf8))
            #expect(try await slow.body.bytes == Array("<slow/>".utf8))
            #expect(bed.server.requests.map(\.connection).last == 2)
        }
    }

    @Test func aConnectionThatTheServerHasClosedIsReplaced() async throws {
        let isRead = DispatchSemaphore(value: 0)
        let (isClosed, closed) = AsyncStream<Void>.makeStream()
        try await LoadingTestBed.run { request in
            guard request.path == "/first" else { return ServerStep.response(200, [], "<atom/>") }
            let farewell = Array("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n".utf8)
            return ServerStep.response(200, [], "<rss/>") + [
                .perform { isRead.wait() }, .send(farewell), .perform { closed.finish() }, .close,
            ]
        } test: { bed in
            _ = try await bed.loadBody("/first")
            isRead.signal()
            for await _ in isClosed {}

            let second = try await bed.loadBody("/second")

            #expect(second.body.bytes == Array("<atom/>".utf8))
        }
    }

    @Test func aServerThatClosesKeptConnectionsIsAskedTwiceOnceOnly() async throws {
        // Given a server that answers the first request of each connection, and closes it when the second has come
        let answered = Mutex<Set<Int>>([])
        try await LoadingTestBed.run { request in
            answered.withLock { $0.insert(request.connection).inserted }
                ? ServerStep.response(200, [], "<rss/>") : [.close]
        } test: { bed in
            // When
            for path in ["/1", "/2", "/3", "/4"] { _ = try await bed.loadBody(path) }

            // Then libcurl has repeated no more than the first that was lost
            let paths = bed.server.requests.map(\.path)
            #expect(Set(paths) == ["/1", "/2", "/3", "/4"])
            #expect(paths.count <= 5, "\(paths)")
        }
    }
}
