import Foundation

/// A plain client for one request: it writes the bytes, and reads until the
/// other side closes, or has sent what is waited for.
struct HTTPClient {
    private let descriptor: Int32

    struct Response {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let body: String

        /// The body as an independent parser reads it.
        func object() throws -> [String: Any] {
            try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] ?? [:]
        }
    }

    /// Connects to a socket's file.
    init(path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        descriptor = try Self.connect(&address, AF_UNIX)
    }

    /// Connects to a port of the loopback.
    init(port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        descriptor = try Self.connect(&address, AF_INET)
    }

    private static func connect<Address>(_ address: inout Address, _ family: Int32) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        let length = socklen_t(MemoryLayout<Address>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, length) == 0
            }
        }
        guard isConnected else { throw POSIXError(.ECONNREFUSED) }
        return descriptor
    }

    /// Sends a request, and returns the answer when the other side has closed.
    func send(_ method: String, _ target: String, headers: [String] = [], body: String = "") async throws -> Response {
        write(method, target, ["Connection: close"] + headers, body)
        let text = await read(until: nil)
        close(descriptor)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = (parts.first ?? "").split(separator: "\r\n")
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            fields[field.first?.lowercased() ?? ""] = field.last?.trimmingCharacters(in: .whitespaces)
        }
        let status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        return Response(status: status, headers: fields, body: String(parts.last ?? ""))
    }

    /// Sends a request whose answer goes on.
    func open(_ target: String, headers: [String]) {
        write("GET", target, headers, "")
    }

    /// Reads until a text has come; everything up to the end without one.
    func read(until text: String?) async -> String {
        let descriptor = descriptor
        return await withCheckedContinuation { continuation in
            Thread {
                var received: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = recv(descriptor, &buffer, buffer.count, 0)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { break }
                    received += buffer[..<count]
                    if let text, String(decoding: received, as: UTF8.self).contains(text) { break }
                }
                continuation.resume(returning: String(decoding: received, as: UTF8.self))
            }
            .start()
        }
    }

    /// Sends bytes as they are, and returns everything that comes until the other side closes.
    func answer(to text: String) async -> String {
        send(text: text)
        defer { hangUp() }
        return await read(until: nil)
    }

    /// Says that nothing more will be sent, and can still read.
    func stopSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Hangs up.
    func hangUp() {
        close(descriptor)
    }

    private func write(_ method: String, _ target: String, _ headers: [String], _ body: String) {
        var lines = ["\(method) \(target) HTTP/1.1"] + headers
        if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: localhost") }
        if !body.isEmpty { lines.append("Content-Length: \(body.utf8.count)") }
        send(text: lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    /// Sends bytes as they are.
    func send(text: String) {
        let bytes = Array(text.utf8)
        _ = Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
}
