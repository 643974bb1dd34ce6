import Foundation
import Testing

/// Answers that are longer than what the system keeps of them, and clients that take their time to read.
struct SlowReaderTests {
    private static let target = "/v1/episodes?limit=500"

    /// Reads where an answer begins, and returns when the server has handed all of it to NIO.
    private static func begin(_ client: HTTPClient, in bed: ServerTestBed) async throws -> String {
        let start = await client.read(until: "\r\n\r\n")
        // It comes behind what the server still does for the other.
        #expect(try await bed.get("/v1/status").status == 200)
        return start
    }

    private static func isWhole(_ answer: String) -> Bool {
        let parts = answer.components(separatedBy: "\r\n\r\n")
        return parts.count == 2 && (parts[0] + "\r\n").contains("Content-Length: \(parts[1].utf8.count)\r\n")
    }

    @Test(.timeLimit(.minutes(10)), arguments: [[], ["Connection: close"]])
    func aClientThatSendsNoMoreIsSentTheWholeAnswer(headers: [String]) async throws {
        try await ServerTestBed.run { bed in
            // Given a client that has closed its side
            try await bed.fill(podcasts: 1, episodes: 500)
            let client = try HTTPClient(path: bed.path)
            client.open(Self.target, headers: headers)
            client.stopSending()
            let start = try await Self.begin(client, in: bed)

            // When
            let rest = await client.read(until: nil)
            client.hangUp()

            // Then
            #expect(start.utf8.count + rest.utf8.count > 300_000)
            #expect(Self.isWhole(start + rest))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [[], ["Connection: close"]])
    func whoeverReadsIsNotIdle(headers: [String]) async throws {
        try await ServerTestBed.run(idleTimeout: .seconds(1)) { bed in
            // Given a client that has not read its answer when its time is over to ask again
            try await bed.fill(podcasts: 1, episodes: 500)
            let slow = try HTTPClient(path: bed.path)
            slow.open(Self.target, headers: headers)
            let start = try await Self.begin(slow, in: bed)
            let idle = try HTTPClient(path: bed.path)
            #expect(await idle.read(until: nil).isEmpty)
            idle.hangUp()

            // When
            let rest = await slow.read(until: nil)
            slow.hangUp()

            // Then
            #expect(Self.isWhole(start + rest))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [[], ["Connection: close"]])
    func aStopWaitsForNobodyWhoDoesNotRead(headers: [String]) async throws {
        // Given a client that reads no more than the beginning, and a server that would wait for an hour
        let (clients, arrival) = AsyncStream<HTTPClient>.makeStream()
        try await ServerTestBed.run(stopTimeout: .milliseconds(10)) { bed in
            try await bed.fill(podcasts: 1, episodes: 500)
            let client = try HTTPClient(path: bed.path)
            client.open(Self.target, headers: headers)
            #expect(try await Self.begin(client, in: bed).contains(" 200 "))
            arrival.yield(client)
        }

        // Then the server has stopped
        arrival.finish()
        for await client in clients { client.hangUp() }
    }

    @Test(.timeLimit(.minutes(10)))
    func aStopLetsWhoeverReadsComeToTheEnd() async throws {
        // Given a client that asks for one answer, and reads on when another one has seen that the server stops
        let (clients, arrival) = AsyncStream<(HTTPClient, idle: HTTPClient, start: String)>.makeStream()
        let answer = Task {
            for await (client, idle, start) in clients {
                _ = await idle.read(until: nil)
                idle.hangUp()
                let rest = await client.read(until: nil)
                client.hangUp()
                return start + rest
            }
            return ""
        }

        // When
        try await ServerTestBed.run(stopTimeout: ServerTestBed.patient) { bed in
            try await bed.fill(podcasts: 1, episodes: 500)
            let client = try HTTPClient(path: bed.path)
            client.open(Self.target, headers: ["Connection: close"])
            let idle = try HTTPClient(path: bed.path)
            arrival.yield((client, idle, try await Self.begin(client, in: bed)))
        }

        // Then
        arrival.finish()
        #expect(Self.isWhole(await answer.value))
    }
}
