import FeedServer
import Operations
import TestSupport
import Testing

/// Servers that ask for more rest than is believed: who reads the log is told (http polling A3 39).
struct LongRestTests {
    private static let feed = "http://show.example/feed"
    private static let gate = "http://gate.example/feed"
    private static let years = "Retry-After: 99999999"

    @Test func rule39TheLogTellsOfEachRestThatIsCutDown() async throws {
        let log = RecordedLog()
        let steps = Locked([
            ServerStep.response(200, [Self.years, "ETag: \"1\""], TestFeed.rss([TestFeed.item("a")])),
            ServerStep.notModified([Self.years]),
            ServerStep.response(200, ["Retry-After: 60", "ETag: \"2\""], TestFeed.rss([TestFeed.item("b")])),
            ServerStep.response(503, [Self.years]),
        ])
        try await WebTestBed.run(
            logger: log.logger(),
            script: { _ in steps.withLock { $0.removeFirst() } },
            { bed in
                var told: [Int] = []
                for _ in 1...4 {
                    bed.clock.advance(by: .seconds(30 * 86_400))
                    try await bed.importFeeds([Self.feed])
                    told.append(Self.count(log))
                }
                #expect(told == [1, 2, 2, 3])
            }
        )
    }

    @Test func rule39ARestThatARedirectAsksForCountsToo() async throws {
        let log = RecordedLog()
        try await WebTestBed.run(
            logger: log.logger(),
            script: { request in
                request.path == Self.gate
                    ? ServerStep.response(302, ["Location: \(Self.feed)", Self.years])
                    : ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                try await bed.importFeeds([Self.gate])
                #expect(Self.count(log) == 1)
            }
        )
    }

    /// How many rests the log tells of that were cut down.
    private static func count(_ log: RecordedLog) -> Int {
        log.lines.count { $0.contains("Retry-After") }
    }
}
