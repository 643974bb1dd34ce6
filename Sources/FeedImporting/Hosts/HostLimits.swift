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
