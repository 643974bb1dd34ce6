import FeedLoading
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

struct MoveRuleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var from = "https://old.example/feed"
        var target = "https://new.example/feed"
        var sightings = 3
        var hours: Int64 = 48
        var lookedAtHour: Int64?
        var isSameShow = true
        var isPrivate = false
        var isAnnounced = false
        let verdict: MoveRule.Verdict
    }

    static let cases = [
        Case(testDescription: "seen three times over two days", verdict: .move),
        Case(testDescription: "seen twice", sightings: 2, verdict: .wait),
        Case(testDescription: "seen often in one day", sightings: 30, hours: 47, verdict: .wait),
        Case(testDescription: "seen for the first time", sightings: 1, hours: 0, verdict: .wait),
        Case(testDescription: "another show", isSameShow: false, verdict: .refuse(.otherShow)),
        Case(testDescription: "from https to http", target: "http://new.example/feed", verdict: .refuse(.downgrade)),
        Case(
            testDescription: "from http to http",
            from: "http://old.example/feed",
            target: "http://new.example/feed",
            verdict: .move
        ),
        Case(testDescription: "into a private network", isPrivate: true, verdict: .refuse(.privateNetwork)),
        Case(
            testDescription: "the same address with https, seen once",
            from: "http://old.example/feed",
            target: "https://old.example/feed",
            sightings: 1,
            hours: 0,
            verdict: .move
        ),
        Case(
            testDescription: "the same address with https, but another show",
            from: "http://old.example/feed",
            target: "https://old.example/feed",
            sightings: 1,
            hours: 0,
            isSameShow: false,
            verdict: .refuse(.otherShow)
        ),
        Case(
            testDescription: "https and another path, seen once",
            from: "http://old.example/feed",
            target: "https://old.example/feed2",
            sightings: 1,
            hours: 0,
            verdict: .wait
        ),
        Case(
            testDescription: "https on another host, seen once",
            from: "http://old.example/feed",
            target: "https://new.example/feed",
            sightings: 1,
            hours: 0,
            verdict: .wait
        ),
        Case(
            testDescription: "https on another port, seen once",
            from: "http://old.example:8080/feed",
            target: "https://old.example:8443/feed",
            sightings: 1,
            hours: 0,
            verdict: .wait
        ),
        Case(testDescription: "announced by the feed", isAnnounced: true, verdict: .examine),
        Case(testDescription: "announced three times in one day", hours: 47, isAnnounced: true, verdict: .wait),
        Case(testDescription: "announced twice", sightings: 2, isAnnounced: true, verdict: .wait),
        Case(testDescription: "announced at many refreshes", sightings: 13, isAnnounced: true, verdict: .examine),
        Case(
            testDescription: "announced again, and looked at in vain",
            sightings: 4,
            hours: 72,
            lookedAtHour: 48,
            isAnnounced: true,
            verdict: .wait
        ),
        Case(
            testDescription: "announced for twice as long as when it was looked at",
            sightings: 5,
            hours: 96,
            lookedAtHour: 48,
            isAnnounced: true,
            verdict: .examine
        ),
        Case(
            testDescription: "announced for longer",
            sightings: 9,
            hours: 191,
            lookedAtHour: 96,
            isAnnounced: true,
            verdict: .wait
        ),
    ]

    @Test(arguments: cases)
    func believesAMoveOnlyOnGoodEvidence(sample: Case) throws {
        let first = Timestamp(epochSeconds: 1_795_232_700)
        let evidence = MoveEvidence(
            from: try FeedURL(sample.from),
            target: try FeedURL(sample.target),
            sightings: sample.sightings,
            firstSeenAt: first,
            lookedAt: sample.lookedAtHour.map { first.adding(seconds: $0 * 3600) },
            isSameShow: sample.isSameShow,
            isPrivate: sample.isPrivate,
            isAnnounced: sample.isAnnounced
        )
        #expect(MoveRule.verdict(on: evidence, at: first.adding(seconds: sample.hours * 3600)) == sample.verdict)
    }

    @Test(
        arguments: [
            ("https://show.example/feed", "https://show.example/feed", nil),
            ("https://show.example/feed", "https://www.show.example/feed/", nil),
            ("https://show.example/feed", "http://show.example/feed", nil),
            ("https://show.example/feed", "not an address", nil),
            ("https://show.example/feed", "ftp://show.example/feed", nil),
            ("file:///feed.xml", "https://show.example/feed", nil),
            ("http://show.example/feed", "https://show.example/feed", "https://show.example/feed"),
            ("https://show.example/feed", " https://new.example/feed ", "https://new.example/feed"),
        ] as [(String, String, String?)]
    )
    func aFeedThatNamesItselfHasNotMoved(feedURL: String, announced: String, target: String?) {
        let candidate = MoveCandidate(from: feedURL, response: nil, announced: announced)
        #expect(candidate?.target.string == target)
    }

    @Test(
        arguments: [
            ("http://show.example/feed", "https://show.example/feed", nil, nil, false),
            ("http://show.example/feed", "https://show.example/feed", nil, "https://show.example/feed", false),
            ("http://show.example/feed", "https://show.example/feed", nil, "http://show.example/feed", false),
            ("http://show.example/feed", "https://show.example/feed", "https://www.show.example/feed", nil, false),
            ("http://show.example/feed", "https://new.example/feed", nil, nil, false),
            ("http://show.example/feed", "https://new.example/feed", "https://show.example/feed", nil, true),
            ("http://show.example/feed", "https://new.example/feed", nil, "https://www.show.example/feed", true),
            ("https://show.example/feed", "https://new.example/feed", nil, "http://show.example/feed", true),
        ] as [(String, String, String?, String?, Bool)]
    )
    func anAddressThatPointsBackIsToldFromTheSameWithHTTPS(
        feedURL: String,
        announced: String,
        end: String?,
        announcedThere: String?,
        leadsBack: Bool
    ) throws {
        let candidate = try #require(MoveCandidate(from: feedURL, response: nil, announced: announced))
        #expect(candidate.leadsBack(to: try FeedURL(end ?? announced), announcing: announcedThere) == leadsBack)
    }

    @Test func aPermanentRedirectOutOfHTTPSIsRefusedAndSoTold() throws {
        let (feedURL, announced) = ("https://show.example/feed", "https://new.example/feed")
        var response = FeedResponse()
        func candidate(_ status: Int, announced: String? = nil) throws -> MoveCandidate? {
            response.redirects = [RedirectHop(status: status, location: try FeedURL("http://show.example/feed"))]
            return MoveCandidate(from: feedURL, response: response, announced: announced)
        }
        for status in [301, 308] {
            let move = try #require(try candidate(status))
            let evidence = MoveEvidence(
                from: move.from,
                target: move.target,
                sightings: 1,
                firstSeenAt: Timestamp(epochSeconds: 0),
                isSameShow: true,
                isPrivate: move.isPrivate,
                isAnnounced: move.cause == .newFeedURL
            )
            #expect(MoveRule.verdict(on: evidence, at: Timestamp(epochSeconds: 0)) == .refuse(.downgrade))
        }
        #expect(try candidate(302) == nil)
        // What the feed says of itself is worth more than what never counts.
        #expect(try candidate(301, announced: announced)?.target.string == announced)
        #expect(try candidate(301, announced: feedURL)?.target.scheme == "http")
    }

    @Test(arguments: [
        ("https://new.example/feed", "https://old.example/feed", true),
        ("http://new.example/feed", "http://old.example/feed", true),
        ("http://new.example/feed", "https://old.example/feed", true),
        ("https://old.example/feed", "http://old.example/feed", false),
        ("https://new.example/feed", "http://old.example/feed", false),
    ])
    func goingBackNeverGivesUpHTTPS(feedURL: String, former: String, isPossible: Bool) {
        #expect((MoveCandidate(from: feedURL, backTo: former) != nil) == isPossible)
    }

    @Test(arguments: [
        ("https://show.example/feed", "https://192.168.0.1/feed", true),
        ("https://show.example/feed", "https://localhost/feed", true),
        ("https://show.example/feed", "https://[::1]/feed", true),
        ("https://show.example/feed", "https://8.8.8.8/feed", false),
        ("http://192.168.0.1/feed", "http://192.168.0.2/feed", false),
        ("http://127.0.0.1/feed", "http://127.0.0.1/new", false),
    ])
    func seesAPrivateTarget(feedURL: String, announced: String, isPrivate: Bool) {
        #expect(MoveCandidate(from: feedURL, response: nil, announced: announced)?.isPrivate == isPrivate)
    }

    @Test func aLostFeedIsLookedForEverMoreRarely() {
        let since = Timestamp(epochSeconds: 1_800_000_000)
        let days = (1...120).filter { day in
            MoveRule.isTimeToSearch(
                failingSince: since,
                lastAttemptAt: since.adding(seconds: Int64(day - 1) * 86_400),
                now: since.adding(seconds: Int64(day) * 86_400)
            )
        }
        #expect(days == [14, 28, 56, 112])

        // One that is asked once in a month is looked for then, once.
        #expect(
            MoveRule.isTimeToSearch(
                failingSince: since,
                lastAttemptAt: since,
                now: since.adding(seconds: 40 * 86_400)
            )
        )
    }
}
