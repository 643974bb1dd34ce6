import CCurl
import FeedServer
import Foundation
import PodcastModel
import Testing

@testable import FeedLoading

/// Servers that send what no server should: nothing of it may last, fill the
/// memory, or pass for a feed.
struct HostileServerTests {
    private static func error(
        after bytes: String,
        then last: ServerStep = .waitForClient,
        options: TransferOptions = .loopback
    ) async throws -> FeedLoadingError {
        var error: FeedLoadingError?
        try await LoadingTestBed.run { _ in
            [.send(Array(bytes.utf8)), last]
        } test: { bed in
            error = try await bed.error(options: options)
        }
        guard let error else { throw UnexpectedResult() }
        return error
    }

    private static let impatient = TransferOptions.loopback.with { $0.timeLimits.idle = 50 }
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test(arguments: ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"])
    func aFloodOfInterimResponsesIsStopped(interim: String) async throws {
        let error = try await Self.error(after: String(repeating: interim, count: 10_000))
        #expect(error.shortDescription == "too-large")
    }

    @Test func aHeaderLineThatDoesNotEndIsStopped() async throws {
        let error = try await Self.error(after: "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 400_000))
        #expect(error.shortDescription == "too-large")
    }

    @Test func aStatusLineThatDoesNotEndIsStopped() async throws {
        let error = try await Self.error(after: "HTTP/1.1 200 " + String(repeating: "x", count: 400_000))
        #expect(error.shortDescription == "too-large")
    }

    @Test func aFloodOfTrailersIsStopped() async throws {
        let trailers = String(repeating: "X-Trailer: \(String(repeating: "x", count: 100))\r\n", count: 2000)
        let error = try await Self.error(after: Self.chunked + "6\r\n<rss/>\r\n0\r\n" + trailers)
        #expect(error.shortDescription == "too-large")
    }

    /// It would go past the decoder, and with it past what finds a body cut short or far too large.
    @Test(arguments: [["gzip, chunked"], ["chunked", "GZIP"], ["x-own"]])
    func aBodyCodedForItsWayIsRefused(codings: [String]) async throws {
        let headers = codings.map { "Transfer-Encoding: \($0)\r\n" }.joined()
        let error = try await Self.error(after: "HTTP/1.1 200 OK\r\n\(headers)\r\n6\r\n<rss/>\r\n0\r\n\r\n")
        #expect(error.shortDescription == "protocol")
        #expect(error.description.contains("Transfer-Encoding"))
    }

    @Test(arguments: ["Chunked", "identity, chunked"])
    func aBodyInChunksIsNoMoreThanThat(codings: String) async throws {
        try await LoadingTestBed.run { _ in
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n"
            return [.send(Array("\(head)6\r\n<rss/>\r\n0\r\n\r\n".utf8)), .waitForClient]
        } test: { bed in
            let loaded = try await bed.loadBody()
            #expect(loaded.body.bytes == Array("<rss/>".utf8))
        }
    }

    @Test func aChunkExtensionThatDoesNotEndIsSilence() async throws {
        let endless = Self.chunked + "6;x=" + String(repeating: "x", count: 400_000)
        // On a busy machine the time may be over before the answer has begun.
        try await LoadingTestBed.repeatedly(expecting: TransferPhase.idle) {
            let error = try await Self.error(after: endless, options: Self.impatient)
            guard case .timedOut(_, let phase, _, _) = error else { throw UnexpectedResult() }
            return phase
        }
    }

    @Test(arguments: ["FFFFFFFFFFFFFFFFFF\r\n", "-1\r\n<rss/>", "zz\r\n<rss/>", "\r\n<rss/>"])
    func aChunkOfNoSensibleLengthIsAnError(chunk: String) async throws {
        let error = try await Self.error(after: Self.chunked + chunk, then: .close)
        #expect(["protocol", "partial-body", "connection-lost"].contains(error.shortDescription), "\(error)")
    }

    @Test(arguments: ["<rss/>", "\r\n\r\n<rss/>", "HTTP <rss/>"])
    func aBodyWithoutAResponseIsNoFeed(text: String) async throws {
        // HTTP/0.9 had no status line.
        let error = try await Self.error(after: text, then: .close)
        #expect(["protocol", "connection-lost"].contains(error.shortDescription), "\(error)")
    }

    @Test(arguments: ["Content\rType: text/xml", "Content-Type", " Folded: first"])
    func aHeaderThatCannotBeReadIsTheFaultOfTheServer(header: String) async throws {
        let head = "HTTP/1.1 200 OK\r\n\(header)\r\nContent-Length: 6\r\n\r\n"
        let error = try await Self.error(after: head + "<rss/>", then: .close)
        #expect(error.shortDescription == "protocol" && error.isTransient, "\(error)")
        #expect(!error.description.contains("libcurl"))
    }

    @Test(arguments: ["-6", "six", "0x6", "99999999999999999999999999", "6\r\nContent-Length: 7"])
    func aLengthThatMeansNothingIsNeverBelieved(length: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
        try await LoadingTestBed.run { _ in
            [.send(Array((head + "<rss/>").utf8)), .close]
        } test: { bed in
            do {
                // Either it is ignored and all of the body is taken
                let loaded = try await bed.loadBody()
                #expect(String(decoding: loaded.body.bytes, as: UTF8.self) == "<rss/>")
            } catch let error as FeedLoadingError {
                // or the response is refused as a whole.
                #expect(["protocol", "partial-body", "empty-body"].contains(error.shortDescription), "\(error)")
            }
        }
    }

    @Test(arguments: ["26\r\nContent-Length: 12", "12\r\nContent-Length: 26", "26, 12", "99999999999999999999999999"])
    func whereNobodyKnowsHowLongTheBodyIsHalfAFeedIsNotTakenForTheWhole(length: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n"
        let error = try await Self.error(after: head + "<rss><channel/></rss><!---->", then: .close)
        #expect(error.shortDescription == "protocol", "\(error)")
        #expect(error.isTransient)
    }

    /// Equal lengths are one, and of chunks none is asked.
    @Test(arguments: [
        "Content-Length: 6, 6\r\n\r\n<rss/>", "Content-Length: 6\r\nContent-Length: 6\r\n\r\n<rss/>",
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n6\r\n<rss/>\r\n0\r\n\r\n",
    ])
    func lengthsThatLeaveNoDoubtAreNoFault(answer: String) async throws {
        try await LoadingTestBed.run { _ in
            [.send(Array("HTTP/1.1 200 OK\r\n\(answer)".utf8)), .close]
        } test: { bed in
            let loaded = try await bed.loadBody()
            #expect(String(decoding: loaded.body.bytes, as: UTF8.self) == "<rss/>")
        }
    }

    @Test func whatFollowsABodyIsNotTheAnswerToTheNextRequest() async throws {
        let smuggled = "HTTP/1.1 200 OK\r\nETag: \"evil\"\r\nContent-Length: 7\r\n\r\n<evil/>"
        try await LoadingTestBed.run { request in
            let body = request.path == "/first" ? "<rss/>" : "<atom/>"
            let extra = request.path == "/first" ? smuggled : ""
            return [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)\(extra)".utf8))]
        } test: { bed in
            let first = try await bed.loadBody("/first")
            let second = try await bed.loadBody("/second")
            #expect(String(decoding: first.body.bytes, as: UTF8.self) == "<rss/>")
            #expect(String(decoding: second.body.bytes, as: UTF8.self) == "<atom/>")
            #expect(second.response.validators.isEmpty)
        }
    }

    /// Older versions of libcurl write it where the last header of the answer before has been.
    @Test func anAnswerThatBeginsWithAFoldedLineIsNotAddedToTheOneBefore() async throws {
        try await LoadingTestBed.run { request in
            guard request.path == "/folded" else {
                let headers = (0..<20).map { "X-\($0): \(String(repeating: "x", count: 10 * $0))" }
                return ServerStep.response(200, ["Connection: close"] + headers, "<rss/>") + [.close]
            }
            let head = "HTTP/1.1 200 OK\r\n X: \(String(repeating: "y", count: 1000))\r\nContent-Length: 6\r\n\r\n"
            return [.send(Array("\(head)<rss/>".utf8)), .close]
        } test: { bed in
            for _ in 0..<20 {
                let first = try await bed.loadBody()
                #expect(first.body.bytes.count == 6)
                do {
                    let second = try await bed.loadBody("/folded")
                    #expect(second.body.bytes.count == 6)
                } catch let error as FeedLoadingError {
                    // As good: nothing obliges anybody to read it.
                    #expect(error.shortDescription == "protocol")
                }
            }
        }
    }

    @Test(arguments: [(0x07_58_01, false), (0x08_00_01, false), (0x08_01_00, true), (0x08_0C_00, true)])
    func handlesAreUsedAgainWhereTheHeadersOfATransferAreForgotten(version: UInt32, isReusable: Bool) {
        #expect(EasyHandle.forgetsHeaders(version) == isReusable)
    }

    @Test func theBodyOfARedirectIsNotReadToItsEnd() async throws {
        try await LoadingTestBed.run { request in
            guard request.path == "/feed" else { return ServerStep.response(200, [], "<rss/>") }
            let page = [UInt8](repeating: UInt8(ascii: " "), count: 200_000)
            return [.send(ServerStep.head(302, ["Location: /real", "Content-Length: 900000"]) + page), .waitForClient]
        } test: { bed in
            let loaded = try await bed.loadBody()
            #expect(String(decoding: loaded.body.bytes, as: UTF8.self) == "<rss/>")
        }
    }

    @Test func allHopsShareTheTimeOfOneLoad() throws {
        let limits = TimeLimits(total: 60_000)
        #expect(limits.left(afterMicroseconds: 0) == limits)
        #expect(limits.left(afterMicroseconds: 45_500_000).total == 14_500)
        #expect(limits.left(afterMicroseconds: 45_500_000).connect == limits.connect)
        #expect(limits.left(afterMicroseconds: 90_000_000).total == 1)
    }

    @Test(arguments: [(true, "unreachable"), (false, "offline")])
    func aHostWithoutARouteToItIsNoOutageWhileThereAreOthers(hasRoute: Bool, kind: String) throws {
        // Given a host that has only an IPv6 address, and a machine that has none
        let failure = TransferFailure(code: CURLE_COULDNT_CONNECT, systemError: Int(ENETUNREACH))

        let error = FeedLoadingError(
            failure: failure,
            url: try FeedURL("http://[2001:db8::1]/feed"),
            options: TransferOptions(),
            totalLimit: 60_000,
            hasRoute: { hasRoute }
        )

        #expect(error.shortDescription == kind)
    }

    @Test func theSystemKnowsItsRoutes() {
        #expect(LocalRoutes.hasRoute(to: LocalRoutes.ipv4(0x7F00_0001)))
        // A broadcast address is refused, and stands here for what cannot be reached.
        #expect(!LocalRoutes.hasRoute(to: LocalRoutes.ipv4(0xFFFF_FFFF)))
    }
}
