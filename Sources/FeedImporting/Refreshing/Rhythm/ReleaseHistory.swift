package import PodcastModel

/// When the last episodes of a podcast came, as far as it says when the next
/// ones will.
///
/// Publishers' dates are not to be trusted one by one: those in the future are
/// left out, those that are nearly the same count once (a feed that dates all
/// its episodes anew has no rhythm), and what lies before a long break is
/// forgotten, for a new season has a rhythm of its own.
package struct ReleaseHistory: Sendable {
    /// How many episodes there is something to learn from.
    package static let limit = 32
    /// With fewer releases nothing is learned.
    static let fewest = 4

    /// Seconds since 1970, the oldest first, half an hour apart at least.
    let times: [Int64]
    /// The median time between two releases, in seconds.
    let usualGap: Int64
    /// Over how many weeks the releases lie, the one that has begun included.
    let weeks: Double

    /// Learns from dates in any order; nil if there are too few that say something.
    package init?(_ releases: [Timestamp], now: Timestamp) {
        // Stored with the newest first: then there is little to sort.
        var moments: [Int64] = []
        moments.reserveCapacity(releases.count)
        for time in releases.reversed() where time <= now { moments.append(time.epochSeconds) }
        moments.sort()
        var apart: [Int64] = []
        apart.reserveCapacity(moments.count)
        for time in moments {
            if let last = apart.last, time - last < Self.apart { continue }
            apart.append(time)
        }
        guard apart.count >= Self.fewest else { return nil }
        times = Self.sinceLastBreak(apart)
        usualGap = Self.medianGap(times)
        let span = times[times.count - 1] - times[0]
        let gap = Double(span) / Double(times.count - 1)
        weeks = max(1, (Double(span) + gap) / Double(Week.seconds))
    }

    /// The newest release, in seconds since 1970.
    var newest: Int64 { times[times.count - 1] }

    private static let apart: Int64 = 1800

    private static func sinceLastBreak(_ times: [Int64]) -> [Int64] {
        let longest = max(8 * medianGap(times), 3 * Week.seconds)
        let start = times.indices.dropFirst().last { times[$0] - times[$0 - 1] > longest } ?? 0
        return times.count - start >= fewest ? Array(times[start...]) : times
    }

    private static func medianGap(_ times: [Int64]) -> Int64 {
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        return gaps[gaps.count / 2]
    }
}

/// Weeks of UTC, counted from a Thursday: 1970 began on one.
enum Week {
    static let seconds: Int64 = 7 * 86_400
    static let dayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

    /// The place of a moment in its week, from 0 to less than ``seconds``.
    static func place(of time: Int64) -> Int64 { time.modulo(seconds) }

    /// The weekday of a day counted from 1970; 0 is Sunday.
    static func weekday(ofDay day: Int64) -> Int { Int((day + 4).modulo(7)) }

    /// The first moment after another at this place of a week.
    static func next(_ place: Int64, after time: Int64) -> Int64 {
        time + 1 + (place - time - 1).modulo(seconds)
    }
}

extension Int64 {
    /// The remainder that is never negative.
    func modulo(_ divisor: Int64) -> Int64 {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }

    /// The day since 1970 that a moment lies in.
    var dayOfMoment: Int64 { (self - modulo(86_400)) / 86_400 }
}
