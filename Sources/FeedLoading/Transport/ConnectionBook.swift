import CCurl

/// The connections that libcurl keeps, as far as one must be known before it is
/// used again.
///
/// What a server sends after its answer lies in the socket until the connection
/// is used again, and libcurl before version 8 would then read it as the
/// answer to the next request, which may be for another feed. The loop's thread
/// only.
final class ConnectionBook: @unchecked Sendable {
    private struct Entry {
        let name: ConnectionName
        let socket: curl_socket_t
        /// How many transfers are on it.
        var users = 1
        /// Whether it carries several transfers at once, and input at any time.
        var isMultiplexed = false
    }

    /// One for each descriptor that has ever been a connection.
    ///
    /// They are some hundreds at most; of those closed meanwhile libcurl never speaks again.
    private var entries: [Entry] = []

    /// Notes a connection that was opened for a transfer, which uses it from now on.
    ///
    /// - Parameters:
    ///   - name: what libcurl calls it.
    ///   - sockets: those that were opened for the transfer.
    /// - Returns: whether it is one of them.
    func add(_ name: ConnectionName, among sockets: [curl_socket_t]) -> Bool {
        guard let socket = sockets.last(where: { ccurl_local_port($0) == name.localPort }) else { return false }
        entries.removeAll { $0.socket == socket || $0.name == name }
        entries.append(Entry(name: name, socket: socket))
        return true
    }

    /// Lets another transfer use a connection that was kept; false if it must not.
    func use(_ name: ConnectionName) -> Bool {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return false }
        if entries[index].users > 0 {
            entries[index].isMultiplexed = true
        } else if !entries[index].isMultiplexed, ccurl_is_silent(entries[index].socket) == 0 {
            return false
        }
        entries[index].users += 1
        return true
    }

    /// A transfer that used a connection is over, or has gone on to another one.
    func leave(_ name: ConnectionName, isMultiplexed: Bool) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        entries[index].users -= 1
        if isMultiplexed { entries[index].isMultiplexed = true }
    }
}

/// The two ends of a connection, as libcurl names it.
struct ConnectionName: Hashable {
    let local: IPAddress?
    let localPort: Int32
    let remote: IPAddress?
    let remotePort: Int32
}
