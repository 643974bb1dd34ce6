import Foundation

/// The file of certificate authorities that `authority-file` names.
///
/// Only whether it can be used is looked at here; what loads feeds reads it by itself, and would find each feed with
/// TLS at fault.
enum AuthorityFile {
    /// More than all authorities of the world take, many times over.
    private static let largest = 16 << 20

    /// Why the file cannot be used; nil if it can.
    static func complaint(about path: String) -> String? {
        // Without O_NONBLOCK the opening of a FIFO waits for its writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return unreadable(path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= largest {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                return unreadable(path, String(cString: strerror(errno)))
            }
        }
        guard bytes.count <= largest else { return unreadable(path, "it is too large") }
        guard !holdsCertificate(String(decoding: bytes, as: UTF8.self)) else { return nil }
        return "\(path): there is no certificate in the file of authority-file; it takes PEM (BEGIN CERTIFICATE)"
    }

    /// Whether there is one certificate at least, as far as can be told from outside.
    static func holdsCertificate(_ text: String) -> Bool {
        var body: String?
        for line in text.split(whereSeparator: \.isNewline).lazy.map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("-----BEGIN ") {
                body = line.hasSuffix("CERTIFICATE-----") ? "" : nil
            } else if line.hasPrefix("-----END ") {
                // DER begins with a sequence.
                if let body, let der = Data(base64Encoded: body), der.first == 0x30 { return true }
                body = nil
            } else {
                body? += line
            }
        }
        return false
    }

    private static func unreadable(_ path: String, _ reason: String) -> String {
        "\(path): the certificates of authority-file cannot be read: \(reason)"
    }
}
