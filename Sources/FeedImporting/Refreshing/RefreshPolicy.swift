import FeedLoading
import PodcastModel

/// What the operator decides about when feeds are asked; the defaults keep to
/// what servers ask for (http polling A2 and A3).
///
/// All durations are in seconds. docs/Polling.md says what each setting does.
package struct RefreshPolicy: Hashable, Sendable {
    /// At most this often, also a feed that asks for more (A2 18).
    ///
    /// Default 1 hour.
    package var minimumInterval: Int64 = hour
    /// At most this often where the server offers no validators (A2 18).
    ///
    /// Default 24 hours.
    package var intervalWithoutValidators: Int64 = day
    /// The most that servers and documents can make a feed wait by max-age,
    /// Expires, ttl and sy:updatePeriod (A2 20, 25, 27).
    ///
    /// Default 24 hours.
    package var maximumInterval: Int64 = day
    /// How often a feed is asked whose podcast is complete (A2 28).
    ///
    /// Default 7 days.
    package var completeInterval: Int64 = 7 * day
    /// Whether feeds are asked when their episodes are expected, and rarely
    /// otherwise (A2 22, 28).
    ///
    /// Default yes.
    package var followsRhythm = true
    /// The most that a feed is made to wait because no episode is expected.
    ///
    /// Default 4 hours.
    package var rhythmInterval: Int64 = 4 * hour
    /// The numbers by which looks are planned around expected episodes.
    package var rhythmShape = RhythmShape()
    /// After how long without an episode a podcast is taken to have fallen
    /// silent; a serial show after a third of it, and one whose episodes come
    /// rarely after several times its usual wait.
    ///
    /// Default 90 days.
    package var dormantAfter: Int64 = 90 * day
    /// How often a podcast is asked that has fallen silent.
    ///
    /// Default 24 hours.
    package var dormantInterval: Int64 = day
    /// How often a feed is asked that announces its episodes by Podping, while
    /// somebody listens (A2 29).
    ///
    /// Default 6 hours.
    package var podpingInterval: Int64 = 6 * hour
    /// Whether another program listens to Podping and has feeds refreshed that are announced there.
    ///
    /// Default no.
    package var hasPodpingListener = false
    /// The largest share of a wait, in percent, that is added to spread the feeds
    /// (A2 24); see ``Spread``.
    ///
    /// Default 10.
    package var jitterPercent: Int64 = 10
    /// The longest wait after failures that may pass by themselves (A3 41), and
    /// after refusals (A3 34, 36).
    ///
    /// Default 24 hours.
    package var longestBackOff: Int64 = day
    /// The longest wait for a document that was not found (A3 37).
    ///
    /// Default 7 days.
    package var longestBackOffWhenNotFound: Int64 = 7 * day
    /// The most of a Retry-After that is believed (A3 39).
    ///
    /// Default 7 days.
    package var longestRetryAfter: Int64 = 7 * day
    /// The least wait after a 429 that does not say how long (A3 39).
    ///
    /// Default 1 hour.
    package var rateLimitedInterval: Int64 = hour
    /// How often a feed is asked that wants other credentials (A3 35).
    ///
    /// Default 24 hours.
    package var needsAuthInterval: Int64 = day
    /// How many times in a row the server must say 410 before it is believed
    /// (A3 37).
    ///
    /// Default 3.
    package var goneSightings = 3
    /// Over how long it must have said so.
    ///
    /// Default 48 hours.
    package var goneAfter: Int64 = 2 * day
    /// How often a feed is asked until it is believed.
    ///
    /// Default 24 hours.
    package var goneCheckInterval: Int64 = day
    /// How often a feed is asked that is gone: no feed is given up for good.
    ///
    /// Default 30 days.
    package var goneInterval: Int64 = 30 * day
    /// How old validators may become before a document is asked for without
    /// them: some servers answer 304 for ever (A1 12).
    ///
    /// Default 8 days.
    package var validatorLifetime: Int64 = 8 * day
    /// What holds for single hosts (A5 59); the first that fits counts.
    package var hostRules = HostRule.defaults

    /// Makes the defaults.
    package init() {}
}

extension RefreshPolicy {
    private static let hour: Int64 = 3600
    private static let day: Int64 = 86_400

    /// What holds for the host of a feed; nil if it is like any other.
    func hostRule(forFeedURL feedURL: String) -> HostRule? {
        guard !hostRules.isEmpty else { return nil }
        let host = HostRule.host(ofStoredURL: feedURL)
        return hostRules.first { $0.matches(host) }
    }

    /// What holds for the hosts that are asked for a feed: that of its address, and that which gave its validators, to
    /// which a redirect may have led.
    func hostRules(for state: RefreshState) -> [HostRule] {
        guard !hostRules.isEmpty else { return [] }
        let validated = state.validators.url.flatMap { $0 == state.feedURL ? nil : $0 }
        return [state.feedURL, validated].compactMap { $0.flatMap(hostRule(forFeedURL:)) }
    }

    /// Clocks are set by so many seconds all the time; when something dated further in the future really was, nobody
    /// knows.
    private static let clockTolerance: Int64 = 300

    /// What to send with the next request for a feed: its validators, unless
    /// they are so old that the document should be seen again (A1 12).
    func validators(of state: RefreshState, at now: Timestamp) -> HTTPValidators {
        // A document that another version of the parser has read is to be read again (A1 10).
        if let version = state.parserVersion, version != FeedDocumentReader.version { return HTTPValidators() }
        guard let receivedAt = state.validatorsAt else { return state.validators }
        let spread = Spread(feed: state.subscriptionID)
        let lifetime = validatorLifetime + spread.share(of: validatorLifetime, percent: jitterPercent, at: receivedAt)
        let age = now.seconds(since: receivedAt)
        guard age > lifetime || age < -Self.clockTolerance,
            !hostRules(for: state).contains(where: \.keepsValidators)
        else { return state.validators }
        return HTTPValidators()
    }
}

extension RefreshPolicy {
    /// What hosts want to read behind the User-Agent (http polling A5 59).
    var userAgentSuffixes: [HostSuffix] {
        hostRules.compactMap { rule in rule.userAgentSuffix.map { HostSuffix(host: rule.hostSuffix, text: $0) } }
    }
}
