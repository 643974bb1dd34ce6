package import PodcastModel

/// When a feed is asked next, and why: a pure function of what is known of the
/// feed, how the attempt ended, what the document says, and the clock (http
/// polling A2, A3).
///
/// Nothing here is random: feeds are spread by their numbers, so that the same
/// questions always get the same answers.
package struct RefreshDecision: Hashable, Sendable {
    /// When to ask.
    package let dueAt: Timestamp
    /// The rules that had a say, the strongest last.
    ///
    /// The first may be `spread`, which only says what was added.
    package let reasons: [DueReason]
    /// The state that follows; nil for no change.
    package let newState: SubscriptionState?
    /// The seconds of a Retry-After that was too long to be believed, for the log.
    package let disbelievedRetryAfter: Int64?

    /// Decides.
    ///
    /// - Parameters:
    ///   - answer: how the attempt ended.
    ///   - state: the feed as it was before the attempt.
    ///   - hints: what the document says, if one was read; nil for those of the last one.
    ///   - alwaysBringsAll: whether each answer is a whole document, whatever validators the server offers.
    ///   - refusesConditions: whether the server has been seen to refuse what is asked with its validators.
    ///   - earlier: why the feed was due when it was; what the server has said of the time to come holds on if it
    ///     fails.
    ///   - policy: the operator's settings.
    ///   - now: when the attempt ended.
    package init(
        after answer: RefreshAnswer,
        of state: RefreshState,
        hints: PollingHints? = nil,
        alwaysBringsAll: Bool = false,
        refusesConditions: Bool = false,
        earlier: [DueReason] = [],
        policy: RefreshPolicy,
        now: Timestamp
    ) {
        let hints = hints ?? state.hints
        var waits = WaitRules(state: state, policy: policy, now: now)
        switch answer {
        case .success(let response):
            waits.add(response)
            if alwaysBringsAll { waits.addWholeDocuments() }
            if refusesConditions { waits.addRefusedConditions() }
            waits.add(hints)
            waits.addRhythm(hints)
            waits.spreadAfterSuccess()
            newState = nil
        case .failure(let trouble, let retryAfter, let redirects):
            // A feed that fails is not asked more often because it fails.
            waits.add(hints)
            waits.addDormancy(hints)
            newState = waits.add(trouble, retryAfter: retryAfter, redirects: redirects)
            waits.addWhatTheServerSaid(earlier)
            waits.spreadAfterFailure()
        }
        waits.skip(SkipTimes(hints))
        dueAt = waits.dueAt
        reasons = waits.reasons
        disbelievedRetryAfter = waits.disbelievedRetryAfter
    }

    /// When a feed that is being asked is due again if nobody ever says what became of it: as if the attempt had failed
    /// like the one before (A2 21, 23).
    ///
    /// Whatever the server and the feed have asked for holds on, for it may be the feed that ends the process: the
    /// largest documents are those of servers without validators. Its rhythm does not, which takes as long to learn as
    /// all the rest together, for each feed that is asked.
    package static func provisionalDue(of state: RefreshState, policy: RefreshPolicy, now: Timestamp) -> Timestamp {
        var waits = WaitRules(state: state, policy: policy, now: now, isTold: false)
        waits.add(state.hints)
        _ = waits.add(state.state == .needsAuth ? .needsAuth : .transient, retryAfter: nil, redirects: nil)
        waits.spreadAfterFailure()
        waits.skip(SkipTimes(state.hints))
        return waits.dueAt
    }
}
