import PodcastModel

/// How gently one host is asked (http polling A5 54).
package struct HostLimits: Hashable, Sendable {
    /// The least time between the end of one request and the beginning of the
    /// next; zero lifts the rule.
    package var spacing: Duration
    /// How many requests may be under way at once, at least one.
    package var concurrency: Int

    /// Makes limits; by default one request after the other, a second apart.
    package init(spacing: Duration = .seconds(1), concurrency: Int = 1) {
        self.spacing = spacing
        self.concurrency = max(1, concurrency)
    }
}

extension HostLimits {
    /// What the store says of a host; nil if it says nothing.
    ///
    /// - Parameters:
    ///   - host: the host.
    ///   - others: what holds where the store says nothing.
    init?(_ host: HostState, otherwise others: HostLimits) {
        guard host.spacingSeconds != nil || host.concurrency != nil else { return nil }
        self.init(
            spacing: host.spacingSeconds.map(Self.spacing) ?? others.spacing,
            concurrency: host.concurrency ?? others.concurrency
        )
    }

    /// Anybody may write into the store, any number: more than a week is a week, as for a pause.
    private static func spacing(storedAs seconds: Double) -> Duration {
        .seconds(max(0, min(seconds, Double(HostPause.longestSeconds))))
    }
}

/// What holds for hosts that the store says nothing of.
struct UsualLimits {
    let limits: HostLimits
    let rules: [HostRule]

    subscript(host: String) -> HostLimits {
        guard let spacing = rules.first(where: { $0.matches(host) })?.spacing else { return limits }
        return HostLimits(spacing: max(limits.spacing, spacing), concurrency: limits.concurrency)
    }
}
