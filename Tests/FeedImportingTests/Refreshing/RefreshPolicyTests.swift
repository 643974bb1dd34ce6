import FeedLoading
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

struct RefreshPolicyTests {
    private let bed = DecisionTestBed()

    // MARK: - Hosts

    @Test(
        arguments: [
            ("https://rachelbythebay.com/w/atom.xml", true), ("https://www.rachelbythebay.com/w/atom.xml", true),
            ("http://rachelbythebay.com:8080/", true), ("https://notrachelbythebay.com/", false),
            ("https://rachelbythebay.com.example/", false), ("https://show.example/rachelbythebay.com", false),
            ("file:///rachelbythebay.com", false), ("stdin:rachelbythebay.com", false),
        ]
    )
    func rule59AHostRuleIsAboutAHostAndThoseBelowIt(feedURL: String, isMeant: Bool) {
        #expect((bed.policy.hostRule(forFeedURL: feedURL) != nil) == isMeant)
    }

    @Test func rule59AHostRuleMakesTheIntervalLonger() {
        var bed = bed
        bed.state.feedURL = "https://feeds.slow.example/show"
        bed.policy.hostRules = [HostRule(hostSuffix: "slow.example", minimumInterval: 5 * .hour)]

        #expect(bed.success().waits(5 * .hour))
        #expect(bed.success().rule == .hostRule)
        #expect(bed.failure(.transient).wait >= 5 * .hour)
        bed.policy.hostRules = [HostRule(hostSuffix: "slow.example", minimumInterval: 60)]
        #expect(bed.success().waits(.hour))
    }

    @Test func rule59ARedirectToAHostIsAskedAsRarelyAsTheHostWants() throws {
        var bed = bed
        bed.state.feedURL = "https://short.example/f"
        bed.policy.hostRules = [
            HostRule(hostSuffix: "slow.example", minimumInterval: 5 * .hour, keepsValidators: true)
        ]
        let target = try FeedURL("https://feeds.slow.example/show")

        // The first time, only the answer says where it leads
        let first = bed.success {
            $0.finalURL = target
            $0.redirects = [RedirectHop(status: 302, location: target)]
        }
        #expect(first.waits(5 * .hour) && first.rule == .hostRule)

        // Later it is known, whatever the answer
        bed.state.validators = HTTPValidators(etag: "\"1\"", url: target.string)
        #expect(bed.success().waits(5 * .hour))
        #expect(bed.failure(.transient).wait >= 5 * .hour)
        bed.state.validatorsAt = bed.now.adding(seconds: -60 * .day)
        #expect(bed.policy.validators(of: RefreshState(bed.state), at: bed.now) == bed.state.validators)
    }

    @Test func rule59TheDefaultsAskNobodyWhoCountsMoreThanOnceADay() {
        var bed = bed
        bed.state.feedURL = "https://rachelbythebay.com/w/atom.xml"

        #expect(bed.success().wait > .day)
    }

    @Test(
        arguments: [("6h", 6 * 3600), ("90 min", 5400), ("2d", 172_800), ("600", 600), ("45m", 2700)]
            as [(String, Int64)]
    )
    func aFeedMayHaveAnIntervalOfItsOwn(text: String, seconds: Int64) {
        var bed = bed
        bed.state.overrides = [RefreshOverride.interval: text]

        #expect(bed.success().waits(seconds))
        #expect(bed.success().rule == .override)
    }

    @Test(arguments: ["", "soon", "-1", "0", "6 weeks", "99999999999999999999", "9223372036854775807d"])
    func anIntervalThatIsNoneIsIgnored(text: String) {
        var bed = bed
        bed.state.overrides = [RefreshOverride.interval: text]

        #expect(bed.success().waits(.hour))
    }

    @Test(arguments: ["1", "2s", "299s"])
    func rule18AnIntervalIsFiveMinutesAtLeast(text: String) {
        var bed = bed
        bed.state.overrides = [RefreshOverride.interval: text]

        #expect(bed.success().waits(300))
    }

    @Test(arguments: ["366d", "106751991167300d", "9223372036854775807"])
    func anIntervalIsAYearAtMost(text: String) throws {
        var bed = bed
        bed.state.overrides = [RefreshOverride.interval: text]

        #expect(bed.success().waits(365 * .day))
        let setting = try #require(FeedSetting.all.first { $0.key == RefreshOverride.interval })
        #expect(!setting.accepts(text) && setting.accepts("365d"))
    }

    // MARK: - Validators

    @Test func rule12ValidatorsAreSentUntilTheyAreEightDaysOld() {
        var bed = bed
        let validators = bed.state.validators
        func sent(days: Int64) -> HTTPValidators {
            bed.state.validatorsAt = bed.now.adding(seconds: -days * .day)
            return bed.policy.validators(of: RefreshState(bed.state), at: bed.now)
        }

        #expect(sent(days: 0) == validators)
        #expect(sent(days: 8) == validators)
        #expect(sent(days: 9).isEmpty, "at most a tenth is added")
        bed.state.feedURL = "https://openrss.org/feed"
        #expect(sent(days: 900) == validators, "this host counts unconditional requests")
    }

    @Test func rule12ValidatorsOfTheFutureAreNotSent() {
        var bed = bed
        let validators = bed.state.validators
        func sent(inSeconds seconds: Int64) -> HTTPValidators {
            bed.state.validatorsAt = bed.now.adding(seconds: seconds)
            return bed.policy.validators(of: RefreshState(bed.state), at: bed.now)
        }

        #expect(sent(inSeconds: 60) == validators, "clocks are set by a little all the time")
        #expect(sent(inSeconds: .day).isEmpty)
        #expect(sent(inSeconds: 36_500 * .day).isEmpty)
        bed.state.feedURL = "https://openrss.org/feed"
        #expect(sent(inSeconds: .day) == validators, "this host counts unconditional requests")
    }

    @Test func rule12NotAllFeedsAreAskedForTheWholeDocumentAtOnce() {
        let count = (1...1000 as ClosedRange<Int64>).count { id in
            var bed = bed
            bed.state.subscriptionID = id
            bed.state.validatorsAt = bed.now.adding(seconds: -8 * .day - 8 * .day / 20)
            return bed.policy.validators(of: RefreshState(bed.state), at: bed.now).isEmpty
        }

        #expect((400...600).contains(count))
    }

    @Test func rule12ANotModifiedDoesNotMakeValidatorsYounger() {
        var response = FeedResponse()
        response.status = 304
        response.validators = bed.state.validators
        let decision = bed.success(status: 304)

        let state = RefreshState(bed.state)
        let notModified = RefreshSuccess(response, of: state, decision, at: bed.now, validatorsMark: nil)
        response.status = 200
        let loaded = RefreshSuccess(response, of: state, decision, at: bed.now, validatorsMark: nil)

        #expect(notModified.validatorsAt == bed.state.validatorsAt)
        #expect(loaded.validatorsAt == bed.now)
    }
}
