import FeedServer
import PodcastModel
import Testing

@testable import FeedLoading

/// The loader against a server that nobody wrote for it.
@Suite(.enabled(if: NginxServer.isAvailable, "nginx or openssl is not on this machine: apt-get install nginx-light"))
struct NginxTests {
    @Test(arguments: [false, true])
    func isToldThatNothingHasChanged(isSecure: Bool) async throws {
        let log = try await NginxTestBed.run { bed in
            // When
            let first = try await bed.loadFeed(isSecure: isSecure)
            let second = try await bed.load(isSecure: isSecure, validators: first.validators)

            // Then the compressed variant, whose tag nginx makes weak, is recognised
            #expect(first.validators.etag?.hasPrefix("W/\"") == true)
            #expect(first.validators.lastModified == "Tue, 14 Nov 2023 22:13:20 GMT")
            #expect(first.wireBytes < NginxTestBed.feed.count / 10)
            guard case .notModified(let response) = second else { throw UnexpectedResult() }
            #expect(response.validators.lastModified == first.validators.lastModified)
            #expect(response.httpVersion == (isSecure ? "2" : "1.1"))
            // And so is the strong tag, which the 304 carried instead.
            let third = try await bed.load(isSecure: isSecure, validators: response.validators)
            guard case .notModified = third else { throw UnexpectedResult() }
        }
        let version = isSecure ? "HTTP/2.0" : "HTTP/1.1"
        #expect(log.count == 3)
        #expect(log.first == "GET /feed.xml \(version) 200 gzip [-] [-]")
        let conditional = log.dropFirst().first
        #expect(conditional?.hasPrefix("GET /feed.xml \(version) 304 - [W/") == true)
        #expect(conditional?.hasSuffix("[Tue, 14 Nov 2023 22:13:20 GMT]") == true)
    }

    @Test func oneValidatorOfTheTwoIsEnough() async throws {
        try await NginxTestBed.run { bed in
            let validators = try await bed.loadFeed().validators
            for half in [HTTPValidators(etag: validators.etag), HTTPValidators(lastModified: validators.lastModified)] {
                guard case .notModified = try await bed.load(validators: half) else { throw UnexpectedResult() }
            }
            // Another tag wins over the same date.
            let other = HTTPValidators(etag: "\"other\"", lastModified: validators.lastModified)
            guard case .loaded = try await bed.load(validators: other) else { throw UnexpectedResult() }
        }
    }

    @Test func aCertificateOfAnUnknownAuthorityIsRefusedUnlessTheFeedSaysOtherwise() async throws {
        try await NginxTestBed.run { bed in
            let error = try await bed.error("/feed.xml", options: .loopback)
            #expect(error.shortDescription == "tls")
            #expect(error.isTransient)
            #expect(error.description.hasSuffix("name its authority in authority-file"))

            let trusting = TransferOptions.loopback.with { $0.trust.verifiesCertificate = false }
            _ = try await bed.loadFeed(options: trusting)
            // And the next feed is verified again.
            let again = try await bed.error("/feed.xml", options: .loopback)
            #expect(again.shortDescription == "tls")
        }
    }

    @Test func speaksHTTP1WhereHTTP2Breaks() async throws {
        // No connection is left for others to speak HTTP/1.1 on.
        let configuration = """
            location = /broken {
              keepalive_timeout 0;
              if ($server_protocol = "HTTP/2.0") { return 444; }
              rewrite ^ /feed.xml break;
            }
            """
        let log = try await NginxTestBed.run(configuration: configuration) { bed in
            // Given HTTP/2 that ends each stream with an error
            let response = try await bed.loadFeed("/broken")
            #expect(response.httpVersion == "1.1")
            #expect(response.needsHTTP1)

            // When the feed is limited to HTTP/1.1
            let next = try await bed.loadFeed("/broken", options: bed.options.with { $0.httpVersion = .http1 })
            #expect(!next.needsHTTP1)

            // Then others are not
            let other = try await bed.loadFeed()
            #expect(other.httpVersion == "2")
            #expect(!other.needsHTTP1)
        }
        #expect(log.filter { $0.contains("HTTP/2.0") && $0.contains("/broken") }.count == 1)
        #expect(log.filter { $0.contains("HTTP/1.1 200") }.count == 2)
    }

    @Test(arguments: [(301, true), (302, false), (303, false), (307, false), (308, true)])
    func followsEveryRedirect(status: Int, isPermanent: Bool) async throws {
        try await NginxTestBed.run(configuration: "location = /old { return \(status) /feed.xml?a=1; }") { bed in
            let response = try await bed.loadFeed("/old")
            #expect(response.redirects.map(\.status) == [status])
            #expect(response.finalURL == (try bed.url("/feed.xml?a=1")))
            #expect((response.permanentURL != nil) == isPermanent)
        }
    }

    @Test func followsFromPlainToSecureAndAlongAChain() async throws {
        let chain = (0..<9).map { "location = /hop\($0) { return 301 /hop\($0 + 1); }" }
        let configuration =
            chain.joined(separator: "\n") + """

                location = /hop9 { return 301 /feed.xml; }
                location = /upgrade { return 301 https://localhost:$arg_port/feed.xml; }
                location = /circle { return 302 /circle?; }
                """
        try await NginxTestBed.run(configuration: configuration) { bed in
            let upgraded = try await bed.loadFeed("/upgrade?port=\(bed.server.securePort)", isSecure: false)
            #expect(upgraded.permanentURL == (try bed.url("/feed.xml")))
            #expect(upgraded.httpVersion == "2")

            let far = try await bed.loadFeed("/hop0")
            #expect(far.redirects.count == 10)
            let circle = try await bed.error("/circle")
            #expect(circle.shortDescription == "redirect-loop")
        }
    }

    @Test func sendsAPasswordThatNginxAccepts() async throws {
        let configuration = """
            location = /private { auth_basic "x"; auth_basic_user_file root/passwords; rewrite ^ /feed.xml break; }
            """
        let files = ["passwords": Array("J\u{F6}rg:{PLAIN}p w\u{F6}rd\n".utf8)]
        try await NginxTestBed.run(files: files, configuration: configuration) { bed in
            let right = FeedCredentials(user: "J\u{F6}rg", password: "p w\u{F6}rd")
            guard case .loaded = try await bed.load("/private", credentials: right) else { throw UnexpectedResult() }

            let wrong = FeedCredentials(user: "J\u{F6}rg", password: "other")
            let error = await #expect(throws: FeedLoadingError.self) {
                try await bed.load("/private", credentials: wrong)
            }
            #expect(error?.shortDescription == "unauthorized")
        }
    }

    @Test(arguments: [(429, "rate-limited"), (503, "unavailable")])
    func isToldWhenToComeBack(status: Int, kind: String) async throws {
        let configuration = "location = /busy { add_header Retry-After 120 always; return \(status); }"
        try await NginxTestBed.run(configuration: configuration) { bed in
            let error = try await bed.error("/busy")
            #expect(error.shortDescription == kind)
            #expect(error.retryAfter == .seconds(120))
        }
    }

    @Test func aRefusalThatIsCutIsNotAskedForAgainOverHTTP1() async throws {
        // Given a server behind nginx that breaks off in the body of a 429, which over HTTP/2 ends the stream in an error
        let origin = try ScriptedServer { _ in
            let head = ServerStep.head(429, ["Retry-After: 600", "Content-Length: 500"])
            return [.send(head + Array("<html>".utf8)), .close]
        }
        origin.start()
        defer { origin.stop() }
        let configuration = "location = /busy { proxy_pass http://127.0.0.1:\(origin.port); }"
        let log = try await NginxTestBed.run(configuration: configuration) { bed in
            let error = try await bed.error("/busy")
            #expect(error.shortDescription == "rate-limited")
            #expect(error.retryAfter == .seconds(600))
        }
        #expect(log.count == 1)
        #expect(log.first?.hasPrefix("GET /busy HTTP/2.0 429") == true)
    }

    @Test func loadsManyFeedsOverOneConnection() async throws {
        let log = try await NginxTestBed.run { bed in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask { _ = try await bed.loadFeed("/feed.xml?\(number)") }
                }
                try await group.waitForAll()
            }
        }
        #expect(log.count == 100)
        #expect(log.allSatisfy { $0.contains("HTTP/2.0 200 gzip") })
    }
}
