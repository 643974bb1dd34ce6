import PodcastModel

/// Recognises a publishing tool that has dated all episodes to the time of its own run (identity C7 41).
enum DateRewrite {
    /// The date of an episode as stored and as the item has it.
    struct Pair {
        let item: Int
        let old: Timestamp
        let new: Timestamp
    }

    /// The items whose stored date is to be kept: if more than half of the
    /// known episodes have moved to within one hour of each other, those.
    ///
    /// Those published after the tool ran have never been rewritten, and become more and more: where not half of all
    /// are, it is enough that half of those are which are older than the hour.
    static func itemsToKeep(pairs: [Pair], warnings: inout [ImportWarning]) -> Set<Int> {
        var items = itemsNearEachOther(pairs)
        if items.isEmpty { items = itemsAmongOlder(pairs) }
        guard !items.isEmpty else { return [] }
        let detail =
            "\(items.count) of \(pairs.count) episodes were re-dated to within an hour; their old dates are kept"
        warnings.append(ImportWarning(kind: .bulkDateRewrite, detail: detail))
        return items
    }

    /// The items that have moved to within one hour of each other, if they are more than half of all.
    static func itemsNearEachOther(_ pairs: [Pair]) -> Set<Int> {
        let moved = pairs.filter { $0.old != $0.new }
        guard pairs.count >= 3, moved.count * 2 > pairs.count else { return [] }
        let best = nearest(moved)
        guard best.count * 2 > pairs.count else { return [] }
        return Set(best.map(\.item))
    }

    /// The hour to which more than half have been dated, and what is less than one from both its ends; nil if there is
    /// none, or the episodes had been dated together before.
    static func hour(of pairs: [Pair]) -> ClosedRange<Timestamp>? {
        let back = pairs.map { Pair(item: $0.item, old: $0.new, new: $0.old) }
        guard itemsNearEachOther(back).isEmpty else { return nil }
        let items = itemsNearEachOther(pairs)
        let times = pairs.filter { items.contains($0.item) }.map(\.new)
        guard let first = times.min(), let last = times.max() else { return nil }
        return last.adding(seconds: -SameEpisode.momentSeconds)...first.adding(seconds: SameEpisode.momentSeconds)
    }

    /// Whether half of the episodes at least were dated to within one hour of each other before.
    static func wereHalfTogether(_ pairs: [Pair]) -> Bool {
        nearest(pairs.map { Pair(item: $0.item, old: $0.new, new: $0.old) }).count * 2 >= pairs.count
    }

    private static let fewestOfOlder = 3

    /// The items that have moved to within one hour of each other, if they are more than half of those older than it.
    ///
    /// Two that are corrected to the day of their release say nothing of all that came later, nor do those of the first
    /// morning of a daily show, where the times of all are moved.
    private static func itemsAmongOlder(_ pairs: [Pair]) -> Set<Int> {
        let moved = nearest(pairs.filter { $0.old != $0.new })
        guard let start = moved.first?.new else { return [] }
        let items = moved.filter { $0.old < start }.map(\.item)
        let older = pairs.filter { $0.old < start }
        guard items.count >= fewestOfOlder, items.count * 2 > older.count, hour(of: older) != nil else { return [] }
        return Set(items)
    }

    /// The most that are within one hour of each other, by their new dates.
    private static func nearest(_ moved: [Pair]) -> ArraySlice<Pair> {
        let sorted = moved.sorted { $0.new < $1.new }
        var best = 0..<0
        var start = 0
        for end in sorted.indices {
            while sorted[end].new.seconds(since: sorted[start].new) > 3600 { start += 1 }
            if end + 1 - start > best.count { best = start..<end + 1 }
        }
        return sorted[best]
    }
}
