import FeedLoading
import Persistence
package import PodcastModel

/// What a feed waits for when somebody has changed its own interval.
package struct IntervalChange: Sendable {
    /// The feed as it is, with the new interval among its settings.
    let state: RefreshState
    /// When it was asked last.
    let askedAt: Timestamp
    /// Why it is due when it is.
    let reasons: [DueReason]
    /// The kind of its last error, if it fails.
    let errorKind: ImportFailure.Kind?
    /// What the server said last of how long its document holds.
    let freshness: ResponseFreshness

    /// - Parameters:
    ///   - state: the feed as it is, with the new interval among its settings.
    ///   - askedAt: when it was asked last.
    ///   - reasons: why it is due when it is.
    ///   - errorKind: the kind of its last error, if it fails.
    ///   - freshness: `Cache-Control` and `Expires` of the last answer.
    package init(
        of state: RefreshState,
        askedAt: Timestamp,
        reasons: [DueReason],
        errorKind: ImportFailure.Kind?,
        freshness: (cacheControl: String?, expires: String?)
    ) {
        self.state = state
        self.askedAt = askedAt
        self.reasons = reasons
        self.errorKind = errorKind
        var known = ResponseFreshness()
        (known.cacheControl, known.expires) = (freshness.cacheControl, freshness.expires)
        self.freshness = known
    }
}

extension RefreshDecision {
    /// Decides anew, from the moment at which the feed was asked, so that the new interval holds from now on.
    ///
    /// What the server, the host and the document asked for holds as before; only rules that were weaker than the
    /// former interval may have left no trace, and are worked out again as far as they are known. Nil where the feed
    /// does not wait for its interval: it is being asked, or was when a run was stopped, or somebody wants it asked now.
    ///
    /// - Parameters:
    ///   - change: the feed, and what it waits for.
    ///   - policy: the operator's settings.
    package init?(_ change: IntervalChange, policy: RefreshPolicy) {
        guard !change.reasons.contains(where: { Self.immediateRules.contains($0.rule) }) else { return nil }
        // The failure that it waits for is counted already.
        let state = change.state.changing { $0.failures = max(0, $0.failures - 1) }
        var waits = WaitRules(state: state, policy: policy, now: change.askedAt)
        waits.add(state.hints)
        for reason in change.reasons where Self.lastingRules.contains(reason.rule) {
            guard let notBefore = reason.notBefore else { continue }
            waits.add(reason.rule, notBefore.seconds(since: change.askedAt), reason.detail)
        }
        let isRuled = Set(change.reasons.map(\.rule))
        if !isRuled.contains(.noValidators) { waits.addOwnInterval() }
        if change.state.failures > 0 {
            waits.addDormancy(state.hints)
            let isAnswered = isRuled.contains(.retryAfter)
            newState = waits.add(RefreshTrouble(kind: change.errorKind), isAnswered: isAnswered)
            waits.spreadAfterFailure()
        } else {
            if isRuled.isDisjoint(with: [.maxAge, .expires]) { waits.add(change.freshness) }
            waits.addRhythm(state.hints)
            waits.spreadAfterSuccess()
            newState = nil
        }
        waits.skip(SkipTimes(state.hints))
        dueAt = waits.dueAt
        reasons = waits.reasons
        disbelievedRetryAfter = nil
    }

    /// It is not an interval that is waited for.
    private static let immediateRules: Set<DueReason.Rule> = [.inFlight, .interrupted, .retry, .changed, .unreadable]

    /// What somebody else asked for.
    private static let lastingRules: Set<DueReason.Rule> = [
        .hostRule, .noValidators, .maxAge, .expires, .retryAfter, .rateLimited, .needsAuth, .gone, .outage,
        .localTrouble, .hostPaused,
    ]
}

extension RefreshTrouble {
    /// The trouble that a stored error was; the most patient where that cannot be told.
    fileprivate init(kind: ImportFailure.Kind?) {
        self =
            switch kind {
            case .gone: .gone(before: FailureStreak())
            case .notFound, .fileNotFound: .notFound
            case .unauthorized: .needsAuth
            case .credentialsRefused: .withheldCredentials
            case .rateLimited: .rateLimited
            default: .refused
            }
    }
}
