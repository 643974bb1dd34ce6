import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct BodyTests {
    private static let feed = Array("<rss><channel/></rss>".utf8)

    @Test func handsOverTheBodyAndItsDigest() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Type: Text/XML; charset=\"UTF-8\""], body: Self.feed)
        } test: { bed in
            let loaded = try await bed.loadBody()

            var digest = ContentDigest()
            Self.feed.withUnsafeBytes { digest.update($0) }
            #expect(loaded.body.bytes == Self.feed)
            #expect(loaded.digest == digest.finalize())
            #expect(!loaded.isDelta)
            #expect(loaded.response.contentType == "text/xml")
            #expect(loaded.response.charset == "utf-8")
            #expect(loaded.response.wireBytes == Self.feed.count)
            #expect(loaded.response.decodedBytes == Self.feed.count)
            #expect(loaded.response.remoteAddress == "127.0.0.1")
            #expect(loaded.response.httpVersion == "1.1")
            #expect(loaded.response.timings.total >= loaded.response.timings.connected)
            #expect(loaded.response.timings.connected > 0)
        }
    }

    @Test(arguments: [
        ("gzip", CompressedFixtures.gzip), ("deflate", CompressedFixtures.zlib), ("br", CompressedFixtures.brotli),
        ("zstd", CompressedFixtures.zstandard),
    ])
    func decodesContentCodings(coding: String, data: [UInt8]) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: \(coding)"], body: data)
        } test: { bed in
            let loaded = try await bed.loadBody()

            #expect(loaded.body.bytes == CompressedFixtures.text)
            #expect(loaded.response.wireBytes == data.count)
            #expect(loaded.response.decodedBytes == CompressedFixtures.text.count)
        }
    }

    @Test func theDigestIsOfTheDecodedBody() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/plain"
                ? ServerStep.response(200, [], body: CompressedFixtures.text)
                : ServerStep.response(200, ["Content-Encoding: gzip"], body: CompressedFixtures.gzip)
        } test: { bed in
            let plain = try await bed.loadBody("/plain")
            let coded = try await bed.loadBody("/coded")
            #expect(plain.digest == coded.digest)
        }
    }

    @Test func theDigestIsOfTheCharsetToo() async throws {
        try await LoadingTestBed.run { request in
            let charset = request.path.dropFirst()
            let type = charset.isEmpty ? "text/xml" : "text/xml; charset=\(charset)"
            return ServerStep.response(200, ["Content-Type: \(type)"], body: Self.feed)
        } test: { bed in
            let unlabelled = try await bed.loadBody("/")
            // A label of what every document is taken for says nothing; it may come and go.
            for label in ["utf-8", "UTF8", "us-ascii"] {
                #expect(try await bed.loadBody("/" + label).digest == unlabelled.digest)
            }
            let latin = try await bed.loadBody("/iso-8859-1")
            let cyrillic = try await bed.loadBody("/koi8-r")
            #expect(Set([unlabelled.digest, latin.digest, cyrillic.digest]).count == 3)
        }
    }

    @Test func readsAChunkedBodyByteByByte() async throws {
        try await LoadingTestBed.run { _ in
            let chunks = Self.feed.flatMap { Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8) } + Array("0\r\n\r\n".utf8)
            let response = ServerStep.head(200, ["Transfer-Encoding: chunked"]) + chunks
            return response.map { ServerStep.send([$0]) }
        } test: { bed in
            let loaded = try await bed.loadBody()
            #expect(loaded.body.bytes == Self.feed)
        }
    }

    @Test func readsABodyThatEndsWithTheConnection() async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(200, ["Connection: close"]) + Self.feed), .close]
        } test: { bed in
            let loaded = try await bed.loadBody()
            #expect(loaded.body.bytes == Self.feed)
        }
    }

    @Test(arguments: ["Content-Length: 500", "Transfer-Encoding: chunked"])
    func aBodyCutShortIsAnError(header: String) async throws {
        try await LoadingTestBed.run { _ in
            let start = header.contains("chunked") ? Array("100\r\n".utf8) : []
            return [.send(ServerStep.head(200, [header]) + start + Self.feed), .close]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "partial-body")
            #expect(error.isTransient)
        }
    }

    @Test func aResetInTheMiddleOfTheBodyIsAnError() async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(200, ["Content-Length: 500"]) + Self.feed), .reset]
        } test: { bed in
            let kind = try await bed.error().shortDescription
            // A reset may overtake the bytes before it.
            #expect(kind == "partial-body" || kind == "connection-lost")
        }
    }

    @Test(arguments: ["gzip", "br", "zstd"])
    func compressedDataCutShortIsAnErrorThoughTheResponseIsWhole(coding: String) async throws {
        let whole = [
            "gzip": CompressedFixtures.gzip, "br": CompressedFixtures.brotli, "zstd": CompressedFixtures.zstandard,
        ]
        let data = try #require(whole[coding])
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: \(coding)"], body: Array(data[..<(data.count / 2)]))
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "partial-body")
        }
    }

    @Test func damagedDataIsAnError() async throws {
        var data = CompressedFixtures.gzip
        data[data.count - 6] ^= 0xFF
        let damaged = data
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: gzip"], body: damaged)
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "undecodable-body")
        }
    }

    @Test func anUnknownCodingIsAnError() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: rot13"], "\u{1}<rss/>")
        } test: { bed in
            let error = try await bed.error()
            guard case .undecodableBody(_, let coding, _, _) = error else { throw UnexpectedResult() }
            #expect(coding == "rot13")
        }
    }

    @Test func anEmptyBodyIsAnError() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["ETag: \"1\""], "")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "empty-body")
        }
    }

    @Test(arguments: [
        ("empty-body", "Content-Length: 0", []), ("media-body", "X: y", Array("%PDF-1.7 and so on and on".utf8)),
        ("undecodable-body", "Content-Encoding: rot13", [1] + feed), ("partial-body", "Content-Length: 500", feed),
        ("partial-body", "Content-Encoding: gzip", Array(CompressedFixtures.gzip.prefix(40))),
        ("too-large", "Content-Encoding: gzip", GzipWriter.bomb(count: 2_000_000)),
    ])
    func aBodyThatCannotBeUsedStillHadAnAnswer(kind: String, header: String, body: [UInt8]) async throws {
        try await LoadingTestBed.run { _ in
            [.send(ServerStep.head(200, [header, "Connection: close", "Retry-After: 600"]) + body), .close]
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.sizeLimits.ratio = 100 }
            let error = try await bed.error("/now", options: options)
            #expect(error.shortDescription == kind)
            #expect(error.status == 200)
            #expect(error.retryAfter == .seconds(600))
        }
    }

    @Test(
        arguments: ["200 OK", "304 Not Modified", "302 Found\r\nLocation: /real", "404 Not Found"],
        ["Content-Le", "Content-Length: 9\r\n", "Content-Length: 9\r\n\r"]
    )
    func headersThatDoNotComeToTheirEndAreALostConnection(status: String, end: String) async throws {
        try await LoadingTestBed.run { _ in
            [.send(Array("HTTP/1.1 \(status)\r\n\(end)".utf8)), .close]
        } test: { bed in
            let error = try await bed.error(validators: HTTPValidators(etag: "\"1\""))
            #expect(error.shortDescription == "connection-lost")
            #expect(error.status == nil)
            #expect(error.isTransient)
        }
    }

    @Test func anEmptyReplyIsAnError() async throws {
        try await LoadingTestBed.run { _ in
            [.close]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "connection-lost")
            #expect(error.isTransient)
        }
    }

    @Test func somethingOtherThanHTTPIsAnError() async throws {
        try await LoadingTestBed.run { _ in
            [.send(Array("SSH-2.0-OpenSSH\r\n".utf8)), .close]
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "protocol")
            // It was spoken already.
            #expect(!error.description.contains("http-version"))
        }
    }

    @Test func mediaIsStoppedAtItsFirstBytes() async throws {
        try await LoadingTestBed.run { _ in
            // The rest never comes: only an early stop can end this.
            let start = Array("ID3\u{4}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}".utf8)
            return [.send(ServerStep.head(200, ["Content-Length: 90000000"]) + start), .waitForClient]
        } test: { bed in
            let error = try await bed.error()
            guard case .mediaBody(_, let kind, _) = error else { throw UnexpectedResult() }
            #expect(kind == "an MP3 file")
        }
    }

    @Test func mediaInsideACodingIsNoticedToo() async throws {
        let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 50)
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["Content-Encoding: gzip"], body: GzipWriter.stored(image))
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "media-body")
        }
    }
}
