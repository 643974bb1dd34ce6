import Foundation

/// A request as it came over the wire.
package struct RecordedRequest: Sendable {
    /// `GET /feed HTTP/1.1`.
    package let requestLine: String
    /// The header lines, as bytes read as ISO 8859-1.
    package let headerLines: [String]
    /// The number of its connection, from 1.
    package let connection: Int

    init(head: [UInt8], connection: Int) {
        let text = String(String.UnicodeScalarView(head.map { Unicode.Scalar($0) }))
        let lines = text.components(separatedBy: "\r\n")
        requestLine = lines.first ?? ""
        headerLines = Array(lines.dropFirst())
        self.connection = connection
    }

    /// The path and query asked for.
    package var path: String { requestLine.components(separatedBy: " ").dropFirst().first ?? "" }

    /// The value of a header exactly as sent; nil if there is none.
    package subscript(name: String) -> String? {
        let prefix = name.lowercased() + ": "
        return headerLines.first { $0.lowercased().hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }
}
