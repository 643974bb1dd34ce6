import FeedServer
import Foundation

/// One document behind any number of addresses, served by a real nginx.
struct PolledServer {
    /// Why what was measured is not what was meant.
    enum Failure: Error, CustomStringConvertible {
        case unexpectedAnswers(expected: [String: Int], found: [String: Int])

        var description: String {
            switch self {
            case .unexpectedAnswers(let expected, let found):
                "benchmark: nginx was to answer \(expected) and answered \(found); the figures mean nothing"
            }
        }
    }

    /// What the addresses are of.
    enum Hosts {
        /// One host without TLS: as little as a request can cost.
        case one
        /// A host for each of them, over TLS, as the feeds of a real list are.
        case oneEach
    }

    /// Whether responses carry ETag and Last-Modified.
    let hasValidators: Bool
    let addresses: [String]
    /// The PEM file of the authority that vouches for it over TLS.
    var authorityFile: String { nginx.authorityFile }
    /// The settings with which podimport may ask it as fast as it can: without the rests between requests, for all
    /// addresses are of one host, or of hosts at one address.
    var settings: [String: String] {
        [
            "PODIMPORT_HOST_SPACING": "0", "PODIMPORT_HOST_CONCURRENCY": "64",
            "PODIMPORT_ALLOW_PRIVATE_NETWORKS": "true", "PODIMPORT_AUTHORITY_FILE": authorityFile,
        ]
    }
    private let nginx: NginxServer
    private let bytes: Int

    /// Changed last at this second, 2023-11-14T22:13:20Z.
    private static let lastModified = 1_700_000_000

    /// Starts nginx with a document.
    init(document: [UInt8], addresses count: Int, of hosts: Hosts = .one, hasValidators: Bool) throws {
        self.hasValidators = hasValidators
        bytes = document.count
        let silence = hasValidators ? "" : "etag off; if_modified_since off; add_header Last-Modified \"\";"
        nginx = try NginxServer(
            files: ["feed.xml": document],
            lastModified: Self.lastModified,
            // Its own work is not what is measured: it sends the file as it is and keeps connections open.
            configuration: """
                gzip off;
                keepalive_requests 1000000;
                \(silence)
                rewrite ^ /feed.xml break;
                """
        )
        let (port, securePort) = (nginx.port, nginx.securePort)
        addresses = (1...count).map { number in
            switch hosts {
            case .one: "http://127.0.0.1:\(port)/feeds/\(number).xml"
            case .oneEach: "https://host-\(number).feeds.localhost:\(securePort)/feeds/\(number).xml"
            }
        }
    }

    /// The conditions that every request of a poll carries.
    var conditions: [String] {
        // nginx makes its tag of the time and the size.
        let tag = String(Self.lastModified, radix: 16) + "-" + String(bytes, radix: 16)
        return ["If-None-Match: \"\(tag)\"", "If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT"]
    }

    /// Ends nginx and counts in its log what it answered.
    ///
    /// - Parameter expected: how often each status was to be sent.
    /// - Throws: if it sent anything else.
    func stop(expecting expected: [String: Int]) throws {
        // request line (three words), status, and more
        let statuses = try nginx.stop().map { String($0.split(separator: " ").dropFirst(3).first ?? "") }
        let found = Dictionary(statuses.map { ($0, 1) }, uniquingKeysWith: +)
        guard found == expected else { throw Failure.unexpectedAnswers(expected: expected, found: found) }
    }
}
