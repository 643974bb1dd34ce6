import Foundation
import GRDB
import Testing

/// Exit statuses and messages for stores that cannot be used.
struct StoreFailureTests {
    @Test func endsWith73WhenTheFolderIsNotThere() async throws {
        try await ProgramTestBed.run { bed in
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))

            let output = try await bed.podimport("--store", "missing/podimport.sqlite", "--feed", path)

            #expect(output.status == 73)
            #expect(output.errors.contains("\(bed.folder.path)/missing"))
            #expect(!FileManager.default.fileExists(atPath: bed.folder.path + "/missing"))
        }
    }

    /// Relative to no folder at all, the store would be in the root.
    @Test func looksNowhereElseWhereTheCurrentFolderHasBeenDeleted() async throws {
        try await ProgramTestBed.run { bed in
            let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$@\""
            let status = ["--store", "podimport.sqlite", "status"]

            let output = try await bed.command("/bin/sh", ["-c", script, "sh", Program.path] + status)

            #expect(output.status == 73)
            #expect(output.errors.contains("/gone (deleted)/podimport.sqlite: there is no store yet"))
        }
    }

    @Test func leavesAFileThatIsNoStoreAsItIs() async throws {
        try await ProgramTestBed.run { bed in
            // Given a text, and a database of another program
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            let text = try bed.write("These are my notes.\n", to: "notes.txt")
            let other = bed.folder.appendingPathComponent("other.sqlite").path
            let database = try DatabaseQueue(path: other)
            try await database.write { try $0.execute(sql: "CREATE TABLE recipe (name TEXT)") }
            try database.close()

            for file in [text, other] {
                let before = try bed.bytes(of: file)

                // When
                let output = try await bed.podimport("--store", file, "--feed", path)

                // Then
                #expect(output.status == 73)
                #expect(output.errors.contains("\(file) is not a store of podimport"))
                #expect(try bed.bytes(of: file) == before)
            }
        }
    }

    @Test(arguments: [
        ["status"], ["import", "--dry-run", "--feed", "feed.xml"], ["episode", "list"], ["subscription", "list"],
        ["store", "check"], ["opml", "export"], ["changes"],
    ])
    func leavesAStoreOfAnOlderProgramAsItIsWhereItOnlyReads(command: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            let before = try bed.copyStore(ofVersion: 1)

            // When
            let output = try await bed.podimport(command)

            // Then
            #expect(output.status == 73)
            #expect(output.errors.contains("the store \(bed.store) has schema version 1 and is only read here"))
            #expect(try bed.bytes(of: bed.store) == before)

            // And when it is written to, it is the program's own
            #expect(try await bed.podimport("import", "--feed", path).status == 0)
            #expect(try await bed.podimport(command).status == 0)
        }
    }

    @Test func copiesAStoreOfAnOlderProgramAsItIs() async throws {
        try await ProgramTestBed.run { bed in
            let before = try bed.copyStore(ofVersion: 1)

            let output = try await bed.podimport("store", "backup", "copy.sqlite")

            #expect(output.status == 0)
            #expect(try bed.bytes(of: bed.store) == before)
            let copy = try DatabaseQueue(path: bed.folder.appendingPathComponent("copy.sqlite").path)
            #expect(try await copy.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 1)
        }
    }

    @Test func leavesAStoreOfANewerProgramAsItIs() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            let database = try DatabaseQueue(path: bed.store)
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 9000") }
            try database.close()
            let before = try bed.bytes(of: bed.store)

            // When
            let output = try await bed.podimport("--feed", path)

            // Then
            #expect(output.status == 73)
            #expect(output.errors.contains("the store \(bed.store) has schema version 9000"))
            #expect(try bed.bytes(of: bed.store) == before)
        }
    }

    /// The limit on the size of files stands for a disk that fails: the system refuses to write more, and says why.
    @Test func endsWith74WhenTheSystemWritesNoMoreAndKeepsWhatWasStored() async throws {
        try await ProgramTestBed.run { bed in
            // Given a store with something in it, and a feed that does not fit
            let small = try bed.write(SampleFeed.rss("Small", ["a"]), to: "small.xml")
            let large = try bed.write(SampleFeed.rss("Large", (0..<3000).map { "guid-\($0)" }), to: "large.xml")
            #expect(try await bed.podimport("--feed", small).status == 0)

            // When: blocks of 512 bytes, so 512 KiB
            let limited = "trap '' XFSZ; ulimit -f 1024; exec \"$0\" --store \"$1\" --feed \"$2\""
            let output = try await bed.command("/bin/sh", ["-c", limited, Program.path, bed.store, large])

            // Then
            #expect(output.status == 74)
            let reason = "(disk I/O error, code 778: File too large); check the disk"
            let complaint = "podimport: \(large): persistence: I/O error in the store \(bed.store) \(reason)"
            #expect(output.errors.hasPrefix(complaint), "\(output.errors)")
            let statistics = try await bed.podimport("store", "stats", "--format", "json").document()
            #expect(statistics.number("episodes") == 1)
            #expect(statistics.number("podcasts") == 1)
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }

    /// A user who forgot to become the one who owns the store.
    @Test(arguments: [
        (0o000, ["episode", "list"]), (0o000, ["store", "check"]), (0o000, ["--feed", "feed.xml"]), (0o500, ["daemon"]),
        (0o500, ["--feed", "feed.xml"]),
    ])
    func saysThatTheStoreIsClosedAndNotThatThereIsNone(mode: Int, arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given a folder that lets nobody in, or lets nobody write
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            let closed = bed.folder.appendingPathComponent("closed").path
            try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
            let store = closed + "/podimport.sqlite"
            if mode == 0o000 {
                #expect(try await bed.command(Program.path, ["--store", store, "--feed", path]).status == 0)
            }
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: closed)
            defer { chmod(closed, 0o700) }

            // When; root may do everything, unless that is taken from it
            let command = ["--store", store] + arguments
            let output =
                if geteuid() == 0 {
                    try await bed.command(
                        "/usr/bin/setpriv",
                        ["--bounding-set", "-dac_override,-dac_read_search", "--", Program.path] + command
                    )
                } else {
                    try await bed.command(Program.path, command)
                }

            // Then
            #expect(output.status == 73)
            #expect(output.errors.contains("no permission to read and write \(store); run this as its owner"))
        }
    }

    /// On a disk of its own, which takes the right to mount one.
    @Test(
        .enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }),
        arguments: [
            ["--feed large.xml", "no space left for the store /STORE; free some"],
            [
                "store backup disk/copy.sqlite",
                "no space left for the backup /BACKUP; free some, or choose another place",
            ],
        ]
    )
    func saysWhatDidNotFitOnAFullDisk(command: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given less than two megabytes, of which a small store takes one
            try bed.write(SampleFeed.rss("Small", ["a"]), to: "small.xml")
            try bed.write(SampleFeed.rss("Large", (0..<6000).map { "guid-\($0)" }), to: "large.xml")
            let disk = bed.folder.appendingPathComponent("disk").path
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            let mount = "mount -t tmpfs -o size=1900k tmpfs disk && eval \"$0\""
            let mounted = PrivateMounts.options + ["sh", "-c", mount]
            let program = "\(Program.path) --store disk/podimport.sqlite"
            let expected = command[1].replacing("/STORE", with: "\(disk)/podimport.sqlite")
                .replacing("/BACKUP", with: "\(disk)/copy.sqlite")

            // When
            let steps =
                "\(program) --feed small.xml && \(program) \(command[0]); echo $?; \(program) store check --quiet"
            let output = try await bed.command("/usr/bin/unshare", mounted + [steps])

            // Then nothing is lost, and the store can still be read
            #expect(output.lines.last == "74")
            #expect(output.errors.contains(expected), "\(output.errors)")
            #expect(output.status == 0)
        }
    }

    @Test(arguments: [
        ["episode", "list"], ["episode", "show", "1"], ["subscription", "list"], ["subscription", "show", "1"],
        ["subscription", "remove", "1"], ["store", "check"], ["store", "stats"],
    ])
    func makesNoStoreWhenACommandOnlyLooks(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(arguments)

            #expect(output.status == 73)
            #expect(output.errors.contains("there is no store yet"))
            #expect(!FileManager.default.fileExists(atPath: bed.store))
        }
    }

    @Test(arguments: [
        (["--feed", "7"], 64), (["--feed", "7", "--feed", "gone.xml"], 2), (["--feed", "ftp://show.example/"], 64),
        (["subscription", "add", "7", "-"], 64),
    ])
    func makesNoStoreForFeedsThatThereAreNot(arguments: [String], status: Int) async throws {
        try await ProgramTestBed.run { bed in
            let output = try await bed.podimport(arguments)

            #expect(Int(output.status) == status)
            #expect(!FileManager.default.fileExists(atPath: bed.store))
            #expect(!FileManager.default.fileExists(atPath: bed.store + "-turns"))
        }
    }

    /// The program waits for ten seconds before it gives up; so does this test.
    @Test func endsWith69WhenAnotherProcessDoesNotLetGoOfTheStore() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            let more = try bed.write(SampleFeed.rss("Show", ["a", "b"]), to: "more.xml")
            #expect(try await bed.podimport("--feed", path).status == 0)
            let holder = try bed.database()

            // When
            try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
            let output = try await bed.podimport("--feed", more)
            try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try holder.close()

            // Then
            #expect(output.status == 69)
            #expect(output.errors.contains("the store \(bed.store) is locked by another process"))
            #expect(try await bed.podimport("store", "check").status == 0)
        }
    }
}
