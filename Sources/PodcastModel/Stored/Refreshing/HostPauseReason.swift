/// Why a host is left alone; the words stand in the store.
package enum HostPauseReason: String, Hashable, Sendable, CaseIterable {
    /// It answered 429.
    case rateLimited = "rate-limited"
    /// It answered 503 and said when to come back.
    case unavailable
    /// Nobody answered there, several times in a row: the pause ends when somebody does.
    case unreachable

    /// Whether the host has asked for it itself.
    package var isRequested: Bool { self != .unreachable }
}
