import FeedLoading
import Logging
import PodcastModel

/// A time in which a host is asked for nothing at all, whichever of its feeds
/// is due (http polling A3 40).
struct HostPause: Hashable, Sendable {
    let until: Timestamp
    let reason: HostPauseReason

    /// What is said of a feed that is not asked because of the pause.
    func detail(host: String) -> String {
        switch reason {
        case .rateLimited: "\(host) has answered that it gets too many requests (429)"
        case .unavailable: "\(host) has said when it will be available again (503)"
        case .unreachable: "\(host) could not be reached, or kept silent, several times in a row"
        }
    }
}

extension HostPause {
    /// For a 429 that does not say how long (http polling A3 39).
    private static let defaultSeconds: Int64 = 3600
    /// A Retry-After beyond a week is not believed (A3 39).
    static let longestSeconds: Int64 = 7 * 86_400
    /// After how many failures in a row, of whichever of its feeds, a host counts
    /// as unreachable: a dead host must not cost a timeout for each feed.
    static let unreachableCount = 5
    static let unreachableSeconds: Int64 = 900
    private static let longestUnreachableSeconds: Int64 = 6 * 3600

    /// The pause that a failed load asks for; nil if it concerns the feed alone.
    ///
    /// - Parameters:
    ///   - error: what the load ended with.
    ///   - failures: the failures to reach the host in a row, this one included.
    ///   - now: when it ended.
    init?(after error: FeedLoadingError, failures: Int, at now: Timestamp) {
        let asked = error.retryAfter.map { min($0.rest(from: now), Self.longestSeconds) }.flatMap {
            $0 > 0 ? $0 : nil
        }
        switch error {
        case .rateLimited:
            self.init(until: now.adding(seconds: asked ?? Self.defaultSeconds), reason: .rateLimited)
        case .unavailable:
            guard let asked else { return nil }
            self.init(until: now.adding(seconds: asked), reason: .unavailable)
        default:
            guard error.countsAgainstHost, failures >= Self.unreachableCount else { return nil }
            let doublings = min(failures - Self.unreachableCount, 10)
            let seconds = min(Self.unreachableSeconds << doublings, Self.longestUnreachableSeconds)
            self.init(until: now.adding(seconds: seconds), reason: .unreachable)
        }
    }

    /// The pause of a host as the store remembers it; nil if there is none.
    init?(_ host: HostState, at now: Timestamp) {
        guard let until = host.pausedUntil, until > now else { return nil }
        self.init(until: until, storedReason: host.pauseReason)
    }

    /// A pause with the word that stands for its reason in the store.
    init(until: Timestamp, storedReason: String?) {
        self.init(until: until, reason: storedReason.flatMap(HostPauseReason.init(rawValue:)) ?? .unavailable)
    }
}

extension Logger {
    /// Notes that a host is left alone for a while.
    func note(_ pause: HostPause, of host: String) {
        notice(
            "host paused",
            metadata: ["host": "\(host)", "until": "\(pause.until)", "reason": "\(pause.reason.rawValue)"]
        )
    }
}

extension FeedLoadingError {
    /// Whether no answer came at all: the host's fault, or our own network's.
    var isConnectivityFailure: Bool {
        switch self {
        case .unresolvedHost, .offline, .unreachable, .proxy, .tls, .connectionLost: true
        case .timedOut(_, let phase, _, _): phase == .resolve || phase == .connect || phase == .tls
        default: false
        }
    }

    /// Whether it says of the whole host that nobody answers there (http polling A3 41).
    ///
    /// A connection that is refused is an answer of its host, comes at once, and says nothing of other ports. One that is
    /// taken and met with silence costs as long as a host that is down, and more requests will not help it.
    var countsAgainstHost: Bool {
        switch self {
        case .unreachable(_, _, isRefused: true): false
        case .timedOut(_, phase: .response, _, _): true
        default: isConnectivityFailure
        }
    }

    /// Whether its host led where no feed is, and so was not asked.
    var isAddressDenied: Bool {
        if case .addressDenied = self { true } else { false }
    }

    /// Whether it is what an outage of our own network looks like (http polling A3 42).
    ///
    /// A refused or closed connection, and one on which TLS failed, reached somebody, so the network works that far. A
    /// proxy is part of our own network. Where somebody has to log in first, all names may lead to a machine of the
    /// network here, which is not asked.
    ///
    /// - Parameter isProxied: whether a proxy was asked instead of the host.
    /// - Returns: false if somebody answered.
    func suggestsOutage(isProxied: Bool) -> Bool {
        switch self {
        case .unresolvedHost, .offline, .proxy, .addressDenied: true
        case .unreachable(_, _, let isRefused): !isRefused || isProxied
        case .timedOut(_, let phase, _, _): phase == .resolve || phase == .connect
        default: false
        }
    }
}
