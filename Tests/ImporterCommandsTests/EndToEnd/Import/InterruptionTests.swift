import FeedServer
import Foundation
import Operations
import Testing
import TestSupport

/// SIGINT, or the loss of the terminal, in the middle of an import.
struct InterruptionTests {
    @Test(.timeLimit(.minutes(10)), arguments: [(["--format", "json"], SIGINT), (["--quiet"], SIGTERM), ([], SIGHUP)])
    func finishesWhatIsBeingWrittenAndSaysWhatIsLeft(options: [String], signal: Int32) async throws {
        // Given a server that answers for three feeds and lets the others wait
        let server = try ScriptedServer { request in
            guard let answered = ["/0", "/1", "/2"].first(where: { $0 == request.path }) else {
                return [.waitForClient]
            }
            return ServerStep.response(
                200,
                ["Content-Type: application/rss+xml"],
                SampleFeed.rss("Show \(answered)", ["a", "b"])
            )
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let feeds = (0..<200).flatMap { ["--feed", "http://127.0.0.1:\(server.port)/\($0)"] }
            let program = try bed.start(feeds + options)
            var imported: Set<String> = []
            if options == ["--quiet"] {
                // It says nothing; the store does.
                try await until { try await bed.podimport("episode", "list", "--format", "json").lines.count >= 6 }
            } else {
                for await line in program.lines {
                    imported.insert(line)
                    if imported.count == 3 { break }
                }
            }

            // When
            program.send(signal)
            let status = await program.status()

            // Then
            #expect(status == 1)
            let errors = try program.errorText()
            let stopped = "podimport: the import is not complete; not imported: "
            switch options.first {
            case nil:
                #expect(imported == Set((0..<3).map { "Show /\($0): 2 new, 2 episodes in the store" }))
                #expect(errors.contains(" not imported"))
            case "--format":
                // Whatever was given up in the midst of it has an object of its own.
                for await line in program.lines { imported.insert(line) }
                #expect(try imported.filter { try JSONObject($0).text("outcome") == "imported" }.count == 3)
                #expect(errors.split(separator: "\n").contains { $0 == "\(stopped)\(200 - imported.count) feeds" })
            default:
                #expect(errors.contains(stopped))
            }
            #expect(try await bed.podimport("store", "check").status == 0)
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(statistics.number("podcasts") == 3)
            #expect(statistics.number("episodes") == 6)
            #expect(statistics.number("failingSubscriptions") == 0)
        }
    }

    @Test(arguments: [("| { head -n 1; exec <&-; echo gone; }", 141), ("> /dev/full", 74)])
    func whatItHasNotImportedStaysDueWhenItsResultsCannotBeWritten(reader: String, status: Int32) async throws {
        // Given feeds of one host, which is asked for one at a time, and answers for the second when nobody reads any more
        let isUnread = DispatchSemaphore(value: status == 74 ? 1 : 0)
        let answered = Locked(0)
        let server = try ScriptedServer { request in
            let isFirst = answered.withLock { count in
                count += 1
                return count == 1
            }
            let waits = ServerStep.perform {
                isUnread.wait()
                isUnread.signal()
            }
            return (isFirst ? [] : [waits])
                + ServerStep.response(200, ["ETag: \"1\""], SampleFeed.rss("Show \(request.path)", ["a"]))
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            let urls = (0..<4).map { "http://127.0.0.1:\(server.port)/\($0)" }
            #expect(try await bed.podimport(["subscription", "add"] + urls).status == 0)

            // When
            let command = "\(Program.path) --store \(bed.store) import --due --format json \(reader)"
            let shell = ["-c", "\(command); exit ${PIPESTATUS[0]}"]
            let program = try RunningProgram("/bin/bash", shell, in: bed.folder)
            for await line in program.lines where line == "gone" { break }
            isUnread.signal()

            // Then
            #expect(await program.status() == status)
            #expect(try program.errorText().isEmpty == (status == 141))
            // And only what was being loaded just then counts as asked
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            let cutOff = server.requests.count - (statistics.number("podcasts") ?? 0)
            #expect((0...1).contains(cutOff))
            #expect(try await bed.podimport("import", "--due").status == 0)
            let later = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(later.number("podcasts") == 4 - cutOff)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func aSecondSignalEndsWhatWaitsForItsReader() async throws {
        try await ProgramTestBed.run { bed in
            // Given an import whose results nobody reads, with a pipe that has no room for another one
            let feeds = try (0..<40).flatMap { number in
                ["--feed", try bed.write(SampleFeed.rss("Show \(number)", ["a"]), to: "\(number).xml")]
            }
            let pipe = try UnreadPipe("pipe", in: bed.folder)
            defer { pipe.close() }
            let shell = ["-c", "exec \"$@\" > pipe", "sh", Program.path, "--store", bed.store, "--format", "json"]
            let program = try RunningProgram("/bin/sh", shell + feeds, in: bed.folder)
            try await pipe.untilFull(for: 1024)

            // When
            program.send(SIGINT)
            program.send(SIGTERM)

            // Then
            let status = await program.status()
            #expect(status == 128 + SIGINT || status == 128 + SIGTERM)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func aSecondSignalEndsWhatWaitsForTheReaderOfItsLog() async throws {
        try await ProgramTestBed.run { bed in
            // Given an import that says much in its log, which nobody reads
            let feeds = try (0..<60).flatMap { number in
                ["--feed", try bed.write(SampleFeed.rss("Show \(number)", ["a"]), to: "\(number).xml")]
            }
            let pipe = try UnreadPipe("pipe", in: bed.folder)
            defer { pipe.close() }
            let shell = ["-c", "exec \"$@\" 2> pipe", "sh", Program.path, "--store", bed.store, "--log-level", "debug"]
            let program = try RunningProgram("/bin/sh", shell + feeds, in: bed.folder)
            try await pipe.untilFull(for: 512)

            // When
            program.send(SIGTERM)
            program.send(SIGINT)

            // Then
            let status = await program.status()
            #expect(status == 128 + SIGINT || status == 128 + SIGTERM)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func leavesTheRestOfTheSearchIndexToTheNextImport() async throws {
        try await ProgramTestBed.run { bed in
            // Given an index that does not know of what has come long ago, and takes its time, in more than one step
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            #expect(try await bed.podimport("episode", "search", "episode").status == 0)
            let items = (0..<400).map { SampleFeed.item("b\($0)", day: 9) }.joined()
            try bed.write(SampleFeed.rss("Show", ["a"]).replacing("</channel>", with: items + "</channel>"))
            #expect(try await bed.podimport("--feed", path).status == 0)
            try await bed.execute(
                """
                UPDATE change SET at = at - 200 * 86400;
                CREATE TRIGGER slow AFTER INSERT ON searchDocument BEGIN
                  SELECT count(*) FROM (
                    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 100000) SELECT x FROM n);
                END
                """
            )

            // When the import is stopped after its only result
            let program = try bed.start(["--feed", path])
            for await line in program.lines where line == "Show: unchanged" { break }
            program.send(SIGINT)

            // Then
            #expect(await program.status() == 0)
            #expect(try program.errorText().isEmpty)
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(try #require(statistics.number("searchMissing")) > 0)
        }
    }

    @Test func outlivesItsTerminalWhereItIsToldTo() async throws {
        // Given an import that was started as nohup does it, and waits for a server
        let server = try ScriptedServer { request in
            guard request.path == "/0" else { return [.waitForClient] }
            return ServerStep.response(200, ["Content-Type: application/rss+xml"], SampleFeed.rss("Show", ["a"]))
        }
        server.start()
        defer { server.stop() }
        try await ProgramTestBed.run { bed in
            // As many as cannot all have begun by then, however busy the machine is.
            let feeds = (0..<200).flatMap { ["--feed", "http://127.0.0.1:\(server.port)/\($0)"] }
            let shell = ["-c", "trap '' HUP; exec \"$@\"", "sh", Program.path, "--store", bed.store]
            let program = try RunningProgram("/bin/sh", shell + feeds, in: bed.folder)
            for await _ in program.lines { break }

            // When the terminal goes, and somebody stops it
            program.send(SIGHUP)
            program.send(SIGTERM)

            // Then that was the first it has heard: a second signal would have ended it at once
            #expect(await program.status() == 1)
            let errors = try program.errorText()
            #expect(errors.contains(" not imported"))
        }
    }
}
