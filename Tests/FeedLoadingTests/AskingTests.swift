import FeedLoading
import FeedServer
import PodcastModel
import Testing

/// Feeds that are asked together whether they have changed.
struct AskingTests {
    @Test func tellsOfEachOnceAndHandsOnWhatHasChanged() async throws {
        try await LoadingTestBed.run { request in
            request.path.hasSuffix("0")
                ? ServerStep.response(200, ["ETag: \"new\""], "<rss>\(request.path)</rss>") : ServerStep.notModified()
        } test: { bed in
            // Given
            let requests = try (0..<40).map { try Self.request(bed, "/\($0)") }

            // When
            let answers = await Self.ask(bed, requests)

            // Then
            #expect(answers.map(\.place).sorted() == Array(0..<40))
            let unchanged = answers.filter { $0.response != nil }
            #expect(Set(unchanged.map(\.place)) == Set((0..<40).filter { $0 % 10 > 0 }))
            #expect(unchanged.allSatisfy { $0.response?.status == 304 && $0.response?.validators.etag == "\"old\"" })
            // And what has changed is here already: nothing is asked for twice
            for answer in answers where answer.response == nil {
                guard case .loaded(let feed) = try await Self.load(bed, requests, answer) else {
                    throw UnexpectedResult()
                }
                #expect(answer.bodyBytes == feed.body.count)
                #expect(feed.body.bytes == Array("<rss>/\(answer.place)</rss>".utf8))
                #expect(feed.response.validators.etag == "\"new\"")
                #expect(feed.response.sentValidators.etag == "\"old\"")
            }
            #expect(bed.server.requests.count == 40)
        }
    }

    @Test func aLoadGoesOnWhereARedirectLeads() async throws {
        try await LoadingTestBed.run { request in
            request.path == "/feed" ? ServerStep.redirect(301, to: "/there") : ServerStep.response(200, [], "<rss/>")
        } test: { bed in
            let requests = [try Self.request(bed, "/feed")]
            let answer = try #require(await Self.ask(bed, requests).first)

            let result = try await Self.load(bed, requests, answer)

            #expect(result.response.redirects.map(\.status) == [301])
            #expect(bed.server.requests.map(\.path) == ["/feed", "/there"])
        }
    }

    @Test(arguments: [[ServerStep.close], ServerStep.response(500)])
    func aLoadFailsAsItsFirstRequestDid(steps: [ServerStep]) async throws {
        try await LoadingTestBed.run { _ in
            steps
        } test: { bed in
            // Given what a load says that asks by itself
            let error = try await bed.error(validators: HTTPValidators(etag: "\"old\""))
            let count = bed.server.requests.count

            // When
            let requests = [try Self.request(bed, "/feed")]
            let answer = try #require(await Self.ask(bed, requests).first)

            // Then
            let other = await #expect(throws: FeedLoadingError.self) { try await Self.load(bed, requests, answer) }
            #expect(other?.shortDescription == error.shortDescription)
            #expect(bed.server.requests.count == 2 * count)
        }
    }

    @Test func whatMustNotBeSentIsNotAskedFor() async throws {
        try await LoadingTestBed.run { _ in
            ServerStep.notModified()
        } test: { bed in
            let requests = [try Self.request(bed, "/feed", etag: "\"a\r\nb\""), try Self.request(bed, "/other")]

            let answers = await Self.ask(bed, requests).sorted { $0.place < $1.place }

            #expect(answers.map { $0.response?.status } == [nil, 304])
            let error = await #expect(throws: FeedLoadingError.self) {
                try await Self.load(bed, requests, answers[0])
            }
            #expect(error.map { "\($0)".contains("the value of etag holds a control character") } == true)
            #expect(bed.server.requests.map(\.path) == ["/other"])
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func allAreToldOfWhenTheTaskIsCancelledOrTheLoaderShutDown(isCancelled: Bool) async throws {
        try await LoadingTestBed.run { _ in
            [.waitForClient]
        } test: { bed in
            // Given feeds that would be waited for for ever
            let requests = try (0..<3).map { try Self.request(bed, "/\($0)") }
            let task = Task { await Self.ask(bed, requests) }
            var arrivals = bed.server.arrivals.makeAsyncIterator()
            for _ in 0..<3 { _ = await arrivals.next() }

            // When
            if isCancelled { task.cancel() } else { await bed.loader.shutdown() }

            // Then
            let answers = await task.value
            #expect(answers.map(\.place).sorted() == [0, 1, 2])
            for answer in answers {
                let error = await #expect(throws: FeedLoadingError.self) {
                    try await Self.load(bed, requests, answer)
                }
                #expect(error?.shortDescription == "cancelled")
            }
            // And who asks a loader that is shut down hears it at once
            if !isCancelled { #expect(await Self.ask(bed, requests).count == 3) }
        }
    }

    private static func request(
        _ bed: LoadingTestBed,
        _ path: String,
        etag: String = "\"old\""
    ) throws -> FeedLoadRequest {
        FeedLoadRequest(
            source: .http(try bed.url(path)),
            validators: HTTPValidators(etag: etag),
            options: .loopback
        )
    }

    private static func ask(_ bed: LoadingTestBed, _ requests: [FeedLoadRequest]) async -> [FirstAnswer] {
        let (answers, told) = AsyncStream.makeStream(of: [FirstAnswer].self)
        await bed.loader.ask(requests) { told.yield($0) }
        told.finish()
        return await answers.reduce(into: []) { $0 += $1 }
    }

    /// Loads what has been asked for.
    private static func load(
        _ bed: LoadingTestBed,
        _ requests: [FeedLoadRequest],
        _ answer: FirstAnswer
    ) async throws -> FeedLoadResult {
        var request = requests[answer.place]
        if case .other(let first) = answer.outcome { request.first = first }
        return try await bed.loader.load(request)
    }
}

extension FirstAnswer {
    /// The response by which nothing has changed.
    fileprivate var response: FeedResponse? {
        if case .notModified(let response, _) = outcome { response } else { nil }
    }

    /// How many bytes of a document are here.
    fileprivate var bodyBytes: Int? {
        if case .other(let first) = outcome { first?.bodyBytes } else { nil }
    }
}
