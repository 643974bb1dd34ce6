import Foundation

/// Who a scripted server is over TLS: a certificate for `localhost` and 127.0.0.1, and the authority that signed it.
///
/// OpenSSL is called by name: it is in the process with libcurl, and its headers need not be installed.
package final class TLSIdentity: @unchecked Sendable {
    /// The PEM file of the authority.
    package let authorityFile: String
    private let folder: URL
    private let context: OpaquePointer
    private let protocols: [UInt8]

    /// Makes a certificate.
    ///
    /// - Parameter speaksHTTP2: whether HTTP/2 is agreed on with clients that offer it.
    /// - Throws: `POSIXError` if there is no OpenSSL, or no `openssl` to make the certificate.
    package init(speaksHTTP2: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID())", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try TestCertificate.make(in: folder.path)
        authorityFile = folder.appendingPathComponent("authority.pem").path
        protocols = speaksHTTP2 ? Array("\u{2}h2\u{8}http/1.1".utf8) : Array("\u{8}http/1.1".utf8)
        guard let method = OpenSSL.serverMethod(), let context = OpenSSL.newContext(method) else {
            throw POSIXError(.ENOSYS)
        }
        self.context = context
        let key = folder.appendingPathComponent("server-key.pem").path
        guard OpenSSL.useChain(context, folder.appendingPathComponent("server.pem").path) == 1,
            OpenSSL.useKey(context, key, OpenSSL.pem) == 1
        else { throw POSIXError(.EIO) }
        OpenSSL.setProtocolChoice(context, Self.choose, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Removes the certificate.
    package func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }

    /// Takes the first of our protocols that the client offers.
    private static let choose: OpenSSL.ProtocolChoice = { _, chosen, chosenLength, offered, offeredLength, context in
        guard let context, let offered else { return OpenSSL.noAcknowledgement }
        let identity = Unmanaged<TLSIdentity>.fromOpaque(context).takeUnretainedValue()
        let offers = names(UnsafeBufferPointer(start: offered, count: Int(offeredLength)))
        let own = identity.protocols.withUnsafeBufferPointer(names)
        guard let name = own.first(where: { name in offers.contains { $0.elementsEqual(name) } }),
            let offer = offers.first(where: { $0.elementsEqual(name) })
        else { return OpenSSL.noAcknowledgement }
        chosen?.pointee = offered + offer.startIndex
        chosenLength?.pointee = UInt8(offer.count)
        return OpenSSL.ok
    }

    /// The names in a list as ALPN has it: each behind its length.
    private static func names(_ list: UnsafeBufferPointer<UInt8>) -> [Slice<UnsafeBufferPointer<UInt8>>] {
        var names: [Slice<UnsafeBufferPointer<UInt8>>] = []
        var index = 0
        while index < list.count {
            let end = index + 1 + Int(list[index])
            guard end <= list.count else { break }
            names.append(list[(index + 1)..<end])
            index = end
        }
        return names
    }
}

extension TLSIdentity {
    /// One connection; nil if the client does not agree.
    func accept(_ socket: Int32) -> TLSChannel? {
        guard let session = OpenSSL.newSession(context) else { return nil }
        _ = OpenSSL.setDescriptor(session, socket)
        guard OpenSSL.accept(session) == 1 else {
            OpenSSL.free(session)
            return nil
        }
        return TLSChannel(session: session)
    }
}

/// A connection over TLS, used by one thread.
struct TLSChannel {
    fileprivate let session: OpaquePointer

    func receive(_ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        Int(OpenSSL.read(session, bytes, Int32(count)))
    }

    /// Sends bytes in records as large as can be.
    func send(_ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        Int(OpenSSL.write(session, bytes, Int32(count)))
    }

    /// Says that no more comes, and forgets the connection.
    func close() {
        _ = OpenSSL.shutdown(session)
        OpenSSL.free(session)
    }
}
