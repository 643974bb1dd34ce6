import FeedLoading
import PodcastModel

/// When a feed is asked next, and why: a pure function of what is known.
struct RefreshSchedule {
    /// When to ask.
    let dueAt: Timestamp
    /// The rules that decided, the strongest last.
    let reasons: [DueReason]

    /// At most once an hour (http polling A2 18).
    static let interval: Int64 = 3600
    /// At most once a day where the server offers nothing to ask with (A2 18).
    static let intervalWithoutValidators: Int64 = 86_400
    /// No feed waits longer than this for its next chance (A3 41).
    static let longestBackOff: Int64 = 86_400
    /// A Retry-After beyond a week is not believed (A3 39).
    static let longestRetryAfter: Int64 = 7 * 86_400

    /// After a refresh that ended well.
    init(after response: FeedResponse, at now: Timestamp) {
        var schedule = Builder(now: now)
        if response.status != nil, response.validators.isEmpty {
            schedule.add("no-validators", "the server offers no validators", Self.intervalWithoutValidators)
        } else {
            schedule.add("interval", "at most once an hour", Self.interval)
        }
        if let fresh = response.freshness.seconds, fresh > Self.interval {
            schedule.add("max-age", "the server says the document stays fresh", min(fresh, Self.longestBackOff))
        }
        self = schedule.schedule
    }

    /// After a failure; `failures` are those before this one.
    init(after failure: ImportFailure, failures: Int, at now: Timestamp) {
        var schedule = Builder(now: now)
        let backOff = min(Self.interval << min(failures, 10), Self.longestBackOff)
        schedule.add("back-off", "failure number \(failures + 1) in a row", backOff)
        if let retryAfter = failure.retryAfter {
            let wait = min(max(0, retryAfter.seconds(since: now)), Self.longestRetryAfter)
            schedule.add("retry-after", "the server said when to come back", wait)
        }
        self = schedule.schedule
    }

    private init(dueAt: Timestamp, reasons: [DueReason]) {
        self.dueAt = dueAt
        self.reasons = reasons
    }

    private struct Builder {
        let now: Timestamp
        var reasons: [(wait: Int64, reason: DueReason)] = []

        mutating func add(_ rule: String, _ detail: String, _ wait: Int64) {
            reasons.append((wait, DueReason(rule: rule, detail: detail, notBefore: now.adding(seconds: wait))))
        }

        var schedule: RefreshSchedule {
            let sorted = reasons.sorted { $0.wait < $1.wait }
            return RefreshSchedule(
                dueAt: now.adding(seconds: sorted.last?.wait ?? RefreshSchedule.interval),
                reasons: sorted.map(\.reason)
            )
        }
    }
}
