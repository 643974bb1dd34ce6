import Foundation
import Testing

@testable import ImporterApp

/// The socket beside the store, which only one of several daemons can have.
struct SocketBesideStoreTests {
    @Test func onlyItsOwnFileIsRemoved() throws {
        // Given a socket whose place another one has taken
        let store = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        let first = try ListeningSocket.besideStore(store)
        #expect(first.isInPlace)
        unlink(StatusSocket.path(forStore: store))
        let second = try ListeningSocket.besideStore(store)

        // When
        first.removeFile()

        // Then
        #expect(!first.isInPlace)
        #expect(second.isInPlace)
        second.removeFile()
        #expect(!FileManager.default.fileExists(atPath: StatusSocket.path(forStore: store)))
        for socket in [first, second] { close(socket.descriptor) }
    }

    @Test func nothingButASocketIsTakenForOneThatWasLeftBehind() throws {
        // Given another file in its place
        let store = FileManager.default.temporaryDirectory.appending(path: "s-\(UUID().uuidString.prefix(8))").path
        let path = StatusSocket.path(forStore: store)
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }

        // When
        #expect(throws: SystemCallError.self) { try ListeningSocket.besideStore(store) }

        // Then
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
    }

    @Test func aNameThatIsTooLongLeavesNoSocketOpen() throws {
        let store = FileManager.default.temporaryDirectory.appending(path: String(repeating: "s", count: 120)).path
        let before = try Self.socketsOfStores()
        let attempts = 600
        for _ in 0..<attempts {
            #expect(throws: SystemCallError.self) { try ListeningSocket.besideStore(store) }
        }
        // All other tests open and close theirs meanwhile, and are some hundred.
        #expect(try Self.socketsOfStores() < before + attempts)
    }

    /// How many sockets this process has that are not bound to anything.
    private static func socketsOfStores() throws -> Int {
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        return descriptors.count { descriptor in
            var address = sockaddr_un()
            var length = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isSocket = withUnsafeMutableBytes(of: &address) { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { getsockname(descriptor, $0.baseAddress, &length) == 0 }
            }
            return isSocket && address.sun_family == sa_family_t(AF_UNIX)
                && Int(length) == MemoryLayout<sa_family_t>.size
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func isMadeAnewWhenTheOneInItsPlaceHasGone() async throws {
        let (looks, look) = AsyncStream<Void>.makeStream()
        let pause: @Sendable (Duration) async throws -> Void = { _ in
            for await _ in looks { return }
            throw CancellationError()
        }
        try await ServerTestBed.run(pause: pause) { bed in
            // Given a daemon whose place another one has taken
            unlink(bed.path)
            let other = try ListeningSocket.besideStore(bed.store)
            for _ in 0..<3 { look.yield() }

            // When that has ended
            other.removeFile()
            close(other.descriptor)

            // Then it is the first that is asked
            var status: Int?
            while status == nil {
                look.yield()
                do {
                    status = try await bed.get("/v1/status").status
                } catch is POSIXError {
                    // Nobody listens there yet.
                    try Task.checkCancellation()
                    await Task.yield()
                }
            }
            #expect(status == 200)
        }
    }
}
