import PodcastModel

/// The stretch of time that a document covers, and where a missing episode
/// would be in it (identity C6 33).
struct FeedWindow {
    enum Place: Hashable {
        /// Between listed episodes.
        case inside
        /// Between listed episodes, but the only older ones may be pinned: some
        /// feeds always keep a trailer or a few first episodes at the end. With the
        /// seconds from one of the others to the next, as a rule.
        case doubtful(usualGap: Int64)
        /// Older or newer than everything listed.
        case beyond
        /// Undated.
        case unknown

        var detail: String {
            switch self {
            case .inside, .doubtful: "missing though older and newer episodes are listed"
            case .beyond: "slid out of the feed's window"
            case .unknown: "no longer listed; without a date it cannot be said why"
            }
        }
    }

    /// Dates of listed items that belong to the window, ascending.
    private let listed: [Int64]
    /// Dates of missing episodes, ascending.
    private let absent: [Int64]
    /// How many of the oldest listed episodes may be pinned, by the gap after them.
    private let pinnedCount: Int

    init(listedDates: [Timestamp?], absentDates: [Timestamp]) {
        let dates = listedDates.compactMap { $0?.epochSeconds }
        // By date and by place: an old episode pinned to the top of a feed
        // that runs from new to old is not where its window ends.
        let edge = max(dates.min() ?? .min, Self.dateAtOldEnd(of: dates) ?? .min)
        listed = dates.filter { $0 >= edge }.sorted()
        absent = absentDates.map(\.epochSeconds).sorted()
        pinnedCount = Self.pinnedCount(of: listed)
    }

    func place(of date: Timestamp?) -> Place {
        guard let date = date?.epochSeconds else { return .unknown }
        let older = listed.countBelow(date)
        let newer = listed.count - listed.countBelow(date + 1)
        guard older > 0, newer > 0 else { return .beyond }
        // Of a long feed all that are older may be pinned, if they are so few.
        let areFew = listed.count >= Self.fewestOfLong && older <= Self.mostPinned
        let pinned = areFew ? max(older, pinnedCount) : pinnedCount
        guard older <= pinned else { return .inside }
        // Several missing in a row there: a window slid. Not counted above all that may be pinned: the last before a
        // pause looks like those, and what had slid out is older.
        let run = absent.countBelow(listed[listed.count - newer]) - absent.countBelow(listed[older - 1])
        guard run <= 1 else { return .beyond }
        // One that is missing between so few is hardly the end of a window.
        guard listed.count >= Self.fewestOfWindow else { return .inside }
        return .doubtful(usualGap: Self.usualGap(of: listed[pinned...]))
    }

    /// One at least; two or three only where the gap after them is much longer
    /// than the usual gap between the others.
    private static func pinnedCount(of listed: [Int64]) -> Int {
        for count in stride(from: mostPinned, to: 1, by: -1) where listed.count >= count + fewestBehindGap {
            let usual = usualGap(of: listed[count...])
            if usual > 0, listed[count] - listed[count - 1] > usual * gapFactor { return count }
        }
        return 1
    }

    /// The seconds from one episode to the next, as a rule: the median.
    private static func usualGap(of dates: ArraySlice<Int64>) -> Int64 {
        let gaps = zip(dates, dates.dropFirst()).map { $1 - $0 }.sorted()
        return gaps.isEmpty ? 0 : gaps[gaps.count / 2]
    }

    private static let mostPinned = 3
    private static let fewestBehindGap = 3
    private static let gapFactor: Int64 = 4
    private static let fewestOfWindow = 4
    /// With so many listed a window would still be one beside the most that may be pinned.
    private static let fewestOfLong = mostPinned + fewestOfWindow

    /// The date at the end where the old episodes are, if the document is in order of time.
    private static func dateAtOldEnd(of dates: [Int64]) -> Int64? {
        guard let first = dates.first, let last = dates.last, dates.count > 1 else { return nil }
        var falling = 0
        var rising = 0
        for (left, right) in zip(dates, dates.dropFirst()) {
            if left >= right { falling += 1 }
            if left <= right { rising += 1 }
        }
        let pairs = dates.count - 1
        if falling * 5 >= pairs * 4 { return last }
        if rising * 5 >= pairs * 4 { return first }
        return nil
    }
}
