import FeedLoading
import PodcastModel
import Testing

@testable import FeedImporting

/// When a feed that answered is asked again (http polling A2).
struct FreshnessScheduleTests {
    private let bed = DecisionTestBed()

    @Test(arguments: [200, 304])
    func rule18AsksAtMostOnceAnHour(status: Int) {
        let decision = bed.success(status: status)

        #expect(decision.waits(.hour))
        #expect(decision.rule == .interval)
    }

    @Test func rule18AsksOnceADayWhereThereAreNoValidators() {
        let decision = bed.success(etag: nil)

        #expect(decision.waits(.day))
        #expect(decision.rule == .noValidators)
    }

    @Test func rule18ALastModifiedAloneIsAValidator() {
        let decision = bed.success(etag: nil) { $0.validators.lastModified = "Sat, 21 Nov 2026 06:00:00 GMT" }

        #expect(decision.waits(.hour))
    }

    @Test func rule18BothIntervalsAreSettings() {
        var bed = bed
        bed.policy.minimumInterval = 2 * .hour
        bed.policy.intervalWithoutValidators = 3 * .hour

        #expect(bed.success().waits(2 * .hour))
        #expect(bed.success(etag: nil).waits(3 * .hour))
    }

    /// Validators hold for their address alone, so that none are ever sent where each is good for once.
    @Test func rule18AsksOnceADayWhereRedirectsLeadElsewhereEachTime() throws {
        let target = try FeedURL("https://cdn.example/feed?sign=2")
        func decision(before: String, sent: String? = nil) -> RefreshDecision {
            var bed = bed
            bed.state.validators.url = before
            return bed.success {
                $0.redirects = [RedirectHop(status: 302, location: target)]
                $0.finalURL = target
                $0.sentValidators.etag = sent
            }
        }
        #expect(decision(before: "https://cdn.example/feed?sign=1").waits(.day))
        #expect(decision(before: "https://cdn.example/feed?sign=1").rule == .noValidators)
        // Once asked there with conditions, or if the feed has only now begun to redirect, it is a feed as any
        #expect(decision(before: "https://cdn.example/feed?sign=2", sent: "\"1\"").waits(.hour))
        #expect(decision(before: "https://cdn.example/feed?sign=2").waits(.hour))
        #expect(decision(before: bed.state.feedURL).waits(.hour))
    }

    @Test func rule18FilesHaveNoValidatorsAndAreAskedAsOftenAsAnyFeed() {
        let decision = bed.success(etag: nil) { $0.status = nil }

        #expect(decision.waits(.hour))
    }

    @Test(arguments: [200, 304])
    func rule19MaxAgeIsWaitedFor(status: Int) {
        let decision = bed.success(status: status) { $0.freshness.cacheControl = "public, Max-Age=\"7200\"" }

        #expect(decision.waits(2 * .hour))
        #expect(decision.rule == .maxAge)
        #expect(decision.reasons.last?.notBefore == bed.now.adding(seconds: 2 * .hour))
    }

    @Test func rule19TheAgeIsTakenOff() {
        let decision = bed.success {
            $0.freshness.cacheControl = "max-age=10800"
            $0.freshness.age = "3600"
        }

        #expect(decision.waits(2 * .hour))
    }

    @Test func rule19MaxAgeWinsOverExpires() {
        let decision = bed.success {
            $0.freshness.cacheControl = "max-age=7200"
            $0.freshness.date = "Sat, 21 Nov 2026 07:00:00 GMT"
            $0.freshness.expires = "Sat, 21 Nov 2026 19:00:00 GMT"
        }

        #expect(decision.waits(2 * .hour))
    }

    @Test func rule19ExpiresCountsFromTheDateLessTheAge() {
        let decision = bed.success {
            // The server's clock is a day behind ours.
            $0.freshness.date = "Fri, 20 Nov 2026 07:00:00 GMT"
            $0.freshness.expires = "Fri, 20 Nov 2026 10:00:00 GMT"
            $0.freshness.age = "3600"
        }

        #expect(decision.waits(2 * .hour))
        #expect(decision.rule == .expires)
    }

    @Test func rule19ExpiresCountsFromNowWithoutADate() {
        let decision = bed.success { $0.freshness.expires = "Sat, 21 Nov 2026 10:00:00 GMT" }

        #expect(decision.waits(3 * .hour))
    }

    @Test(arguments: ["0", "-1", "Thu, 01 Jan 1970 00:00:00 GMT", "soon"])
    func rule19AnExpiresInThePastMakesNothingShorter(expires: String) {
        let decision = bed.success { $0.freshness.expires = expires }

        #expect(decision.waits(.hour))
        #expect(decision.rule == .interval)
    }

    @Test(arguments: ["s-maxage=80000", "no-cache, max-age=80000", "no-store, max-age=80000", "must-revalidate"])
    func rule19WhatIsNotForUsMakesNothingLonger(cacheControl: String) {
        let decision = bed.success { $0.freshness.cacheControl = cacheControl }

        #expect(decision.waits(.hour))
    }

    @Test(arguments: ["31536000", "504576000", "99999999999999999999999"])
    func rule20YearsOfFreshnessAreADay(maxAge: String) {
        let decision = bed.success { $0.freshness.cacheControl = "max-age=\(maxAge)" }

        #expect(decision.waits(.day))
        #expect(decision.reasons.last?.detail.contains("24 h of it are believed") == true)
    }

    @Test(arguments: [(1 << 30, 24), (600, 10), (120, 2), (60, 1), (5, 1), (1, 1), (0, 1)])
    func rule25TtlIsALowerBoundUpToADay(minutes: Int, hours: Int64) {
        let decision = bed.success(hints: PollingHints(ttlMinutes: minutes))

        #expect(decision.waits(hours * .hour))
        #expect(decision.rule == (hours > 1 ? .ttl : .interval))
        #expect(decision.reasons.last?.detail.hasSuffix("; 24 h of it are believed") == (minutes > 1440))
    }

    @Test(arguments: [(1800, 1), (3600, 1), (43_200, 12), (86_400, 24), (604_800, 24), (31_536_000, 24)])
    func rule27UpdatePeriodsAreAHintThatOnlyMakesWaitsLonger(seconds: Int, hours: Int64) {
        let decision = bed.success(hints: PollingHints(updatePeriodSeconds: seconds))

        #expect(decision.waits(hours * .hour))
        #expect(decision.reasons.last?.detail.hasSuffix("; 24 h of it are believed") == (seconds > 86_400))
    }

    @Test(arguments: [
        PollingHints(isComplete: true), PollingHints(updateFrequency: UpdateFrequency(complete: true)),
    ])
    func rule28ACompletePodcastIsAskedOnceAWeek(hints: PollingHints) {
        let decision = bed.success(hints: hints)

        #expect(decision.waits(7 * .day))
        #expect(decision.rule == .complete)
        #expect(decision.newState == nil, "shows come back")
    }

    @Test func rule29PodpingMakesPollingSlowerOnlyWhileSomebodyListens() {
        var bed = bed
        let hints = PollingHints(usesPodping: true)

        #expect(bed.success(hints: hints).waits(.hour))
        bed.policy.hasPodpingListener = true
        #expect(bed.success(hints: hints).waits(6 * .hour))
        #expect(bed.success(hints: PollingHints()).waits(.hour))
    }

    @Test func aNotModifiedIsDecidedByWhatTheLastDocumentSaid() {
        var bed = bed
        bed.state.hints = PollingHints(ttlMinutes: 240)

        #expect(bed.success(status: 304).waits(4 * .hour))
        #expect(bed.success(status: 200, hints: PollingHints()).waits(.hour), "a new document speaks for itself")
    }

    @Test(arguments: [200, 304])
    func rule32RestThatAnAnswerOrARedirectToItAsksForIsGiven(status: Int) {
        let decision = bed.success(status: status) { $0.freshness.retryAfter = .seconds(2 * .hour) }

        #expect(decision.waits(2 * .hour))
        #expect(decision.rule == .retryAfter)
    }

    /// Each server speaks for itself, and none of them is to be asked too soon.
    @Test(arguments: [(90_000, 60), (60, 90_000), (90_000, nil)] as [(Int64, Int64?)])
    func rule32OfSeveralWishesForRestTheLongestIsGiven(redirect: Int64, answer: Int64?) throws {
        let hops = try [redirect, 30].map {
            RedirectHop(status: 302, location: try FeedURL("https://other.example/feed"), retryAfter: .seconds($0))
        }
        let decision = bed.success {
            $0.redirects = hops
            $0.freshness.retryAfter = answer.map(RetryAfter.seconds)
        }

        #expect(decision.waits(90_000))
        #expect(decision.rule == .retryAfter)
    }

    @Test func theStrongestRuleIsLastAndTheWeakestFirst() {
        let decision = bed.success(etag: nil, hints: PollingHints(ttlMinutes: 120)) {
            $0.freshness.cacheControl = "max-age=18000"
        }

        #expect(decision.reasons.map(\.rule) == [.spread, .interval, .ttl, .maxAge, .noValidators])
        let times = decision.reasons.compactMap(\.notBefore)
        #expect(times.count == 4)
        #expect(times == times.sorted())
        #expect(decision.reasons.allSatisfy { !$0.detail.isEmpty })
    }
}
