import FeedLoading
import FeedServer
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What is remembered of the credentials that a server accepts (http polling A6).
struct PipelineCredentialsTests {
    private static let url = "http://show.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a")])

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
}
