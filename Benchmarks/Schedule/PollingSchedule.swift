package import FeedImporting
import FeedLoading
import PodcastModel

/// A way to decide when a feed is asked next.
package enum PollingSchedule: Sendable {
    /// Once an hour.
    case hourly
    /// As often as episodes have come on average of late, but once an hour at
    /// most and once in so many seconds at least.
    case averageGap(longest: Int64)
    /// As podimport decides, for a server that answers with an ETag.
    case podimport(RefreshPolicy)

    /// The next look at a feed.
    ///
    /// - Parameters:
    ///   - releases: when the episodes came that have been seen, oldest first.
    ///   - now: when they were looked for.
    ///   - feed: the number of the feed, by which podimport spreads them.
    /// - Returns: when it is, in seconds since 1970.
    func next(after releases: ArraySlice<Int64>, now: Int64, feed: Int64) -> Int64 {
        switch self {
        case .hourly:
            return now + 3600
        case .averageGap(let longest):
            let recent = releases.suffix(20)
            guard let first = recent.first, let last = recent.last, recent.count > 1 else { return now + 3600 }
            return now + min(longest, max(3600, (last - first) / Int64(recent.count - 1)))
        case .podimport(let policy):
            return due(releases, Timestamp(epochSeconds: now), feed, policy)
        }
    }

    private func due(_ releases: ArraySlice<Int64>, _ now: Timestamp, _ feed: Int64, _ policy: RefreshPolicy) -> Int64 {
        let validators = HTTPValidators(etag: "\"1\"")
        let state = RefreshState(
            RefreshState.Fields(
                subscriptionID: feed,
                podcastID: feed,
                feedURL: "https://show.example/\(feed)",
                state: .active,
                validators: validators,
                bodyDigest: nil,
                parserVersion: nil,
                credentials: nil,
                failures: 0,
                nextDueAt: now,
                lastSuccessAt: now,
                releaseTimes: releases.suffix(ReleaseHistory.limit).reversed().map(Timestamp.init(epochSeconds:))
            )
        )
        var response = FeedResponse()
        response.status = 304
        response.validators = validators
        return RefreshDecision(after: .success(response), of: state, policy: policy, now: now).dueAt.epochSeconds
    }
}
