import PodcastModel
import Testing

@testable import FeedImporting

/// When a feed is asked next whose own interval was changed.
struct IntervalChangeTests {
    private let bed = DecisionTestBed()

    /// The decision for the feed of the bed that was asked at its moment.
    private func decision(
        interval: String?,
        failures: Int = 0,
        errorKind: ImportFailure.Kind? = nil,
        reasons: [DueReason] = [],
        cacheControl: String? = nil
    ) -> RefreshDecision? {
        var state = bed.state
        state.overrides[RefreshOverride.interval] = interval
        state.failures = failures
        state.nextDueAt = bed.now.adding(seconds: 60 * .day)
        let change = IntervalChange(
            of: RefreshState(state),
            askedAt: bed.now,
            reasons: reasons,
            errorKind: errorKind,
            freshness: (cacheControl, nil)
        )
        return RefreshDecision(change, policy: bed.policy)
    }

    private func reason(_ rule: DueReason.Rule, after seconds: Int64) -> DueReason {
        DueReason(rule: rule, detail: "because", notBefore: bed.now.adding(seconds: seconds))
    }

    @Test func countsFromTheMomentAtWhichTheFeedWasAsked() throws {
        let long = reason(.override, after: 60 * .day)
        let shorter = try #require(decision(interval: "2h", reasons: [long]))
        #expect(shorter.waits(2 * .hour) && shorter.rule == .override)
        #expect(try #require(decision(interval: nil, reasons: [long])).waits(.hour))
        #expect(try #require(decision(interval: "9d", reasons: [reason(.interval, after: .hour)])).waits(9 * .day))
    }

    @Test(arguments: [DueReason.Rule.retryAfter, .hostPaused, .maxAge, .noValidators, .hostRule])
    func givesTheRestThatSomebodyElseAskedFor(rule: DueReason.Rule) throws {
        let reasons = [reason(.override, after: 60 * .day), reason(rule, after: 7 * .hour)]
        let decision = try #require(self.decision(interval: "1h", reasons: reasons))
        #expect(decision.waits(7 * .hour) && decision.rule == rule)
    }

    /// A rule that was weaker than the former interval has left no trace.
    @Test func worksOutWhatTheFormerIntervalHasHidden() throws {
        let long = [reason(.override, after: 60 * .day)]
        #expect(try #require(decision(interval: "1h", reasons: long, cacheControl: "max-age=18000")).waits(5 * .hour))
        let failed = try #require(decision(interval: "1h", failures: 2, errorKind: .timeout, reasons: long))
        #expect(failed.waits(4 * .hour) && failed.rule == .backOff)
        let refused = try #require(decision(interval: "1h", failures: 1, errorKind: .unauthorized, reasons: long))
        #expect(refused.waits(.day) && refused.rule == .needsAuth)
    }

    @Test(arguments: [DueReason.Rule.inFlight, .interrupted, .retry, .changed])
    func leavesAloneWhatDoesNotWaitForItsInterval(rule: DueReason.Rule) {
        #expect(decision(interval: "1h", reasons: [DueReason(rule: rule, detail: "now")]) == nil)
    }
}
