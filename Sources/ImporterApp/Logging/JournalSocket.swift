import Foundation

/// The way to the journal; the process has one for as long as it runs.
final class JournalSocket: Sendable {
    private let descriptor: Int32
    private let address: UnixSocketAddress

    /// Opens a socket; nil if the system has none to give, or no journal is there.
    init?(path: String = "/run/systemd/journal/socket") {
        guard let address = UnixSocketAddress(path: path) else { return nil }
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        self.address = address
        // Only to see whether somebody listens: entries bear the address, for the journal may be started anew.
        guard address.withSocketAddress({ connect(descriptor, $0, $1) == 0 }) else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Sends one entry; one that the journal does not take is lost, because a
    /// log must never hold up the work.
    func send(_ entry: [UInt8]) {
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        _ = address.withSocketAddress { sendto(descriptor, entry, entry.count, flags, $0, $1) }
    }
}
