import Foundation
import Testing

/// The daemon at a socket that was opened for it, as systemd does.
@Suite(.timeLimit(.minutes(10)))
struct SocketActivationTests {
    private static let activator = "/usr/bin/systemd-socket-activate"
    private static let curl = "/usr/bin/curl"

    @Test(
        .enabled(
            if: [activator, curl].allSatisfy(FileManager.default.isExecutableFile),
            "systemd-socket-activate or curl is not on this machine"
        )
    )
    func answersAtASocketThatWasHandedOver() async throws {
        try await DaemonTestBed.run { bed in
            // Given a socket, and no daemon yet
            let folder = bed.program.folder
            let path = folder.appendingPathComponent("handed-over").path
            let daemon = try RunningProgram(
                Self.activator,
                ["-l", path, "-E", "HOME", "-E", "NOTIFY_SOCKET=\(bed.notify.name)", Program.path]
                    + ["--store", bed.program.store, "daemon"],
                in: folder
            )

            // When somebody connects
            let told = try await Self.ask(path, "/v1/openapi.json", in: bed.program)
            _ = await bed.notify.line(beginning: "READY=1")
            let listed = try await Self.ask(path, "/v1/subscriptions", in: bed.program)
            let status = try await bed.program.podimport("status", "--format", "json").document()
            daemon.send(SIGTERM)

            // Then it answers there, and beside the store as always
            #expect(told.text.contains("\"openapi\""))
            #expect(listed.text == "{\"items\":[],\"next\":null}")
            #expect(status.object("daemon")?.number("pid") == daemon.processID)
            #expect(await daemon.status() == 0)
        }
    }

    private static func ask(
        _ path: String,
        _ target: String,
        in bed: ProgramTestBed
    ) async throws -> ProgramOutput {
        // The socket is there when the activator has come so far.
        let patience = ["--retry", "100", "--retry-all-errors", "--retry-delay", "1", "--max-time", "60"]
        return try await bed.command(
            curl,
            ["-sS", "--unix-socket", path] + patience + ["http://localhost" + target]
        )
    }
}
