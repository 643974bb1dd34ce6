import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Conditional requests from one refresh to the next: what a server gave, by
/// way of the store, back to the server (http polling A1).
struct ConditionalPipelineTests {
    private static let url = "http://show.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a")])

    /// What was sent to be answered by 304.
    private struct Conditions: Equatable {
        var etag: String?
        var lastModified: String?

        init(_ etag: String? = nil, _ lastModified: String? = nil) {
            self.etag = etag
            self.lastModified = lastModified
        }

        init(_ request: RecordedRequest) {
            self.init(request["If-None-Match"], request["If-Modified-Since"])
        }
    }

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
                    #expect(outcome == (titles.count == 2 ? "unchanged" : "imported"))
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

    @Test func rule10ValidatorsAreStoredWithTheAddressThatGaveThem() async throws {
        // Given a feed whose server redirects to another place from the second day on
        let target = Locked("http://cdn.example/old")
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.url { return ServerStep.redirect(302, to: target.withLock(\.self)) }
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.feed) : ServerStep.notModified()
            },
            { bed in
                // When
                for place in ["old", "old", "new", "new"] {
                    target.withLock { $0 = "http://cdn.example/\(place)" }
                    try await bed.importFeeds([Self.url])
                    bed.clock.advance(by: .seconds(7200))
                }

                // Then each address gets its own back, and the redirecting one none
                let asked = bed.server.requests.map {
                    "\($0.path.split(separator: "/").last ?? "") \(Conditions($0).etag ?? "-")"
                }
                #expect(asked == ["feed -", "old -", "feed -", "old \"1\"", "feed -", "new -", "feed -", "new \"1\""])
                // And the history says what was sent
                let fetches = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1)
                }
                #expect(fetches.map { $0.sent["If-None-Match"] } == ["\"1\"", nil, "\"1\"", nil])
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
                #expect(fetches.first?.errorKind == "proxy" && fetches.first?.sent.isEmpty == true)
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

    @Test func rule10OtherCredentialsOrAnotherAddressAreAskedWithoutConditions() async throws {
        try await WebTestBed.run(
            script: { request in
                request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.feed) : ServerStep.notModified()
            },
            { bed in
                try await bed.importFeeds([Self.url])
                try await bed.importFeeds([Self.url])
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.subscriptions.setCredentials(
                        FeedCredentials(user: "anna", password: "p"),
                        of: 1,
                        at: now
                    )
                }
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.subscriptions.setCredentials(nil, of: 1, at: now)
                }
                try await bed.importFeeds([Self.url])
                try await bed.importFeeds([Self.url])
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    _ = try unit.subscriptions.move(1, to: "http://show.example/new", cause: .user, at: now)
                }
                try await bed.importFeeds(["http://show.example/new"])
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", nil, "\"1\"", nil])
            }
        )
    }

    @Test func rule10WhatWasGivenToOthersIsNotSentWhereverTheCredentialsAreKept() async throws {
        try await WebTestBed.run(
            script: { request in
                request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.feed) : ServerStep.notModified()
            },
            { bed in
                for password in [nil, nil, "x", "x", "y", nil] {
                    try await bed.importFeeds([Self.url]) { request in
                        request.sharedCredentials = password.map { FeedCredentials(user: "anna", password: $0) }
                        request.options.allowsCredentialsOverHTTP = true
                    }
                }
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", nil, "\"1\"", nil, nil])
            }
        )
    }

    @Test func rule10WhatWasGivenToNobodyIsNotSentWithAPassword() async throws {
        // Given a feed with a password, whose server leads to another
        let elsewhere = "http://cdn.example/feed"
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.url { return ServerStep.redirect(302, to: elsewhere) }
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.feed) : ServerStep.notModified()
            },
            { bed in
                // When
                for _ in 0..<3 {
                    try await bed.importFeeds([Self.url]) { request in
                        request.sharedCredentials = FeedCredentials(user: "anna", password: "x")
                        request.options.allowsCredentialsOverHTTP = true
                    }
                }

                // Then the address that gets no password gets its own back, which are marked as nobody's
                let asked = bed.server.requests.filter { $0.path == elsewhere }.map {
                    "\(Conditions($0).etag ?? "-") \($0["Authorization"] == nil ? "-" : "password")"
                }
                #expect(asked == ["- -", "\"1\" -", "\"1\" -"])
                let state = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(id: 1)
                }
                #expect(state?.validators.etag == "\"1\"" && state?.validatorsMark == nil)
            }
        )
    }

    @Test func rule61CredentialsGivenWithAKnownFeedAreStoredWhenTheyAreAccepted() async throws {
        // Given a feed that anybody may read, but not with a wrong password
        let (right, wrong) = (
            FeedCredentials(user: "anna", password: "x"), FeedCredentials(user: "anna", password: "y")
        )
        try await WebTestBed.run(
            script: { request in
                // anna:x
                guard [nil, "Basic YW5uYTp4"].contains(request["Authorization"]) else {
                    return ServerStep.response(401)
                }
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.feed) : ServerStep.notModified()
            },
            { bed in
                var stored: [FeedCredentials?] = []
                for given in [nil, wrong, right, nil] {
                    try await bed.importFeeds([Self.url]) { request in
                        request.credentials = given
                        request.options.allowsCredentialsOverHTTP = true
                    }
                    stored.append(
                        try await bed.read { unit throws(PersistenceError) in
                            try unit.refreshes.state(id: 1)?.credentials
                        }
                    )
                }
                #expect(stored == [nil, nil, right, right])
                #expect(bed.server.requests.last?["Authorization"] == "Basic YW5uYTp4")
                #expect(bed.server.requests.last?["If-None-Match"] == "\"1\"")
            }
        )
    }

    @Test func rule62TheEncodingOfAPasswordIsRemembered() async throws {
        // base64 of "u:é" in ISO 8859-1.
        let expected = "Basic dTrp"
        try await WebTestBed.run(
            script: { request in
                guard request["Authorization"] == expected else {
                    return ServerStep.response(401, ["WWW-Authenticate: Basic realm=\"x\""])
                }
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], Self.feed) : ServerStep.notModified()
            },
            { bed in
                var settings: [String: String] = [:]
                for _ in 1...3 {
                    let (results, _) = try await bed.importFeeds([Self.url]) { request in
                        request.credentials = FeedCredentials(user: "u", password: "é")
                        request.options.allowsCredentialsOverHTTP = true
                        request.options = request.options.applying(settings)
                    }
                    #expect(results.first?.outcome.failure == nil)
                    settings = try await bed.read { unit throws(PersistenceError) in
                        try unit.refreshes.state(id: 1)?.overrides ?? [:]
                    }
                    bed.clock.advance(by: .seconds(7200))
                }
                #expect(settings == ["password-encoding": "iso-8859-1"])
                #expect(bed.server.requests.count { $0["Authorization"] != expected } == 1)
                #expect(bed.server.requests.count == 4)
            }
        )
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

    @Test func rule60NeitherRobotsNorABlockKeepAFeedFromBeingImported() async throws {
        let blocks = """
            <itunes:block>yes</itunes:block>
            <podcast:block xmlns:podcast="https://podcastindex.org/namespace/1.0">yes</podcast:block>
            """
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")], channel: blocks)) },
            { bed in
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.episodeCount == 1)
                #expect(bed.asked == [Self.url])
            }
        )
    }

    @Test func rule17bTheETagOfADeltaIsStored() async throws {
        // Given a server that answers with what is new since the version that is named
        let guids = ["a", "b", "c", "d", "e"]
        try await WebTestBed.run(
            script: { request in
                guard let known = request["If-None-Match"]?.split(separator: "\"").first.flatMap({ Int($0) }) else {
                    return ServerStep.response(
                        200,
                        ["ETag: \"3\""],
                        TestFeed.rss(guids[..<3].map { TestFeed.item($0) })
                    )
                }
                guard known < guids.count else { return ServerStep.notModified() }
                return ServerStep.response(
                    226,
                    ["IM: feed", "ETag: \"\(known + 1)\""],
                    TestFeed.rss([TestFeed.item(guids[known])])
                )
            },
            { bed in
                // When
                for _ in 1...4 {
                    try await bed.importFeeds([Self.url]) { $0.options.acceptsDelta = true }
                    bed.clock.advance(by: .seconds(7200))
                }

                // Then
                #expect(bed.server.requests.map { $0["If-None-Match"] } == [nil, "\"3\"", "\"4\"", "\"5\""])
                #expect(try await bed.subscription(Self.url)?.episodeCount == 5)
            }
        )
    }

    @Test(arguments: ["", "<fh:complete xmlns:fh=\"http://purl.org/syndication/history/1.0\"/>"])
    func rule17bWhereADeltaMayComeNothingIsWithdrawn(channel: String) async throws {
        // Given a server that answers with what is new since the version that is named, and with 200 all the same
        let guids = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]
        let items = guids.enumerated().map { TestFeed.item($1, day: $0 + 1) }
        try await WebTestBed.run(
            script: { request in
                let known = request["If-None-Match"]?.split(separator: "\"").first.flatMap { Int($0) }
                guard let known else {
                    return ServerStep.response(200, ["ETag: \"8\""], TestFeed.rss(Array(items[..<8]), channel: channel))
                }
                guard known < guids.count else { return ServerStep.notModified() }
                // The new one, and an old one that was changed.
                let part = [items[known], items[known - 8].replacing("</item>", with: "<author>x</author></item>")]
                return ServerStep.response(200, ["ETag: \"\(known + 1)\""], TestFeed.rss(part, channel: channel))
            },
            { bed in
                // When
                var warnings: [String] = []
                for _ in 1...6 {
                    let (results, _) = try await bed.importFeeds([Self.url]) { $0.options.acceptsDelta = true }
                    warnings += results.flatMap(\.warnings).map(\.kind)
                    bed.clock.advance(by: .seconds(90_000))
                }

                // Then
                let episodes = try await bed.read { unit throws(PersistenceError) in
                    try unit.episodes.episodes(matching: EpisodeQuery(order: .oldestFirst))
                }
                #expect(episodes.count == guids.count)
                #expect(episodes.allSatisfy { $0.removedAt == nil })
                #expect(!warnings.contains("mass-drop") && !warnings.contains("held"))
                #expect(bed.server.requests.last?["If-None-Match"] == "\"11\"")
            }
        )
    }

    @Test func rule17bWhatWasMissingBeforeDeltasWereAllowedIsNotWithdrawnByThem() async throws {
        // Given an episode that was missing once
        let items = (1...5).map { TestFeed.item("\($0)", day: $0) }
        let documents = Locked([TestFeed.rss(items), TestFeed.rss(Array(items[..<2] + items[3...]))])
        try await WebTestBed.run(
            script: { request in
                guard let document = documents.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                    return ServerStep.notModified()
                }
                return ServerStep.response(200, ["ETag: \"1\""], document)
            },
            { bed in
                for _ in 1...2 {
                    try await bed.importFeeds([Self.url])
                    bed.clock.advance(by: .seconds(90_000))
                }

                // When nothing has changed since
                try await bed.importFeeds([Self.url]) { $0.options.acceptsDelta = true }
                #expect(try await bed.subscription(Self.url)?.episodeCount == 5)

                // Then it is withdrawn only where all of the feed would have come
                bed.clock.advance(by: .seconds(90_000))
                let (results, _) = try await bed.importFeeds([Self.url])
                #expect(results.first?.overdueCount == 1)
            }
        )
    }

    @Test func rule30NothingButTheFeedIsLoaded() async throws {
        let channel = """
            <link>http://show.example/</link><itunes:image href="http://show.example/cover.jpg"/>
            <podcast:podroll xmlns:podcast="https://podcastindex.org/namespace/1.0">
            <podcast:remoteItem feedUrl="http://show.example/other"/></podcast:podroll>
            """
        let extra = """
            <itunes:image href="http://show.example/a.jpg"/>
            <podcast:chapters xmlns:podcast="https://podcastindex.org/namespace/1.0" url="http://show.example/c.json" \
            type="application/json+chapters"/>
            <podcast:transcript xmlns:podcast="https://podcastindex.org/namespace/1.0" url="http://show.example/t.vtt" \
            type="text/vtt"/>
            """
        let document = TestFeed.rss([TestFeed.item("a", extra: extra)], channel: channel)
        try await WebTestBed.run(
            script: { _ in ServerStep.response(200, [], document) },
            { bed in
                try await bed.importFeeds([Self.url])
                try await bed.importFeeds([Self.url])
                #expect(bed.asked == [Self.url, Self.url])
            }
        )
    }
}
