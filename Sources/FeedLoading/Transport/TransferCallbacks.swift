import CCurl
import Foundation

/// The C functions that libcurl calls, on the loop's thread; their context is
/// the transfer, which the loop keeps alive while its handle is in use.
enum TransferCallbacks {
    static let header: ccurl_data_callback = { bytes, size, count, context in
        guard let piece = piece(bytes, size * count), let transfer = transfer(context) else { return size * count }
        // Any count but the given one makes libcurl stop.
        return transfer.receive(headerLine: piece) ? size * count : 0
    }

    static let body: ccurl_data_callback = { bytes, size, count, context in
        guard let piece = piece(bytes, size * count), let transfer = transfer(context) else { return size * count }
        return transfer.receive(body: piece) ? size * count : 0
    }

    static let openSocket: ccurl_open_socket_callback = { context, purpose, address in
        guard purpose == CURLSOCKTYPE_IPCXN, let address, let transfer = transfer(context) else {
            return CURL_SOCKET_BAD
        }
        guard transfer.connection.allows(ipAddress(address), for: transfer.request) else { return CURL_SOCKET_BAD }
        let socket = ccurl_open_socket(address)
        transfer.connection.opened(socket, error: errno)
        return socket
    }

    static let beforeRequest: ccurl_before_request_callback = { context, remote, local, remotePort, localPort in
        let connection = ConnectionName(
            local: local.flatMap { IPAddress(cString: $0) },
            localPort: localPort,
            remote: remote.flatMap { IPAddress(cString: $0) },
            remotePort: remotePort
        )
        let isAllowed = transfer(context)?.allowsRequest(on: connection) ?? false
        return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func piece(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8>? {
        guard let bytes, count > 0 else { return nil }
        return UnsafeBufferPointer(start: UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self), count: count)
    }

    private static func ipAddress(_ address: UnsafePointer<curl_sockaddr>) -> IPAddress? {
        withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { bytes in
            let count = ccurl_address_bytes(address, bytes.baseAddress)
            return IPAddress(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(count))))
        }
    }
}
