import Foundation
import Testing

struct ChangeRoutesTests {
    @Test func tellsChangesAfterANumber() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 2)

            let all = try await bed.get("/v1/changes?since=0").object()
            let rest = try await bed.get("/v1/changes?since=2").object()

            let last = try #require(all["last"] as? Int)
            #expect((all["items"] as? [Any])?.count == last)
            #expect((rest["items"] as? [Any])?.count == last - 2)
            #expect(rest["next"] is NSNull)
            #expect(try await bed.get("/v1/changes?since=\(last + 1)").status == 400)
        }
    }

    @Test func sendsChangesAsTheyHappen() async throws {
        try await ServerTestBed.run { bed in
            // Given a reader that has seen the first change
            try await bed.fill(podcasts: 1, episodes: 1)
            let client = try HTTPClient(path: bed.path)
            client.open("/v1/changes?since=0", headers: ["Accept: text/event-stream", "Last-Event-ID: 1"])
            let begun = await client.read(until: "id: 3\n")

            // When
            _ = try await bed.post("/v1/subscriptions", "{\"feed\":\"https://new.example/\",\"title\":\"New\"}")
            let followed = await client.read(until: "\"title\":\"New\"")
            client.hangUp()

            // Then
            #expect(
                begun.contains("content-type: text/event-stream") || begun.contains("Content-Type: text/event-stream")
            )
            #expect(!begun.contains("id: 1\n"))
            #expect(followed.contains("event: change\ndata: {"))
        }
    }

    @Test func commitsThatChangeNothingAreNotTold() async throws {
        try await ServerTestBed.run { bed in
            // Given a client that has been told that its events have begun
            let client = try HTTPClient(path: bed.path)
            client.open("/v1/changes?since=0", headers: ["Accept: text/event-stream"])
            _ = await client.read(until: ":\n\n")

            // When the store is written to again and again, and at last with a change
            for number in 0..<20 {
                try await bed.noteHost("\(number).example")
                #expect(try await bed.get("/v1/changes").status == 200)
            }
            try await bed.fill(podcasts: 1, episodes: 1)
            let told = await client.read(until: "id: 1\n")
            client.hangUp()

            // Then it has had no line for each of them; on a busy machine there may be one for some time that has passed
            #expect(told.contains("id: 1\n"))
            #expect(told.components(separatedBy: ":\n\n").count < 10)
        }
    }

    @Test func tellsProxiesToHandEventsOnAtOnce() async throws {
        try await ServerTestBed.run { bed in
            let events = try await bed.send("HEAD", "/v1/changes", headers: ["Accept: text/event-stream"])
            let list = try await bed.get("/v1/changes")

            #expect(events.headers["x-accel-buffering"] == "no")
            #expect(list.headers["x-accel-buffering"] == nil)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func whoFollowsTheChangesLeavesRoomForOthers() async throws {
        try await ServerTestBed.run(connections: 4) { bed in
            // Given as many who follow the changes as there may be, and one who only looks
            try await bed.fill(podcasts: 1, episodes: 1)
            let headers = ["Accept: text/event-stream"]
            #expect(try await bed.send("HEAD", "/v1/changes", headers: headers).status == 200)
            var followers: [HTTPClient] = []
            for _ in 0..<3 {
                let client = try HTTPClient(path: bed.path)
                client.open("/v1/changes?since=0", headers: headers)
                _ = await client.read(until: "id: 3\n")
                followers.append(client)
            }

            // When
            let another = try await bed.get("/v1/changes", headers: headers)

            // Then
            #expect(another.status == 503)
            #expect(another.headers["retry-after"] == "60")
            #expect(try await bed.get("/v1/changes").status == 200)
            for follower in followers { follower.hangUp() }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func endsTheEventsOfAClientThatTheLogHasLeftBehind() async throws {
        try await ServerTestBed.run { bed in
            // Given a client that has read everything
            try await bed.fill(podcasts: 1, episodes: 1)
            let client = try HTTPClient(path: bed.path)
            client.open("/v1/changes?since=0", headers: ["Accept: text/event-stream"])
            _ = await client.read(until: "id: 3\n")

            // When changes come and go before it is told of them
            try await bed.addAndTrim(["https://a.example/", "https://b.example/", "https://c.example/"])
            let rest = await client.read(until: "0\r\n\r\n")
            client.hangUp()

            // Then it is told nothing that has a gap before it, and why when it connects again
            #expect(!rest.contains("id: "))
            let again = try await bed.get(
                "/v1/changes",
                headers: ["Accept: text/event-stream", "Last-Event-ID: 3"]
            )
            #expect(again.status == 410)
            #expect(try await bed.get("/v1/changes?since=3").status == 410)
            #expect(try await bed.get("/v1/changes?since=5").status == 200)
        }
    }

    @Test func whoFollowsNextReadsEveryChangeOnceAndComesToAnEnd() async throws {
        try await ServerTestBed.run { bed in
            // Given
            try await bed.fill(podcasts: 1, episodes: 4)
            let last = try #require(try await bed.get("/v1/changes").object()["last"] as? Int)
            var read: [Int] = []
            var target = "/v1/changes?limit=2"

            // When
            for _ in 0...last {
                let page = try await bed.get(target).object()
                read += (page["items"] as? [[String: Any]] ?? []).compactMap { $0["sequence"] as? Int }
                #expect(page["last"] as? Int == last)
                guard let next = page["next"] as? Int else { break }
                target = "/v1/changes?limit=2&cursor=\(next)"
            }

            // Then
            #expect(last > 4)
            #expect(read == Array(1...last))
        }
    }

    @Test(arguments: [("since=1&cursor=1", 200), ("since=1&cursor=2", 400), ("cursor=99", 400), ("cursor=x", 400)])
    func aCursorIsAnotherNameForSince(query: String, status: Int) async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 2)

            #expect(try await bed.get("/v1/changes?" + query).status == status)
        }
    }

    @Test(arguments: [
        ("", "Accept: Text/Event-Stream;q=0.5", "Last-Event-ID: -3", 400),
        ("", "Accept: text/event-stream", "Last-Event-ID: x", 400),
        ("?since=0&limit=1", "Accept: text/event-stream", "X: y", 400),
        ("?since=0&limit=1", "Accept: text/event-stream;q=0, */*", "X: y", 200),
        ("?since=0&limit=1", "Accept: application/json, text/event-stream;q=0.5", "X: y", 200),
        ("?since=0&limit=1", "Accept: application/json;q=0.5, text/event-stream", "X: y", 400),
    ])
    func refusesWhatEventsHaveNot(query: String, accept: String, header: String, status: Int) async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 2)

            let answer = try await bed.get("/v1/changes" + query, headers: [accept, header])

            #expect(answer.status == status)
        }
    }

    @Test func aMediaTypeIsAcceptedInAnyCase() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 1)
            let client = try HTTPClient(path: bed.path)

            client.open("/v1/changes?since=0", headers: ["Accept: application/json;q=0.1, Text/Event-Stream; q=1"])
            let begun = await client.read(until: "id: 3\n")
            client.hangUp()

            #expect(begun.contains("event: change\ndata: {"))
        }
    }

    @Test func anEmptyLogHasOnePage() async throws {
        try await ServerTestBed.run { bed in
            let page = try await bed.get("/v1/changes").object()

            #expect((page["items"] as? [Any])?.isEmpty == true)
            #expect(page["next"] is NSNull)
        }
    }
}
