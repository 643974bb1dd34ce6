import FeedLoading
import PodcastModel

/// The rules that decide how long a feed waits until it is asked again, and the time that follows from them.
struct WaitRules {
    private struct Wait {
        let seconds: Int64
        let rule: DueReason.Rule
        let detail: String
    }

    let state: RefreshState
    let policy: RefreshPolicy
    let now: Timestamp
    /// The feed's own interval: nothing makes it shorter.
    let interval: Int64
    private(set) var dueAt: Timestamp
    /// Whether the strongest wait is spread by itself.
    var isSpread = false
    /// Whether the podcast's rhythm has decided.
    private(set) var followsRhythm = false
    /// Whether the feed was due for a look right after an expected episode.
    private(set) var isAimed = false
    /// Whether the rhythm has decided on a look that is another one for each feed that is new or late.
    private(set) var isSpreadByRhythm = false
    /// A Retry-After that was cut down, in seconds.
    private(set) var disbelievedRetryAfter: Int64?
    /// Whether anybody wants to know the reasons.
    private let isTold: Bool
    private var waits: [Wait] = []
    private var spreadSeconds: Int64 = 0
    private var skipReason: DueReason?

    /// Begins with the feed's interval.
    ///
    /// - Parameters:
    ///   - state: what is known of the feed.
    ///   - policy: the operator's settings.
    ///   - now: when the wait begins.
    ///   - isTold: whether anybody wants to know the reasons; without their texts they cost a third.
    init(state: RefreshState, policy: RefreshPolicy, now: Timestamp, isTold: Bool = true) {
        self.state = state
        self.policy = policy
        self.now = now
        self.isTold = isTold
        let ofFeed = FeedInterval(of: state, policy: policy)
        interval = ofFeed.seconds
        dueAt = now
        add(ofFeed.rule, ofFeed.seconds, ofFeed.detail)
    }

    /// Takes a rule; one that asks for less than the feed's interval has no say.
    mutating func add(_ rule: DueReason.Rule, _ seconds: Int64, _ detail: @autoclosure () -> String) {
        guard waits.isEmpty || seconds > interval else { return }
        let place = waits.firstIndex { $0.seconds > seconds } ?? waits.endIndex
        waits.insert(Wait(seconds: seconds, rule: rule, detail: isTold ? detail() : ""), at: place)
        dueAt = now.adding(seconds: longest)
    }

    /// Takes what the rhythm says; it is told also where it asks for no more
    /// than the feed's interval.
    mutating func addRhythm(_ seconds: Int64, isAimed: Bool, isSpread: Bool, _ detail: String) {
        guard seconds >= longest else { return }
        waits.append(Wait(seconds: seconds, rule: .rhythm, detail: detail))
        dueAt = now.adding(seconds: longest)
        (followsRhythm, self.isAimed, isSpreadByRhythm) = (true, isAimed, isSpread)
    }

    /// How long the strongest rule makes the feed wait.
    var longest: Int64 { waits.last?.seconds ?? interval }

    /// Adds to the time, so that feeds do not come all at once.
    mutating func spread(by seconds: Int64) {
        spreadSeconds = seconds
        dueAt = now.adding(seconds: longest + seconds)
    }

    /// What a Retry-After asks for, as far as it is believed (A3 39).
    mutating func addRetryAfter(_ retryAfter: RetryAfter?) {
        guard let retryAfter, case let asked = retryAfter.seconds(from: now), asked > 0 else { return }
        let believed = min(retryAfter.rest(from: now), policy.longestRetryAfter)
        if believed < asked { disbelievedRetryAfter = asked }
        let limit = believed < asked ? "; \(DurationText.of(believed)) of it are believed" : ""
        add(.retryAfter, believed, "the server asks for \(DurationText.of(asked)) of rest (Retry-After)\(limit)")
    }

    /// Moves the time out of the hours and days that the feed asks to skip.
    mutating func skip(_ times: SkipTimes?) {
        guard let (dueAt, reason) = times?.move(dueAt, by: spread) else { return }
        (self.dueAt, skipReason) = (dueAt, reason)
    }

    var spread: Spread { Spread(feed: state.subscriptionID) }

    /// The rules as they are stored, the strongest last.
    var reasons: [DueReason] {
        var reasons: [DueReason] = []
        reasons.reserveCapacity(waits.count + 2)
        if spreadSeconds > 0 {
            reasons.append(
                DueReason(
                    rule: .spread,
                    detail: "\(DurationText.of(spreadSeconds)) more, so that feeds do not come all at once"
                )
            )
        }
        for wait in waits {
            reasons.append(
                DueReason(rule: wait.rule, detail: wait.detail, notBefore: now.adding(seconds: wait.seconds))
            )
        }
        if let skipReason { reasons.append(skipReason) }
        return reasons
    }
}

/// The interval of one feed, and which rule it comes from.
private struct FeedInterval {
    private enum Source {
        case policy, feed
        case host(HostRule)
    }

    private(set) var seconds: Int64
    private var source = Source.policy

    init(of state: RefreshState, policy: RefreshPolicy) {
        seconds = policy.minimumInterval
        if let asked = state.overrides[RefreshOverride.interval].flatMap(RefreshOverride.interval(of:)) {
            // Others have been stored before there were limits.
            seconds = min(max(asked, RefreshOverride.shortestInterval), RefreshOverride.longestInterval)
            source = .feed
        }
        for rule in policy.hostRules(for: state) {
            guard let minimum = rule.minimumInterval, minimum > seconds else { continue }
            (seconds, source) = (minimum, .host(rule))
        }
    }

    var rule: DueReason.Rule {
        switch source {
        case .policy: .interval
        case .feed: .override
        case .host: .hostRule
        }
    }

    var detail: String {
        switch source {
        case .policy: "at most once in \(DurationText.of(seconds))"
        case .feed: "this feed is to be asked at most once in \(DurationText.of(seconds))"
        case .host(let rule): rule.detail(seconds)
        }
    }
}
