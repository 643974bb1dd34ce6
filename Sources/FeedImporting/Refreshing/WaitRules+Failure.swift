import Persistence
import FeedLoading
import PodcastModel

extension WaitRules {
    /// What a kind of failure asks for, and what the server says of when to
    /// come back; returns the state that follows from it.
    mutating func add(
        _ trouble: RefreshTrouble,
        retryAfter: RetryAfter?,
        redirects: RetryAfter?
    ) -> SubscriptionState? {
        addOwnInterval()
        let newState = add(trouble, isAnswered: (retryAfter?.seconds(from: now) ?? 0) > 0)
        // Last: it is the least wait, not one that a back-off doubles (A3 32, 39).
        addRetryAfter(RetryAfter.longest(of: [retryAfter, redirects], from: now))
        return newState
    }

    /// What the server has said of the time that is still to come: a failure does not take it back (A2 19, A3 39).
    mutating func addWhatTheServerSaid(_ reasons: [DueReason]) {
        let said = reasons.filter(\.isOfServer)
        guard let last = said.max(by: { ($0.notBefore ?? now) < ($1.notBefore ?? now) }), let end = last.notBefore,
            end.seconds(since: now) > longest
        else { return }
        add(last.rule, end.seconds(since: now), last.detail)
    }

    mutating func add(_ trouble: RefreshTrouble, isAnswered: Bool) -> SubscriptionState? {
        // A feed that is gone is not asked more often because it is gone in
        // another way: most lose their server next.
        if state.state == .gone {
            add(.gone, policy.goneInterval, "the server has said that the feed is gone for good")
            return nil
        }
        switch trouble {
        case .transient, .unreadable:
            if !isAnswered { backOff(limit: policy.longestBackOff, isJittered: true) }
        case .rateLimited:
            if !isAnswered {
                backOff(limit: policy.longestBackOff)
                add(.rateLimited, policy.rateLimitedInterval, "the server says it was asked too often")
            }
        case .refused:
            backOff(limit: policy.longestBackOff)
        case .notFound:
            backOff(limit: policy.longestBackOffWhenNotFound)
        case .noData:
            break
        case .needsAuth:
            add(.needsAuth, policy.needsAuthInterval, "the server wants other credentials")
            return .needsAuth
        case .withheldCredentials:
            add(.needsAuth, policy.needsAuthInterval, "it was not asked: its password is not sent without TLS")
            return .needsAuth
        case .gone(let before):
            return addGone(before.count + 1, since: before.since ?? now)
        }
        return nil
    }

    /// A share on top, for waits that are not spread by themselves.
    mutating func spreadAfterFailure() {
        guard !isSpread else { return }
        spread(by: spread.share(of: longest, percent: policy.jitterPercent, at: now))
    }
}

extension WaitRules {
    /// A server without validators is not asked more often because it fails.
    ///
    /// Those that were dropped, after a move or where they were rejected, took the digest of the document along, and
    /// say nothing of the server.
    mutating func addOwnInterval() {
        guard state.lastSuccessAt != nil, state.validators.isEmpty, state.bodyDigest != nil, state.isLoadedByHTTP
        else { return }
        add(.noValidators, policy.intervalWithoutValidators, "each answer of the server is the whole document")
    }

    /// Doubles the feed's interval with each failure in a row (A3 39, 41).
    ///
    /// Jittered, it is anything from the interval to the doubled one: feeds
    /// that failed together do not come back together.
    private mutating func backOff(limit: Int64, isJittered: Bool = false) {
        let own = longest
        let attempt = state.failures + 1
        let doublings = Int64(min(attempt, 20))
        let doubled = max(own, min(own << doublings, limit))
        let isWithin = isJittered && doubled > own
        let seconds = isWithin ? own + spread.offset(in: doubled - own, at: now) : doubled
        add(.backOff, seconds, "attempt \(attempt) in a row that failed")
        isSpread = isWithin
    }

    /// 410 is believed when it was said often enough for long enough (A3 37).
    private mutating func addGone(_ sightings: Int, since: Timestamp) -> SubscriptionState? {
        guard sightings >= policy.goneSightings, now.seconds(since: since) >= policy.goneAfter else {
            add(.gone, policy.goneCheckInterval, "the server says the feed is gone; it is asked again to be sure")
            return nil
        }
        add(
            .gone,
            policy.goneInterval,
            "the server has said \(sightings) times in a row that the feed is gone for good"
        )
        return .gone
    }
}

extension RefreshState {
    fileprivate var isLoadedByHTTP: Bool { feedURL.hasPrefix("http") }
}
