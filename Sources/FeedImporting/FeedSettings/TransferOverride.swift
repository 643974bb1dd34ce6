package import FeedLoading
import PodcastModel

/// The keys of a feed's own settings that change how it is loaded.
enum TransferOverride: String, CaseIterable, Sendable {
    /// The newest HTTP version to speak: `1.1` or `2` (http polling A5 53).
    case httpVersion = "http-version"
    /// Whether the server's certificate is verified: `true` or `false`.
    case verifyTLS = "verify-tls"
    /// Whether the password may be sent without TLS: `true` or `false` (A6 63).
    case allowInsecureCredentials = "allow-insecure-credentials"
    /// The encoding of the name and the password: `utf-8` or `iso-8859-1` (A6 62).
    case passwordEncoding = "password-encoding"
    /// A proxy of its own.
    case proxy
    /// Whether to ask for what is new only: `true` or `false` (A1 17b).
    case acceptDeltas = "accept-deltas"
    /// What it is told instead of podimport's own User-Agent (A5 50).
    case userAgent = "user-agent"
    /// How long a load may take, all hops together (A5 56).
    case totalTimeout = "total-timeout"
    /// How large the document may be, decoded (A5 56).
    case decodedBytes = "decoded-bytes"
    /// How much of the document may come over the network (A5 56).
    case wireBytes = "wire-bytes"

    /// The limits that are taken, as for all feeds.
    private static let (seconds, bytes) = (1...86_400, 1 << 10...2 << 30)

    /// What values are expected, for an error.
    var expectation: String {
        switch self {
        case .httpVersion: "1.1 or 2"
        case .verifyTLS, .allowInsecureCredentials, .acceptDeltas: "true or false"
        case .passwordEncoding: "utf-8 or iso-8859-1"
        case .proxy: "an address such as http://proxy.example:3128"
        case .userAgent: "a line of printable ASCII"
        case .totalTimeout: "a duration from 1s to 1d, such as 90s, 15m or 1h"
        case .decodedBytes, .wireBytes: "a size from 1 KiB to 2 GiB, such as 512 KiB or 128 MiB"
        }
    }

    /// Whether a value is one of those expected.
    func accepts(_ value: String) -> Bool {
        switch self {
        case .httpVersion: HTTPVersionLimit(rawValue: value) != nil
        case .verifyTLS, .allowInsecureCredentials, .acceptDeltas: value == "true" || value == "false"
        case .passwordEncoding: PasswordEncoding(rawValue: value) != nil
        case .proxy: ProxyAddress.isUsable(value)
        case .userAgent: value.contains { $0 != " " } && value.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        case .totalTimeout: AmountParser.seconds(of: value).map(Self.seconds.contains) ?? false
        case .decodedBytes, .wireBytes: AmountParser.bytes(of: value).map(Self.bytes.contains) ?? false
        }
    }
}

extension TransferOptions {
    /// These options with a feed's own settings; keys that are not about the
    /// transfer, and values that make no sense, change nothing.
    ///
    /// But a proxy that was once taken is not passed by, even if it cannot be used.
    package func applying(_ overrides: [String: String]) -> TransferOptions {
        var options = self
        for (key, value) in overrides {
            guard let override = TransferOverride(rawValue: key) else { continue }
            guard
                override.accepts(value) || (override == .proxy && value.contains("://"))
                    || (override == .httpVersion && TemporaryHTTP1(value) != nil)
            else { continue }
            switch override {
            case .httpVersion: options.httpVersion = HTTPVersionLimit(rawValue: value) ?? .http1
            case .verifyTLS: options.trust.verifiesCertificate = value == "true"
            case .allowInsecureCredentials: options.allowsCredentialsOverHTTP = value == "true"
            case .passwordEncoding:
                options.passwordEncoding = PasswordEncoding(rawValue: value) ?? options.passwordEncoding
            case .proxy:
                options.proxy = value
                options.hasOwnProxy = true
            case .acceptDeltas: options.acceptsDelta = value == "true"
            case .userAgent: options.userAgent = value
            case .totalTimeout:
                if let seconds = AmountParser.seconds(of: value) { options.timeLimits.total = seconds * 1000 }
            case .decodedBytes:
                options.sizeLimits.decodedBytes = AmountParser.bytes(of: value) ?? options.sizeLimits.decodedBytes
            case .wireBytes:
                options.sizeLimits.wireBytes = AmountParser.bytes(of: value) ?? options.sizeLimits.wireBytes
            }
        }
        return options
    }
}
