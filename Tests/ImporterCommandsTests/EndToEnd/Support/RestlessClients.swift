import Foundation
import Synchronization

/// Clients that connect to the file of a socket again and again, and say nothing.
final class RestlessClients: Sendable {
    private let isStopped = Atomic(false)
    private let path: String

    /// Begins to connect.
    init(_ path: String, count: Int) {
        self.path = path
        for _ in 0..<count { Thread { self.connectAgainAndAgain() }.start() }
    }

    /// No more connections.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    private func connectAgainAndAgain() {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        while !isStopped.load(ordering: .relaxed) {
            let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            let isConnected = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            close(client)
            // Nobody listens there yet, or any more.
            if !isConnected { usleep(1000) }
        }
    }
}
