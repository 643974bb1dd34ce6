import Foundation
import PodcastModel

/// The encoding by which name and password become bytes.
package enum PasswordEncoding: String, Hashable, Sendable {
    /// As RFC 7617 recommends.
    case utf8 = "utf-8"
    /// As older servers expect.
    case latin1 = "iso-8859-1"

    /// What else there is to try.
    var other: PasswordEncoding { self == .utf8 ? .latin1 : .utf8 }
}

/// The Authorization header of the Basic scheme (RFC 7617).
enum BasicAuthorization {
    /// The header's value.
    static func header(_ credentials: FeedCredentials, in encoding: PasswordEncoding) -> String {
        let text = credentials.user + ":" + credentials.password
        var bytes: [UInt8] = []
        switch encoding {
        case .utf8: bytes = Array(text.utf8)
        case .latin1: Latin1.append(text, to: &bytes)
        }
        return "Basic " + Data(bytes).base64EncodedString()
    }

    /// Whether the two encodings give different bytes, and ISO 8859-1 has all
    /// of the characters.
    static func differs(_ credentials: FeedCredentials) -> Bool {
        let scalars = (credentials.user + credentials.password).unicodeScalars
        return scalars.contains { !$0.isASCII } && scalars.allSatisfy { $0.value <= 0xFF }
    }
}
