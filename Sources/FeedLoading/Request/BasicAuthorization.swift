import Foundation
import PodcastModel

/// The Authorization header of the Basic scheme (RFC 7617).
enum BasicAuthorization {
    /// What name and password are made into bytes by.
    enum Encoding: Hashable {
        case utf8
        case latin1
    }

    /// The header's value.
    static func header(_ credentials: FeedCredentials, in encoding: Encoding) -> String {
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
