import FeedServer
import Foundation
import Operations
import Testing

/// Addresses that only the user can move a feed to, as the daemon finds them.
@Suite(.timeLimit(.minutes(10)))
struct ProposedMoveTests {
    @Test func areInTheLogAndInTheListOfWhatFails() async throws {
        // Given a feed that moves to a server which wants a password
        let closed = try ScriptedServer { _ in ServerStep.response(401, ["WWW-Authenticate: Basic"]) }
        closed.start()
        defer { closed.stop() }
        let new = "http://127.0.0.1:\(closed.port)/secret"
        let hasMoved = Locked(false)
        try await DaemonTestBed.run(
            script: { request in
                hasMoved.withLock(\.self) ? ServerStep.redirect(301, to: new) : DaemonTestBed.feed(request.path)
            },
            { bed in
                #expect(try await bed.program.podimport("--feed", bed.url("/old")).status == 0)
                hasMoved.withLock { $0 = true }
                _ = try await bed.program.podimport("subscription", "retry", "1")

                // When
                let daemon = try bed.startDaemon()
                _ = await bed.notify.line(beginning: "STATUS=Idle")
                daemon.send(SIGTERM)
                let log = try await daemon.output().errors

                // Then
                #expect(log.contains("a feed may be at another address"), "\(log)")
                #expect(!log.contains("/secret"), "\(log)")
                let list = try await bed.program.podimport("subscription", "list", "--failing")
                #expect(list.lines.last?.contains("needs-auth, may have moved") == true)
                let told = try await bed.program.podimport("subscription", "explain", "1").lines.joined(separator: " ")
                #expect(told.contains(new) && told.contains("credentials=NAME:PASSWORD moves it"), "\(told)")
            }
        )
    }
}
