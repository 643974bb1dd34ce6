import Foundation
import PodcastModel

/// The socket beside the store: where it is, and how `podimport status` asks there.
enum StatusSocket {
    /// The socket of the daemon that works on a store.
    static func path(forStore storePath: String) -> String { storePath + "-daemon" }

    /// What the daemon on a store says; nil if there is none.
    ///
    /// - Parameters:
    ///   - storePath: the store.
    ///   - patience: how many seconds an answer is waited for.
    /// - Returns: what it says.
    /// - Throws: why it cannot be asked.
    static func ask(storePath: String, patience: Int = 5) throws -> DaemonStatus? {
        guard let client = try connected(toStore: storePath, patience: patience) else { return nil }
        defer { close(client) }
        // One request, and the daemon closes: this needs no more of HTTP than that.
        let request = Array("GET /v1/status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard send(client, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw SystemCallError("send")
        }
        var answer = Data()
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(client, &chunk, chunk.count, 0)
            guard count >= 0 else {
                if errno == EAGAIN { throw NoAnswer(seconds: patience) }
                throw SystemCallError("recv")
            }
            if count == 0 { break }
            answer.append(contentsOf: chunk[..<count])
        }
        guard answer.starts(with: Array("HTTP/1.1 200 ".utf8)), let end = answer.range(of: Data("\r\n\r\n".utf8)) else {
            throw NotADaemon()
        }
        return try JSONDecoder().decode(DaemonStatus.self, from: answer[end.upperBound...])
    }

    /// Whether a socket is there that nobody answers at.
    ///
    /// - Throws: ``SystemCallError``, also if a file of another kind is there, which nobody may take away.
    static func isAbandoned(storePath: String) throws -> Bool {
        let path = path(forStore: storePath)
        guard access(path, F_OK) == 0 else { return false }
        guard let status = FileStatus(path: path, followsLink: false) else { throw SystemCallError("lstat") }
        guard status.kind == .socket else {
            errno = ENOTSOCK
            throw SystemCallError("connect")
        }
        // Whoever hangs takes no connections: that must hold nobody up.
        guard let client = try connected(toStore: storePath, patience: 0, flags: O_NONBLOCK) else { return true }
        close(client)
        return false
    }

    /// Runs a body with the address of the socket.
    ///
    /// The path of a socket may have 107 bytes only; the folder is opened, and
    /// named by its descriptor.
    static func withAddress<Result>(
        ofStore storePath: String,
        _ body: (UnixSocketAddress) throws -> Result
    ) throws -> Result {
        let socket = URL(fileURLWithPath: path(forStore: storePath))
        let folder = open(socket.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw SystemCallError("open") }
        defer { close(folder) }
        guard let address = UnixSocketAddress(path: "/proc/self/fd/\(folder)/\(socket.lastPathComponent)") else {
            errno = ENAMETOOLONG
            throw SystemCallError("bind")
        }
        return try body(address)
    }

    /// A connection to the daemon; nil if none listens.
    private static func connected(toStore storePath: String, patience seconds: Int, flags: Int32 = 0) throws -> Int32? {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | flags, 0)
        guard client >= 0 else { throw SystemCallError("socket") }
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        do {
            let isConnected = try withAddress(ofStore: storePath) { address in
                address.withSocketAddress { connect(client, $0, $1) == 0 }
            }
            if isConnected { return client }
            if errno == EAGAIN { throw NoAnswer(seconds: seconds) }
            // No such file, or left behind by a daemon that was killed.
            guard errno == ENOENT || errno == ECONNREFUSED else { throw SystemCallError("connect") }
            close(client)
            return nil
        } catch let error as SystemCallError where error.number == ENOENT {
            // Not even the folder is there.
            close(client)
            return nil
        } catch {
            close(client)
            throw error
        }
    }

    /// Something is there that does not answer: a daemon that hangs, perhaps.
    private struct NoAnswer: Error, CustomStringConvertible {
        let seconds: Int

        var description: String { "it did not answer within \(seconds) s" }
    }

    /// Something answers that is no daemon of podimport.
    private struct NotADaemon: Error, CustomStringConvertible {
        var description: String { "what listens there does not answer as a daemon does" }
    }
}
