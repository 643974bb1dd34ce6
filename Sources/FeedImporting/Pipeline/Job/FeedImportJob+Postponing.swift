import FeedLoading
import Persistence
import PodcastModel

/// How a feed is put off, for a reason that is none of its own.
extension FeedImportJob {
    /// Ends the feed without its document, and puts it off.
    func postpone(_ reason: DueReason, until: Timestamp) {
        let delay = delay(for: reason, until: until)
        if request.refreshState != nil {
            record(.postponed(delay))
        } else {
            follow(delay)
        }
    }

    /// Ends a feed that failed although it may be as good as ever.
    func fail(_ failure: ImportFailure, _ reason: DueReason, until: Timestamp) {
        if request.refreshState != nil {
            record(.uncharged(failure, delay(for: reason, until: until)))
        } else {
            end(failure)
        }
    }

    /// Whether the feed's own server has answered, with a redirect: the feed was asked for then, whatever becomes of
    /// the place it leads to.
    var wasRedirected: Bool { !progress.redirects.isEmpty }

    /// When a feed is due that is put off.
    ///
    /// A redirect is an answer of its own server: whatever becomes of the place it leads to, that server is not asked
    /// sooner than after any other answer (http polling A2 18, A3 32).
    private func delay(for reason: DueReason, until: Timestamp) -> FeedDelay {
        let delay = delayAnyHour(for: reason, until: until)
        guard let state = request.refreshState else { return delay }
        return delay.outside(SkipTimes(state.hints), by: Spread(feed: state.subscriptionID))
    }

    private func delayAnyHour(for reason: DueReason, until: Timestamp) -> FeedDelay {
        guard wasRedirected else { return FeedDelay(reason: reason, dueAt: until) }
        let (now, policy) = (tools.now(), tools.policy)
        guard let state = request.refreshState else {
            let asked = pass.retryAfter.map { min($0.seconds(from: now), policy.longestRetryAfter) } ?? 0
            let own = now.adding(seconds: max(policy.minimumInterval, asked))
            return FeedDelay(reason: reason, dueAt: max(until, own), askedAt: now)
        }
        let answer = RefreshAnswer.failure(.noData, redirects: pass.retryAfter)
        let own = RefreshDecision(after: answer, of: state, policy: policy, now: now)
        return FeedDelay(reason: reason, ownReasons: own.reasons, dueAt: max(until, own.dueAt), askedAt: now)
    }
}
