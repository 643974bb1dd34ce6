package import FeedLoading

/// The keys of a feed's own settings that change how it is loaded.
package enum TransferOverride: String, CaseIterable, Sendable {
    /// The newest HTTP version to speak: `1.1` or `2` (http polling A5 53).
    case httpVersion = "http-version"
    /// Whether the server's certificate is verified: `true` or `false`.
    case verifyTLS = "verify-tls"
    /// Whether the password may be sent without TLS: `true` or `false` (A6 63).
    case allowInsecureCredentials = "allow-insecure-credentials"
    /// A proxy of its own.
    case proxy
    /// Whether to ask for what is new only: `true` or `false` (A1 17b).
    case acceptDeltas = "accept-deltas"

    /// What values are expected, for an error.
    package var expectation: String {
        switch self {
        case .httpVersion: "1.1 or 2"
        case .verifyTLS, .allowInsecureCredentials, .acceptDeltas: "true or false"
        case .proxy: "an address such as http://proxy.example:3128"
        }
    }

    /// Whether a value is one of those expected.
    package func accepts(_ value: String) -> Bool {
        switch self {
        case .httpVersion: HTTPVersionLimit(rawValue: value) != nil
        case .verifyTLS, .allowInsecureCredentials, .acceptDeltas: value == "true" || value == "false"
        case .proxy: ["http://", "https://", "socks5://", "socks5h://"].contains(where: value.hasPrefix)
        }
    }
}

extension TransferOptions {
    /// These options with a feed's own settings; keys that are not about the
    /// transfer, and values that make no sense, change nothing.
    package func applying(_ overrides: [String: String]) -> TransferOptions {
        var options = self
        for (key, value) in overrides {
            guard let override = TransferOverride(rawValue: key), override.accepts(value) else { continue }
            switch override {
            case .httpVersion: options.httpVersion = HTTPVersionLimit(rawValue: value) ?? options.httpVersion
            case .verifyTLS: options.trust.verifiesCertificate = value == "true"
            case .allowInsecureCredentials: options.allowsCredentialsOverHTTP = value == "true"
            case .proxy: options.proxy = value
            case .acceptDeltas: options.acceptsDelta = value == "true"
            }
        }
        return options
    }
}
