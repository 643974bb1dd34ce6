import Foundation

/// The functions of OpenSSL that a server needs, found by name.
enum OpenSSL {
    typealias ProtocolChoice =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
            UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
        ) -> Int32

    /// SSL_FILETYPE_PEM.
    static let pem: Int32 = 1
    /// SSL_TLSEXT_ERR_OK.
    static let ok: Int32 = 0
    /// SSL_TLSEXT_ERR_NOACK: the client's offer is passed over.
    static let noAcknowledgement: Int32 = 3

    static let serverMethod = find("TLS_server_method", as: (@convention(c) () -> OpaquePointer?).self)
    static let newContext = find("SSL_CTX_new", as: (@convention(c) (OpaquePointer) -> OpaquePointer?).self)
    static let useChain = find(
        "SSL_CTX_use_certificate_chain_file",
        as: (@convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Int32).self
    )
    static let useKey = find(
        "SSL_CTX_use_PrivateKey_file",
        as: (@convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Int32).self
    )
    static let setProtocolChoice = find(
        "SSL_CTX_set_alpn_select_cb",
        as: (@convention(c) (OpaquePointer, ProtocolChoice, UnsafeMutableRawPointer?) -> Void).self
    )
    static let newSession = find("SSL_new", as: (@convention(c) (OpaquePointer) -> OpaquePointer?).self)
    static let setDescriptor = find("SSL_set_fd", as: (@convention(c) (OpaquePointer, Int32) -> Int32).self)
    static let accept = find("SSL_accept", as: (@convention(c) (OpaquePointer) -> Int32).self)
    static let read = find(
        "SSL_read",
        as: (@convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Int32) -> Int32).self
    )
    static let write = find(
        "SSL_write",
        as: (@convention(c) (OpaquePointer, UnsafeRawPointer?, Int32) -> Int32).self
    )
    static let shutdown = find("SSL_shutdown", as: (@convention(c) (OpaquePointer) -> Int32).self)
    static let free = find("SSL_free", as: (@convention(c) (OpaquePointer) -> Void).self)

    private static func find<Function>(_ name: String, as type: Function.Type) -> Function {
        // RTLD_DEFAULT.
        guard let symbol = dlsym(nil, name) else { fatalError("OpenSSL has no \(name)") }
        return unsafeBitCast(symbol, to: type)
    }
}
