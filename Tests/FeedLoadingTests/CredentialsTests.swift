import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct CredentialsTests {
    private let credentials = FeedCredentials(user: "J\u{F6}rg", password: "p:w d")
    // base64 of the UTF-8 bytes of "Jörg:p:w d".
    private let header = "Basic SsO2cmc6cDp3IGQ="
    // The same in ISO 8859-1.
    private let latin1Header = "Basic SvZyZzpwOncgZA=="

    @Test func areSentAsBasicWithTheFirstRequest() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            _ = try await bed.loader.load(request(to: try bed.url("/feed"), isAllowed: true))

            #expect(bed.server.requests.map { $0["Authorization"] } == [header])
        }
    }

    @Test func areNotSentWithoutTLSUnlessAllowed() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let url = try bed.url("/feed")
            await #expect(throws: FeedLoadingError.credentialsRefused(feed: url.redacted)) {
                try await bed.loader.load(request(to: url, isAllowed: false))
            }
            #expect(bed.server.requests.isEmpty)
        }
    }

    @Test func areSentAgainWithinTheSameOrigin() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed" ? ServerStep.redirect(302, to: "/real") : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            _ = try await bed.loader.load(request(to: try bed.url("/feed"), isAllowed: true))

            #expect(bed.server.requests.map { $0["Authorization"] } == [header, header])
        }
    }

    @Test func areNeverSentToAnotherOrigin() async throws {
        let other = try ScriptedServer { _ in ServerStep.response(200, [], "<rss/>") }
        other.start()
        defer { other.stop() }
        let target = "http://127.0.0.1:\(other.port)/real"
        try await LoadingTestBed.run { _ in
            ServerStep.redirect(301, to: target)
        } test: { bed in
            _ = try await bed.loader.load(request(to: try bed.url("/feed"), isAllowed: true))

            #expect(bed.server.requests.map { $0["Authorization"] } == [header])
            #expect(other.requests.map { $0["Authorization"] } == [nil])
            #expect(other.requests.map { $0["Referer"] } == [nil])
        }
    }

    @Test func areForgottenAfterTheTransfer() async throws {
        try await LoadingTestBed.run(maximumTransfers: 1) { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            // Given loads that share one handle, and all but the credentials
            let options = TransferOptions.loopback.with { $0.allowsCredentialsOverHTTP = true }
            _ = try await bed.load("/before", options: options)
            _ = try await bed.loader.load(request(to: try bed.url("/secret"), isAllowed: true))

            // When
            _ = try await bed.load("/after", options: options)
            _ = try await bed.load("/other-agent", options: options.with { $0.userAgent = "other" })

            // Then
            #expect(bed.server.requests.map { $0["Authorization"] } == [nil, header, nil, nil])
            #expect(bed.server.requests.map { $0["User-Agent"] } == ["podimport", "podimport", "podimport", "other"])
        }
    }

    @Test(arguments: [
        ("Basic realm=\"x\"", 2), ("Basic realm=\"x\", charset=\"UTF-8\"", 1), ("Digest realm=\"x\"", 1),
        ("Bearer", 1),
    ])
    func areTriedInTheOlderEncodingOnceIfThatMayHelp(challenge: String, requestCount: Int) async throws {
        try await LoadingTestBed.run { request in
            request["Authorization"] == latin1Header
                ? ServerStep.response(200, [], "<rss/>")
                : ServerStep.response(401, ["WWW-Authenticate: \(challenge)"], "no")
        } test: { bed in
            let request = request(to: try bed.url("/feed"), isAllowed: true)
            if requestCount == 2 {
                _ = try await bed.loader.load(request)
            } else {
                let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }
                #expect(error?.shortDescription == "unauthorized")
            }
            #expect(
                bed.server.requests.map { $0["Authorization"] } == Array([header, latin1Header].prefix(requestCount))
            )
        }
    }

    @Test func areTriedInTheOtherEncodingWhereTheOlderOneIsRefused() async throws {
        try await LoadingTestBed.run { request in
            request["Authorization"] == header
                ? ServerStep.response(200, [], "<rss/>") : ServerStep.response(401, ["WWW-Authenticate: Basic"], "no")
        } test: { bed in
            var request = request(to: try bed.url("/feed"), isAllowed: true)
            request.options.passwordEncoding = .latin1
            let result = try await bed.loader.load(request)
            #expect(result.response.passwordEncoding == .utf8)
            #expect(bed.server.requests.map { $0["Authorization"] } == [latin1Header, header])
        }
    }

    @Test func areNotTriedAgainAndAgain() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(401, ["WWW-Authenticate: Basic realm=\"x\""], "no")
        } test: { bed in
            let request = request(to: try bed.url("/feed"), isAllowed: true)
            let error = await #expect(throws: FeedLoadingError.self) { try await bed.loader.load(request) }
            #expect(error?.shortDescription == "unauthorized")
            #expect(bed.server.requests.count == 2)
        }
    }

    @Test func aNameInARedirectIsNotUsed() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed"
                ? ServerStep.redirect(
                    302,
                    to: "http://mallory:stolen@127.0.0.1:\(request["Host"]?.split(separator: ":").last ?? "")/x"
                )
                : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let result = try await bed.load()
            #expect(bed.server.requests.map { $0["Authorization"] } == [nil, nil])
            #expect(result.response.redirects.map(\.location) == [try bed.url("/x")])
        }
    }

    private func request(to url: FeedURL, isAllowed: Bool) -> FeedLoadRequest {
        let options = TransferOptions.loopback.with { $0.allowsCredentialsOverHTTP = isAllowed }
        return FeedLoadRequest(source: .http(url), credentials: credentials, options: options)
    }
}
