import FeedLoading
import FeedServer
import Testing

struct RedirectTests {
    @Test(arguments: [301, 302, 303, 307, 308])
    func followsEveryRedirectAndRecordsWhetherItIsPermanent(status: Int) async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed" ? ServerStep.redirect(status, to: "/real") : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let feed = try await bed.loadBody()

            let isPermanent = status == 301 || status == 308
            let real = try bed.url("/real")
            #expect(feed.response.redirects == [RedirectHop(status: status, location: real)])
            #expect(feed.response.redirects.first?.isPermanent == isPermanent)
            #expect(feed.response.finalURL == real)
            #expect(feed.response.permanentURL == (isPermanent ? real : nil))
            #expect(bed.server.requests.map(\.requestLine) == ["GET /feed HTTP/1.1", "GET /real HTTP/1.1"])
        }
    }

    @Test func aTemporaryHopEndsThePermanentRun() async throws {
        try await LoadingTestBed.run { request in
            switch request.path {
            case "/feed": ServerStep.redirect(301, to: "/second")
            case "/second": ServerStep.redirect(308, to: "/third")
            case "/third": ServerStep.redirect(302, to: "/fourth")
            case "/fourth": ServerStep.redirect(301, to: "/last")
            default: ServerStep.response(200, [], "<rss/>")
            }
        } test: { bed in
            let response = try await bed.load().response

            #expect(response.permanentURL == (try bed.url("/third")))
            #expect(response.finalURL == (try bed.url("/last")))
            #expect(response.redirects.map(\.status) == [301, 308, 302, 301])
        }
    }

    @Test(arguments: [
        ("other", "/a/other"), ("../up", "/up"), ("?q=1", "/a/feed?q=1"), ("?q=1#a?b/c", "/a/feed?q=1"),
        ("other#/a#b", "/a/other"), ("/root#part", "/root"),
        ("./x y", "/a/x%20y"),
        ("caf\u{C3}\u{A9}", "/a/caf%C3%A9"), ("/p%20q", "/p%20q"), ("//127.0.0.1:PORT/net", "/net"),
        ("http://127.0.0.1:PORT/abs", "/abs"), ("http:/root", "/root"), ("HTTP:other?q", "/a/other?q"),
        ("HTTP://127.0.0.1:PORT/caps", "/caps"),
        ("http://user:secret@127.0.0.1:PORT/userinfo", "/userinfo"), ("  /spaces ", "/spaces"),
    ])
    func resolvesTheLocation(location: String, path: String) async throws {
        try await LoadingTestBed.run { request in
            let host = request["Host"] ?? ""
            let port = host.split(separator: ":").last.map(String.init) ?? ""
            return request.path == "/a/feed"
                ? ServerStep.redirect(302, to: location.replacing("PORT", with: port))
                : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let feed = try await bed.loadBody("/a/feed")

            #expect(feed.response.finalURL == (try bed.url(path)))
            #expect(bed.server.requests.last?.path == path)
            #expect(bed.server.requests.last?["Authorization"] == nil)
        }
    }

    @Test(arguments: [
        ("file:///etc/passwd", "file"), ("ftp://example.org/feed", "ftp"), ("gopher://example.org/", "gopher"),
        ("javascript:alert(1)", "javascript"), ("data:text/xml,<rss/>", "data"), ("unix:/run/x", "unix"),
    ])
    func refusesOtherSchemes(location: String, scheme: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.redirect(301, to: location)
        } test: { bed in
            let error = try await bed.error()

            let feed = "http://127.0.0.1:\(bed.server.port)/…"
            #expect(error == .unsafeRedirect(feed: feed, scheme: scheme, answer: AnswerHead(status: 301)))
        }
    }

    @Test(arguments: ["http://", "http://[::1/feed", "http://host name/", "//"])
    func refusesALocationThatIsNoAddress(location: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.redirect(301, to: location)
        } test: { bed in
            let error = try await bed.error()

            #expect(error.shortDescription == "invalid-redirect")
            #expect(error.status == 301)
        }
    }

    @Test func refusesARedirectWithoutALocation() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(302, [], "")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "invalid-redirect")
        }
    }

    @Test func reportsWhenARedirectSaysToComeBack() async throws {
        try await LoadingTestBed.run { request in
            switch request.path {
            case "/feed": [.send(ServerStep.head(302, ["Location: /second", "Retry-After: 600", "Content-Length: 0"]))]
            case "/second": ServerStep.redirect(307, to: "/third")
            case "/third": ServerStep.response(200, [], "<rss/>")
            case "/failing": [.send(ServerStep.head(302, ["Location: /x", "Retry-After: 60", "Content-Length: 0"]))]
            default: ServerStep.response(503, [], "")
            }
        } test: { bed in
            let response = try await bed.load().response
            #expect(response.redirects.map(\.retryAfter) == [.seconds(600), nil])
            #expect(response.freshness.retryAfter == nil)

            // The server that fails has not said it.
            let error = try await bed.error("/failing")
            #expect(error.shortDescription == "unavailable")
            #expect(error.retryAfter == nil)
        }
    }

    @Test(arguments: [
        ("invalid-redirect", "X: y"), ("invalid-redirect", "Location: http://"),
        ("unsafe-redirect", "Location: ftp://example.org/feed"), ("redirect-loop", "Location: /feed"),
        ("too-many-redirects", "Location: /other"),
    ])
    func aRedirectThatCannotBeFollowedStillSaysWhenToComeBack(kind: String, header: String) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(302, [header, "Retry-After: 86400"])
        } test: { bed in
            let options = TransferOptions.loopback.with {
                if kind == "too-many-redirects" { $0.redirects.maximumCount = 0 }
            }
            let error = try await bed.error(options: options)
            #expect(error.shortDescription == kind)
            #expect(error.status == 302)
            #expect(error.retryAfter == .seconds(86_400))
            #expect(error.description.hasSuffix("; it asks to wait 86400 s"))
        }
    }

    @Test func noticesALoop() async throws {
        try await LoadingTestBed.run { request in
            ServerStep.redirect(302, to: request.path == "/feed" ? "/other" : "/feed#again")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "redirect-loop")
            #expect(bed.server.requests.count == 2)
        }
    }

    @Test(arguments: ["#a", "#", " #a b ", "#/other?q"])
    func aFragmentAloneIsALoop(location: String) async throws {
        try await LoadingTestBed.run { request in
            request.path == "/a/feed?q=1/2"
                ? ServerStep.redirect(302, to: location) : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let error = try await bed.error("/a/feed?q=1/2")
            #expect(error.shortDescription == "redirect-loop")
            #expect(bed.server.requests.count == 1)
        }
    }

    @Test func givesUpAfterTenHops() async throws {
        try await LoadingTestBed.run { request in
            ServerStep.redirect(302, to: request.path + "x")
        } test: { bed in
            let error = try await bed.error()

            guard case .tooManyRedirects(_, let limit, _) = error else { throw UnexpectedResult() }
            #expect(limit == 10)
            #expect(bed.server.requests.count == 11)
        }
    }

    @Test(arguments: [300, 305, 306])
    func otherThreeHundredsAreErrors(status: Int) async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.redirect(status, to: "/real")
        } test: { bed in
            let error = try await bed.error()
            #expect(error.shortDescription == "unexpected-status")
            #expect(error.status == status)
        }
    }
}
