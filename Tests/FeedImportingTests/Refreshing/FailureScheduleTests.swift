import FeedLoading
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// When a feed that failed is asked again (http polling A3).
struct FailureScheduleTests {
    private static let feed = "https://show.example/feed.xml"
    private let bed = DecisionTestBed()

    // MARK: - What passes by itself

    @Test(arguments: [
        FeedLoadingError.unresolvedHost(feed: feed), .unreachable(feed: feed, reason: "refused"),
        .tls(feed: feed, reason: "expired"), .timedOut(feed: feed, phase: .connect, milliseconds: 1),
        .connectionLost(feed: feed, reason: "reset"), .serverError(feed: feed, status: 500, retryAfter: nil),
        .unavailable(feed: feed, retryAfter: nil), .partialBody(feed: feed, reason: "short"),
        .clientError(feed: feed, status: 408, retryAfter: nil), .clientError(feed: feed, status: 425, retryAfter: nil),
        .emptyBody(feed: feed), .mediaBody(feed: feed, kind: "JPEG"),
    ])
    func rules38And41And43TroubleThatMayPassIsTriedAgainWithinTwoIntervals(error: FeedLoadingError) {
        let decision = bed.error(error)

        #expect((Int64.hour...2 * .hour).contains(decision.wait))
        #expect(decision.rule == .backOff)
        #expect(decision.newState == nil)
    }

    @Test(arguments: [
        FeedLoadingError.notFound(feed: feed, retryAfter: rest), .gone(feed: feed, retryAfter: rest),
        .unauthorized(feed: feed, status: 401, retryAfter: rest),
        .forbidden(feed: feed, isBotWall: false, retryAfter: rest),
        .unexpectedStatus(feed: feed, status: 202, retryAfter: rest),
        .unsolicitedNotModified(feed: feed, retryAfter: rest), .rateLimited(feed: feed, retryAfter: rest),
        .serverError(feed: feed, status: 500, retryAfter: rest),
        .emptyBody(feed: feed, answer: AnswerHead(status: 200, retryAfter: rest)),
        .undecodableBody(feed: feed, coding: "x", reason: "y", answer: AnswerHead(status: 200, retryAfter: rest)),
    ])
    func rule39RestIsGivenWhateverTheAnswerThatAsksForIt(error: FeedLoadingError) {
        #expect(bed.error(error).wait >= 400_000)
    }

    private static let rest = RetryAfter.seconds(400_000)

    @Test(
        arguments: [
            (.forbidden(feed: feed, isBotWall: false, retryAfter: .seconds(10_800)), 3, .retryAfter),
            (.notFound(feed: feed, retryAfter: .seconds(10_800)), 3, .retryAfter),
            (.forbidden(feed: feed, isBotWall: false, retryAfter: .seconds(5400)), 2, .backOff),
            (.redirectLoop(feed: feed, answer: AnswerHead(status: 302, retryAfter: .seconds(86_400))), 24, .retryAfter),
        ] as [(FeedLoadingError, Int64, DueReason.Rule)]
    )
    func rules32And39WhatIsAskedForIsTheLeastWaitAndIsNotDoubled(
        error: FeedLoadingError,
        hours: Int64,
        rule: DueReason.Rule
    ) {
        let decision = bed.error(error)
        #expect(decision.waits(hours * .hour))
        #expect(decision.rule == rule)
    }

    @Test func rule41BackOffGrowsWithFullJitterUpToADay() {
        // Given many feeds after so many failures
        func waits(failures: Int) -> [Int64] {
            (1...2000 as ClosedRange<Int64>).map { id in
                var bed = bed
                bed.state.subscriptionID = id
                bed.state.failures = failures
                return bed.failure(.transient).wait
            }
        }

        // Then each is anywhere between the interval and the doubled one
        for (failures, longest) in [(0, 2), (1, 4), (3, 16), (4, 24), (9, 24), (1000, 24)] as [(Int, Int64)] {
            let all = waits(failures: failures)
            let range = Int64.hour...longest * .hour
            #expect(all.allSatisfy(range.contains))
            let mean = all.reduce(0, +) / Int64(all.count)
            let middle = (range.lowerBound + range.upperBound) / 2
            #expect(abs(mean - middle) < (range.upperBound - range.lowerBound) / 20)
        }
    }

    @Test func rule41NeverAsksSoonerThanAfterTheFeedsOwnInterval() {
        var bed = bed
        bed.state.overrides = [RefreshOverride.interval: "6h"]

        for failures in 0..<40 {
            bed.state.failures = failures
            let wait = bed.failure(.transient).wait
            #expect((6 * Int64.hour...Int64.day).contains(wait))
        }
    }

    @Test func rule41ValidatorsThatWereDroppedSayNothingOfTheServer() {
        var bed = bed
        // As after a move: the digest of the document goes with them.
        (bed.state.validators, bed.state.bodyDigest) = (HTTPValidators(), nil)

        let decision = bed.failure(.transient)

        #expect((Int64.hour...2 * .hour).contains(decision.wait))
        #expect(!decision.reasons.contains { $0.rule == .noValidators })
    }

    @Test func rule41AFeedWithoutValidatorsIsNotAskedMoreOftenBecauseItFails() {
        var bed = bed
        bed.state.validators = HTTPValidators()

        #expect(bed.failure(.transient).waits(.day))
        bed.state.lastSuccessAt = nil
        #expect(bed.failure(.transient).wait <= 2 * .hour, "of a feed that never answered nothing is known")
    }

    @Test(arguments: [
        RefreshTrouble.transient, .rateLimited, .refused, .notFound, .noData, .unreadable, .needsAuth,
    ])
    func rules25And27And28AFeedIsNotAskedMoreOftenThanItWantsBecauseItFails(trouble: RefreshTrouble) {
        var bed = bed

        bed.state.hints = PollingHints(ttlMinutes: 1440)
        #expect(bed.failure(trouble).wait >= .day)
        bed.state.hints = PollingHints(updatePeriodSeconds: 86_400)
        #expect(bed.failure(trouble).wait >= .day)
        bed.state.hints = PollingHints(isComplete: true)
        #expect(bed.failure(trouble).wait >= 7 * .day)
    }

    @Test func rule28ASilentPodcastIsNotAskedMoreOftenBecauseItFails() {
        var bed = bed
        bed.state.releaseTimes = [bed.now.adding(seconds: -400 * .day)]

        #expect(bed.failure(.transient).waits(.day))
        #expect(bed.failure(.transient).reasons.map(\.rule).contains(.dormant))
        bed.state.overrides = [RefreshOverride.interval: "2h"]
        #expect(bed.failure(.transient).wait <= 4 * .hour)
    }

    @Test func aFileThatFailsIsNotAskedRarelyForWantOfValidators() {
        var bed = bed
        bed.state.validators = HTTPValidators()
        bed.state.feedURL = "file:///srv/feed.xml"

        #expect(bed.failure(.transient).wait <= 2 * .hour)
    }

    @Test func rule42AFeedWithoutARouteWhileOthersAnswerIsTriedAgainLikeOtherTrouble() {
        let decision = bed.error(.offline(feed: Self.feed))

        #expect((Int64.hour...2 * .hour).contains(decision.wait))
        #expect(decision.rule == .backOff)
    }

    @Test func rule16AnUnsolicitedNotModifiedIsAskedAgainAfterTheNormalInterval() {
        var bed = bed
        bed.state.validators = HTTPValidators()
        bed.state.failures = 12

        #expect(bed.error(.unsolicitedNotModified(feed: Self.feed)).waits(.day))
        bed.state.lastSuccessAt = nil
        #expect(bed.error(.unsolicitedNotModified(feed: Self.feed)).waits(.hour))
    }

    // MARK: - Refusals

    @Test(arguments: [
        FeedLoadingError.clientError(feed: feed, status: 400, retryAfter: nil),
        .clientError(feed: feed, status: 406, retryAfter: nil), .forbidden(feed: feed, isBotWall: false),
        .forbidden(feed: feed, isBotWall: true),
        .redirectLoop(feed: feed), .addressDenied(feed: feed, address: "10.0.0.1", rule: "private"),
    ])
    func rules34And36RefusalsAreFollowedByGrowingBackOffs(error: FeedLoadingError) {
        var bed = bed
        for (failures, hours) in [(0, 2), (1, 4), (2, 8), (3, 16), (4, 24), (50, 24)] as [(Int, Int64)] {
            bed.state.failures = failures
            #expect(bed.error(error).waits(hours * .hour))
        }
    }

    @Test func rule36ABotWallDoesNotUnsubscribe() {
        let decision = bed.error(.forbidden(feed: Self.feed, isBotWall: true))

        #expect(decision.newState == nil)
        #expect(decision.wait <= .day)
    }

    @Test(arguments: [401, 407])
    func rule35AFeedThatWantsCredentialsIsAskedOnceADay(status: Int) {
        var bed = bed
        for failures in [0, 1, 30] {
            bed.state.failures = failures
            let decision = bed.error(.unauthorized(feed: Self.feed, status: status))
            #expect(decision.waits(.day))
            #expect(decision.newState == .needsAuth)
            #expect(decision.rule == .needsAuth)
        }
    }

    @Test func rule37ANotFoundIsAskedLessAndLessUpToOnceAWeek() {
        var bed = bed
        var waits: [Int64] = []
        for failures in 0..<20 {
            bed.state.failures = failures
            let decision = bed.error(.notFound(feed: Self.feed))
            waits.append(decision.wait)
            #expect(decision.newState == nil, "it is never given up")
        }
        #expect(waits[0] >= 2 * .hour)
        #expect(waits[4] >= 32 * .hour)
        #expect(waits[10...].allSatisfy { (7 * Int64.day...8 * .day).contains($0) })
    }

    @Test(
        arguments: [
            (0, nil, false), (1, 24, false), (1, 500, false), (2, 47, false), (2, 48, true), (9, 40, false),
            (9, 500, true),
        ] as [(Int, Int64?, Bool)]
    )
    func rule37A410IsBelievedTheThirdTimeInTwoDays(before: Int, hours: Int64?, isBelieved: Bool) {
        let since = hours.map { bed.now.adding(seconds: -$0 * .hour) }

        let decision = bed.failure(.gone(before: FailureStreak(count: before, since: since)))

        #expect(decision.newState == (isBelieved ? .gone : nil))
        #expect(decision.waits(isBelieved ? 30 * .day : .day))
    }

    @Test(arguments: [RefreshTrouble.transient, .notFound, .unreadable, .gone(before: FailureStreak())])
    func rule37AGoneFeedIsAskedRarelyButNeverGivenUp(trouble: RefreshTrouble) {
        var bed = bed
        bed.state.state = .gone

        let decision = bed.failure(trouble)

        #expect(decision.waits(30 * .day))
        #expect(decision.newState == nil)
    }

    // MARK: - Retry-After

    @Test(arguments: [
        FeedLoadingError.rateLimited(feed: feed, retryAfter: .seconds(7200)),
        .unavailable(feed: feed, retryAfter: .seconds(7200)),
        .serverError(feed: feed, status: 502, retryAfter: .seconds(7200)),
        .rateLimited(feed: feed, retryAfter: .date(DecisionTestBed.now.adding(seconds: 7200))),
    ])
    func rule39RetryAfterIsWaitedForHoweverOftenItFailed(error: FeedLoadingError) {
        var bed = bed
        for failures in [0, 5] {
            bed.state.failures = failures
            let decision = bed.error(error)
            #expect(decision.waits(7200))
            #expect(decision.rule == .retryAfter)
        }
    }

    @Test func rule39AShortRetryAfterDoesNotMakeTheIntervalShorter() {
        #expect(bed.error(.unavailable(feed: Self.feed, retryAfter: .seconds(5))).waits(.hour))
        #expect(bed.error(.rateLimited(feed: Self.feed, retryAfter: .seconds(600))).waits(.hour))
    }

    @Test(arguments: [RetryAfter.seconds(0), .date(DecisionTestBed.now.adding(seconds: -9)), nil])
    func rule39WithoutAUsableRetryAfterA429WaitsTwoIntervals(retryAfter: RetryAfter?) {
        var bed = bed
        #expect(bed.error(.rateLimited(feed: Self.feed, retryAfter: retryAfter)).waits(2 * .hour))
        bed.state.overrides = [RefreshOverride.interval: "5h"]
        #expect(bed.error(.rateLimited(feed: Self.feed, retryAfter: retryAfter)).waits(10 * .hour))
        bed.state.overrides = [RefreshOverride.interval: "10 min"]
        #expect(bed.error(.rateLimited(feed: Self.feed, retryAfter: retryAfter)).waits(.hour))
    }

    /// Somebody has asked before the time had come.
    @Test(arguments: [DueReason.Rule.maxAge, .expires, .retryAfter])
    func rules19And39AFailureTakesNothingBackOfWhatTheServerAskedFor(rule: DueReason.Rule) {
        func reason(_ rule: DueReason.Rule, _ seconds: Int64) -> DueReason {
            DueReason(rule: rule, detail: "of before", notBefore: DecisionTestBed.now.adding(seconds: seconds))
        }
        let earlier = [reason(.spread, 0), reason(rule, 5 * .day), reason(.rhythm, 6 * .day)]
        for trouble in [RefreshTrouble.transient, .rateLimited, .notFound, .refused] {
            let decision = bed.failure(trouble, earlier: earlier)
            #expect(decision.waits(5 * .day))
            #expect(decision.reasons.last?.rule == rule)
            #expect(decision.reasons.last?.detail == "of before")
        }
        // What has passed, or is less than the failure asks for, has no say
        #expect(bed.failure(.transient, earlier: [reason(rule, -60)]).rule == .backOff)
        #expect(bed.failure(.rateLimited, earlier: [reason(rule, 60)]).waits(2 * .hour))
    }

    /// A redirect says nothing of the server that it leads to.
    @Test func rule39ARedirectsWishForRestDoesNotAnswerWhatTheNextServerLeavesOpen() {
        #expect(bed.failure(.rateLimited, redirects: .seconds(5)).waits(2 * .hour))
        #expect(bed.failure(.rateLimited, retryAfter: .seconds(60), redirects: .seconds(90_000)).waits(90_000))
        #expect(bed.failure(.transient, redirects: .seconds(5)).rule == .backOff)
        #expect(bed.failure(.transient, redirects: .seconds(90_000)).waits(90_000))
    }

    @Test func rule39ARetryAfterOfYearsIsAWeek() {
        let decision = bed.error(.unavailable(feed: Self.feed, retryAfter: .seconds(1 << 31)))

        #expect(decision.waits(7 * .day))
        #expect(decision.disbelievedRetryAfter == 1 << 31)
        #expect(decision.reasons.last?.detail.contains("7 d of it are believed") == true)
        #expect(bed.error(.unavailable(feed: Self.feed, retryAfter: .seconds(60))).disbelievedRetryAfter == nil)
    }

    @Test func aDocumentThatIsNoFeedIsTriedAgainLikeOtherTrouble() {
        let decision = RefreshDecision(
            after: RefreshAnswer(NotAFeed()),
            of: RefreshState(bed.state),
            policy: bed.policy,
            now: bed.now
        )

        #expect((Int64.hour...2 * .hour).contains(decision.wait))
        #expect(decision.newState == nil)
    }

    private struct NotAFeed: Error {}
}
