import PodcastModel

/// Where in a document there are old episodes that a tool has dated to its own run along with known ones, if any are
/// new to the store (identity C5 29).
///
/// Their dates say nothing. But some tools date all episodes to each of their runs, and of those the new ones are news:
/// so only what stands behind the newest of the known ones, on the side of the older, is old. Behind the second, to be
/// sure: the first may be one that is pinned to its place, or was dated ahead.
struct RedatedArchive {
    /// The hour of the run, and what is less than one from both its ends.
    private let hour: ClosedRange<Timestamp>
    private let places: Range<Int>

    /// Nil if none has been, if all of those had been dated together before, or if the document is in no order.
    ///
    /// - Parameters:
    ///   - pairs: the dates of the known episodes, in document order.
    ///   - redated: the items that the tool has dated to one hour.
    ///   - itemCount: how many items the document has.
    init?(pairs: [DateRewrite.Pair], redated: Set<Int>, itemCount: Int) {
        guard !redated.isEmpty else { return nil }
        let known = pairs.filter { redated.contains($0.item) }
        let newest = known.sorted { $0.old > $1.old }.dropFirst().first?.item
        guard let hour = DateRewrite.hour(of: known), let newest,
            let isNewestFirst = Self.isNewestFirst(known.map(\.old))
        else { return nil }
        self.hour = hour
        places = isNewestFirst ? newest + 1..<itemCount : 0..<newest
    }

    func contains(_ item: Int, dated date: Timestamp) -> Bool { places.contains(item) && hour.contains(date) }

    /// Nil if it is neither so nor the other way round for nearly all.
    private static func isNewestFirst(_ dates: [Timestamp]) -> Bool? {
        let steps = zip(dates, dates.dropFirst())
        let falling = steps.count { $0 > $1 }
        let rising = steps.count { $0 < $1 }
        if falling * 5 >= (dates.count - 1) * 4 { return true }
        return rising * 5 >= (dates.count - 1) * 4 ? false : nil
    }
}
