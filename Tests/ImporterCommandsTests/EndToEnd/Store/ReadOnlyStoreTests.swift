import Foundation
import GRDB
import Testing

/// Stores in places where nothing can be written.
struct ReadOnlyStoreTests {
    /// Imports a feed into a store in a folder of its own.
    private func importFeed(_ bed: ProgramTestBed) async throws {
        try bed.write(SampleFeed.rss("Show", ["a"]))
        let folder = bed.folder.appendingPathComponent("a folder?").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let output = try await bed.command(Program.path, ["--store", folder + "/s", "--feed", "feed.xml"])
        #expect(output.status == 0)
        #expect(unlink(folder + "/s-turns") == 0)
    }

    /// Runs the program where the folder is mounted for reading only.
    private func podimport(_ bed: ProgramTestBed, _ arguments: [String]) async throws -> ProgramOutput {
        let mount = "mount --bind 'a folder?' 'a folder?' && mount -o remount,ro,bind 'a folder?' && exec \"$0\" \"$@\""
        let mounted = PrivateMounts.options + ["sh", "-c", mount]
        let command = [Program.path, "--store", "a folder?/s"] + arguments
        return try await bed.command("/usr/bin/unshare", mounted + command)
    }

    @Test(
        .enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }),
        arguments: [
            ["episode", "list"], ["changes", "--limit", "1"], ["store", "check", "--quiet"], ["status"],
            ["subscription", "explain", "1"], ["store", "backup", "copy"], ["--feed", "feed.xml", "--dry-run"],
            ["episode", "prune", "--keep", "0", "--dry-run"], ["episode", "remove", "1", "--dry-run"],
            ["subscription", "set", "1", "--format", "json"],
        ]
    )
    func canBeRead(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed)

            let output = try await podimport(bed, arguments)

            #expect(output.status == 0)
            #expect(output.lines.isEmpty == arguments.contains("--quiet"))
        }
    }

    @Test(
        .enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }),
        arguments: [["--feed", "feed.xml"], ["changes", "--consumer", "me"]]
    )
    func cannotBeWrittenTo(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            try await importFeed(bed)

            let output = try await podimport(bed, arguments)

            #expect(output.status == 73)
            #expect(output.errors.contains("/a folder?/s is on a read-only file system"))
        }
    }

    @Test(.enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }))
    func areSearchedAsFarAsTheIndexHasCome() async throws {
        try await ProgramTestBed.run { bed in
            // Given an index that knows of one episode of two
            try await importFeed(bed)
            let writable = ["--store", bed.folder.path + "/a folder?/s"]
            #expect(try await bed.command(Program.path, writable + ["episode", "search", "episode"]).lines.count == 1)
            let known = try await podimport(bed, ["episode", "search", "episode"])
            try bed.write(SampleFeed.rss("Show", ["a", "b"]))
            #expect(try await bed.command(Program.path, writable + ["--feed", "feed.xml"]).status == 0)

            // When
            let output = try await podimport(bed, ["episode", "search", "episode"])

            // Then
            #expect(known.status == 0)
            #expect(known.errors.isEmpty)
            #expect(output.status == 0)
            #expect(output.lines.count == 1)
            #expect(output.errors.contains("not indexed yet"))
        }
    }

    @Test(.enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }))
    func areNotReadWithoutTheLogThatIsBesideThem() async throws {
        try await ProgramTestBed.run { bed in
            // Given a store whose newest changes are still in its log
            try await importFeed(bed)
            try bed.write("not merged yet", to: "a folder?/s-wal")

            let output = try await podimport(bed, ["episode", "list"])

            #expect(output.status == 73)
            #expect(output.errors.contains("with \(bed.folder.path)/a folder?/s-wal if there is one"))
        }
    }

    @Test(
        .enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }),
        arguments: [
            ["episode", "list"], ["subscription", "list"], ["store", "check"], ["store", "backup", "copy"],
            ["opml", "export"], ["episode", "search", "episode"],
        ]
    )
    func canBeReadOnADiskThatIsFullToTheLastByte(arguments: [String]) async throws {
        try await ProgramTestBed.run { bed in
            // Given
            try bed.write(SampleFeed.rss("Show", ["a"]))
            let disk = bed.folder.appendingPathComponent("disk").path
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            let program = "\(Program.path) --store disk/s"
            let steps = """
                mount -t tmpfs -o size=4m tmpfs disk && \(program) --feed feed.xml --quiet \
                && \(program) episode search episode --quiet > /dev/null \
                && ! cat /dev/zero 2> /dev/null > disk/fill && exec \(program) \(arguments.joined(separator: " "))
                """

            // When
            let output = try await bed.command("/usr/bin/unshare", PrivateMounts.options + ["sh", "-c", steps])

            // Then
            #expect(output.status == 0, "\(output.errors)")
            #expect(!output.lines.isEmpty)
        }
    }

    @Test(.enabled("nothing may be mounted here", { try await PrivateMounts.areAllowed() }))
    func isSearchedOnAFullDiskAsFarAsTheIndexGoes() async throws {
        try await ProgramTestBed.run { bed in
            // Given an index that lags behind by an episode
            try bed.write(SampleFeed.rss("Show", ["a"]))
            try bed.write(SampleFeed.rss("Other", ["b"]), to: "other.xml")
            let disk = bed.folder.appendingPathComponent("disk").path
            try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
            let program = "\(Program.path) --store disk/s"
            let steps = """
                mount -t tmpfs -o size=4m tmpfs disk && \(program) --feed feed.xml --quiet \
                && \(program) episode search episode --quiet > /dev/null && \(program) --feed other.xml --quiet \
                && ! cat /dev/zero 2> /dev/null > disk/fill && exec \(program) episode search episode --format json
                """

            // When
            let output = try await bed.command("/usr/bin/unshare", PrivateMounts.options + ["sh", "-c", steps])

            // Then
            #expect(output.status == 0, "\(output.errors)")
            #expect(output.lines.count == 1)
            #expect(output.errors.contains("are not indexed yet"))
        }
    }

    @Test func canBeReadInAFolderThatIsClosedToUs() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            try await importFeed(bed)
            let folder = bed.folder.appendingPathComponent("a folder?").path
            #expect(chmod(folder, 0o500) == 0)
            defer { chmod(folder, 0o700) }

            // When
            let output = try await withoutPower(bed, ["--store", folder + "/s", "episode", "list", "--format", "json"])

            // Then
            #expect(output.status == 0)
            #expect(output.lines.count == 1)
        }
    }

    @Test func canBeReadButNotWrittenToWhileItsOwnerWritesToIt() async throws {
        try await ProgramTestBed.run { bed in
            // Given a store whose log has changes in it, and files that only their owner may write to
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a"]))).status == 0)
            #expect(try await bed.podimport("episode", "search", "episode").lines.isEmpty == false)
            let owner = try bed.database()
            try await owner.write { try $0.execute(sql: "UPDATE podcast SET changedAt = changedAt + 1") }
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a", "b"]))).status == 0)
            for suffix in ["", "-wal", "-shm"] { #expect(chmod(bed.store + suffix, 0o400) == 0) }

            // When
            let found = try await withoutPower(bed, ["--store", bed.store, "episode", "search", "episode"])
            let added = try await withoutPower(
                bed,
                ["--store", bed.store, "subscription", "add", "https://example.com/feed"]
            )

            // Then
            #expect(found.status == 0)
            #expect(found.lines.isEmpty == false)
            #expect(found.errors.contains("not indexed yet"))
            #expect(added.status == 73)
            #expect(added.errors.contains("no permission to read and write \(bed.store)"))
            try owner.close()
        }
    }

    /// Runs the program as somebody to whom the modes of files apply: root may do everything, unless that is taken from
    /// it.
    private func withoutPower(_ bed: ProgramTestBed, _ arguments: [String]) async throws -> ProgramOutput {
        let setpriv = ["/usr/bin/setpriv", "--bounding-set", "-dac_override,-dac_read_search", "--"]
        let whole = (geteuid() == 0 ? setpriv : []) + [Program.path] + arguments
        return try await bed.command(whole[0], Array(whole.dropFirst()))
    }

    @Test func aCheckDoesNotAdviseToCheck() async throws {
        try await ProgramTestBed.run { bed in
            // Given a store that cannot be opened, for its first page says nonsense
            #expect(try await bed.podimport("--feed", bed.write(SampleFeed.rss("Show", ["a"]))).status == 0)
            var pages = try bed.bytes(of: bed.store)
            pages.replaceSubrange(16..<24, with: [UInt8](repeating: 0xA5, count: 8))
            try Data(pages).write(to: URL(fileURLWithPath: bed.store))

            // When
            let output = try await bed.podimport("store", "check")
            let other = try await bed.podimport("episode", "list")

            // Then
            #expect(output.status == 74)
            #expect(output.lines.first == "integrity: damaged")
            #expect(!output.lines.joined().contains("store check"))
            #expect(other.errors.contains("run `podimport store check --thorough`"))
        }
    }

    @Test func aStoreThatWasCutShortIsAFindingInJSON() async throws {
        try await ProgramTestBed.run { bed in
            // Given
            let path = try bed.write(SampleFeed.rss("Show", ["a"]))
            #expect(try await bed.podimport("--feed", path).status == 0)
            #expect(truncate(bed.store, 20_000) == 0)

            // When
            let output = try await bed.podimport("store", "check", "--format", "json")

            // Then
            #expect(output.status == 74)
            let integrity = try output.document().objects("checks").first { $0.text("name") == "integrity" }
            #expect(integrity != nil)
        }
    }
}
