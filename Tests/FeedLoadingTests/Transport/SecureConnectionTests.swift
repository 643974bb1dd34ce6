import FeedServer
import Foundation
import Operations
import PodcastModel
import Testing

@testable import FeedLoading

/// What servers do over TLS that nginx does not.
@Suite(.enabled(if: NginxServer.isAvailable, "nginx or openssl is not on this machine: apt-get install nginx-light"))
struct SecureConnectionTests {
    /// Runs a test against a server over TLS, with options that know its authority.
    private static func run(
        speaksHTTP2: Bool = false,
        script: @escaping ScriptedServer.Script,
        test: (LoadingTestBed, TransferOptions) async throws -> Void
    ) async throws {
        let identity = try TLSIdentity(speaksHTTP2: speaksHTTP2)
        try await LoadingTestBed.run(identity: identity, script: script) { bed in
            try await test(bed, .loopback.with { $0.trust.authorityFile = identity.authorityFile })
        }
        try identity.remove()
    }

    private static func load(
        _ path: String,
        _ bed: LoadingTestBed,
        _ options: TransferOptions
    ) async throws -> LoadedFeed {
        let request = FeedLoadRequest(source: .http(try bed.secureURL(path)), options: options)
        guard case .loaded(let feed) = try await bed.loader.load(request) else { throw UnexpectedResult() }
        return feed
    }

    // MARK: - What is left in a record

    @Test(arguments: ["HTTP/1.1 200 OK\r\nETag: \"evil\"\r\nContent-Length: 7\r\n\r\n<evil/>", "\r\n"])
    func whatIsInTheRecordBehindABodyIsNotTheAnswerToTheNextRequest(surplus: String) async throws {
        // Given a server whose record holds more than the body
        try await Self.run { request in
            guard request.path == "/first" else { return ServerStep.response(200, ["ETag: \"2\""], "<atom/>") }
            return [
                .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n".utf8)),
                .send(Array("<rss/>\(surplus)".utf8)),
            ]
        } test: { bed, options in
            let first = try await Self.load("/first", bed, options)

            // When
            let second = try await Self.load("/second", bed, options)

            // Then
            #expect(first.body.bytes == Array("<rss/>".utf8))
            #expect(second.body.bytes == Array("<atom/>".utf8))
            #expect(second.response.validators.etag == "\"2\"")
            #expect(bed.server.requests.map(\.connection) == [1, 2])
        }
    }

    @Test func aConnectionOnWhichNothingIsLeftIsUsedAgain() async throws {
        // A machine that is busy with other tests may let one go: never all of them.
        try await LoadingTestBed.repeatedly(expecting: 1) {
            var count = 0
            try await Self.run { _ in
                ServerStep.response(200, [], "<rss/>")
            } test: { bed, options in
                for path in ["/1", "/2", "/3"] { _ = try await Self.load(path, bed, options) }
                count = bed.server.connectionCount
            }
            return count
        }
    }

    // MARK: - HTTP/2 headers

    @Test func longHeadersThatComeAtOnceAreNoReasonToWait() async throws {
        // Given headers of 18 KB that are packed into one frame, with the whole body behind them
        try await Self.run(speaksHTTP2: true) { request in
            guard request.requestLine == "SM" else { return [] }
            return [
                .send([0, 0, 0, 4, 0, 0, 0, 0, 0]), .receive(until: HTTP2Frames.haveRequest),
                .send(HTTP2Frames.answer(repeatingHeader: 18, body: "<rss/>")), .waitForClient,
            ]
        } test: { bed, options in
            let feed = try await Self.load("/feed", bed, options)

            #expect(feed.body.bytes == Array("<rss/>".utf8))
            #expect(feed.response.httpVersion == "2")
        }
    }

    // MARK: - HTTP/2 that breaks

    @Test func aConnectionThatHasFallenSilentIsNotUsedForTheNextRequest() async throws {
        // Given a server that answers once on each connection
        try await Self.run(speaksHTTP2: true) { request in
            guard request.requestLine == "SM" else { return [] }
            return [
                .send([0, 0, 0, 4, 0, 0, 0, 0, 0]), .receive(until: HTTP2Frames.haveRequest),
                .send(HTTP2Frames.answer(repeatingHeader: 1, body: "<rss/>")), .waitForClient,
            ]
        } test: { bed, options in
            _ = try await Self.load("/first", bed, options)

            // When a request is not answered
            let hasty = options.with { $0.timeLimits.idle = 100 }
            let request = FeedLoadRequest(source: .http(try bed.secureURL("/second")), options: hasty)
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }
            #expect(error?.shortDescription == "timeout")

            // Then the next one is sent elsewhere
            let feed = try await Self.load("/third", bed, options)
            #expect(feed.body.bytes == Array("<rss/>".utf8))
            #expect(bed.server.connectionCount == 2)
        }
    }

    @Test func aRequestThatTheServerRefusesIsRepeatedOnceAtMost() async throws {
        // Given a server that refuses every stream, as one that has too much to do
        let refusal: [UInt8] = [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 7]
        let count = Locked(0)
        try await Self.run(speaksHTTP2: true) { request in
            guard request.requestLine == "SM" else { return [] }
            return [
                .send([0, 0, 0, 4, 0, 0, 0, 0, 0]), .receive(until: HTTP2Frames.haveRequest),
                .perform { count.withLock { $0 += 1 } }, .send(refusal), .waitForClient,
            ]
        } test: { bed, options in
            let request = FeedLoadRequest(source: .http(try bed.secureURL("/feed")), options: options)
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }

            #expect(error?.shortDescription == "connection-lost")
            #expect(count.withLock { $0 } == 2)
        }
    }

    @Test func framesThatMakeNoSenseAreLeftForHTTP1() async throws {
        // Given a server whose first frame has settings of an impossible length
        try await Self.run(speaksHTTP2: true) { request in
            switch request.requestLine {
            case "SM": [.send([0, 0, 5, 4, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5]), .waitForClient]
            case "GET /feed HTTP/1.1": ServerStep.response(200, [], "<rss/>")
            default: []
            }
        } test: { bed, options in
            let feed = try await Self.load("/feed", bed, options)

            #expect(feed.body.bytes == Array("<rss/>".utf8))
            #expect(feed.response.needsHTTP1)
            #expect(bed.server.requests.count { $0.requestLine.hasPrefix("GET") } == 1)
        }
    }

    @Test func aServerThatWantsHTTP1IsNotAskedInHTTP2TheNextTime() async throws {
        // Given a server that closes the stream with HTTP_1_1_REQUIRED
        let refusal: [UInt8] = [0, 0, 4, 3, 0, 0, 0, 0, 1, 0, 0, 0, 13]
        try await Self.run(speaksHTTP2: true) { request in
            switch request.requestLine {
            case "SM":
                [
                    .send([0, 0, 0, 4, 0, 0, 0, 0, 0]), .receive(until: HTTP2Frames.haveRequest), .send(refusal),
                    .waitForClient,
                ]
            case "GET /feed HTTP/1.1": ServerStep.response(200, [], "<rss/>")
            default: []
            }
        } test: { bed, options in
            let feed = try await Self.load("/feed", bed, options)

            #expect(feed.body.bytes == Array("<rss/>".utf8))
            #expect(feed.response.needsHTTP1)
            #expect(bed.server.requests.count { $0.requestLine == "SM" } == 1)
        }
    }

    // MARK: - Authorities

    @Test func anAuthorityThatIsAddedToItsFileCountsWithoutARestart() async throws {
        try await Self.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed, options in
            // Given a file that has another authority, and was read
            let other = try TLSIdentity()
            let known = try #require(options.trust.authorityFile)
            let own = options.with {
                $0.trust.authorityFile = other.authorityFile
                $0.trust.authoritySeconds = 0
            }
            await #expect(throws: FeedLoadingError.self) { try await Self.load("/feed", bed, own) }

            // When
            let both = try [other.authorityFile, known].map { try String(contentsOfFile: $0, encoding: .utf8) }
            try both.joined().write(toFile: other.authorityFile, atomically: true, encoding: .utf8)
            let feed = try await Self.load("/feed", bed, own)

            // Then
            #expect(feed.body.bytes == Array("<rss/>".utf8))
            try other.remove()
        }
    }

    private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    @Test(.enabled(if: FileOpenings.canBeSeen(of: systemAuthorities), "this system keeps its authorities elsewhere"))
    func theAuthoritiesOfTheSystemAreNotReadForEachConnection() async throws {
        try await Self.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed, options in
            // Given
            let openings = try #require(FileOpenings(of: Self.systemAuthorities))
            var connectionsThatReadThem = 0

            // When a server whose authority is none of them is connected to again and again
            for _ in 0..<60 {
                await #expect(throws: FeedLoadingError.self) { try await Self.load("/feed", bed, .loopback) }
                if openings.haveBeenSeen() { connectionsThatReadThem += 1 }
            }

            // Then; they are read once in ten seconds, and now and then by another test
            #expect(connectionsThatReadThem < 30)
        }
    }

    // MARK: - Proxies

    @Test(arguments: [false, true])
    func aProxyWithACertificateOfAnUnknownAuthorityIsNamed(isOwn: Bool) async throws {
        try await Self.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed, options in
            let proxied = TransferOptions.loopback.with {
                $0.proxy = "https://anna:geheim@localhost:\(bed.server.port)"
                $0.hasOwnProxy = isOwn
            }
            let error = try await bed.error(options: proxied)

            #expect(error.shortDescription == "proxy")
            #expect(error.isLocalTrouble == !isOwn)
            #expect(error.description.contains("https://localhost:\(bed.server.port)/ cannot be reached"), "\(error)")
            #expect(!error.description.contains("geheim"))
            #expect(bed.server.requests.isEmpty)
        }
    }

    @Test func theAuthorityFileHoldsForTheProxyToo() async throws {
        try await Self.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed, options in
            let proxied = options.with { $0.proxy = "https://localhost:\(bed.server.port)" }
            let feed = try await bed.loadBody(options: proxied)

            #expect(feed.body.bytes == Array("<rss/>".utf8))
        }
    }
}

/// What a client has sent in HTTP/2, and what it is sent.
private enum HTTP2Frames {
    /// The frames of an answer to the first request: 200, the same header of a thousand bytes so many times, and a body.
    ///
    /// The header is sent once; each repetition is one byte, its place in the table of headers (RFC 7541).
    static func answer(repeatingHeader count: Int, body: String) -> [UInt8] {
        let status: [UInt8] = [0x88]
        let header: [UInt8] = [0x40, 3] + Array("x-a".utf8) + [0x7F, 0xE9, 0x06] + Array(repeating: 0x61, count: 1000)
        let headers = status + header + Array(repeating: 0x80 | 62, count: count - 1)
        return frame(type: 1, flags: 4, headers) + frame(type: 0, flags: 1, Array(body.utf8))
    }

    private static func frame(type: UInt8, flags: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0, UInt8(content.count >> 8), UInt8(content.count & 0xFF), type, flags, 0, 0, 0, 1] + content
    }

    /// Whether a request is among the frames.
    static func haveRequest(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index + 9 <= bytes.count {
            if bytes[index + 3] == 1 { return true }
            index += 9 + Int(bytes[index]) << 16 + Int(bytes[index + 1]) << 8 + Int(bytes[index + 2])
        }
        return false
    }
}
