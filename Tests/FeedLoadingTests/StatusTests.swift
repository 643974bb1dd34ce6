import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct StatusTests {
    @Test(arguments: [
        (401, "unauthorized", false), (407, "unauthorized", false), (403, "forbidden", false),
        (404, "not-found", false),
        (410, "gone", false), (429, "rate-limited", true), (503, "unavailable", true), (500, "server-error", true),
        (502, "server-error", true), (599, "server-error", true), (400, "client-error", false),
        (406, "client-error", false),
        (415, "client-error", false), (408, "client-error", true), (425, "client-error", true),
        (451, "client-error", false),
        (201, "unexpected-status", false), (202, "unexpected-status", false), (204, "unexpected-status", false),
        (205, "unexpected-status", false), (206, "unexpected-status", false), (226, "unexpected-status", false),
        (600, "unexpected-status", false),
    ])
    func classifiesTheStatus(status: Int, kind: String, isTransient: Bool) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, [], status == 204 ? "" : "<html>error page</html>")
        } test: { bed in
            let error = try await bed.error()

            #expect(error.shortDescription == kind)
            #expect(error.isTransient == isTransient)
            #expect(error.status == status)
            #expect(error.description.hasPrefix("feed loading: http://127.0.0.1:\(bed.server.port)/…: "))
        }
    }

    @Test(arguments: [429, 503, 500, 413, 401, 403, 404, 407, 410, 202, 204, 226, 300, 304, 600])
    func passesOnRetryAfter(status: Int) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, ["Retry-After: 600"])
        } test: { bed in
            let error = try await bed.error()
            #expect(error.status == status)
            #expect(error.retryAfter == .seconds(600))
            #expect(error.description.hasSuffix("; it asks to wait 600 s"))
        }
    }

    @Test(arguments: [
        (401, [], "setting credentials"), (401, ["WWW-Authenticate: Basic realm=\"x\""], "setting credentials"),
        (401, ["WWW-Authenticate: Digest realm=\"a, Basic b\", qop=\"auth\""], "log-in by Digest"),
        (401, ["WWW-Authenticate: Negotiate", "WWW-Authenticate: NTLM"], "log-in by Negotiate"),
        (401, ["WWW-Authenticate: Digest realm=\"x\"", "WWW-Authenticate: Basic realm=\"x\""], "setting credentials"),
        (401, ["WWW-Authenticate: Own"], "setting credentials"), (407, [], "though none is used"),
    ])
    func saysWhatHelpsAgainstARefusal(status: Int, headers: [String], help: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, headers)
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "unauthorized")
            #expect(error.description.contains(help), "\(error)")
        }
    }

    /// The password that is set would not be sent there.
    @Test func saysThatNoPasswordGoesWhereARedirectLeads() async throws {
        try await LoadingTestBed.run { request in
            if request.path == "/there" { return ServerStep.response(401, ["WWW-Authenticate: Basic realm=\"x\""]) }
            let target = "http://localhost:\(request["Host"]?.split(separator: ":").last ?? "")/there"
            return ServerStep.response(301, ["Location: \(target)"])
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "unauthorized")
            let origin = "http://localhost:\(bed.server.port)"
            #expect(error.description.contains("a redirect leads to \(origin), "), "\(error)")
            #expect(error.description.contains("set URL url=\(origin)/"), "\(error)")
        }
    }

    /// That of all feeds says nothing of this one.
    @Test(arguments: [false, true])
    func aProxyThatRefusesIsToldFromAServer(isOwn: Bool) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(407)
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.proxy = "http://127.0.0.1:\(bed.server.port)"
                $0.hasOwnProxy = isOwn
            }
            let error = try await bed.error(options: options)
            #expect(error.description.contains("the setting proxy"))
            #expect(error.shortDescription == (isOwn ? "unauthorized" : "proxy"))
            #expect(error.isLocalTrouble == !isOwn)
        }
    }

    @Test(arguments: [false, true])
    func aProxyThatWantsAPasswordSaysSoOfHTTPSToo(isOwn: Bool) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(407, ["Proxy-Authenticate: Basic realm=\"x\""])
        } test: { bed in
            let error = try await Self.error(ofTunnelThrough: bed, isOwn: isOwn)
            #expect(error.shortDescription == (isOwn ? "unauthorized" : "proxy"))
            #expect(error.status == (isOwn ? 407 : nil))
            #expect(error.isLocalTrouble == !isOwn)
            #expect(error.description.contains("the setting proxy") && error.description.contains("(407)"))
            #expect(!error.description.contains("geheim"))
        }
    }

    @Test(arguments: [302, 403, 429, 501, 511])
    func aProxyThatDoesNotConnectToTheServerIsNotTakenForIt(status: Int) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, ["Retry-After: 600", "Location: http://127.0.0.1:1/"])
        } test: { bed in
            let error = try await Self.error(ofTunnelThrough: bed)
            #expect(error.shortDescription == "proxy")
            #expect(error.isTransient && !error.isLocalTrouble)
            let text = error.description
            #expect(text.contains("http://127.0.0.1:\(bed.server.port)/ does not connect"), "\(text)")
            #expect(text.contains("to the server (\(status))"), "\(text)")
            #expect(!text.contains("geheim"))
            #expect(bed.server.requests.map(\.requestLine) == ["CONNECT feeds.example.org:443 HTTP/1.1"])
            // A proxy does not see the headers of the request, and is told all the same who asks.
            #expect(bed.server.requests.map { $0["User-Agent"] } == ["podimport"])
        }
    }

    @Test(arguments: [500, 502, 503, 504])
    func aServerThatAProxyDoesNotReachIsNotTheProxysFault(status: Int) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, ["Retry-After: 600"])
        } test: { bed in
            let error = try await Self.error(ofTunnelThrough: bed)
            #expect(error.shortDescription == "unreachable")
            #expect(error.isTransient && !error.isLocalTrouble && error.retryAfter == nil)
            let text = error.description
            let proxy = "http://127.0.0.1:\(bed.server.port)/"
            #expect(text.hasSuffix("reached: the proxy \(proxy) did not get through to it (\(status))"), "\(text)")
            #expect(!text.contains("geheim"))
        }
    }

    /// The fields of RFC 1928 6.
    @Test(arguments: [(1, "general failure"), (3, "network"), (4, "host"), (5, "refused"), (6, "timeout")])
    func aServerThatASOCKSProxyDoesNotReachIsNotTheProxysFault(reply: UInt8, words: String) async throws {
        let greeting: [ServerStep] = [
            .receive { $0.count >= 3 }, .send([5, 0]), .receive { $0.suffix(10).starts(with: [5, 1, 0, 1]) },
            .send([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]), .waitForClient,
        ]
        try await LoadingTestBed.run(greeting: greeting) { _ in
            []
        } test: { bed in
            let options = TransferOptions.loopback.with { $0.proxy = "socks5h://127.0.0.1:\(bed.server.port)" }
            let error = try await bed.error(options: options)
            #expect(error.shortDescription == "unreachable")
            #expect(error.isTransient && !error.isLocalTrouble)
            #expect(error.description.contains("did not get through to it (") && error.description.contains(words))
        }
    }

    private static func error(
        ofTunnelThrough bed: LoadingTestBed,
        isOwn: Bool = false
    ) async throws -> FeedLoadingError {
        let options = TransferOptions.loopback.with {
            $0.proxy = "http://anna:geheim@127.0.0.1:\(bed.server.port)"
            $0.hasOwnProxy = isOwn
        }
        let source = FeedSource.http(try FeedURL("https://feeds.example.org/feed"))
        let error = await #expect(throws: FeedLoadingError.self) {
            try await bed.loader.load(FeedLoadRequest(source: source, options: options))
        }
        return try #require(error)
    }

    @Test(arguments: [false, true])
    func aProxyThatIsNotThereIsNamedAndNotItsPassword(isOwn: Bool) async throws {
        let nowhere = try SilentPort()
        defer { nowhere.release() }
        try await LoadingTestBed.run { _ in
            ServerStep.response(200)
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.proxy = "http://anna:geheim@127.0.0.1:\(nowhere.number)"
                $0.hasOwnProxy = isOwn
            }
            let error = try await bed.error(options: options)
            #expect(error.shortDescription == "proxy")
            #expect(error.isLocalTrouble == !isOwn)
            let text = error.description
            #expect(text.contains("the proxy cannot be used: http://127.0.0.1:\(nowhere.number)"), "\(text)")
            #expect(text.contains(" cannot be reached: Connection refused; is the setting proxy right?"), "\(text)")
            #expect(!text.contains("geheim"))
        }
    }

    @Test func aProxyThatWaitsForTheServerIsNotTakenForOneThatIsNotThere() async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.proxy = "http://127.0.0.1:\(bed.server.port)"
                $0.timeLimits.connect = 300
            }
            let source = FeedSource.http(try FeedURL("https://feeds.example.org/feed"))
            // On a busy machine the time may be over before the connection to the proxy stands.
            let feed = "https://feeds.example.org/…"
            let expected = FeedLoadingError.timedOut(feed: feed, phase: .connect, milliseconds: 300)
            try await LoadingTestBed.repeatedly(expecting: expected) {
                let error = await #expect(throws: FeedLoadingError.self) {
                    try await bed.loader.load(FeedLoadRequest(source: source, options: options))
                }
                return try #require(error)
            }
        }
    }

    @Test func aSOCKSProxyThatSaysNothingIsNotTakenForASilentServer() async throws {
        try await LoadingTestBed.run(greeting: [.waitForClient]) { _ in
            []
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.proxy = "socks5h://127.0.0.1:\(bed.server.port)"
                $0.timeLimits.connect = 300
            }
            let feed = "http://127.0.0.1:\(bed.server.port)/…"
            // As above.
            let expected = FeedLoadingError.timedOut(feed: feed, phase: .connect, milliseconds: 300)
            try await LoadingTestBed.repeatedly(expecting: expected) { try await bed.error(options: options) }
        }
    }

    @Test func aProxyThatClosesInsteadOfConnectingIsNamed() async throws {
        try await LoadingTestBed.run { _ in
            [.close]
        } test: { bed in
            let error = try await Self.error(ofTunnelThrough: bed)
            #expect(error.shortDescription == "proxy")
            #expect(!error.isLocalTrouble)
            let text = error.description
            #expect(text.contains("http://127.0.0.1:\(bed.server.port)/ closes the connection"), "\(text)")
        }
    }

    /// That of all feeds says nothing of this one.
    @Test(arguments: [false, true])
    func aSOCKSProxyThatRejectsThePasswordIsToldFromAServer(isOwn: Bool) async throws {
        let greeting: [ServerStep] = [
            .receive { $0.count >= 4 }, .send([5, 2]), .receive { $0.last == UInt8(ascii: "m") }, .send([1, 1]),
            .waitForClient,
        ]
        try await LoadingTestBed.run(greeting: greeting) { _ in
            []
        } test: { bed in
            let options = TransferOptions.loopback.with {
                $0.proxy = "socks5h://anna:geheim@127.0.0.1:\(bed.server.port)"
                $0.hasOwnProxy = isOwn
            }
            let error = try await bed.error(options: options)
            #expect(error.shortDescription == "proxy")
            #expect(error.isLocalTrouble == !isOwn)
            #expect(!error.description.contains("geheim"))
        }
    }

    @Test func passesOnRetryAfterAsADate() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(503, ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"], "later")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.retryAfter == .date(Timestamp(epochSeconds: 784_111_777)))
            #expect(error.description.contains("1994-11-06T08:49:37Z"))
        }
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:39:37 GMT", 600), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("Mon, 07 Nov 1994 08:49:37 GMT", 0),
    ])
    func aDateOfRetryAfterCountsByTheClockOfTheServer(date: String, seconds: Int64) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(503, ["Date: \(date)", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"], "later")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.retryAfter == .seconds(seconds))
        }
    }

    @Test(arguments: [
        (403, "cf-mitigated: challenge"), (202, "x-amzn-waf-action: challenge"), (405, "X-Amzn-Waf-Action: captcha"),
    ])
    func recognisesABotWall(status: Int, mark: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, [mark, "Content-Type: text/html"], "<html/>")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "bot-wall")
            #expect(error.isTransient)
            #expect(error.status == status && error.description.contains("(\(status) with a challenge)"))
        }
    }

    @Test(arguments: [(202, "unexpected-status"), (403, "forbidden"), (405, "client-error")])
    func anAnswerThatIsNotMarkedAsAChallengeIsNone(status: Int, kind: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(status, ["x-amzn-waf-action: allow"], "<html/>")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == kind)
        }
    }

    @Test func aNonAuthoritativeAnswerIsAFeedToo() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(203, [], "<rss/>")
        } test: { bed in
            let loaded = try await bed.loadBody()
            #expect(loaded.body.bytes == Array("<rss/>".utf8))
        }
    }

    @Test func aDeltaIsTakenOnlyIfAskedForAndMarked() async throws {
        try await LoadingTestBed.run { request in
            ServerStep.response(226, request.path == "/marked" ? ["IM: feed"] : [], "<rss/>")
        } test: { bed in
            let validators = HTTPValidators(etag: "\"1\"")
            let asking = TransferOptions.loopback.with { $0.acceptsDelta = true }

            // When it was asked for
            let result = try await bed.load("/marked", validators: validators, options: asking)
            guard case .loaded(let feed) = result else { throw UnexpectedResult() }
            #expect(feed.isDelta)
            #expect(bed.server.requests.last?["A-IM"] == "feed")

            // When it is not marked, or was not asked for
            let error = try await bed.error("/unmarked", validators: validators, options: asking)
            #expect(error.status == 226)
            let secondError = try await bed.error("/marked", validators: validators)
            #expect(secondError.status == 226)
            #expect(bed.server.requests.last?["A-IM"] == nil)
        }
    }

    @Test func whateverComesWhereADeltaMayComeMayBeOne() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["ETag: \"2\""], "<rss/>")
        } test: { bed in
            let asking = TransferOptions.loopback.with { $0.acceptsDelta = true }
            var found: [Bool] = []
            for (validators, options) in [
                (HTTPValidators(etag: "\"1\""), asking), (HTTPValidators(lastModified: "x"), asking),
                (HTTPValidators(etag: "\"1\""), .loopback),
            ] {
                let result = try await bed.load(validators: validators, options: options)
                guard case .loaded(let feed) = result else { throw UnexpectedResult() }
                found.append(feed.isDelta)
            }
            #expect(found == [true, false, false])
            #expect(bed.server.requests.map { $0["A-IM"] } == ["feed", nil, nil])
        }
    }

    @Test func everyErrorSaysItsKindOnceAndHidesTheAddress() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(404, [], "")
        } test: { bed in
            let error = try await bed.error("/private/token-1234?key=5678")
            #expect(!error.description.contains("token-1234"))
            #expect(!error.description.contains("5678"))
        }
    }
}
