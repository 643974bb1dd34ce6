import FeedLoading
import FeedServer
import Foundation
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

/// Files of chapters are loaded when somebody asks for them, and no oftener than they have to be (feed formats I).
struct ChaptersFileLoaderTests {
    private static let feed = "http://feed.example/f"
    private static let file = "http://files.example/1.json"
    private static let chapters = #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"Intro","url":"/i"}]}"#

    /// Runs a test with a web that has the feed, and elsewhere what the script says.
    private static func run(
        clock: SteppingClock = SteppingClock(),
        _ script: @escaping ScriptedServer.Script,
        _ test: (WebTestBed) async throws -> Void
    ) async throws {
        try await WebTestBed.run(
            clock: clock,
            script: { request in
                request.path == feed
                    ? ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")])) : script(request)
            },
            { bed in
                try await bed.importFeeds([feed])
                try await test(bed)
            }
        )
    }

    @Test func isKeptAndAskedForAgainWithItsOwnValidators() async throws {
        try await Self.run({ request in
            request["If-None-Match"] == "\"1\"" && request["If-Modified-Since"] == "then"
                ? ServerStep.notModified()
                : ServerStep.response(200, ["ETag: \"1\"", "Last-Modified: then"], Self.chapters)
        }) { bed in
            // When it is asked for at once, within a minute, and later
            let first = try await bed.chapters(at: Self.file)
            bed.clock.advance(by: .seconds(59))
            let second = try await bed.chapters(at: Self.file)
            bed.clock.advance(by: .seconds(1))
            let third = try await bed.chapters(at: Self.file)

            // Then
            #expect(first.chapters == [Chapter(startSeconds: 0, title: "Intro", href: "http://files.example/i")])
            #expect(first.problem == nil && first.fetchedAt != nil)
            #expect(second == first)
            #expect(third.chapters == first.chapters && third.fetchedAt == first.fetchedAt && third.problem == nil)
            #expect(third.askedAt > first.askedAt)
            #expect(bed.askedForFiles.map { $0["If-None-Match"] } == [nil, "\"1\""])
            #expect(bed.askedForFiles.first?["Accept"]?.hasPrefix("application/json+chapters") == true)
        }
    }

    @Test func isNotAskedForWhileItSaysThatItIsFreshUnlessSomebodyWantsTo() async throws {
        try await Self.run({ _ in
            ServerStep.response(200, ["Cache-Control: max-age=3600", "ETag: \"1\""], Self.chapters)
        }) { bed in
            _ = try await bed.chapters(at: Self.file)
            bed.clock.advance(by: .seconds(3599))
            _ = try await bed.chapters(at: Self.file)
            #expect(bed.askedForFiles.count == 1)

            _ = try await bed.chapters(at: Self.file, refreshes: true)
            #expect(bed.askedForFiles.count == 2)

            bed.clock.advance(by: .seconds(3600))
            _ = try await bed.chapters(at: Self.file)
            #expect(bed.askedForFiles.count == 3)
        }
    }

    /// What a clock says that was ahead is no reason to wait for years.
    @Test func isAskedForAgainAfterAClockWasSetBack() async throws {
        try await Self.run({ _ in
            ServerStep.response(200, ["Cache-Control: max-age=3600"], Self.chapters)
        }) { bed in
            bed.clock.set(by: 1_000_000_000)
            _ = try await bed.chapters(at: Self.file)
            bed.clock.set(by: -1_000_000_000)
            _ = try await bed.chapters(at: Self.file)

            #expect(bed.askedForFiles.count == 2)
        }
    }

    @Test(arguments: [
        (404, "", "404"), (500, chapters, "500"), (200, "<!doctype html><title>Log in</title>", "no file of chapters"),
        (200, #"{"items":[]}"#, "no file of chapters"), (200, "", "empty"),
    ])
    func whatWasKeptStaysWhenItCannotBeHad(status: Int, body: String, word: String) async throws {
        try await Self.run({ request in
            request["If-None-Match"] == nil && !request.path.hasSuffix("2")
                ? ServerStep.response(200, ["ETag: \"1\""], Self.chapters) : ServerStep.response(status, [], body)
        }) { bed in
            // Given
            let before = try await bed.chapters(at: Self.file)

            // When
            let after = try await bed.chapters(at: Self.file, refreshes: true)
            let again = try await bed.chapters(at: Self.file)
            let other = try await bed.chapters(at: Self.file + "?2")

            // Then it says so, and is not asked for again at once
            #expect(after.chapters == before.chapters && after.fetchedAt == before.fetchedAt)
            #expect(after.validators == before.validators)
            #expect(after.problem?.contains(word) == true, "\(after.problem ?? "")")
            #expect(again == after)
            #expect(other.chapters == nil && other.problem?.contains(word) == true)
            #expect(bed.askedForFiles.count == 3)
        }
    }

    @Test func anotherAddressDropsWhatWasKept() async throws {
        try await Self.run({ _ in ServerStep.response(200, ["ETag: \"1\""], Self.chapters) }) { bed in
            for address in [Self.file, Self.file + "?2", Self.file] { _ = try await bed.chapters(at: address) }

            #expect(bed.askedForFiles.count == 3)
            #expect(bed.askedForFiles.allSatisfy { $0["If-None-Match"] == nil })
        }
    }

    /// The next answer may be whole, although the server says that nothing has changed.
    @Test func aDamagedFileIsReadAsFarAsItGoesAndKeepsNoValidators() async throws {
        try await Self.run({ _ in
            ServerStep.response(200, ["ETag: \"1\""], #"{"chapters":[{"startTime":0,"title":"Intro"},{"startT"#)
        }) { bed in
            let first = try await bed.chapters(at: Self.file)
            _ = try await bed.chapters(at: Self.file, refreshes: true)

            #expect(first.chapters?.count == 1)
            #expect(first.problem?.contains("damaged") == true)
            #expect(bed.askedForFiles.map { $0["If-None-Match"] } == [nil, nil])
        }
    }

    @Test func aFileOfMoreThan5000ChaptersIsReadSoFarAndNotJustCalledDamaged() async throws {
        let chapters = (0...5000).map { #"{"startTime":\#($0)}"# }.joined(separator: ",")
        try await Self.run({ _ in ServerStep.response(200, [], #"{"chapters":[\#(chapters)]}"#) }) { bed in
            let file = try await bed.chapters(at: Self.file)

            #expect(file.chapters?.count == 5000)
            #expect(file.problem?.contains("more than 5000 chapters") == true, "\(file.problem ?? "")")
        }
    }

    @Test func aFileOfMoreThan5MiBIsRefused() async throws {
        let large = Self.chapters + String(repeating: " ", count: 5 << 20)
        try await Self.run({ _ in ServerStep.response(200, [], large) }) { bed in
            let file = try await bed.chapters(at: Self.file)

            #expect(file.chapters == nil)
            #expect(file.problem?.contains("too large") == true, "\(file.problem ?? "")")
        }
    }

    @Test func aHostThatHasHadEnoughIsLeftAlone() async throws {
        try await Self.run({ _ in ServerStep.response(429, ["Retry-After: 600"]) }) { bed in
            // When
            let first = try await bed.chapters(at: Self.file)
            let second = try await bed.chapters(at: Self.file, refreshes: true)

            // Then
            #expect(first.problem?.contains("429") == true)
            #expect(second.problem?.contains("left alone until") == true)
            #expect(second.askedAt == first.askedAt)
            let host = try await bed.read { unit throws(PersistenceError) in
                try unit.hosts.host(named: "files.example")
            }
            #expect(host?.pausedUntil == SteppingClock.start.adding(seconds: 601))
            bed.clock.advance(by: .seconds(601))
            _ = try await bed.chapters(at: Self.file)
            #expect(bed.askedForFiles.count == 2)
        }
    }

    @Test func aRedirectIntoAPausedHostIsNotFollowed() async throws {
        try await Self.run({ _ in ServerStep.redirect(302, to: "http://paused.example/1.json") }) { bed in
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                let now = SteppingClock.start
                let until = now.adding(seconds: 600)
                try unit.hosts.pause("paused.example", until: until, reason: .rateLimited, at: now)
            }

            let file = try await bed.chapters(at: Self.file)
            let again = try await bed.chapters(at: Self.file)

            #expect(file.problem?.contains("paused.example") == true)
            #expect(again == file)
            #expect(bed.askedForFiles.map(\.path) == [Self.file])
        }
    }

    @Test func thePasswordOfTheFeedGoesToItsOwnServerAlone() async throws {
        try await Self.run({ _ in ServerStep.response(200, [], Self.chapters) }) { bed in
            for address in ["http://feed.example/1.json", "http://feed.example:81/1.json", Self.file] {
                _ = try await bed.chapters(at: address) { request in
                    request.credentials = FeedCredentials(user: "a", password: "b")
                    request.options.allowsCredentialsOverHTTP = true
                }
            }

            #expect(bed.askedForFiles.map { $0["Authorization"] != nil } == [true, false, false])
        }
    }

    @Test func waitsForTheTurnOfAnotherProcessButNotForEver() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("podimport-\(UUID())").path
        defer { unlink(path) }
        let clock = SteppingClock()
        let milliseconds = { @Sendable in clock.now.offset.components.seconds * 1000 }
        let own = try TurnFile(path: path, milliseconds: milliseconds)
        let other = try TurnFile(path: path, milliseconds: milliseconds)
        try await Self.run(clock: clock, { _ in ServerStep.response(200, [], Self.chapters) }) { bed in
            // Given another process that is asking the host
            #expect(other.enter(host: "files.example", spacing: .zero) == nil)

            // When
            let start = clock.now
            let waiting = try await bed.chapters(at: Self.file, turns: own)

            // Then
            #expect(waiting.problem != nil && waiting.chapters == nil)
            #expect(bed.askedForFiles.isEmpty)
            #expect(start.duration(to: clock.now) > .seconds(500))

            // And when that has done, a second later
            other.leave(host: "files.example")
            let end = clock.now
            let turn = try await bed.chapters(at: Self.file, refreshes: true, turns: own)
            #expect(turn.chapters?.count == 1)
            #expect(end.duration(to: clock.now) >= .seconds(1))
            // And leaves it to the next.
            #expect(other.enter(host: "files.example", spacing: .zero) == nil)
        }
    }

    @Test func anAddressThatIsNoneIsAProblemOfTheFileAlone() async throws {
        try await Self.run({ _ in ServerStep.response(404) }) { bed in
            let file = try await bed.chapters(at: "ftp://files.example/1.json")

            #expect(file.problem?.contains("ftp") == true)
            #expect(bed.askedForFiles.isEmpty)
        }
    }
}

extension WebTestBed {
    /// What was asked for but the feed.
    fileprivate var askedForFiles: [RecordedRequest] { server.requests.filter { $0.path != "http://feed.example/f" } }

    /// Asks for the file of chapters of the first episode.
    fileprivate func chapters(
        at address: String,
        refreshes: Bool = false,
        turns: TurnFile? = nil,
        configure: (inout FeedImportRequest) -> Void = { _ in }
    ) async throws -> StoredChaptersFile {
        var request = try await request("http://feed.example/f")
        configure(&request)
        let clock = clock
        return try await ChaptersFileLoader(
            loader: importer.tools.loader,
            persistence: persistence,
            configuration: FeedImporterConfiguration(processorCount: 1),
            turns: turns,
            clock: PipelineClock(clock),
            now: { clock.timestamp },
            logger: .silent
        )
        .file(at: address, ofEpisode: 1, of: request, refreshes: refreshes)
    }
}
