import FeedServer
import Foundation
import Testing

/// The daemon as a process that is told to read its settings again.
@Suite(.timeLimit(.minutes(10)))
struct DaemonReloadTests {
    @Test func reloadsWithoutDroppingWorkInFlight() async throws {
        // Given a feed that is being loaded until the test has reloaded
        let gate = AsyncStream<Void>.makeStream()
        let isOpen = DispatchSemaphore(value: 0)
        try await DaemonTestBed.run(script: { request in
            gate.continuation.yield()
            isOpen.wait()
            return DaemonTestBed.feed(request.path)
        }) { bed in
            _ = try await bed.program.podimport("subscription", "add", bed.url("/slow"))
            // However long the machine takes to come back to it.
            let daemon = try bed.startDaemon(environment: [
                "PODIMPORT_TRANSFER_IDLE_TIMEOUT=1h", "PODIMPORT_TRANSFER_TOTAL_TIMEOUT=1h",
                "PODIMPORT_TRANSFER_MINIMUM_RATE=0",
            ])
            for await _ in gate.stream { break }

            // When
            daemon.send(SIGHUP)
            let reloading = await bed.notify.line(beginning: "RELOADING=1")
            let time = await bed.notify.line(beginning: "MONOTONIC_USEC=")
            let ready = await bed.notify.line(beginning: "READY=1")
            isOpen.signal()
            // On a busy machine it may have been idle for a moment before.
            var idle: String?
            for await line in bed.notify.lines where line.hasPrefix("STATUS=Idle") && line.contains("1 refreshed") {
                idle = line
                break
            }
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            #expect(reloading != nil && ready != nil)
            #expect((time?.dropFirst("MONOTONIC_USEC=".count)).flatMap { UInt64($0) } ?? 0 > 0)
            #expect(idle?.hasSuffix(", 1 new episode") == true)
            #expect(bed.server.requests.count == 1)
        }
    }

    @Test(arguments: [
        ("feeds-per-second: quick\n", "settings.yaml:1: feeds-per-second: expected a number"),
        ("feeds-per-second: quick\nhots:\n", "settings.yaml:2: unknown setting “hots”"),
        ("authority-file: /gone.pem\n", "/gone.pem: the certificates of authority-file cannot be read"),
    ])
    func readsTheSettingsFileAgainAndKeepsTheOldSettingsIfItIsWrong(text: String, complaint: String) async throws {
        try await DaemonTestBed.run { bed in
            // Given
            try bed.program.write("feeds-per-second: 5\n", to: "settings.yaml")
            let path = bed.program.folder.appendingPathComponent("settings.yaml").path
            let daemon = try bed.startDaemon(environment: ["PODIMPORT_CONFIG=\(path)"])
            _ = await bed.notify.line(beginning: "STATUS=Idle")

            // When
            try bed.program.write(text, to: "settings.yaml")
            daemon.send(SIGHUP)
            // Before or behind READY=1: what else the service does reports its status, too.
            var wrong: String?
            for await line in bed.notify.lines where line.hasPrefix("STATUS=") && line.contains("not reloaded") {
                wrong = line
                break
            }
            try bed.program.write("feeds-per-second: 7\n", to: "settings.yaml")
            daemon.send(SIGHUP)
            var right: String?
            for await line in bed.notify.lines where line.hasPrefix("STATUS=") && !line.contains("not reloaded") {
                right = line
                break
            }
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            #expect(wrong?.contains("the settings were not reloaded") == true)
            #expect(wrong?.contains(complaint) == true)
            #expect(right != nil)
            let log = try daemon.errorText().split(separator: "\n")
            #expect(log.allSatisfy { $0.contains(" podimport: ") }, "\(log)")
        }
    }

    @Test func reloadsWhenTheStoreIsLoadedIfItIsToldBefore() async throws {
        try await DaemonTestBed.run { bed in
            // Given a daemon that is about to load its store
            try bed.program.write("feeds-per-second: 5\n", to: "settings.yaml")
            let path = bed.program.folder.appendingPathComponent("settings.yaml").path
            let daemon = try bed.startDaemon(environment: ["PODIMPORT_CONFIG=\(path)"])
            _ = await bed.notify.line(beginning: "STATUS=Loading the store")

            // When
            daemon.send(SIGHUP)
            _ = await bed.notify.line(beginning: "RELOADING=1")
            _ = await bed.notify.line(beginning: "READY=1")
            daemon.send(SIGTERM)

            // Then
            #expect(await daemon.status() == 0)
            #expect(try daemon.errorText().contains("settings reloaded"))
        }
    }

    @Test func logsFromTheLevelOnThatTheSettingsNameAnew() async throws {
        try await DaemonTestBed.run { bed in
            // Given a daemon that says nothing
            try bed.program.write("log-level: error\n", to: "settings.yaml")
            let path = bed.program.folder.appendingPathComponent("settings.yaml").path
            let daemon = try bed.startDaemon(environment: ["PODIMPORT_CONFIG=\(path)"])
            _ = await bed.notify.line(beginning: "STATUS=Idle")

            // When
            let settings = "log-level: notice\nlisten: 127.0.0.1:0\npipeline:\n  loads: 1000\n"
            try bed.program.write(settings, to: "settings.yaml")
            daemon.send(SIGHUP)
            _ = await bed.notify.line(beginning: "READY=1")
            // And back to the addresses that it was started with
            try bed.program.write("log-level: notice\n", to: "settings.yaml")
            daemon.send(SIGHUP)
            _ = await bed.notify.line(beginning: "RELOADING=1")
            _ = await bed.notify.line(beginning: "READY=1")
            daemon.send(SIGTERM)

            // Then it speaks from now on
            #expect(await daemon.status() == 0)
            let log = try daemon.errorText()
            #expect(log.split(separator: "\n").count { $0.contains("settings reloaded") } == 2)
            #expect(log.split(separator: "\n").count { $0.contains("take a restart") } == 2)
            #expect(!log.contains("ready"))
            #expect(log.contains("settings reloaded"))
            #expect(log.contains("other addresses to listen at take a restart"))
            #expect(log.contains("more loads at a time take a restart"))
        }
    }
}
