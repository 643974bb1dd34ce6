import FeedServer
import Foundation
import GRDB
import Testing
import TestSupport

/// Two processes that want the same feed at the same moment (http polling A5 55).
struct TwoProcessesTests {
    /// A server that answers nothing until the test says so.
    private final class SlowServer: Sendable {
        let server: ScriptedServer
        private let gate = DispatchSemaphore(value: 0)

        init() throws {
            server = try ScriptedServer { [gate] request in
                gate.wait()
                gate.signal()
                return request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show", ["a", "b"]))
                    : ServerStep.notModified()
            }
            server.start()
        }

        var feed: String { "http://127.0.0.1:\(server.port)/feed" }

        /// Answers this request and all that come.
        func answer() {
            gate.signal()
        }

        /// Suspends until somebody asks.
        func arrival() async {
            for await _ in server.arrivals { return }
        }
    }

    /// The first process waits for its answer as long as the second takes to
    /// come, however busy the machine is.
    private static let patience = [
        "PODIMPORT_TRANSFER_IDLE_TIMEOUT=1h", "PODIMPORT_TRANSFER_TOTAL_TIMEOUT=1h",
        "PODIMPORT_TRANSFER_MINIMUM_RATE=0",
    ]

    /// Runs a test with a feed that is known, or not.
    private static func run(isKnown: Bool, _ test: (ProgramTestBed, SlowServer) async throws -> Void) async throws {
        let slow = try SlowServer()
        defer { slow.server.stop() }
        try await ProgramTestBed.run { bed in
            // Also where it is not followed yet there is a store.
            #expect(try await bed.podimport("subscription", "add", isKnown ? slow.feed : slow.feed + "2").status == 0)
            try await test(bed, slow)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func whatIsLeftForAnotherAddressIsNotSaidToBeHeldBack() async throws {
        try await Self.run(isKnown: true) { bed, slow in
            // Given a process that is importing the feed
            let first = try bed.start(["--feed", slow.feed, "--format", "json"], environment: Self.patience)
            await slow.arrival()

            // When the feed is given another address meanwhile
            #expect(try await bed.podimport("subscription", "set", "1", "url=\(slow.feed)3").status == 0)
            slow.answer()

            // Then
            let result = try await first.output().document()
            #expect(result.text("outcome") == "postponed")
            #expect(result.objects("warnings").first?.text("kind") == "changed")
            let text = try await bed.podimport("subscription", "explain", "1").text
            #expect(text.contains("not imported; if it was held back or refused"), "\(text)")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false], [0, 1])
    func whoDoesNotWantToWaitIsToldThatTheFeedIsBusy(isKnown: Bool, spacing: Int) async throws {
        try await Self.run(isKnown: isKnown) { bed, slow in
            // Given a process that is importing the feed, and may have its host to itself
            let program = [
                "PODIMPORT_HOST_SPACING=\(spacing)", Program.path, "--store", bed.store, "--feed", slow.feed,
            ]
            let first = try RunningProgram("/usr/bin/env", program, in: bed.folder, environment: Self.patience)
            await slow.arrival()

            // When
            let second = try await bed.command("/usr/bin/env", program + ["--no-wait", "--format", "json"])

            // Then nothing was asked, and the first goes on
            #expect(second.status == 69)
            #expect(try second.document().object("error")?.text("kind") == "busy")
            #expect(slow.server.requests.count == 1)
            slow.answer()
            #expect(try await first.output().status == 0)
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 2)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func whoWaitsAsksAfterTheOtherAndOnlyForWhatIsNew(isKnown: Bool) async throws {
        try await Self.run(isKnown: isKnown) { bed, slow in
            // Given a process that is importing the feed, and one that waits for it
            let first = try bed.start(["--feed", slow.feed], environment: Self.patience)
            await slow.arrival()
            let second = try bed.start(["--feed", slow.feed, "--format", "json"])
            try await until { try second.errorText().contains("another process is importing the feed") }
            #expect(slow.server.requests.count == 1)

            // When
            slow.answer()

            // Then the document was fetched once, and every episode stored once
            #expect(try await first.output().status == 0)
            let output = try await second.output()
            #expect(output.status == 0)
            #expect(try output.document().text("outcome") == "unchanged")
            #expect(slow.server.requests.map { $0["If-None-Match"] } == [nil, "\"1\""])
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 2)
            #expect(try bed.texts("SELECT feedURL FROM subscription WHERE podcastId IS NOT NULL") == [slow.feed])
        }
    }

    @Test func whoDoesNotWantToWaitForAFeedWaitsForACommit() async throws {
        try await ProgramTestBed.run { bed in
            // Given a process that writes to the store
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            let writer = try bed.database()
            try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }

            // When it commits while another one is at work
            let program = try bed.start(["--feed", path, "--no-wait", "--format", "json", "--log-level", "debug"])
            // On a thread of its own: the other waits for some seconds only, however many tests there are.
            Thread {
                do {
                    while try !program.errorText().contains("opening the store") { sched_yield() }
                    try writer.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
                } catch {
                    Issue.record(error)
                }
            }
            .start()

            // Then
            let output = try await program.output()
            #expect(output.status == 0, "\(output.errors)")
            #expect(try output.document().text("outcome") == "unchanged")
            try writer.close()
        }
    }

    @Test func meetsTheOtherByWayOfALinkToTheStore() async throws {
        try await Self.run(isKnown: true) { bed, slow in
            // Given one that waits for its answer
            let link = bed.folder.appendingPathComponent("link.sqlite").path
            #expect(symlink(bed.store, link) == 0)
            let first = try bed.start(["--feed", slow.feed], environment: Self.patience)
            await slow.arrival()

            // When
            let second = try await bed.podimport("--store", link, "--feed", slow.feed, "--no-wait")
            slow.answer()

            // Then
            #expect(second.status == 69)
            #expect(await first.status() == 0)
            #expect(slow.server.requests.count == 1)
        }
    }

    @Test func aProcessThatWasKilledStandsInNobodysWay() async throws {
        try await Self.run(isKnown: false) { bed, slow in
            // Given a process that died over a feed that the store does not know
            let first = try bed.start(["--feed", slow.feed], environment: Self.patience)
            await slow.arrival()
            first.kill()
            _ = await first.status()

            // When
            slow.answer()
            let second = try await bed.podimport("--feed", slow.feed, "--no-wait")

            // Then
            #expect(second.status == 0)
            #expect(try await bed.podimport("episode", "list", "--format", "json").lines.count == 2)
        }
    }

    @Test func whatAProcessHadThatWasKilledIsDueWhenSomebodyAsksForIt() async throws {
        try await Self.run(isKnown: true) { bed, slow in
            // Given a process that died over a feed that was due
            let first = try bed.start(["import", "--due"], environment: Self.patience)
            await slow.arrival()
            first.kill()
            _ = await first.status()
            slow.answer()

            // When
            let retry = try await bed.podimport("subscription", "retry", slow.feed)
            let due = try await bed.podimport("import", "--due", "--format", "json")

            // Then
            #expect(retry.status == 0 && due.status == 0)
            #expect(try due.document().text("outcome") == "imported")
        }
    }
}
