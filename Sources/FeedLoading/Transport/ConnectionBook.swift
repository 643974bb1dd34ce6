import CCurl

/// The connections that libcurl keeps, as far as one must be known before it is
/// used again.
///
/// What a server sends after its answer lies in the socket until the connection
/// is used again, and libcurl before version 8 would then read it as the
/// answer to the next request, which may be for another feed. The loop's thread
/// only.
final class ConnectionBook: @unchecked Sendable {
    fileprivate struct Entry {
        let name: ConnectionName
        let socket: curl_socket_t
        /// How many transfers are on it.
        var users = 1
        /// Whether it carries several transfers at once, and input at any time; nil until something was answered there.
        var isMultiplexed: Bool?
        /// Whether an answer was waited for there in vain.
        var isGivenUp = false
    }

    /// One for each descriptor that has ever been a connection.
    ///
    /// They are some hundreds at most; of those closed meanwhile libcurl never speaks again.
    private var entries: [Entry] = []
    /// Until when, in nanoseconds of the loop's clock, no connection is used again to the ends that have lost a request.
    private var losses: [ConnectionEnd: UInt64] = [:]
    /// The ends that have called an answer HTTP/2 on a connection of HTTP/1.
    private var pretenders: Set<ConnectionEnd> = []
    /// How many connections were opened for transfers so far, and came to a request.
    private(set) var openedCount = 0

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
        openedCount += 1
        return true
    }

    /// Lets another transfer use a connection that was kept; false if it must not.
    ///
    /// - Parameters:
    ///   - name: what libcurl calls it.
    ///   - now: the time, in nanoseconds of the loop's clock.
    ///   - isRead: whether nothing is left of what was taken from the socket, for TLS takes whole records.
    /// - Returns: whether it may.
    func use(_ name: ConnectionName, at now: UInt64, isRead: @autoclosure () -> Bool = true) -> Bool {
        guard losses[name.end] ?? 0 <= now, let index = entries.firstIndex(where: { $0.name == name }),
            !entries[index].isGivenUp, entries[index].users == 0 || !pretenders.contains(name.end),
            entries[index].isShared || (entries[index].isSilent && isRead())
        else { return false }
        entries[index].users += 1
        return true
    }

    /// Something is answered on a connection, which tells what is spoken there.
    func learn(_ name: ConnectionName, isMultiplexed: Bool) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        entries[index].isMultiplexed = isMultiplexed
    }

    /// A server calls its answer HTTP/2 where HTTP/1 is spoken.
    ///
    /// libcurl believes it (7.88 does, 8.14 does not), sends several requests at once on all connections to the host, and
    /// takes one answer for another: from now on each carries one transfer at a time.
    func notePretence(on name: ConnectionName) {
        pretenders.insert(name.end)
    }

    /// A request was sent on a connection that was kept, and the server has closed that without an answer.
    ///
    /// libcurl has asked again at once, on another one: where servers close connections that they have promised to keep,
    /// each feed would be asked for twice.
    func noteLoss(on name: ConnectionName, at now: UInt64) {
        losses = losses.filter { $0.value > now }
        losses[name.end] = now + Self.caution
    }

    /// For how long such a server is given no second request on a connection: an hour.
    private static let caution: UInt64 = 3_600_000_000_000

    /// A transfer has waited for its answer on a connection in vain: the server, or the way there, may be gone.
    ///
    /// Of HTTP/2 libcurl keeps such a connection, and each feed of the host would wait there in its turn.
    func giveUp(_ name: ConnectionName) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        entries[index].isGivenUp = true
    }

    /// A transfer that used a connection is over, or has gone on to another one.
    func leave(_ name: ConnectionName) {
        guard let index = entries.firstIndex(where: { $0.name == name }) else { return }
        entries[index].users -= 1
        // Refused alone, libcurl would offer it again and again. If it has closed it, the number may be another's.
        guard entries[index].isGivenUp, entries[index].users == 0,
            ccurl_local_port(entries[index].socket) == name.localPort
        else { return }
        ccurl_end_connection(entries[index].socket)
    }
}

extension ConnectionBook.Entry {
    /// Whether it carries several transfers at once.
    ///
    /// That somebody is on it says nothing of one that is known to be of HTTP/1: libcurl has done with a transfer
    /// before we have, and lends its connection to the next meanwhile. Where nothing was answered yet libcurl lets a
    /// second one only on what carries several.
    fileprivate var isShared: Bool { isMultiplexed ?? (users > 0) }

    /// Whether it is open and nothing waits in its socket.
    fileprivate var isSilent: Bool { ccurl_is_silent(socket) != 0 }
}

/// The two ends of a connection, as libcurl names it.
struct ConnectionName: Hashable {
    let local: IPAddress?
    let localPort: Int32
    let remote: IPAddress?
    let remotePort: Int32

    /// The server's end.
    fileprivate var end: ConnectionEnd { ConnectionEnd(address: remote, port: remotePort) }
}

/// One end of a connection.
private struct ConnectionEnd: Hashable {
    let address: IPAddress?
    let port: Int32
}
