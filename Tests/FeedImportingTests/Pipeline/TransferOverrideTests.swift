import FeedLoading
import FeedServer
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

struct TransferOverrideTests {
    @Test func aFeedsOwnSettingsChangeHowItIsLoaded() {
        let options = TransferOptions().applying([
            "http-version": "1.1", "verify-tls": "false", "allow-insecure-credentials": "true",
            "proxy": "http://proxy.example:3128", "accept-deltas": "true", "user-agent": "Mozilla/5.0 (me)",
            "total-timeout": "5 min", "decoded-bytes": "128 MiB", "wire-bytes": "100000",
            "password-encoding": "iso-8859-1",
        ])
        #expect(options.userAgent == "Mozilla/5.0 (me)")
        #expect(options.timeLimits.total == 300_000)
        #expect(options.sizeLimits.decodedBytes == 134_217_728)
        #expect(options.sizeLimits.wireBytes == 100_000)
        #expect(options.httpVersion == .http1)
        #expect(!options.trust.verifiesCertificate)
        #expect(options.allowsCredentialsOverHTTP)
        #expect(options.proxy == "http://proxy.example:3128")
        #expect(options.acceptsDelta)
        #expect(options.passwordEncoding == .latin1)
    }

    @Test(arguments: [
        ("6H", true), ("90 min", true), ("2w", true), ("5 min", true), ("300", true), ("299s", false), ("2s", false),
        ("0", false), ("0h", false), ("366d", false),
    ])
    func anIntervalOfItsOwnIsReadAsAllDurationsAre(text: String, isTaken: Bool) {
        #expect(FeedSetting.all.first { $0.key == RefreshOverride.interval }?.accepts(text) == isTaken)
    }

    @Test func whatIsNotAboutTheTransferOrMakesNoSenseChangesNothing() {
        let options = TransferOptions().applying([
            "interval": "6h", "http-version": "3", "verify-tls": "no", "allow-insecure-credentials": "",
            "proxy": "proxy.example", "accept-deltas": "1", "user-agent": "a\r\nCookie: b", "total-timeout": "2d",
            "decoded-bytes": "3 GiB", "wire-bytes": "12 loaves", "password-encoding": "latin1",
        ])
        let (limits, defaults) = (options.sizeLimits, TransferOptions())
        #expect(options.userAgent == defaults.userAgent)
        #expect(options.timeLimits == defaults.timeLimits)
        #expect(limits == defaults.sizeLimits)
        #expect(options.httpVersion == .http2)
        #expect(options.trust.verifiesCertificate)
        #expect(!options.allowsCredentialsOverHTTP)
        #expect(options.proxy == nil)
        #expect(!options.acceptsDelta)
        #expect(options.passwordEncoding == .utf8)
    }

    @Test(arguments: [("Mozilla/5.0 (me)", true), (" me", true), (" ", false), ("", false), ("ü", false)])
    func whatAServerIsToldIsALineThatSaysSomething(text: String, isTaken: Bool) {
        #expect(TransferOverride.userAgent.accepts(text) == isTaken)
    }

    @Test func aProxyThatIsNoLongerTakenIsNotPassedBy() {
        let options = TransferOptions().applying(["proxy": "http://proxy.example:3128/path"])
        #expect(options.proxy == "http://proxy.example:3128/path")
        #expect(options.hasOwnProxy)
    }

    @Test func http2IsTriedAgainAWeekAfterItFailed() {
        // Given a feed whose server was found to break HTTP/2
        let now = Timestamp(epochSeconds: 1_800_000_000)
        let noted = ["http-version": TemporaryHTTP1(from: now).value]
        #expect(noted == ["http-version": "1.1 until 2027-01-22T08:00:00Z"])

        // Then it is spoken to in HTTP/1.1 for a week
        #expect(TransferOptions().applying(noted).httpVersion == .http1)
        #expect(TemporaryHTTP1(in: noted)?.isOver(at: now.adding(seconds: 7 * 86_400 - 1)) == false)
        #expect(TemporaryHTTP1(in: noted)?.isOver(at: now.adding(seconds: 7 * 86_400)) == true)

        // But what a user has set holds for good
        #expect(TemporaryHTTP1(in: ["http-version": "1.1"]) == nil)
        #expect(!TransferOverride.httpVersion.accepts("1.1 until 2027-01-22T08:00:00Z"))
    }

    @Test(arguments: [200, 304])
    func whatIsNotedOfAServerIsForgottenWhenHTTP2HasWorkedAgain(status: Int) async throws {
        let url = "http://show.example/feed"
        try await WebTestBed.run(
            script: { request in
                status == 304 && request["If-None-Match"] != nil
                    ? ServerStep.notModified()
                    : ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
            },
            { bed in
                try await bed.importFeeds([url])
                // When its week is not over, when it is, and where a user has set it
                let week = TemporaryHTTP1(from: bed.clock.timestamp).value
                let settings = [week, "1.1 until 2001-01-01T00:00:00Z", "1.1"]
                var kept: [String?] = []
                for setting in settings {
                    try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                        try unit.subscriptions.setOverride("http-version", to: setting, of: 1)
                    }
                    try await bed.importFeeds([url])
                    kept.append(
                        try await bed.read { unit throws(PersistenceError) in
                            try unit.refreshes.state(id: 1)?.overrides["http-version"]
                        }
                    )
                }

                // Then
                #expect(kept == [week, nil, "1.1"])
            }
        )
    }

    @Test(arguments: [(ServerStep.waitForClient, "timeout"), (.close, "connection-lost")])
    func whereHTTP2HangsWhenItIsTriedAgainHTTP1IsSpokenForAnotherWeek(step: ServerStep, kind: String) async throws {
        let url = "http://show.example/feed"
        try await WebTestBed.run(
            script: { request in
                request["If-None-Match"] == nil
                    ? ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")])) : [step]
            },
            { bed in
                // Given a feed whose week is over
                try await bed.importFeeds([url])
                let over = "1.1 until 2001-01-01T00:00:00Z"
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.subscriptions.setOverride("http-version", to: over, of: 1)
                }

                // When it is asked again
                let (results, _) = try await bed.importFeeds([url]) {
                    if kind == "timeout" { $0.options.timeLimits.idle = 50 }
                }

                // Then only silence may be what a server that cannot cope answers with
                let kept = try await bed.read { unit throws(PersistenceError) in
                    try unit.refreshes.state(id: 1)?.overrides["http-version"]
                }
                #expect(results.map { $0.outcome.failure?.kind.rawValue } == [kind])
                let isOver = kept.flatMap { TemporaryHTTP1($0) }?.isOver(at: bed.clock.timestamp)
                #expect(isOver == (kind != "timeout"))
            }
        )
    }

    @Test func certificatesAreVerifiedUnlessAFeedSaysOtherwise() {
        #expect(TransferOptions().trust.verifiesCertificate)
        #expect(TransferOptions().applying(["verify-tls": "true"]).trust.verifiesCertificate)
    }

    @Test func whatAHostWantsToReadReachesTheTransfer() {
        var policy = RefreshPolicy()
        policy.hostRules = [
            HostRule(hostSuffix: "a.example", userAgentSuffix: "(mail me@example.org)"),
            HostRule(hostSuffix: "b.example"),
        ]
        #expect(policy.userAgentSuffixes == [HostSuffix(host: "a.example", text: "(mail me@example.org)")])
    }

    @Test func aDocumentThatAnotherParserHasReadIsAskedForWithoutConditions() {
        let validators = HTTPValidators(etag: "\"1\"")
        var state = RefreshState.Fields(
            subscriptionID: 1,
            podcastID: 1,
            feedURL: "https://a.example/feed",
            state: .active,
            validators: validators,
            bodyDigest: 1,
            parserVersion: FeedDocumentReader.version,
            credentials: nil,
            failures: 0,
            nextDueAt: nil
        )
        let now = Timestamp(epochSeconds: 1_795_232_700)
        #expect(RefreshPolicy().validators(of: RefreshState(state), at: now) == validators)
        state.parserVersion = FeedDocumentReader.version - 1
        #expect(RefreshPolicy().validators(of: RefreshState(state), at: now).isEmpty)
    }
}
