import Foundation

/// The way to the journal; the process has one for as long as it runs.
final class JournalSocket: Sendable {
    private let descriptor: Int32
    private let address: sockaddr_un

    /// Opens a socket; nil if the system has none to give, or no journal is there.
    init?(path: String = "/run/systemd/journal/socket") {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        self.address = address
        // Only to see whether somebody listens: entries bear the address, for the journal may be started anew.
        let isThere = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isThere else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Sends one entry; one that the journal does not take is lost, because a
    /// log must never hold up the work.
    func send(_ entry: [UInt8]) {
        var address = address
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = sendto(
                    descriptor,
                    entry,
                    entry.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT),
                    target,
                    socklen_t(MemoryLayout<sockaddr_un>.size)
                )
            }
        }
    }
}
