import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// What the history says of a request and its answer.
struct FetchHistoryTests {
    private static let url = "http://show.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a")])

    @Test func anAnswerThatIsNoFeedIsAnAnswerAllTheSame() async throws {
        let isFeed = Locked(true)
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, ["ETag: \"1\""], isFeed.withLock(\.self) ? Self.feed : "Dear diary")
            },
            { bed in
                // Given a feed that is none any more
                try await bed.importFeeds([Self.url])
                isFeed.withLock { $0 = false }
                bed.clock.advance(by: .seconds(7200))

                // When
                let known = try await bed.importFeeds([Self.url]).results
                let unknown = try await bed.importFeeds([Self.url + "/other"]).results

                // Then
                for result in known + unknown {
                    #expect(result.httpStatus == 200 && result.byteCount == 10)
                }
                let fetch = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1, limit: 1).first
                }
                #expect(fetch?.status == 200 && fetch?.bytes == 10)
                #expect(fetch?.received["ETag"] == "\"1\"")
                #expect(fetch?.errorKind != nil)
            }
        )
    }

    @Test func theHistorySaysWhatARedirectingServerWasSent() async throws {
        // Given a feed whose server answers itself at first, and then redirects to another
        let elsewhere = "http://cdn.example/feed"
        let answers = Locked<[String: [ServerStep]]>([Self.url: ServerStep.response(200, ["ETag: \"1\""], Self.feed)])
        try await WebTestBed.run(
            script: { request in answers.withLock { $0[request.path] } ?? ServerStep.response(500) },
            { bed in
                try await bed.importFeeds([Self.url])
                answers.withLock {
                    $0[Self.url] = ServerStep.redirect(302, to: elsewhere)
                    $0[elsewhere] = ServerStep.response(200, ["ETag: \"2\""], Self.feed)
                }
                try await bed.importFeeds([Self.url])

                #expect(bed.server.requests.map { Conditions($0).etag } == [nil, "\"1\"", nil])
                let fetches = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1)
                }
                #expect(fetches.map { $0.sent["If-None-Match"] } == ["\"1\"", nil])
            }
        )
    }

    @Test func theHistoryOfAFailureSaysWhatWasSentAndWhereItLed() async throws {
        // Given a feed that redirects to where its validators come from
        let moved = "http://cdn.example/feed"
        let answers = Locked<[String: [ServerStep]]>([
            Self.url: ServerStep.redirect(301, to: moved), moved: ServerStep.response(200, ["ETag: \"1\""], Self.feed),
        ])
        try await WebTestBed.run(
            script: { request in answers.withLock { $0[request.path] } ?? ServerStep.response(500) },
            { bed in
                var results: [FeedImportResult] = []
                func refresh() async throws {
                    results += try await bed.importFeeds([Self.url]).results
                    bed.clock.advance(by: .seconds(90_000))
                }
                try await refresh()

                // When it answers that nothing has changed, then fails there, and then where it began
                answers.withLock { $0[moved] = ServerStep.notModified() }
                try await refresh()
                answers.withLock { $0[moved] = ServerStep.response(404) }
                try await refresh()
                answers.withLock { $0[Self.url] = ServerStep.response(500) }
                try await refresh()

                // Then each line says what was sent, what came, and by which way
                let fetches = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1)
                }
                #expect(fetches.map(\.status) == [500, 404, 304, 200])
                #expect(fetches.map { $0.sent["If-None-Match"] } == [nil, "\"1\"", "\"1\"", nil])
                #expect(fetches.map { $0.received["ETag"] } == [nil, nil, nil, "\"1\""])
                #expect(fetches.map { $0.redirects.map(\.status) } == [[], [301], [301], [301]])
                #expect(fetches.allSatisfy { $0.seconds["total"] ?? 0 > 0 })
                #expect(results.map(\.redirectedTo) == [moved, moved, nil, nil])
            }
        )
    }

    @Test func conditionsThatReachedNobodyWereNotSent() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, ["ETag: \"1\""], Self.feed) },
            { bed in
                try await bed.importFeeds([Self.url])
                bed.clock.advance(by: .seconds(7200))
                try await bed.importFeeds([Self.url], isNetworkDown: true)
                let fetches = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1)
                }
                #expect(fetches.first?.errorKind?.rawValue == "proxy" && fetches.first?.sent.isEmpty == true)
            }
        )
    }

    @Test func aLongValidatorGoesBackWholeAndIntoTheHistoryInPart() async throws {
        let tag = "\"\(String(repeating: "e", count: 5_000))\""
        try await WebTestBed.run(
            script: { request in
                request["If-None-Match"] == tag
                    ? ServerStep.notModified() : ServerStep.response(200, ["ETag: \(tag)"], Self.feed)
            },
            { bed in
                try await bed.importFeeds([Self.url])
                bed.clock.advance(by: .seconds(7200))
                let second = try await bed.importFeeds([Self.url]).results

                #expect(second.first?.outcome == .unchanged(notModified: true))
                let fetches = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1)
                }
                let kept: String = tag.prefix(1000) + "…"
                #expect(fetches.first?.sent["If-None-Match"] == kept && fetches.last?.received["ETag"] == kept)
            }
        )
    }
}
