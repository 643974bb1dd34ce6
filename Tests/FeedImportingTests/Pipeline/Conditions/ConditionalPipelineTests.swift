import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Conditional requests from one refresh to the next: what a server gave, by
/// way of the store, back to the server (http polling A1).
struct ConditionalPipelineTests {
    private static let url = "http://show.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a")])

    /// Refreshes a feed once for each answer, and once more; returns what was
    /// sent each time.
    private static func conditions(answering answers: [[ServerStep]]) async throws -> [Conditions] {
        let count = Locked(0)
        let last = ServerStep.response(500)
        var sent: [Conditions] = []
        try await WebTestBed.run(
            script: { _ in
                let number = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                return number < answers.count ? answers[number] : last
            },
            { bed in
                for _ in 0...answers.count {
                    try await bed.importFeeds([url])
                    bed.clock.advance(by: .seconds(7200))
                }
                sent = bed.server.requests.map(Conditions.init)
            }
        )
        return sent
    }

    @Test func rule5BothValidatorsAreThoseOfTheLastAnswerEvenIfOnlyOneHasChanged() async throws {
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: noon"], Self.feed),
            ServerStep.response(200, ["ETag: \"2\"", "Last-Modified: noon"], TestFeed.rss([TestFeed.item("b")])),
        ])
        #expect(sent == [Conditions(), Conditions("\"1\"", "noon"), Conditions("\"2\"", "noon")])
    }

    @Test func rule6ABodyThatIsTheSameRenewsTheValidators() async throws {
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: noon"], Self.feed),
            ServerStep.response(200, ["ETag: \"2\"", "Last-Modified: evening"], Self.feed),
        ])
        #expect(sent == [Conditions(), Conditions("\"1\"", "noon"), Conditions("\"2\"", "evening")])
    }

    @Test func rule7WhatAnAnswerDoesNotCarryIsForgotten() async throws {
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: noon"], Self.feed),
            ServerStep.response(200, ["Last-Modified: evening"], Self.feed),
            ServerStep.response(200, ["ETag: \"3\""], Self.feed),
            ServerStep.response(200, [], Self.feed),
        ])
        let expected = [
            Conditions(), Conditions("\"1\"", "noon"), Conditions(nil, "evening"), Conditions("\"3\""), Conditions(),
        ]
        #expect(sent == expected)
    }

    @Test func rule8ANotModifiedRenewsWhatItCarriesAndKeepsTheRest() async throws {
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: noon"], Self.feed),
            ServerStep.notModified(["ETag: W/\"1\""]), ServerStep.notModified(["Last-Modified: evening"]),
            ServerStep.notModified(),
        ])
        let expected = [
            Conditions(), Conditions("\"1\"", "noon"), Conditions("W/\"1\"", "noon"),
            Conditions("W/\"1\"", "evening"), Conditions("W/\"1\"", "evening"),
        ]
        #expect(sent == expected)
    }

    @Test func rule14TheSameBytesInAnotherCharsetAreReadAgain() async throws {
        // Given a feed in KOI8-R that its server calls Latin 1, until somebody puts that right
        let title: [UInt8] = [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]
        let (before, after) = ("<rss version=\"2.0\"><channel><title>", "</title>\(TestFeed.item("a"))</channel></rss>")
        let body = Array(before.utf8) + title + Array(after.utf8)
        let charset = Locked("iso-8859-1")
        try await WebTestBed.run(
            script: { _ in
                let type = "Content-Type: text/xml; charset=\(charset.withLock(\.self))"
                return ServerStep.response(200, [type], body: body)
            },
            { bed in
                var titles: [String?] = []
                for label in ["iso-8859-1", "koi8-r", "koi8-r"] {
                    charset.withLock { $0 = label }
                    let outcome = try await bed.importFeeds([Self.url]).results.first?.outcome.word
                    #expect(outcome == (titles.count == 2 ? .unchanged : .imported))
                    titles.append(
                        try await bed.read { unit throws(PersistenceError) in
                            try unit.podcasts.podcast(id: 1)?.podcast.title
                        }
                    )
                    bed.clock.advance(by: .seconds(90_000))
                }
                #expect(titles == ["ðÒÉ×ÅÔ", "Привет", "Привет"])
            }
        )
    }

    @Test(
        arguments: [
            ("Cache-Control: max-age=43200", [], 43_200),
            ("Cache-Control: max-age=43200", ["Cache-Control: max-age=7200"], 7200),
            ("Cache-Control: max-age=43200", ["Cache-Control: no-cache"], 3600),
            ("Cache-Control: max-age=43200", ["Age: 3600"], 39_600),
            ("Cache-Control: max-age=43200", ["Expires: 0"], 43_200),
            ("Expires: Mon, 23 Nov 2026 12:00:00 GMT", ["Date: Mon, 23 Nov 2026 00:00:00 GMT"], 43_200),
            ("X-Nothing: said", [], 3600),
        ] as [(String, [String], Int64)]
    )
    func rule8ANotModifiedKeepsForHowLongTheDocumentHolds(
        first: String,
        later: [String],
        seconds: Int64
    ) async throws {
        try await WebTestBed.run(
            script: { request in
                request["If-None-Match"] == nil
                    ? ServerStep.response(
                        200,
                        ["ETag: \"1\"", "Date: Sat, 21 Nov 2026 00:00:00 GMT", first],
                        Self.feed
                    )
                    : ServerStep.notModified(later)
            },
            { bed in
                try await bed.importFeeds([Self.url])
                for _ in 1...3 {
                    // When
                    bed.clock.advance(by: .seconds(90_000))
                    let outcomes = try await bed.importFeeds([Self.url]).results.map(\.outcome)
                    #expect(outcomes == [.unchanged(notModified: true)])

                    // Then it waits as long, and no more than the spread longer
                    let due = try #require(try await bed.subscription(Self.url)?.nextDueAt)
                    let reasons = try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.dueReasons(of: 1)
                    }
                    let decided = try #require(reasons.last?.notBefore)
                    #expect(decided.seconds(since: bed.clock.timestamp) == seconds)
                    #expect(due >= decided)
                }
            }
        )
    }

    @Test(arguments: [
        ServerStep.response(200, ["ETag: \"2\""], "<html><title>Log in</title></html>"),
        ServerStep.response(200, ["ETag: \"2\""], ""), ServerStep.response(200, ["ETag: \"2\""], "<rss><channel>"),
        ServerStep.response(204, ["ETag: \"2\""]), ServerStep.response(503, ["ETag: \"2\""]),
        [.send(ServerStep.head(200, ["ETag: \"2\"", "Content-Length: 999"]) + Array("<rss>".utf8)), .close],
    ])
    func rule9AnAnswerThatIsNotImportedLeavesTheOldValidators(answer: [ServerStep]) async throws {
        let good = ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: noon"], Self.feed)
        let sent = try await Self.conditions(answering: [good, answer])
        #expect(sent == [Conditions(), Conditions("\"1\"", "noon"), Conditions("\"1\"", "noon")])
    }

    @Test func rule11ANewFeedIsAskedForOnceWithoutConditions() async throws {
        let good = ServerStep.response(200, ["ETag: \"1\""], Self.feed)
        let sent = try await Self.conditions(answering: [good] + (0..<5).map { _ in ServerStep.notModified() })
        #expect(sent.count { $0 == Conditions() } == 1)
    }

    @Test func rule16AServerThatAnswers304UnaskedIsAskedOnceEachTime() async throws {
        // Given a server that gives no validators and then says that nothing has changed
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, [], Self.feed), ServerStep.notModified(), ServerStep.response(200, [], Self.feed),
        ])

        // Then it was not asked again at once, and always for the whole document
        #expect(sent == [Conditions(), Conditions(), Conditions(), Conditions()])
    }

    @Test(arguments: [400, 412, 431])
    func rule12WhatAServerRejectsOnlyWithConditionsIsAskedForWithoutThem(status: Int) async throws {
        // Given a server that does not accept the ETag that it gave itself
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, ["ETag: \"1\""], Self.feed), ServerStep.response(status),
            ServerStep.response(200, ["ETag: \"2\""], Self.feed),
        ])

        // Then the next request does without, and the one after it is conditional again
        #expect(sent == [Conditions(), Conditions("\"1\""), Conditions(), Conditions("\"2\"")])
    }

    @Test func rule12WhatIsRejectedWhereNoConditionsWereSentKeepsThem() async throws {
        // Given a server that redirects now to one address, now to another, which rejects everything
        let sent = try await Self.conditions(answering: [
            ServerStep.response(302, ["Location: /a"]), ServerStep.response(200, ["ETag: \"1\""], Self.feed),
            ServerStep.response(302, ["Location: /b"]), ServerStep.response(400),
            ServerStep.response(302, ["Location: /a"]), ServerStep.response(304),
        ])

        // Then the one that gave the ETag is named it the next time
        #expect(Array(sent.prefix(6)) == Array(repeating: Conditions(), count: 5) + [Conditions("\"1\"")])
    }

    @Test(arguments: [403, 404, 408, 500])
    func rule12OtherRefusalsKeepTheValidators(status: Int) async throws {
        let sent = try await Self.conditions(answering: [
            ServerStep.response(200, ["ETag: \"1\""], Self.feed), ServerStep.response(status),
        ])
        #expect(sent == [Conditions(), Conditions("\"1\""), Conditions("\"1\"")])
    }

    @Test(arguments: [403, 406, 500, 502])
    func rule12WhatIsRejectedThreeTimesInARowIsAskedForWithoutConditions(status: Int) async throws {
        let good = ServerStep.response(200, ["ETag: \"1\""], Self.feed)
        let bad = ServerStep.response(status)
        let sent = try await Self.conditions(answering: [good, bad, bad, good, bad, bad, bad, good])
        let one = Conditions("\"1\"")
        #expect(sent == [Conditions(), one, one, one, one, one, one, Conditions(), one])
    }

    /// Some caches and scripts mean a 304 and send a 200 without a document.
    @Test(arguments: [200, 203, 204])
    func rule12WhatIsEmptyThreeTimesInARowIsAskedForWithoutConditions(status: Int) async throws {
        let good = ServerStep.response(200, ["ETag: \"1\""], Self.feed)
        let empty = ServerStep.response(status, ["ETag: \"1\""])
        let sent = try await Self.conditions(answering: [good, empty, empty, empty, good])
        let one = Conditions("\"1\"")
        #expect(sent == [Conditions(), one, one, one, Conditions(), one])
    }

    @Test func rule12AFeedThatIsSomethingElseForAWhileKeepsItsValidators() async throws {
        let good = ServerStep.response(200, ["ETag: \"1\""], Self.feed)
        let page = ServerStep.response(200, ["ETag: \"2\""], "<html><title>Log in</title></html>")
        let sent = try await Self.conditions(answering: [good, page, page, page, page])
        #expect(sent == [Conditions()] + Array(repeating: Conditions("\"1\""), count: 5))
    }

    @Test(arguments: [401, 404, 408, 503, 511])
    func rule12WhatHasACauseOfItsOwnIsAskedForWithConditionsHoweverOftenItFails(status: Int) async throws {
        let good = ServerStep.response(200, ["ETag: \"1\""], Self.feed)
        let sent = try await Self.conditions(
            answering: [good] + Array(repeating: ServerStep.response(status), count: 4)
        )
        #expect(sent == [Conditions()] + Array(repeating: Conditions("\"1\""), count: 5))
    }
}
