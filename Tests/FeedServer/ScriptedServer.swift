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
    private let identity: TLSIdentity?
    private let refusesTLS: Bool
    private let greeting: [ServerStep]
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
    /// - Parameters:
    ///   - identity: who it is over TLS; nil to speak without. Where HTTP/2 is agreed on, the client's preface is two
    ///     requests, `PRI` and `SM`.
    ///   - refusesTLS: whether it closes a connection on which somebody begins to speak TLS to a server without.
    ///   - greeting: what it does with each connection before a request.
    ///   - script: what it answers.
    /// - Throws: `POSIXError` if the loopback gives no port.
    package init(
        identity: TLSIdentity? = nil,
        refusesTLS: Bool = false,
        greeting: [ServerStep] = [],
        script: @escaping Script
    ) throws {
        self.identity = identity
        self.refusesTLS = refusesTLS
        self.greeting = greeting
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
        guard let channel = channel(client) else { return }
        defer { channel.tls?.close() }
        var pending: [UInt8] = []
        guard perform(greeting, channel, &pending) else { return }
        while let request = readRequest(channel, &pending, connection: connection) {
            lock.withLock { state.requests.append(request) }
            arrivalsContinuation.yield(request)
            guard perform(script(request), channel, &pending) else { return }
        }
    }

    private func channel(_ client: Int32) -> Channel? {
        guard let identity else { return Channel(descriptor: client, tls: nil) }
        // OpenSSL writes without MSG_NOSIGNAL.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        return identity.accept(client).map { Channel(descriptor: client, tls: $0) }
    }

    /// Takes the steps; false when the connection is to be closed.
    private func perform(_ steps: [ServerStep], _ channel: Channel, _ pending: inout [UInt8]) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes):
                guard channel.send(bytes) else { return false }
            case .receive(let isEnough):
                while !isEnough(pending) {
                    guard channel.receive(&pending) else { return false }
                }
            case .close:
                return false
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                let size = socklen_t(MemoryLayout.size(ofValue: linger))
                setsockopt(channel.descriptor, SOL_SOCKET, SO_LINGER, &linger, size)
                return false
            case .waitForClient:
                var byte: UInt8 = 0
                while channel.receive(&byte, 1) > 0 {}
                return false
            case .perform(let action):
                action()
            }
        }
        return true
    }

    private func readRequest(_ channel: Channel, _ pending: inout [UInt8], connection: Int) -> RecordedRequest? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = pending.firstRange(of: end) {
                let head = Array(pending[..<range.lowerBound])
                pending.removeSubrange(..<range.upperBound)
                return RecordedRequest(head: head, connection: connection)
            }
            guard channel.receive(&pending) else { return nil }
            // What begins a TLS handshake is no request, and its end would be waited for.
            if refusesTLS, pending.first == 0x16 { return nil }
        }
    }
}

/// A connection, with or without TLS.
private struct Channel {
    let descriptor: Int32
    let tls: TLSChannel?

    func receive(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        tls?.receive(bytes, count) ?? recv(descriptor, bytes, count, 0)
    }

    /// Waits for more; false at the end.
    func receive(_ pending: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = receive(&chunk, chunk.count)
        guard count > 0 else { return false }
        pending.append(contentsOf: chunk[..<count])
        return true
    }

    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = buffer.baseAddress.map { $0 + sent }
                return tls?.send(rest, bytes.count - sent)
                    ?? Foundation.send(descriptor, rest, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
