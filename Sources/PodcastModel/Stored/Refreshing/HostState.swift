/// What is known of a host that feeds are loaded from.
package struct HostState: Hashable, Sendable {
    /// The host name in lower-case ASCII.
    package let name: String
    /// No request before this moment: the host asked for it, or it fails.
    package var pausedUntil: Timestamp?
    /// The word of a ``HostPauseReason``, or that of another version.
    package var pauseReason: String?
    /// Seconds between two requests; nil for the default.
    package var spacingSeconds: Double?
    /// Requests at once; nil for the default.
    package var concurrency: Int?
    /// Failures to connect since the last success.
    package var failures: Int
    package var failingSince: Timestamp?
    /// The addresses last connected to.
    package var lastAddresses: [String]
    package var lastUsedAt: Timestamp

    package init(
        name: String,
        pausedUntil: Timestamp? = nil,
        pauseReason: String? = nil,
        spacingSeconds: Double? = nil,
        concurrency: Int? = nil,
        failures: Int = 0,
        failingSince: Timestamp? = nil,
        lastAddresses: [String] = [],
        lastUsedAt: Timestamp
    ) {
        self.name = name
        self.pausedUntil = pausedUntil
        self.pauseReason = pauseReason
        self.spacingSeconds = spacingSeconds
        self.concurrency = concurrency
        self.failures = failures
        self.failingSince = failingSince
        self.lastAddresses = lastAddresses
        self.lastUsedAt = lastUsedAt
    }
}
