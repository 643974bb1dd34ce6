import Foundation
import GRDB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ChangesCommandTests {
    private func importFeed(_ bed: ProgramTestBed, _ guids: [String]) async throws {
        let feed = try bed.write(SampleFeed.rss("Show", guids))
        #expect(try await bed.podimport("--feed", feed).status == 0)
    }

    @Test func printsEveryChangeAsAnObject() async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed, ["a"])
            try await importFeed(bed, ["a", "b"])

            let changes = try await bed.podimport("changes", "--format", "json").objects()

            #expect(changes.compactMap { $0.number("sequence") } == Array(1...changes.count))
            let names: Set = ["sequence", "at", "entity", "id", "podcast", "kind", "fields", "title", "backlog"]
            for change in changes { #expect(change.names == names) }
            let episodes = changes.filter { $0.text("entity") == "episode" }
            #expect(episodes.map { $0.text("title") } == ["Episode a", "Episode b"])
            #expect(episodes.map { $0.flag("backlog") } == [true, false])
        }
    }

    @Test func goesOnAfterANumberAndEndsAtALimit() async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed, ["a", "b", "c"])

            let output = try await bed.podimport("changes", "--since", "2", "--limit", "2")

            #expect(output.status == 0)
            #expect(output.lines.map { $0.prefix(1) } == ["3", "4"])
            #expect(output.lines[0].hasSuffix("episode 1  insert  Episode a"))
        }
    }

    @Test(arguments: [["--since", "99"], ["--limit", "0"], ["--since", "-1"], ["--consumer", ""]])
    func refusesWhatCannotBeMeant(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed, ["a"])

            let output = try await bed.podimport(["changes"] + arguments)

            #expect(output.status == 64)
            #expect(!output.errors.isEmpty)
            #expect(output.lines.isEmpty)
        }
    }

    @Test(arguments: [
        (["changes", "--since", "-1"], "--since takes a number from 0."),
        (["changes", "--limit", "-5"], "--limit takes a number from 1."),
        (["changes", "--since", "--follow"], "The value '--follow' is invalid for '--since <number>'"),
        (["episode", "list", "--limit", "-1"], "--limit takes a number from 1."),
        (["episode", "list", "--since", "-7d"], "-7d: expected a day"),
        (["episode", "search", "a", "--limit", "-1"], "--limit takes a number from 1."),
        (["episode", "prune", "--keep", "-1"], "--keep takes a number from 0."),
        (["episode", "prune", "--older-than", "-7d"], "-7d: expected a day"),
    ])
    func saysWhatIsWrongWithANegativeNumber(arguments: [String], complaint: String) async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed, ["a"])

            let output = try await bed.podimport(arguments)

            #expect(output.status == 64)
            #expect(output.errors.contains(complaint), "\(output.errors)")
        }
    }

    @Test func followsWhatAnotherProcessSaves() async throws {
        try await ProgramTestBed.run { bed in
            // Given a follower that has read everything
            try await importFeed(bed, ["a"])
            let follower = try bed.start(["changes", "--since", "3", "--follow", "--limit", "2", "--format", "json"])

            // When
            try await importFeed(bed, ["a", "b", "c"])

            // Then
            let output = try await follower.output()
            #expect(output.status == 0)
            #expect(try output.objects().map { $0.text("title") } == ["Episode b", "Episode c"])
        }
    }

    @Test func aFollowerThatHasAllItWantsEnds() async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed, ["a", "b"])
            let output = try await bed.podimport("changes", "--follow", "--limit", "2", "--format", "json")
            #expect(output.status == 0)
            #expect(output.lines.count == 2)
        }
    }

    @Test func endsWith74WhenTheStoreItFollowsIsReplaced() async throws {
        try await ProgramTestBed.run { bed in
            // Given a follower, and a backup
            try await importFeed(bed, ["a"])
            let backup = bed.folder.appendingPathComponent("backup").path
            #expect(try await bed.podimport("store", "backup", backup).status == 0)
            let follower = try bed.start(["changes", "--follow"])
            for await _ in follower.lines { break }

            // When
            #expect(rename(backup, bed.store) == 0)

            // Then
            #expect(await follower.status() == 74)
            #expect(try follower.errorText().contains("was moved, replaced or deleted while it was open"))
        }
    }

    @Test func stopsFollowingWhenInterrupted() async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed, ["a"])
            let follower = try bed.start(["changes", "--consumer", "me", "--follow"])
            for await _ in follower.lines { break }

            follower.interrupt()

            #expect(await follower.status() == 0)
        }
    }

    @Test(arguments: [[], ["--consumer", "me"]])
    func stopsFollowingWhenNobodyReadsAnyMore(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given a follower that has read everything, and whose reader goes after the first line
            try await importFeed(bed, ["a"])
            let command = ([Program.path, "changes", "--follow", "--store", bed.store] + arguments).joined(
                separator: " "
            )

            // When
            let output = try await bed.command("/bin/bash", ["-c", command + " | head -n 1; exit ${PIPESTATUS[0]}"])

            // Then it does not wait for a change
            #expect(output.status == 141)
            #expect(output.lines.count == 1)
            #expect(output.errors.isEmpty)
        }
    }

    @Test func deliversAgainWhatTheReaderOfAPipeHasLeftThere() async throws {
        try await ProgramTestBed.run { bed in
            // Given a reader that takes one line and ends; the shell reads no further than that
            try await importFeed(bed, ["a"])
            let arguments = ["changes", "--consumer", "me", "--format", "json"]
            let command = ([Program.path] + arguments + ["--store", bed.store]).joined(separator: " ")
            let script = command + " | { read -r line; echo \"$line\"; }; exit ${PIPESTATUS[0]}"
            let first = try await bed.command("/bin/bash", ["-c", script])

            // When
            let second = try await bed.podimport(arguments)

            // Then
            #expect(first.status == 141)
            #expect(first.lines.count == 1)
            #expect(second.lines == (try await bed.podimport("changes", "--format", "json").lines))
        }
    }

    @Test func aConsumerGoesOnThoughTheChangesItBeganWithAreNoLongerKept() async throws {
        try await ProgramTestBed.run { bed in
            // Given a program that is always started in the same way
            try await importFeed(bed, ["a"])
            let arguments = ["changes", "--consumer", "me", "--since", "1"]
            #expect(try await bed.podimport(arguments).lines.count == 2)
            try await importFeed(bed, ["a", "b"])

            // When
            let database = try bed.database()
            try await database.write { try $0.execute(sql: "DELETE FROM change WHERE sequence <= 3") }
            try database.close()
            let output = try await bed.podimport(arguments)

            // Then
            #expect(output.status == 0)
            #expect(output.lines.count == 1)
            #expect(try await bed.podimport("changes", "--consumer", "other", "--since", "1").status == 64)
        }
    }

    @Test func remembersWhereAConsumerWasUntilItIsForgotten() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            try await importFeed(bed, ["a"])
            let first = try await bed.podimport("changes", "--consumer", "me", "--limit", "2").lines.count

            // When
            let second = try await bed.podimport("changes", "--consumer", "me").lines.count
            let third = try await bed.podimport("changes", "--consumer", "me").lines.count
            try await importFeed(bed, ["a", "b"])
            let consumers = try await bed.podimport("changes", "consumers", "--format", "json").objects()
            let table = try await bed.podimport("changes", "consumers")
            let forgotten = try await bed.podimport("changes", "forget", "me", "--format", "json")
            let unknown = try await bed.podimport("changes", "forget", "me")

            // Then
            let counts: [Int] = [first, second, third]
            #expect(counts == [2, 1, 0])
            #expect(consumers.map { $0.text("name") } == ["me"])
            #expect(consumers.compactMap { $0.number("sequence") } == [3])
            #expect(consumers.compactMap { $0.number("unread") } == [1])
            #expect(table.lines.count == 2)
            #expect(forgotten.status == 0)
            #expect(try forgotten.objects().map { $0.text("name") } == ["me"])
            #expect(try forgotten.objects().map { $0.flag("forgotten") } == [true])
            #expect(unknown.status == 64)
            #expect(try await bed.podimport("changes", "consumers").lines.isEmpty)
        }
    }

    @Test(arguments: ["sink", nil])
    func refusesASecondReaderUnderTheSameNameBeforeItWritesAnything(sink: String?) async throws {
        try await ProgramTestBed.run { bed in
            // Given a reader that has delivered everything, and follows
            try await importFeed(bed, ["a"])
            let first = try bed.start(["changes", "--consumer", "me", "--follow"], appendingOutputTo: sink)
            try await bed.waitForConsumer("me", at: 3)

            // When
            let second = try bed.start(["changes", "--consumer", "me", "--follow"], appendingOutputTo: sink)

            // Then it has to leave, and what comes is delivered once
            #expect(await second.status() == 69)
            #expect(try second.errorText().contains("another process reads the changes as me"))
            try await importFeed(bed, ["a", "b"])
            try await bed.waitForConsumer("me", at: 4)
            first.kill()
            _ = await first.status()
            // A name that was read under by a process that was killed is free.
            #expect(try await bed.podimport("changes", "--consumer", "me").status == 0)
            guard let sink else { return }
            let lines = try bed.text(of: sink).split(separator: "\n")
            #expect(lines.map { $0.prefix(1) } == ["1", "2", "3", "4"])
        }
    }

    @Test func refusesAFileThatAnotherConsumerWritesTo() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            try await importFeed(bed, ["a"])
            let first = try bed.start(["changes", "--consumer", "me", "--follow"], appendingOutputTo: "sink")
            try await bed.waitForConsumer("me", at: 3)

            // When
            let second = try bed.start(["changes", "--consumer", "you"], appendingOutputTo: "sink")

            // Then
            #expect(await second.status() == 69)
            #expect(try second.errorText().contains("give each consumer its own"))
            first.kill()
            _ = await first.status()
            #expect(try bed.text(of: "sink").split(separator: "\n").count == 3)
        }
    }

    @Test(arguments: [
        // What a reader leaves that dies before, within and after its write.
        (arrived: 0, expected: 4, device: 0), (arrived: 10, expected: 4, device: 0),
        (arrived: nil, expected: 4, device: 0),
        // The crash was the machine's, whose disk has another number now.
        (arrived: 10, expected: 4, device: 1), (arrived: nil, expected: 4, device: 1),
    ])
    func finishesADeliveryThatACrashHasCutShort(arrived: Int?, expected: Int, device: Int) async throws {
        try await ProgramTestBed.run { bed in
            // Given a delivery of two changes that was announced, and of which some bytes have arrived
            try await importFeed(bed, ["a", "b"])
            let all = try await bed.podimport("changes", "--format", "json").lines
            let (sink, consumer) = ("sink", ["changes", "--consumer", "me", "--format", "json"])
            _ = await (try bed.start(consumer + ["--limit", "2"], appendingOutputTo: sink)).status()
            let file = bed.folder.appendingPathComponent(sink)
            let before = try Data(contentsOf: file)
            let delivery = Data((all[2] + "\n" + all[3] + "\n").utf8)
            var status = stat()
            #expect(stat(file.path, &status) == 0)
            try await bed.announceDelivery(
                upTo: 4,
                file: "\(UInt64(status.st_dev) + UInt64(device)):\(status.st_ino)",
                offset: before.count,
                bytes: delivery.count
            )
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: delivery.prefix(arrived ?? delivery.count))
            try handle.close()

            // When
            let reader = try bed.start(consumer, appendingOutputTo: sink)

            // Then
            #expect(await reader.status() == 0)
            let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
            #expect(lines.map(String.init) == all)
            #expect(lines.count == expected)
        }
    }
}
