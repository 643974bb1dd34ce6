import Foundation
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting
@testable import ImporterApp

struct ProgramStatusTests {
    @Test func tellsOfTheStoreAlthoughTheDaemonDoesNotAnswer() async throws {
        // Given a store, and something at the daemon's socket that hangs up on whoever asks
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()
        let store = try app.storePath
        _ = try await app.subscribe(to: ["https://a.example/feed"])
        let socket = try ListeningSocket.besideStore(store)
        let server = Thread {
            var isWaiting = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&isWaiting, 1, -1)
            close(accept(socket.descriptor, nil, nil))
        }
        server.start()

        // When
        let status = try await app.status()

        // Then
        #expect(status.daemon == nil)
        #expect(status.daemonError?.hasPrefix("\(store)-daemon: the daemon cannot be asked (") == true)
        #expect(status.store?.subscriptions.states == [.active: 1])
        close(socket.descriptor)
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test func saysOfADaemonThatHangsThatItDidNotAnswer() async throws {
        // Given a socket at which nobody takes connections
        let store = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        let socket = try ListeningSocket.besideStore(store)

        // When it is asked, on a thread that may wait
        let error = await withCheckedContinuation { continuation in
            Thread {
                do {
                    _ = try StatusSocket.ask(storePath: store, patience: 1)
                    continuation.resume(returning: "")
                } catch {
                    continuation.resume(returning: "\(error)")
                }
            }
            .start()
        }

        // Then
        #expect(error == "it did not answer within 1 s")
        socket.removeFile()
        close(socket.descriptor)
    }

    @Test func countsAsInFlightOnlyWhatSomebodyHasWhoIsThere() async throws {
        // Given two feeds that two runs have, one of which shows that it is there
        let (app, folder) = try ImporterApp.withStoreOfItsOwn()
        _ = try await app.subscribe(to: ["https://a.example/feed", "https://b.example/feed"])
        let now = ImporterApp.now()
        try await app.withStore(.changing) { persistence in
            try await persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                for (id, owner) in [(1, "there"), (2, "killed")] as [(Int64, String)] {
                    _ = try unit.leases.take(id, owner: owner, at: now, until: now.adding(seconds: 900))
                }
            }
        }
        let path = ImporterApp.turnPath(besideStore: try app.storePath)

        // When it cannot be told who is there, when one is, and when none is
        let untold = try await app.status().store?.subscriptions
        let isMade = FileManager.default.fileExists(atPath: path)
        let turns = try TurnFile(path: path)
        turns.begin(run: "there")
        let one = try await app.status().store?.subscriptions
        turns.end(run: "there")
        let none = try await app.status().store?.subscriptions

        // Then
        #expect([untold, one, none].map { $0?.inFlight } == [2, 1, 0])
        #expect([untold, one, none].map { $0?.due } == [0, 1, 2])
        #expect(!isMade, "a look must not leave a file behind")
        try FileManager.default.removeItem(atPath: folder)
    }
}
