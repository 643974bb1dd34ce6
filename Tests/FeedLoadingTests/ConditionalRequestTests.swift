import FeedLoading
import FeedServer
import PodcastModel
import Testing

struct ConditionalRequestTests {
    @Test(arguments: [
        #""plain""#, #"W/"weak""#, #""a-gzip""#, "unquoted", #""with \"quotes\" and ; , inside""#, #""""#,
        "\"caf\u{E9}\u{FF}\"", "\"tab\tinside\"",
    ])
    func sendsTheETagBackByteForByte(etag: String) async throws {
        try await LoadingTestBed.run { request in
            request["If-None-Match"] == nil
                ? ServerStep.response(200, ["ETag: \(etag)"], "<rss/>") : ServerStep.notModified()
        } test: { bed in
            // Given
            let first = try await bed.load()
            #expect(first.response.validators.etag == etag)

            // When
            let second = try await bed.load(validators: first.response.validators)

            // Then
            guard case .notModified = second else { throw UnexpectedResult() }
            #expect(bed.server.requests.count == 2)
            #expect(bed.server.requests.last?["If-None-Match"] == etag)
        }
    }

    @Test(arguments: [
        "Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:28:00 +0200", "2026-10-21 07:28", "yesterday",
    ])
    func sendsLastModifiedBackAsReceived(lastModified: String) async throws {
        try await LoadingTestBed.run { request in
            request["If-Modified-Since"] == nil
                ? ServerStep.response(200, ["Last-Modified: \(lastModified)"], "<rss/>") : ServerStep.notModified()
        } test: { bed in
            let first = try await bed.load()
            let second = try await bed.load(validators: first.response.validators)

            guard case .notModified = second else { throw UnexpectedResult() }
            #expect(bed.server.requests.last?["If-Modified-Since"] == lastModified)
            #expect(bed.server.requests.last?["If-None-Match"] == nil)
        }
    }

    @Test func neverSendsADateOfItsOwn() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["ETag: \"1\"", "Date: Sat, 21 Nov 2026 08:00:00 GMT"], "<rss/>")
        } test: { bed in
            let first = try await bed.load()
            _ = try await bed.load(validators: first.response.validators)

            #expect(bed.server.requests.count == 2)
            #expect(bed.server.requests.allSatisfy { $0["If-Modified-Since"] == nil })
        }
    }

    @Test func doesNotKeepTheEndOfAThirtyTwoBitClock() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: Tue, 19 Jan 2038 03:14:07 GMT"], "<rss/>")
        } test: { bed in
            let response = try await bed.load().response
            #expect(response.validators == HTTPValidators(etag: "\"1\"", url: try bed.url("/feed").string))
        }
    }

    @Test func sendsBothValidatorsIfBothAreHeld() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.notModified()
        } test: { bed in
            _ = try await bed.load(validators: HTTPValidators(etag: "\"1\"", lastModified: "then"))

            #expect(bed.server.requests.first?["If-None-Match"] == "\"1\"")
            #expect(bed.server.requests.first?["If-Modified-Since"] == "then")
        }
    }

    @Test func sendsNoConditionWithoutValidators() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            _ = try await bed.load()

            let request = try #require(bed.server.requests.first)
            #expect(!request.headerLines.contains { $0.lowercased().hasPrefix("if-") })
        }
    }

    @Test func takesBothValidatorsFromTheSameResponse() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["ETag: \"new\""], "<rss/>")
        } test: { bed in
            let result = try await bed.load(validators: HTTPValidators(etag: "\"old\"", lastModified: "then"))

            let url = try bed.url("/feed").string
            #expect(result.response.validators == HTTPValidators(etag: "\"new\"", lastModified: nil, url: url))
        }
    }

    @Test func aResponseWithoutValidatorsClearsThem() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let result = try await bed.load(validators: HTTPValidators(etag: "\"old\"", lastModified: "then"))

            #expect(result.response.validators.isEmpty)
        }
    }

    @Test func aNotModifiedRefreshesWhatItCarriesAndKeepsTheRest() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.notModified(["ETag: W/\"2\"", "Cache-Control: max-age=60", "Expires: 0"])
        } test: { bed in
            let result = try await bed.load(validators: HTTPValidators(etag: "\"1\"", lastModified: "then"))

            guard case .notModified(let response) = result else { throw UnexpectedResult() }
            let url = try bed.url("/feed").string
            #expect(response.validators == HTTPValidators(etag: "W/\"2\"", lastModified: "then", url: url))
            #expect(response.freshness.seconds == 60)
            #expect(response.status == 304)
        }
    }

    /// Sent back, `*` would mean whatever there is.
    @Test(arguments: ["ETag: *", "ETag:", "ETag: ", "Last-Modified:\t", "ETag:\r\nLast-Modified:"])
    func anEmptyValidatorIsNone(header: String) async throws {
        try await LoadingTestBed.run { request in
            request["If-None-Match"] == nil
                ? ServerStep.response(200, [header], "<rss/>") : ServerStep.notModified([header])
        } test: { bed in
            // When it comes with a document
            let first = try await bed.load()
            #expect(first.response.validators.isEmpty)

            // And with word that nothing has changed
            let held = HTTPValidators(etag: "\"1\"", lastModified: "then", url: try bed.url("/feed").string)
            let second = try await bed.load(validators: held)

            // Then what was held stays
            guard case .notModified(let response) = second else { throw UnexpectedResult() }
            #expect(response.validators == held)
        }
    }

    @Test func anUnsolicitedNotModifiedIsAnError() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.notModified()
        } test: { bed in
            let error = try await bed.error()

            #expect(error == .unsolicitedNotModified(feed: "http://127.0.0.1:\(bed.server.port)/…"))
            #expect(error.isTransient)
        }
    }

    @Test func validatorsGoOnlyToTheAddressTheyCameFrom() async throws {
        try await LoadingTestBed.run { request in
            switch request.path {
            case "/feed": ServerStep.redirect(302, to: "/real")
            default:
                request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], "<rss/>") : ServerStep.notModified()
            }
        } test: { bed in
            // Given validators that came by way of a redirect
            let first = try await bed.load().response.validators
            #expect(first == HTTPValidators(etag: "\"1\"", url: try bed.url("/real").string))

            // When
            let second = try await bed.load(validators: first)

            // Then
            guard case .notModified(let response) = second else { throw UnexpectedResult() }
            #expect(response.validators == first)
            #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, nil, nil, "\"1\""])
        }
    }

    @Test func validatorsOfAnotherAddressAreNotSent() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed" ? ServerStep.redirect(302, to: "/new") : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let old = HTTPValidators(etag: "\"1\"", lastModified: "then", url: try bed.url("/old").string)

            _ = try await bed.load(validators: old)

            #expect(bed.server.requests.map(\.path) == ["/feed", "/new"])
            #expect(bed.server.requests.allSatisfy { !$0.headerLines.contains { $0.hasPrefix("If-") } })
        }
    }

    @Test func validatorsOfTheFeedsOwnAddressAreNotSentWhereItRedirectsTo() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed" ? ServerStep.redirect(302, to: "/new") : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            _ = try await bed.load(validators: HTTPValidators(etag: "\"1\""))

            #expect(bed.server.requests.map { $0["If-None-Match"] } == ["\"1\"", nil])
        }
    }

    @Test func acceptAndAcceptEncodingAreTheSameInEveryRequest() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.response(200, ["ETag: \"1\""], "<rss/>")
        } test: { bed in
            _ = try await bed.load()
            _ = try await bed.load(validators: HTTPValidators(etag: "\"1\""))

            let encodings = Set(bed.server.requests.map { $0["Accept-Encoding"] ?? "" })
            #expect(bed.server.requests.count == 2)
            #expect(encodings.count == 1)
            #expect(encodings.first?.hasPrefix("gzip") == true)
            #expect(Set(bed.server.requests.map { $0["Accept"] ?? "" }) == [TransferOptions.feedTypes])
        }
    }
}
