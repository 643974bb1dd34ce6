import FeedServer
import Foundation
import GRDB
import TestSupport
import Testing

/// How the daemon as a process ends when it is not left to end in peace.
@Suite(.timeLimit(.minutes(10)))
struct DaemonEndTests {
    @Test(arguments: [(SIGTERM, Int32(143)), (SIGINT, Int32(130))])
    func endsAtOnceAtASecondSignal(signal: Int32, expected: Int32) async throws {
        try await DaemonTestBed.run(script: { _ in [.waitForClient] }) { bed in
            // Given a daemon that cannot give its lease back, for another process holds the store
            _ = try await bed.program.podimport("subscription", "add", bed.url("/silent"))
            let daemon = try bed.startDaemon()
            await bed.arrival(of: "/silent")
            let holder = try bed.program.database()
            try await holder.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            daemon.send(SIGTERM)
            _ = await bed.notify.line(beginning: "STOPPING=1")

            // When
            daemon.send(signal)
            let status = await daemon.status()
            try await holder.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            try holder.close()

            // Then
            #expect(status == expected)
            #expect(try await bed.program.podimport("store", "check").status == 0)
        }
    }

    @Test func endsAtOnceAtASecondSignalWhereNobodyReadsItsLog() async throws {
        try await DaemonTestBed.run { bed in
            // Given a daemon that says more in its log than its pipe has room for
            _ = try await bed.program.podimport(["subscription", "add"] + (0..<60).map { bed.url("/\($0)") })
            let pipe = try UnreadPipe("pipe", in: bed.program.folder)
            defer { pipe.close() }
            let shell = ["-c", "exec \"$@\" 2> pipe", "sh", Program.path, "--store", bed.program.store]
            let daemon = try RunningProgram(
                "/bin/sh",
                shell + ["daemon", "--log-level", "debug"],
                in: bed.program.folder
            )
            try await pipe.untilFull(for: 512)

            // When
            daemon.send(SIGTERM)
            daemon.send(SIGINT)

            // Then
            let status = await daemon.status()
            #expect(status == 128 + SIGINT || status == 128 + SIGTERM)
        }
    }

    @Test func endsInPeaceWhenTwoSignalsComeAsOne() async throws {
        try await DaemonTestBed.run { bed in
            // Given
            let daemon = try bed.startDaemon()
            _ = await bed.notify.line(beginning: "READY=1")

            // When
            daemon.send(SIGTERM)
            daemon.send(SIGINT)

            // Then
            #expect(await daemon.status() == 0)
        }
    }

    @Test func endsInPeaceWhileOthersConnectToIt() async throws {
        try await DaemonTestBed.run { bed in
            let clients = RestlessClients(bed.program.store + "-daemon", count: 2)
            defer { clients.stop() }
            for round in 1...10 {
                // Given
                let daemon = try bed.startDaemon()
                _ = await bed.notify.line(beginning: "READY=1")

                // When
                daemon.send(SIGTERM)

                // Then
                #expect(await daemon.status() == 0, "round \(round)")
                #expect(try !daemon.errorText().contains("Fatal error"))
            }
        }
    }

    @Test(arguments: [SIGHUP, SIGTERM, SIGINT])
    func obeysSignalsFromTheFirstMomentOn(signal: Int32) async throws {
        try await DaemonTestBed.run { bed in
            // Given a daemon that has said its first word
            let daemon = try bed.startDaemon()
            _ = await bed.notify.line(beginning: "STATUS=Loading the store")

            // When
            daemon.send(signal)

            // Then it goes on, or ends in peace
            if signal == SIGHUP {
                _ = await bed.notify.line(beginning: "READY=1")
                daemon.send(SIGTERM)
            }
            #expect(await daemon.status() == 0)
        }
    }

    @Test func endsWhenItsStoreIsNoLongerThere() async throws {
        let gate = DispatchSemaphore(value: 0)
        try await DaemonTestBed.run(script: { request in
            gate.wait()
            return DaemonTestBed.feed(request.path)
        }) { bed in
            // Given a daemon that waits for a feed
            _ = try await bed.program.podimport("subscription", "add", bed.url("/feed"))
            let daemon = try bed.startDaemon()
            await bed.arrival(of: "/feed")

            // When somebody deletes the store, and the feed is there
            for suffix in ["", "-wal", "-shm"] {
                try FileManager.default.removeItem(atPath: bed.program.store + suffix)
            }
            gate.signal()

            // Then systemd can start it again, with what is there then
            #expect(await daemon.status() == 74)
            #expect(try daemon.errorText().contains("was moved, replaced or deleted while it was open"))
        }
    }

    /// Why a store cannot be loaded.
    enum Fault: CaseIterable {
        case notAStore, ofANewerProgram, damaged, cutShort, noSpace

        var status: Int32 {
            switch self {
            case .notAStore, .ofANewerProgram: 73
            case .damaged, .cutShort, .noSpace: 74
            }
        }

        /// What failed, where, and what to do.
        func message(_ store: String) -> String {
            switch self {
            case .notAStore:
                "\(store) is not a store of podimport (no SQLite database); it was left as it is, choose another path"
            case .ofANewerProgram:
                "the store \(store) has schema version 9000, this program knows up to 6; use a newer podimport"
            case .damaged, .cutShort:
                "the store \(store) is damaged (database disk image is malformed); run "
                    + "`podimport store check --thorough`, restore a backup"
            case .noSpace: "I/O error in the store \(store) (disk I/O error, code 778: File too large); check the disk"
            }
        }
    }

    @Test(arguments: Fault.allCases)
    func saysWhyTheStoreCannotBeLoadedAndWhatToDo(fault: Fault) async throws {
        try await DaemonTestBed.run { bed in
            // Given
            if fault != .noSpace { try await Self.spoil(bed.program, fault) }
            let environment = ["NOTIFY_SOCKET=\(bed.notify.name)"]

            // When; the limit on the size of files stands for a disk that fails
            let daemon =
                if fault == .noSpace {
                    try RunningProgram(
                        "/bin/sh",
                        ["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" --store \"$1\" daemon"]
                            + [Program.path, bed.program.store],
                        in: bed.program.folder,
                        environment: environment
                    )
                } else {
                    try bed.program.start(["daemon"], environment: environment)
                }
            let status = await daemon.status()

            // Then
            #expect(status == fault.status)
            let complaints = try daemon.errorText().split(separator: "\n").filter { $0.hasPrefix("podimport: ") }
            #expect(complaints.count == 1)
            #expect(complaints.first == "podimport: persistence: \(fault.message(bed.program.store))", "\(complaints)")
            #expect(!bed.notify.allLines.contains("READY=1"))
        }
    }

    @Test func saysThatTooFewFilesMayBeOpen() async throws {
        try await DaemonTestBed.run { bed in
            let daemon = try RunningProgram(
                "/bin/sh",
                ["-c", "ulimit -n 16; exec \"$0\" --store \"$1\" daemon", Program.path, bed.program.store],
                in: bed.program.folder
            )

            #expect(await daemon.status() == 78)
            #expect(try daemon.errorText().contains("no more than 16 files open at once"))
        }
    }

    @Test func theUnitsStartNothingAgainThatWouldFailAgainAndGiveUpOnTheRest() throws {
        // Given
        let unit = try Repository.text("systemd/podimport.service")
        let settings = Dictionary(
            unit.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            },
            uniquingKeysWith: { _, last in last }
        )

        // Then usage, no store, wrong settings end it; a full disk is tried again, ten times in an hour
        #expect(settings["Restart"] == "on-failure")
        #expect(settings["RestartPreventExitStatus"] == "64 73 78")
        #expect(settings["StartLimitBurst"] == "10")
        #expect(settings["StartLimitIntervalSec"] == "1h")
        #expect(settings["RestartSec"] == "10s")
        // What stands on its command line no setting can change
        #expect(settings["ExecStart"] == "/usr/bin/podimport daemon")
    }

    private static func spoil(_ bed: ProgramTestBed, _ fault: Fault) async throws {
        if fault == .notAStore {
            try bed.write("These are my notes.\n", to: "podimport.sqlite")
            return
        }
        let feed = try bed.write(SampleFeed.rss("Show", ["a"]))
        #expect(try await bed.podimport("--feed", feed).status == 0)
        if fault == .ofANewerProgram {
            let database = try bed.database()
            try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 9000") }
            try database.close()
            return
        }
        // What is still in the log would repair it.
        for suffix in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: bed.store + suffix) {
            try FileManager.default.removeItem(atPath: bed.store + suffix)
        }
        var bytes = try bed.bytes(of: bed.store)
        if fault == .damaged {
            bytes.replaceSubrange(4096..<65_536, with: [UInt8](repeating: 0xFF, count: 61_440))
        } else {
            bytes.removeLast(bytes.count - 5000)
        }
        try bed.write(bytes, to: "podimport.sqlite")
    }
}
