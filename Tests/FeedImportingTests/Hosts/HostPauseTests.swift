import FeedLoading
import PodcastModel
import Testing

@testable import FeedImporting

struct HostPauseTests {
    private let now = Timestamp(epochSeconds: 1_795_232_700)
    private static let feed = "https://show.example/…"

    @Test(
        arguments: [
            (FeedLoadingError.rateLimited(feed: feed, retryAfter: .seconds(600)), 601),
            (.rateLimited(feed: feed, retryAfter: nil), 3600),
            (.rateLimited(feed: feed, retryAfter: .seconds(0)), 3600),
            (.rateLimited(feed: feed, retryAfter: .seconds(99_999_999)), 7 * 86_400),
            (.rateLimited(feed: feed, retryAfter: .date(Timestamp(epochSeconds: 1_795_232_700 + 90))), 90),
            (.unavailable(feed: feed, retryAfter: .seconds(120)), 121),
            (.unavailable(feed: feed, retryAfter: nil), nil),
            (.unavailable(feed: feed, retryAfter: .seconds(0)), nil),
            (.serverError(feed: feed, status: 500, retryAfter: .seconds(120)), nil),
            (.notFound(feed: feed), nil),
        ] as [(FeedLoadingError, Int64?)]
    )
    func concernsTheHostIfItSaysSo(error: FeedLoadingError, seconds: Int64?) {
        let pause = HostPause(after: error, failures: 0, at: now)
        #expect(pause?.until.seconds(since: now) == seconds)
    }

    @Test(
        arguments: [
            (.unresolvedHost(feed: feed), true), (.offline(feed: feed), true), (.proxy(feed: feed, reason: "x"), true),
            (.tls(feed: feed, reason: "expired"), true), (.connectionLost(feed: feed, reason: "closed"), true),
            (.timedOut(feed: feed, phase: .resolve, milliseconds: 1), true),
            (.timedOut(feed: feed, phase: .connect, milliseconds: 1), true),
            (.timedOut(feed: feed, phase: .tls, milliseconds: 1), true),
            (.timedOut(feed: feed, phase: .response, milliseconds: 1), true),
            (.timedOut(feed: feed, phase: .idle, milliseconds: 1), false),
            (.notFound(feed: feed), false), (.serverError(feed: feed, status: 500, retryAfter: nil), false),
        ] as [(FeedLoadingError, Bool)]
    )
    func leavesAHostAloneOnlyIfNobodyAnswersThere(error: FeedLoadingError, isPaused: Bool) {
        #expect((HostPause(after: error, failures: 5, at: now) != nil) == isPaused)
    }

    @Test(arguments: [(1, nil), (4, nil), (5, 900), (6, 1800), (7, 3600), (50, 6 * 3600)] as [(Int, Int64?)])
    func leavesAHostAloneThatCannotBeReached(failures: Int, seconds: Int64?) {
        let error = FeedLoadingError.unreachable(feed: Self.feed, reason: "refused")
        let pause = HostPause(after: error, failures: failures, at: now)
        #expect(pause?.until.seconds(since: now) == seconds)
        #expect(pause.map(\.reason) == seconds.map { _ in .unreachable })
    }

    @Test func aRefusedConnectionSaysNothingOfTheHost() {
        let error = FeedLoadingError.unreachable(feed: Self.feed, reason: "refused", isRefused: true)
        #expect(!error.countsAgainstHost && error.isConnectivityFailure)
        #expect(HostPause(after: error, failures: 50, at: now) == nil)
    }

    @Test(
        arguments: [
            (.unresolvedHost(feed: feed), false, true),
            (.offline(feed: feed), false, true),
            (.unreachable(feed: feed, reason: "no route to host"), false, true),
            (.timedOut(feed: feed, phase: .resolve, milliseconds: 1), false, true),
            (.timedOut(feed: feed, phase: .connect, milliseconds: 1), false, true),
            (.proxy(feed: feed, reason: "refused"), true, true),
            (.addressDenied(feed: feed, address: "192.168.1.1", rule: "private"), false, true),
            (.unreachable(feed: feed, reason: "refused", isRefused: true), true, true),
            (.unreachable(feed: feed, reason: "refused", isRefused: true), false, false),
            (.timedOut(feed: feed, phase: .tls, milliseconds: 1), false, false),
            (.timedOut(feed: feed, phase: .response, milliseconds: 1), false, false),
            (.tls(feed: feed, reason: "expired"), false, false),
            (.connectionLost(feed: feed, reason: "closed"), false, false),
            (.serverError(feed: feed, status: 500, retryAfter: nil), false, false),
        ] as [(FeedLoadingError, Bool, Bool)]
    )
    func suspectsTheNetworkOnlyWhereNobodyAnswers(error: FeedLoadingError, isProxied: Bool, isSuspect: Bool) {
        #expect(error.suggestsOutage(isProxied: isProxied) == isSuspect)
    }

    @Test func readsThePauseThatTheStoreRemembers() {
        var host = HostState(name: "show.example", lastUsedAt: now)
        #expect(HostPause(host, at: now) == nil)
        host.pausedUntil = now.adding(seconds: 60)
        host.pauseReason = "rate-limited"
        #expect(HostPause(host, at: now) == HostPause(until: now.adding(seconds: 60), reason: .rateLimited))
        #expect(HostPause(host, at: now.adding(seconds: 60)) == nil)
    }
}
