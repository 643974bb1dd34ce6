import Foundation

/// An HTTP/1.1 server on the loopback that does exactly what a script says,
/// byte by byte, and records what it was asked.
///
/// Its state is guarded by its lock.
package final class ScriptedServer: @unchecked Sendable {
    /// Answers a request with the steps to take on its connection.
    package typealias Script = @Sendable (RecordedRequest) -> [ServerStep]

    /// The port it answers on, at 127.0.0.1.
    package let port: Int
    /// Each request when it has been read, before it is answered.
    package let arrivals: AsyncStream<RecordedRequest>
    private let arrivalsContinuation: AsyncStream<RecordedRequest>.Continuation
    private let listener: Int32
    private let script: Script
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var requests: [RecordedRequest] = []
        var openSockets: Set<Int32> = []
        var connectionCount = 0
        var isStopped = false
    }

    /// Takes a free port; requests wait until ``start()``.
    ///
    /// - Throws: `POSIXError` if the loopback gives no port.
    package init(script: @escaping Script) throws {
        self.script = script
        (arrivals, arrivalsContinuation) = AsyncStream.makeStream()
        (listener, port) = try loopbackSocket()
        guard listen(listener, 1024) == 0 else { throw POSIXError(.EADDRINUSE) }
    }

    /// What was asked so far, in order of arrival.
    package var requests: [RecordedRequest] { lock.withLock { state.requests } }

    /// How many connections were accepted so far.
    package var connectionCount: Int { lock.withLock { state.connectionCount } }

    /// Begins to answer, on threads of its own.
    package func start() {
        Thread { self.accept() }.start()
    }

    /// Closes everything; the threads end by themselves.
    package func stop() {
        lock.withLock {
            state.isStopped = true
            for socket in state.openSockets { shutdown(socket, Int32(SHUT_RDWR)) }
        }
        shutdown(listener, Int32(SHUT_RDWR))
        arrivalsContinuation.finish()
    }
}

extension ScriptedServer {
    private func accept() {
        while true {
            let client = Foundation.accept(listener, nil, nil)
            guard client >= 0 else { break }
            // A program that a test starts must not keep the connection open.
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            let number = lock.withLock { () -> Int? in
                guard !state.isStopped else { return nil }
                state.openSockets.insert(client)
                state.connectionCount += 1
                return state.connectionCount
            }
            guard let number else {
                close(client)
                break
            }
            Thread { self.serve(client, connection: number) }.start()
        }
        close(listener)
    }

    private func serve(_ client: Int32, connection: Int) {
        defer {
            lock.withLock { _ = state.openSockets.remove(client) }
            close(client)
        }
        var pending: [UInt8] = []
        while let request = readRequest(client, &pending, connection: connection) {
            lock.withLock { state.requests.append(request) }
            arrivalsContinuation.yield(request)
            for step in script(request) {
                switch step {
                case .send(let bytes):
                    guard send(bytes, to: client) else { return }
                case .close:
                    return
                case .reset:
                    var linger = linger(l_onoff: 1, l_linger: 0)
                    setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
                    return
                case .waitForClient:
                    var byte: UInt8 = 0
                    while recv(client, &byte, 1, 0) > 0 {}
                    return
                case .perform(let action):
                    action()
                }
            }
        }
    }

    private func readRequest(_ client: Int32, _ pending: inout [UInt8], connection: Int) -> RecordedRequest? {
        let end = Array("\r\n\r\n".utf8)
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            if let range = pending.firstRange(of: end) {
                let head = Array(pending[..<range.lowerBound])
                pending.removeSubrange(..<range.upperBound)
                return RecordedRequest(head: head, connection: connection)
            }
            let count = recv(client, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            pending.append(contentsOf: chunk[..<count])
        }
    }

    private func send(_ bytes: [UInt8], to client: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Foundation.send(client, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
