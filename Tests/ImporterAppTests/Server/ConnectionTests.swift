import Foundation
import Testing
import TestSupport

/// Connections to the status server, and how requests and answers follow each other on them.
struct ConnectionTests {
    @Test(.timeLimit(.minutes(10)))
    func moreConnectionsThanThereArePlacesAreClosed() async throws {
        try await ServerTestBed.run(connections: 3) { bed in
            // Given somebody who has taken every place
            let idle = try (0..<3).map { _ in try HTTPClient(port: bed.port) }

            // When others come
            for _ in 0..<4 {
                let late = try HTTPClient(port: bed.port)
                // Then they are not kept waiting
                #expect(await late.read(until: nil).isEmpty)
                late.hangUp()
            }

            // And the socket beside the store has places of its own
            #expect(try await bed.get("/v1/status").status == 200)
            for client in idle { client.hangUp() }
            // As soon as the places are free, somebody else has them.
            try await until { try await HTTPClient(port: bed.port).send("GET", "/healthz").status == 200 }
        }
    }

    @Test(arguments: ["GET / HTTP/1.0", "GET /v1/changes?since=0 HTTP/1.0"])
    func anAnswerInHTTP10EndsWithTheConnection(line: String) async throws {
        try await ServerTestBed.run { bed in
            let answer = try await HTTPClient(port: bed.port)
                .answer(to: "\(line)\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n").lowercased()

            #expect(answer.hasPrefix("http/1.0 200 "))
            #expect(answer.contains("\r\nconnection: close\r\n"))
        }
    }

    @Test func eventsInHTTP10ComeInNoChunks() async throws {
        try await ServerTestBed.run { bed in
            try await bed.fill(podcasts: 1, episodes: 1)
            let client = try HTTPClient(port: bed.port)
            client.send(
                text: "GET /v1/changes?since=0 HTTP/1.0\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
            )
            let answer = await client.read(until: "event: change")
            client.hangUp()

            #expect(!answer.lowercased().contains("transfer-encoding"))
            #expect(answer.contains("\r\n\r\nid: "))
        }
    }

    @Test(arguments: [("HTTP/1.1", true), ("HTTP/1.0", false)])
    func eventsEndWithTheirLastChunkWhenTheServerStops(version: String, hasChunks: Bool) async throws {
        // Given somebody who is told of changes until the server stops
        let (clients, arrival) = AsyncStream<HTTPClient>.makeStream()
        try await ServerTestBed.run { bed in
            let client = try HTTPClient(port: bed.port)
            client.send(
                text: "GET /v1/changes \(version)\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
            )
            #expect(await client.read(until: ":\n\n").contains(" 200 "))
            arrival.yield(client)
        }
        arrival.finish()

        // Then
        for await client in clients {
            #expect(await client.read(until: nil).hasSuffix("0\r\n\r\n") == hasChunks)
            client.hangUp()
        }
    }

    @Test(arguments: ["close", "Close", "TE, close"])
    func whoeverAsksForTheEndGetsIt(word: String) async throws {
        try await ServerTestBed.run { bed in
            let answer = try await HTTPClient(port: bed.port)
                .answer(to: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: \(word)\r\n\r\n")

            #expect(answer.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func theHeadOfEventsHasNoLengthAndNoBody() async throws {
        try await ServerTestBed.run { bed in
            let events = "HEAD /v1/changes?since=0 HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
            let missing = "HEAD /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let last = "HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answers = try await HTTPClient(port: bed.port).answer(to: events + missing + last)
                .components(separatedBy: "\r\n\r\n")

            // Each head follows the one before at once.
            #expect(answers.count == 4)
            #expect(answers.map { $0.prefix(12) } == ["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200", ""])
            #expect(!answers[0].lowercased().contains("content-length"))
            #expect(answers[1].lowercased().contains("content-length"))
        }
    }

    @Test func whoeverWaitsToBeToldToGoOnIsTold() async throws {
        try await ServerTestBed.run { bed in
            // Given a client that keeps its body back
            let body = "{\"feed\":\"https://a.example/\"}"
            let fields = [
                "Host: localhost", "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
                "Expect: 100-continue", "Connection: close",
            ]
            let client = try HTTPClient(path: bed.path)
            client.send(text: (["POST /v1/subscriptions HTTP/1.1"] + fields).joined(separator: "\r\n") + "\r\n\r\n")

            // When
            let first = await client.read(until: "\r\n\r\n")
            client.send(text: body)
            let second = await client.read(until: nil)
            client.hangUp()

            // Then
            #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(second.hasPrefix("HTTP/1.1 201 "))
        }
    }

    /// A wish that is longer than what comes of it.
    private static let cutRequest = """
        POST /v1/subscriptions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r
        Content-Length: 1000\r\n\r\n{
        """

    @Test(.timeLimit(.minutes(10)), arguments: [false, true])
    func aRequestThatDoesNotComeToItsEndIsClosed(isSecond: Bool) async throws {
        try await ServerTestBed.run(bodyTimeout: .milliseconds(50)) { bed in
            // Given a connection that may be there without a request for as long as it likes
            let client = try HTTPClient(port: bed.port)
            if isSecond {
                client.send(text: "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
            }

            // When
            client.send(text: Self.cutRequest)
            let answer = await client.read(until: nil)
            client.hangUp()

            // Then
            #expect(!answer.contains("HTTP/1.1 "))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func whoeverStillSendsWhatIsAnsweredIsNotIdle() async throws {
        try await ServerTestBed.run(idleTimeout: .seconds(1)) { bed in
            // Given a request that is answered before it has come to its end, and is still coming
            let client = try HTTPClient(port: bed.port)
            client.send(text: "GET /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
            #expect(await client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 404 "))
            let idle = try HTTPClient(port: bed.port)
            #expect(await idle.read(until: nil).isEmpty)
            idle.hangUp()

            // When
            client.send(text: "}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")

            // Then the next one is answered, too, and after it the connection is closed in its time
            #expect(await client.read(until: nil).contains("HTTP/1.1 200 "))
            client.hangUp()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func anAnswerThatNobodyReadsGivesItsPlaceBack() async throws {
        try await ServerTestBed.run(connections: 1, writeTimeout: .milliseconds(50)) { bed in
            // Given somebody who asks for more than the system keeps, and reads nothing
            let deaf = try HTTPClient(port: bed.port)
            let request = "GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
            deaf.send(text: String(repeating: request, count: 500))

            // When others come, then the place is theirs
            try await until { try await HTTPClient(port: bed.port).send("GET", "/healthz").status == 200 }
            deaf.hangUp()
        }
    }

    @Test func whatIsReadInTimeMayBeAnsweredLater() async throws {
        try await ServerTestBed.run(bodyTimeout: .milliseconds(50), writeTimeout: .milliseconds(10)) { bed in
            // Given a connection that stays longer than a request or an answer may take
            let client = try HTTPClient(port: bed.port)
            client.open("/v1/changes?since=0", headers: ["Accept: text/event-stream"])
            _ = await client.read(until: ":\n\n")
            let late = try await HTTPClient(port: bed.port).answer(to: Self.cutRequest)
            #expect(late.isEmpty)

            // When something happens
            try await bed.fill(podcasts: 1, episodes: 1)

            // Then it is told all the same
            #expect(await client.read(until: "id: 1\n").contains("id: 1\n"))
            client.hangUp()
        }
    }

    @Test func aClientThatLeavesInTheMiddleOfABodyIsNoFailure() async throws {
        try await ServerTestBed.run { bed in
            let client = try HTTPClient(port: bed.port)
            client.send(text: Self.cutRequest)
            client.stopSending()
            let answer = await client.read(until: nil)
            client.hangUp()

            #expect(answer.hasPrefix("HTTP/1.1 400 "))
        }
    }
}
