import FeedLoading
import PodcastModel

extension WaitRules {
    /// What the server says (A2 18 to 20).
    mutating func add(_ response: FeedResponse) {
        addRule(of: response)
        if response.status != nil, response.validators.isEmpty {
            add(
                .noValidators,
                policy.intervalWithoutValidators,
                "the server offers neither ETag nor Last-Modified, so each answer is the whole document"
            )
        } else if leadsElsewhereEachTime(response) {
            add(
                .noValidators,
                policy.intervalWithoutValidators,
                "the server redirects to another address each time, so each answer is the whole document"
            )
        }
        add(response.freshness)
        addRetryAfter(response.longestRetryAfter(from: now))
    }

    /// Whether what was to be sent back was of another address than the one that a redirect leads to now, and that is
    /// no plain move from the feed's own: signed addresses differ each time, and no condition ever holds for one.
    private func leadsElsewhereEachTime(_ response: FeedResponse) -> Bool {
        guard !response.redirects.isEmpty, response.sentValidators.isEmpty, let before = state.validators.url,
            before != state.feedURL, let now = response.finalURL
        else { return false }
        return before != now.string
    }

    /// What the host wants that has answered, to which a redirect may have led (A5 59).
    private mutating func addRule(of response: FeedResponse) {
        guard !response.redirects.isEmpty, let url = response.finalURL,
            let rule = policy.hostRule(forFeedURL: url.string), let minimum = rule.minimumInterval
        else { return }
        add(.hostRule, minimum, rule.detail(minimum))
    }

    /// The document ends too soon, and elsewhere each time: no validators can be kept for it (A2 18).
    mutating func addWholeDocuments() {
        add(
            .noValidators,
            policy.intervalWithoutValidators,
            "the validators of such a document are not kept, so each answer is all of it"
        )
    }

    /// The server gives validators, and refuses what is asked with them (A1 12, A2 18).
    mutating func addRefusedConditions() {
        add(
            .noValidators,
            policy.intervalWithoutValidators,
            "the server refuses requests with its ETag or Last-Modified, so each answer is the whole document"
        )
    }

    /// What the document says, or the last one said (A2 25 to 29).
    mutating func add(_ hints: PollingHints) {
        if let ttl = hints.ttlMinutes {
            addBelieved(.ttl, Int64(ttl) * 60) { "the feed asks for \($0) between two looks (ttl)" }
        }
        if let period = hints.updatePeriodSeconds {
            addBelieved(.updatePeriod, Int64(period)) { "the feed is updated every \($0) (sy:updatePeriod)" }
        }
        if hints.usesPodping && policy.hasPodpingListener {
            add(.podping, policy.podpingInterval, "the feed announces its episodes by Podping, and somebody listens")
        }
        if hints.isComplete || hints.updateFrequency?.complete == true {
            add(.complete, policy.completeInterval, "the podcast is complete; it is looked at in case it comes back")
        }
    }

    /// Feeds that were added together, or have all become due while nobody
    /// asked, are spread over the whole of their interval once; after that a
    /// small share is enough to keep them apart (A2 24).
    mutating func spreadAfterSuccess() {
        if isAimed {
            spread(by: spread.offset(in: Self.aimedSpread, at: now))
        } else if isFirstOrLate, !isSpreadByRhythm {
            // All daily shows of a list are looked for after the same time; an episode is to wait for no interval more.
            spread(by: spread.offset(in: followsRhythm ? interval : min(longest, policy.maximumInterval)))
        } else {
            spread(by: spread.share(of: longest, percent: policy.jitterPercent, at: now))
        }
    }

    /// Whether the feed has never been asked, or not when its time had come.
    var isFirstOrLate: Bool {
        state.lastSuccessAt == nil || state.nextDueAt.map { now.seconds(since: $0) >= interval } ?? false
    }

    /// Over how long, in seconds, feeds are spread that expect an episode at the
    /// same moment: many come at the full hour.
    private static let aimedSpread: Int64 = 300

    mutating func add(_ freshness: ResponseFreshness) {
        let byDirective = freshness.secondsByCacheControl
        let byExpires = freshness.secondsByExpires ?? freshness.expiresAtEpochSeconds.map { $0 - now.epochSeconds }
        let remaining = byDirective ?? byExpires
        guard let remaining, remaining > interval else { return }
        let source = byDirective != nil ? "Cache-Control" : "Expires"
        addBelieved(byDirective != nil ? .maxAge : .expires, remaining) {
            "the server says the document stays as it is for \($0) (\(source))"
        }
    }

    /// Takes a wait that somebody asks for, as far as it is believed (A2 20, 25, 27), and says so where that is less.
    private mutating func addBelieved(_ rule: DueReason.Rule, _ asked: Int64, _ detail: (String) -> String) {
        let believed = min(asked, policy.maximumInterval)
        add(
            rule,
            believed,
            detail(DurationText.of(asked))
                + (believed < asked ? "; \(DurationText.of(believed)) of it are believed" : "")
        )
    }
}

extension FeedResponse {
    /// The longest rest that the server, or one that redirects to it, asks for; nil if none does.
    ///
    /// Redirects were followed at once; what they ask for is for the next time.
    func longestRetryAfter(from now: Timestamp) -> RetryAfter? {
        let own = freshness.retryAfter
        return redirects.isEmpty ? own : RetryAfter.longest(of: redirects.map(\.retryAfter) + [own], from: now)
    }
}
