import Foundation
import TestSupport
import Testing

@testable import ImporterApp

/// What systemd hands over, and may be answered at: only what other machines cannot reach.
struct ActivatedSocketsTests {
    /// Where a socket of the unit listens.
    enum Place: CaseIterable {
        case file, loopback, loopback6, everywhere, everywhere6

        var isOfThisMachine: Bool {
            switch self {
            case .file, .loopback, .loopback6: true
            case .everywhere, .everywhere6: false
            }
        }
    }

    @Test(arguments: Place.allCases)
    func takesWhatOnlyThisMachineReaches(place: Place) throws {
        // Given
        guard let descriptor = try Self.listen(at: place) else { return print("no \(place) here") }

        // When
        let sockets = ActivatedSockets.take(
            environment: ["LISTEN_PID": "7", "LISTEN_FDS": "1"],
            processID: 7,
            first: descriptor,
            logger: .silent
        )

        // Then what is not taken is closed: nobody is to wait for an answer there
        #expect(sockets.map(\.descriptor) == (place.isOfThisMachine ? [descriptor] : []))
        #expect((fcntl(descriptor, F_GETFD) == -1) != place.isOfThisMachine)
        for socket in sockets { close(socket.descriptor) }
    }

    @Test func takesNothingThatIsForAnother() throws {
        let descriptor = try #require(try Self.listen(at: .loopback))
        defer { close(descriptor) }

        let sockets = ActivatedSockets.take(
            environment: ["LISTEN_PID": "8", "LISTEN_FDS": "1"],
            processID: 7,
            first: descriptor,
            logger: .silent
        )

        #expect(sockets.isEmpty)
        #expect(fcntl(descriptor, F_GETFD) != -1)
    }

    /// A socket that listens; nil if the machine has none of the kind.
    private static func listen(at place: Place) throws -> Int32? {
        let descriptor: Int32
        switch place {
        case .file: return try listenAtFile()
        case .loopback: descriptor = try ListeningSocket.loopback(#require(ListenAddress("127.0.0.1:0"))).descriptor
        case .loopback6:
            do {
                descriptor = try ListeningSocket.loopback(#require(ListenAddress("[::1]:0"))).descriptor
            } catch is SystemCallError {
                return nil
            }
        case .everywhere:
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        case .everywhere6:
            descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        }
        // Without an address it listens at all of them.
        guard descriptor >= 0 else { return nil }
        try #require(Foundation.listen(descriptor, 1) == 0)
        return descriptor
    }

    private static func listenAtFile() throws -> Int32 {
        let store = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        let socket = try ListeningSocket.besideStore(store)
        socket.removeFile()
        return socket.descriptor
    }
}
