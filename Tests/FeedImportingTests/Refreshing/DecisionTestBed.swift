import FeedLoading
import PodcastModel

@testable import FeedImporting

/// A feed of which a test says only what matters to it, asked on a Saturday
/// morning.
struct DecisionTestBed {
    /// 2026-11-21T07:00:00Z, a Saturday.
    static let now = Timestamp(epochSeconds: 1_795_244_400)

    /// What is known of it, as tests change it.
    var state = RefreshState.Fields(
        subscriptionID: 7,
        podcastID: 1,
        feedURL: "https://show.example/feed.xml",
        state: .active,
        validators: HTTPValidators(etag: "\"1\""),
        bodyDigest: 1,
        parserVersion: nil,
        credentials: nil,
        failures: 0,
        nextDueAt: now,
        lastSuccessAt: now.adding(seconds: -7200),
        validatorsAt: now.adding(seconds: -7200)
    )
    var policy = RefreshPolicy()
    var now = Self.now

    /// The decision after a 200 or 304 with an ETag.
    func success(
        status: Int = 200,
        etag: String? = "\"1\"",
        hints: PollingHints? = nil,
        _ describe: (inout FeedResponse) -> Void = { _ in }
    ) -> RefreshDecision {
        var response = FeedResponse()
        response.status = status
        response.validators.etag = etag
        describe(&response)
        return RefreshDecision(
            after: .success(response),
            of: RefreshState(state),
            hints: hints,
            policy: policy,
            now: now
        )
    }

    /// The decision after a failure.
    func failure(
        _ trouble: RefreshTrouble,
        retryAfter: RetryAfter? = nil,
        redirects: RetryAfter? = nil,
        earlier: [DueReason] = []
    ) -> RefreshDecision {
        let answer = RefreshAnswer.failure(trouble, retryAfter: retryAfter, redirects: redirects)
        return RefreshDecision(after: answer, of: RefreshState(state), earlier: earlier, policy: policy, now: now)
    }

    /// The decision after an error of the loader.
    func error(_ error: FeedLoadingError) -> RefreshDecision {
        RefreshDecision(after: RefreshAnswer(error), of: RefreshState(state), policy: policy, now: now)
    }
}

extension RefreshDecision {
    /// Seconds from the attempt of a ``DecisionTestBed`` to the next.
    var wait: Int64 { dueAt.seconds(since: DecisionTestBed.now) }

    /// The rule that decided.
    var rule: DueReason.Rule? { reasons.last?.rule }

    /// Whether the wait is so long, or up to a tenth longer.
    func waits(_ seconds: Int64) -> Bool { (seconds...seconds + seconds / 10).contains(wait) }
}

extension Int64 {
    static let hour: Int64 = 3600
    static let day: Int64 = 86_400
}
