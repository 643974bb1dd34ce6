import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StatusCommandTests {
    @Test func tellsWhatTheDaemonIsDoing() async throws {
        try await DaemonTestBed.run { bed in
            // Given
            _ = try await bed.program.podimport("subscription", "add", bed.url("/1"))
            let daemon = try bed.startDaemon()
            _ = await bed.notify.line(beginning: "STATUS=Idle")

            // When
            let document = try await bed.program.podimport("status", "--format", "json").document()
            let text = try await bed.program.podimport("status").text
            daemon.send(SIGTERM)
            _ = await daemon.status()

            // Then
            let told = try #require(document.object("daemon"))
            #expect(told.number("pid") == daemon.processID)
            #expect(told.text("phase") == "running")
            #expect(told.number("refreshed") == 1)
            #expect(told.text("sleepsUntil") != nil)
            #expect(told.names.isSuperset(of: ["reloadError", "lastResultAt", "residentBytes", "inFlight", "failed"]))
            let store = try #require(document.object("store"))
            #expect(store.number("podcasts") == 1)
            #expect(store.object("subscriptions")?.object("states")?.number("active") == 1)
            #expect(text.contains("Idle, next feed due"))
            #expect(text.contains("1 active"))
        }
    }

    @Test func findsADaemonThatMadeTheStoreByWayOfALink() async throws {
        try await DaemonTestBed.run { bed in
            // Given a link that led nowhere
            let folder = bed.program.folder.path
            #expect(symlink(folder + "/disk.sqlite", bed.program.store) == 0)
            let daemon = try bed.startDaemon()
            _ = await bed.notify.line(beginning: "STATUS=Idle")

            // When
            let document = try await bed.program.podimport("status", "--format", "json").document()
            daemon.send(SIGTERM)
            _ = await daemon.status()

            // Then
            #expect(document.object("daemon")?.number("pid") == daemon.processID)
        }
    }

    @Test func tellsTheStateOfTheStoreWhereThereIsNoDaemon() async throws {
        try await DaemonTestBed.run { bed in
            // Given a daemon that was killed, and so has left its socket behind
            _ = try await bed.program.podimport("subscription", "add", bed.url("/1"))
            let killed = try bed.startDaemon()
            _ = await bed.notify.line(beginning: "STATUS=Idle")
            killed.send(SIGKILL)
            #expect(await killed.status() == 128 + SIGKILL)

            // When
            let status = try await bed.program.podimport("status", "--format", "json")

            // Then
            #expect(status.status == 0)
            #expect(try status.document().isNull("daemon"))
            #expect(try status.document().object("store")?.number("episodes") == 1)

            // And the next daemon takes the socket over
            let daemon = try bed.startDaemon()
            // The first may have said that it is idle more than once, but not that it is ready.
            _ = await bed.notify.line(beginning: "READY=1")
            _ = await bed.notify.line(beginning: "STATUS=Idle")
            let next = try await bed.program.podimport("status", "--format", "json").document()
            daemon.send(SIGTERM)
            _ = await daemon.status()
            #expect(next.object("daemon")?.number("pid") == daemon.processID)
        }
    }

    @Test func saysThatThereIsNoStoreYet() async throws {
        try await ProgramTestBed.run { bed in
            // In a folder that is there, and in one that is not, as on the first day.
            for store in [bed.store, bed.folder.path + "/later/podimport.sqlite"] {
                let status = try await bed.podimport("status", "--store", store)

                #expect(status.status == 73)
                #expect(
                    status.errors
                        == "podimport: \(store): there is no store yet; import a feed first, or name another with --store\n"
                )
                #expect(!FileManager.default.fileExists(atPath: store))
            }
        }
    }
}
