import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// Validators go back only to the address, and with the credentials, that they came from (http polling A1 10).
struct ValidatorOriginTests {
    private static let url = "http://show.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a")])

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
}
