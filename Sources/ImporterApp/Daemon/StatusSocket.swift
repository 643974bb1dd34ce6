import Foundation
import Logging
import PodcastModel
import ServiceLifecycle

/// Answers `podimport status`: whoever connects to the socket beside the store
/// gets one line of JSON.
struct StatusSocketService: Service, CustomStringConvertible {
    let storePath: String
    let logger: Logger
    let status: @Sendable () -> DaemonStatus

    var description: String { "status socket" }

    func run() async throws {
        let listener: StatusListener?
        do {
            listener = try StatusListener(storePath: storePath, status: status)
        } catch {
            // Feeds are refreshed all the same.
            logger.warning(
                "the daemon cannot be asked for its status",
                metadata: ["socket": "\(StatusSocket.path(forStore: storePath))", "error": "\(error)"]
            )
            listener = nil
        }
        defer { listener?.close() }
        do {
            try await gracefulShutdown()
        } catch is CancellationError {
            // The service stops.
        }
    }
}

/// Where the socket is, and how to ask.
enum StatusSocket {
    /// The socket of the daemon that works on a store.
    static func path(forStore storePath: String) -> String { storePath + "-daemon" }

    /// What the daemon on a store says; nil if there is none.
    static func ask(storePath: String) throws -> DaemonStatus? {
        let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
        guard client >= 0 else { throw SystemCallError("socket") }
        defer { close(client) }
        var patience = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = try withAddress(ofStore: storePath) { address in
            address.withSocketAddress { connect(client, $0, $1) == 0 }
        }
        guard isConnected else {
            // No such file, or left behind by a daemon that was killed.
            guard errno == ENOENT || errno == ECONNREFUSED else { throw SystemCallError("connect") }
            return nil
        }
        var answer: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(client, &chunk, chunk.count, 0)
            guard count >= 0 else { throw SystemCallError("recv") }
            if count == 0 { break }
            answer += chunk[..<count]
        }
        return try JSONDecoder().decode(DaemonStatus.self, from: Data(answer))
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
}

/// The listening end of the socket.
final class StatusListener: Sendable {
    private let events: ReadEvents
    private let path: String

    /// Makes the socket and answers from now on.
    ///
    /// - Throws: ``SystemCallError``; `EADDRINUSE` if another daemon has it.
    init(storePath: String, status: @escaping @Sendable () -> DaemonStatus) throws {
        path = StatusSocket.path(forStore: storePath)
        // One that nobody answers at was left by a daemon that was killed.
        if try StatusSocket.isAbandoned(storePath: storePath) { unlink(path) }
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
        guard listener >= 0 else { throw SystemCallError("socket") }
        let isBound = try StatusSocket.withAddress(ofStore: storePath) { address in
            address.withSocketAddress { bind(listener, $0, $1) == 0 }
        }
        guard isBound, listen(listener, 16) == 0 else {
            let error = SystemCallError("bind")
            Foundation.close(listener)
            throw error
        }
        // Whoever may read the store may ask.
        chmod(path, 0o660)
        events = ReadEvents(descriptor: listener, label: "podimport.status-socket") {
            Self.answer(listener, with: status)
        }
    }

    /// Takes the socket away; nobody can connect any more.
    func close() {
        unlink(path)
    }

    private static func answer(_ listener: Int32, with status: () -> DaemonStatus) {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        defer { Foundation.close(client) }
        do {
            let line = Array((try JSONValue(encoding: status()).text + "\n").utf8)
            // Far below the buffer of a socket: it never waits for the other side.
            _ = send(client, line, line.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        } catch {
            // The other side sees an empty answer, and says so.
        }
    }
}

extension StatusSocket {
    /// Whether a socket is there that nobody answers at.
    fileprivate static func isAbandoned(storePath: String) throws -> Bool {
        guard access(path(forStore: storePath), F_OK) == 0 else { return false }
        return try ask(storePath: storePath) == nil
    }
}
