import Foundation
import Persistence
import PodcastModel
import Testing

/// Feeds that are followed, refreshed and left through the status server.
struct SubscriptionRoutesTests {
    @Test func followsLeavesAndRefreshesFeeds() async throws {
        try await ServerTestBed.run { bed in
            // When
            let added = try await bed.post(
                "/v1/subscriptions",
                "{\"feed\":\"feed://A.example/f\",\"folder\":[\"News\"]}"
            )
            let again = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://a.example/f\"}")
            let refreshed = try await bed.send("POST", "/v1/subscriptions/1/refresh")
            let left = try await bed.send("DELETE", "/v1/subscriptions/1")
            let refused = try await bed.send("POST", "/v1/subscriptions/1/refresh")

            // Then
            #expect([added, again, refreshed, left, refused].map(\.status) == [201, 200, 202, 204, 409])
            #expect(added.headers["location"] == "/v1/subscriptions/1")
            #expect(try added.object()["feedURL"] as? String == "https://a.example/f")
            #expect(try await bed.get("/v1/subscriptions").ids().isEmpty)
            #expect(try await bed.send("DELETE", "/v1/subscriptions/7").status == 404)
            #expect(try await bed.send("POST", "/v1/subscriptions/7/refresh").status == 404)
        }
    }

    @Test func aFeedThatIsFollowedTakesCredentialsOrSaysThatItKeepsItsOwn() async throws {
        try await ServerTestBed.run { bed in
            // Given
            _ = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://a.example/f\"}")

            // When
            let first = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://anna:geheim@a.example/f\"}")
            let same = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://anna:geheim@a.example/f\"}")
            let none = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://a.example/f\"}")
            let other = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://anna:offen@a.example/f\"}")

            // Then
            #expect([first, same, none, other].map(\.status) == [200, 200, 200, 409])
            #expect(try other.errorKind() == "credentials")
            #expect(!other.body.contains("offen"))
            let stored = try await bed.persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.refreshes.state(id: 1)?.credentials
            }
            #expect(stored == FeedCredentials(user: "anna", password: "geheim"))
        }
    }

    @Test func refreshesNoDuplicate() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 2, episodes: 0)
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                _ = try unit.subscriptions.markDuplicate(1, of: 2, at: ServerTestBed.now)
            }

            let refused = try await bed.send("POST", "/v1/subscriptions/1/refresh")

            #expect(refused.status == 409)
            #expect(try refused.errorKind() == "duplicate")
            #expect(try await bed.get("/v1/subscriptions/1").object()["duplicateOf"] as? Int == 2)
        }
    }

    @Test func saysWhetherAFeedIsRefreshedAsItWasWhenThatWasDecided() async throws {
        try await ServerTestBed.run { bed in
            // Given somebody who pauses and resumes the feed all the time
            try await bed.fill(podcasts: 1, episodes: 0)
            let restless = Task {
                var state = SubscriptionState.active
                while !Task.isCancelled {
                    let next: SubscriptionState = state == .active ? .paused : .active
                    try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                        try unit.subscriptions.setState(next, of: 1, at: ServerTestBed.now)
                    }
                    state = next
                }
            }
            defer { restless.cancel() }
            for _ in 1...200 {
                // When
                let answer = try await bed.send("POST", "/v1/subscriptions/1/refresh")

                // Then
                if answer.status == 202 {
                    #expect(try answer.object()["state"] as? String == "active")
                } else {
                    #expect(answer.status == 409)
                    #expect(try answer.errorKind() == "paused")
                }
            }
            restless.cancel()
            _ = await restless.result
        }
    }

    @Test(arguments: [("", nil), (" \\n", nil), ("News", "News")] as [(String, String?)])
    func aBlankTitleIsNone(title: String, stored: String?) async throws {
        try await ServerTestBed.run { bed in
            let feed = "{\"feed\":\"https://a.example/\",\"title\":\"\(title)\"}"
            let added = try await bed.post("/v1/subscriptions", feed)

            #expect(added.status == 201)
            #expect(try added.object()["title"] as? String == stored)
        }
    }

    @Test func namesAreKeptWithoutWhatNoNameHas() async throws {
        try await ServerTestBed.run { bed in
            let wish = "\"title\":\"T\\u0000x\\u007F\",\"folder\":[\"\",\"N\\u0001ews\",\" \"]"
            let added = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://a.example/\",\(wish)}").object()
            let changes = try await bed.get("/v1/changes").body

            #expect(added["title"] as? String == "Tx")
            let listed = try await bed.persistence.mainContext().perform { unit throws(PersistenceError) in
                try unit.subscriptions.listedFeeds()
            }
            #expect(listed.map(\.folder) == [["News"]])
            #expect(changes.contains("\"title\":\"Tx\""))
        }
    }

    @Test func saysWhichFieldsAWishHas() async throws {
        try await ServerTestBed.run { bed in
            let wish = "{\"feed\":\"https://a.example/\",\"folders\":[\"News\"]}"
            let answer = try await bed.post("/v1/subscriptions", wish)

            #expect(answer.status == 400)
            #expect(answer.body.contains("folders: unknown; fields here: feed, title, folder"))
            #expect(try await bed.get("/v1/subscriptions").ids().isEmpty)
        }
    }

    /// A list that is exported is imported without loss.
    @Test func takesNoFolderThatIsDeeperThanThoseOfLists() async throws {
        try await ServerTestBed.run { bed in
            for (depth, status) in [(101, 400), (100, 201)] {
                let folder = Array(repeating: "\"f\"", count: depth).joined(separator: ",")
                let wish = "{\"feed\":\"https://a.example/\",\"folder\":[\(folder)]}"
                let answer = try await bed.post("/v1/subscriptions", wish)
                #expect(answer.status == status)
                #expect(answer.body.contains("folder: expected at most 100 names") == (status == 400))
            }
        }
    }

    @Test func opensNoPrivateNetworks() async throws {
        try await ServerTestBed.run { bed in
            for feed in ["http://127.0.0.1/f", "http://[::1]/f", "http://10.0.0.1/f", "file:///etc/passwd"] {
                let response = try await bed.post("/v1/subscriptions", "{\"feed\":\"\(feed)\"}")
                #expect(response.status == 403)
                #expect(try response.errorKind() == "refused")
            }
            #expect(try await bed.get("/v1/subscriptions").ids().isEmpty)
        }
    }

    @Test(arguments: [
        ("{\"feed\":1}", "feed: expected a text"), ("{\"feed\":null}", "feed: expected a text"),
        ("{\"feed\":\"https://a.example/\",\"title\":{}}", "title: expected a text"),
        ("{\"feed\":\"https://a.example/\",\"folder\":\"News\"}", "folder: expected a list of texts"),
        ("{\"feed\":\"https://a.example/\",\"folder\":[1]}", "folder: expected a list of texts"),
        ("{\"url\":\"https://a.example/\"}", "url: unknown; fields here: feed, title, folder"),
        ("{}", "perhaps with title and folder"), ("[1]", "perhaps with title and folder"),
    ])
    func saysWhatIsWrongWithAWish(wish: String, message: String) async throws {
        try await ServerTestBed.run { bed in
            let answer = try await bed.post("/v1/subscriptions", wish)

            #expect(answer.status == 400)
            #expect(answer.body.contains(message), "\(answer.body)")
            #expect(try await bed.get("/v1/subscriptions").ids().isEmpty)
        }
    }

    @Test func takesNoBodyThatIsNoWish() async throws {
        try await ServerTestBed.run { bed in
            let form = try await bed.send("POST", "/v1/subscriptions", body: "{\"feed\":\"https://a.example/\"}")
            let patch = try await bed.send(
                "POST",
                "/v1/subscriptions",
                headers: ["Content-Type: application/json-patch+json"],
                body: "{\"feed\":\"https://a.example/\"}"
            )
            let nonsense = try await bed.post("/v1/subscriptions", "feed")
            let invalid = try await bed.post("/v1/subscriptions", "{\"feed\":\"no address\"}")
            let large = try await bed.post("/v1/subscriptions", String(repeating: " ", count: 70_000))

            #expect([form, patch, nonsense, invalid, large].map(\.status) == [415, 415, 400, 400, 413])
        }
    }
}
