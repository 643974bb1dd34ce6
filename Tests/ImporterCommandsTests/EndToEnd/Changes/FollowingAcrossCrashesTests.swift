import Foundation
import Testing

/// Writers and readers of the change log are killed again and again.
struct FollowingAcrossCrashesTests {
    /// `make soak` asks for more.
    private static let kills = ProcessInfo.processInfo.environment["PODIMPORT_TEST_KILLS"].flatMap(Int.init) ?? 10

    @Test func everyChangeArrivesOnceHoweverOftenEitherSideIsKilled() async throws {
        try await ProgramTestBed.run { bed in
            // Given a reader whose place the store remembers, and one that remembers it itself
            let world = CrashingWorld(bed: bed)
            try await world.importEverything(round: 0)
            var appending = try world.startAppending()
            var remembering = try world.startRemembering()

            // When each of them and the writer are killed wherever they happen to be
            var kills = 0
            var round = 0
            while kills < Self.kills {
                round += 1
                let writer = try world.startWriter(round: round)
                await writer.readLines(Int.random(in: 0...CrashingWorld.feedCount))
                let victims = Int.random(in: 1...7)
                if victims & 1 != 0 {
                    appending.kill()
                    _ = await appending.status()
                    appending = try world.startAppending()
                    kills += 1
                }
                if victims & 2 != 0 {
                    try await remembering.killAndCollect()
                    remembering = try world.startRemembering(after: remembering)
                    kills += 1
                }
                if victims & 4 != 0 {
                    writer.kill()
                    kills += 1
                }
                _ = await writer.status()
            }
            appending.kill()
            _ = await appending.status()
            try await remembering.killAndCollect()

            // Then both have every change, once, in order
            try await world.importEverything(round: round + 1)
            let expected = try await bed.podimport("changes", "--format", "json").lines
            let last = try world.finishAppending()
            #expect(await last.status() == 0)
            let rest = try await bed.podimport("changes", "--since", "\(remembering.cursor)", "--format", "json").lines
            #expect(expected.count > CrashingWorld.feedCount * 4)
            #expect(try expected.map(JSONObject.init).compactMap { $0.number("sequence") } == Array(1...expected.count))
            #expect(try world.appendedLines() == expected)
            #expect(remembering.lines + rest == expected)
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }
}

/// A store, feeds that change from round to round, and readers of the log.
private struct CrashingWorld {
    static let feedCount = 8
    let bed: ProgramTestBed

    /// Imports all feeds as they are in a round, and lets it end well.
    func importEverything(round: Int) async throws {
        let writer = try startWriter(round: round)
        await writer.readLines(.max)
        #expect(await writer.status() == 0)
    }

    /// In each round every feed has a new episode, and its first one a new title.
    func startWriter(round: Int) throws -> RunningProgram {
        let arguments = try (0..<Self.feedCount).flatMap { number in
            let items = (0...round % 20).map { item in
                SampleFeed.item("\(round / 20)-\(item)", day: 1 + item)
                    .replacing("Episode \(round / 20)-0", with: "Episode as of \(round)")
            }
            let feed = SampleFeed.rss("Show \(number)", []).replacing("</channel>", with: items.joined() + "</channel>")
            return ["--feed", try bed.write(feed, to: "feed-\(number).xml")]
        }
        return try bed.start(arguments)
    }

    func startAppending() throws -> RunningProgram {
        try bed.start(["changes", "--consumer", "sink", "--follow", "--format", "json"], appendingOutputTo: "sink")
    }

    func finishAppending() throws -> RunningProgram {
        try bed.start(["changes", "--consumer", "sink", "--format", "json"], appendingOutputTo: "sink")
    }

    func appendedLines() throws -> [String] {
        String(decoding: try bed.bytes(of: bed.folder.appendingPathComponent("sink").path), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    func startRemembering(after before: RememberingReader? = nil) throws -> RememberingReader {
        let cursor = before?.cursor ?? 0
        return RememberingReader(
            program: try bed.start(["changes", "--since", "\(cursor)", "--follow", "--format", "json"]),
            lines: before?.lines ?? [],
            cursor: cursor
        )
    }
}

/// A reader that keeps what it has read and the last number of it together.
private struct RememberingReader {
    let program: RunningProgram
    private(set) var lines: [String]
    private(set) var cursor: Int

    init(program: RunningProgram, lines: [String], cursor: Int) {
        self.program = program
        self.lines = lines
        self.cursor = cursor
    }

    /// Kills the program and takes what had come out of it; a line that was
    /// cut short is no change.
    mutating func killAndCollect() async throws {
        program.kill()
        for await line in program.lines where line.hasSuffix("}") {
            cursor = try #require(JSONObject(line).number("sequence"))
            lines.append(line)
        }
        _ = await program.status()
    }
}

extension RunningProgram {
    /// Waits for so many lines of output, or for its end.
    fileprivate func readLines(_ count: Int) async {
        var rest = count
        guard rest > 0 else { return }
        for await _ in lines {
            rest -= 1
            if rest == 0 { return }
        }
    }
}
