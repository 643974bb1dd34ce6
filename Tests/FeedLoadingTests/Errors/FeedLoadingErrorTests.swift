import FeedLoading
import Testing

struct FeedLoadingErrorTests {
    private static let feed = "https://example.org/…"

    private static let all: [FeedLoadingError] = [
        .unresolvedHost(feed: feed), .offline(feed: feed), .unreachable(feed: feed, reason: "refused"),
        .proxy(feed: feed, reason: "refused"), .tls(feed: feed, reason: "expired"),
        .timedOut(feed: feed, phase: .idle, milliseconds: 20_000),
        .addressDenied(feed: feed, address: "10.0.0.1", rule: "private"), .portDenied(feed: feed, port: 25),
        .connectionLost(feed: feed, reason: "reset"),
        .protocolViolation(feed: feed, reason: "nonsense"), .credentialsRefused(feed: feed), .notFound(feed: feed),
        .gone(feed: feed), .unauthorized(feed: feed, status: 401), .forbidden(feed: feed, isBotWall: false),
        .forbidden(feed: feed, isBotWall: true), .rateLimited(feed: feed, retryAfter: .seconds(60)),
        .unavailable(feed: feed, retryAfter: nil), .serverError(feed: feed, status: 502, retryAfter: nil),
        .clientError(feed: feed, status: 400, retryAfter: nil), .unexpectedStatus(feed: feed, status: 204),
        .unsolicitedNotModified(feed: feed), .redirectLoop(feed: feed), .tooManyRedirects(feed: feed, limit: 10),
        .invalidRedirect(feed: feed, status: 301), .unsafeRedirect(feed: feed, scheme: "ftp"),
        .downgradingRedirect(feed: feed), .tooLarge(feed: feed, limit: .ratio(200)),
        .partialBody(feed: feed, reason: "cut"), .undecodableBody(feed: feed, coding: "br", reason: "damaged"),
        .emptyBody(feed: feed), .mediaBody(feed: feed, kind: "a PDF document"),
        .controlCharacterInHeader(feed: feed, header: "etag"), .fileNotFound(feed: feed),
        .filePermissionDenied(feed: feed), .isDirectory(feed: feed), .fileFailure(feed: feed, reason: "broken"),
        .cancelled(feed: feed), .noResources(feed: feed, reason: "Too many open files"),
        .authorities(feed: feed, reason: "no such file"), .internalFailure(feed: feed, reason: "refused"),
    ]

    @Test(arguments: all)
    func saysTheLayerTheFeedAndSomethingMore(error: FeedLoadingError) {
        let start = "feed loading: \(Self.feed): "
        #expect(error.description.hasPrefix(start))
        #expect(error.description.count > start.count + 10)
        #expect(!error.description.contains("\n"))
        #expect(!error.description.hasSuffix(error.shortDescription))
    }

    @Test(arguments: [
        (
            FeedLoadingError.tooLarge(feed: feed, limit: .decoded(bytes: 5)),
            ["transfer.decoded-bytes", "own decoded-bytes"]
        ),
        (.tooLarge(feed: feed, limit: .wire(bytes: 5)), ["transfer.wire-bytes", "own wire-bytes"]),
        (.tooLarge(feed: feed, limit: .ratio(5)), ["transfer.compression-ratio"]),
        (.tooManyRedirects(feed: feed, limit: 10), ["transfer.redirects"]),
        (.timedOut(feed: feed, phase: .connect, milliseconds: 5), ["transfer.connect-timeout"]),
        (.timedOut(feed: feed, phase: .idle, milliseconds: 5), ["transfer.idle-timeout"]),
        (.timedOut(feed: feed, phase: .rate, milliseconds: 5), ["transfer.minimum-rate"]),
        (.timedOut(feed: feed, phase: .total, milliseconds: 5), ["transfer.total-timeout"]),
        (.addressDenied(feed: feed, address: "10.0.0.1", rule: "private"), ["allow-hosts", "allow-networks"]),
        (.portDenied(feed: feed, port: 25), ["allow-ports"]),
        (.proxy(feed: feed, reason: "refused"), ["setting proxy"]),
        (.noResources(feed: feed, reason: "Too many open files"), ["LimitNOFILE", "TasksMax", "ulimit -n"]),
        (.authorities(feed: feed, reason: "no such file"), ["package ca-certificates", "setting authority-file"]),
        (.unauthorized(feed: feed, status: 407, challenge: .proxy), ["setting proxy"]),
        (.unauthorized(feed: feed, status: 401), ["setting credentials", "credentials-file"]),
        (.credentialsRefused(feed: feed), ["allow-insecure-credentials=true"]),
        (.protocolViolation(feed: feed, reason: "nonsense", isHTTP2: true), ["http-version=1.1"]),
    ])
    func namesTheSettingsThatHelp(error: FeedLoadingError, settings: [String]) {
        for setting in settings { #expect(error.description.contains(setting), "\(error.description)") }
    }

    @Test(arguments: [
        (FeedLoadingError.serverError(feed: feed, status: 500, retryAfter: nil), "the server failed (500)"),
        (.serverError(feed: feed, status: 511, retryAfter: nil), "the network here wants a log-in"),
        (.serverError(feed: feed, status: 522, retryAfter: nil), "is not reached by what stands before it"),
        (.clientError(feed: feed, status: 400, retryAfter: nil), "the server rejects the request (400)"),
        (.clientError(feed: feed, status: 451, retryAfter: nil), "for legal reasons (451)"),
    ])
    func saysWhatAStatusMeansThatMeansMore(error: FeedLoadingError, words: String) {
        #expect(error.description.contains(words), "\(error.description)")
    }

    @Test func aHeadThatIsTooLargeIsNoMatterOfSettings() {
        let error = FeedLoadingError.tooLarge(feed: Self.feed, limit: .header(bytes: 5))
        #expect(error.description.hasSuffix("more than 5 bytes of headers"))
    }

    @Test func whatAServerMadeUpIsSaidInBrief() {
        let coding = String(repeating: "q", count: 30_000)
        let error = FeedLoadingError.undecodableBody(feed: Self.feed, coding: coding, reason: "unknown")
        #expect(error.description.count < 200)
        #expect(error.description.contains("qqqq…"))
    }

    /// http polling A6 64.
    @Test func aSchemeThatAServerMadeUpIsNotNamed() {
        let ofPassword = FeedLoadingError.unsafeRedirect(feed: Self.feed, scheme: "s3cret")
        #expect(ofPassword.description.contains("leads to an address of another kind, only http and https"))
        #expect(FeedLoadingError.unsafeRedirect(feed: Self.feed, scheme: "ftp").description.contains("leads to ftp:,"))
    }

    @Test func everyKindHasAWordOfItsOwn() {
        let words = Self.all.map(\.shortDescription)
        #expect(Set(words).count == Self.all.count)
        #expect(words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } })
    }

    @Test func onlyOurOwnTroublesAreInterruptions() {
        let interruptions = Self.all.filter(\.isInterruption).map(\.shortDescription)
        #expect(interruptions == ["offline", "cancelled", "no-resources", "authority-file"])
    }

    @Test func theProxyOfAllFeedsIsOurOwnTroubleAndAFeedsOwnIsNot() {
        #expect(FeedLoadingError.proxy(feed: Self.feed, reason: "refused", isOurs: true).isInterruption)
        #expect(!FeedLoadingError.proxy(feed: Self.feed, reason: "refused").isInterruption)
    }

    @Test func whatNeedsSomebodyToActIsNotTransient() {
        let lasting: Set = [
            "address-denied", "port-denied", "credentials-refused", "not-found", "gone", "unauthorized", "forbidden",
            "client-error",
            "unexpected-status", "redirect-loop", "too-many-redirects", "invalid-redirect", "unsafe-redirect",
            "downgrading-redirect", "too-large", "undecodable-body", "media-body", "header-injection",
            "file-not-found", "file-permission", "is-directory", "internal",
        ]
        #expect(Set(Self.all.filter { !$0.isTransient }.map(\.shortDescription)) == lasting)
    }
}
