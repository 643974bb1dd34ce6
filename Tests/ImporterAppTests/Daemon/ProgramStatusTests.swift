import Foundation
import Logging
import Persistence
import PodcastModel
import Testing

@testable import ImporterApp

struct ProgramStatusTests {
    @Test func tellsOfTheStoreAlthoughTheDaemonDoesNotAnswer() async throws {
        // Given a store, and something at the daemon's socket that hangs up on whoever asks
        let folder = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = folder + "/store.sqlite"
        let app = ImporterApp(
            settings: try ImporterSettings(
                SettingsSources(
                    commandLine: ["store": store],
                    environment: [:],
                    file: nil,
                    currentDirectory: folder
                )
            )
        )
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
}
