import PodcastModel
import Testing

@testable import FeedImporting

struct FeedWindowTests {
    private static let day: Int64 = 86_400

    /// Where an episode of one day would be in a document that lists those of others.
    private func place(of day: Int64, among listed: [Int64], missing: [Int64] = []) -> FeedWindow.Place {
        func date(_ day: Int64) -> Timestamp { Timestamp(epochSeconds: day * Self.day) }
        let window = FeedWindow(listedDates: listed.map(date), absentDates: (missing + [day]).map(date))
        return window.place(of: date(day))
    }

    /// By the gap after it an old episode may be pinned anywhere; at the end where the new ones are it surely is.
    @Test func c6Rule33AnOldEpisodeAmongTheNewestIsNotWhereTheWindowEnds() {
        let newestFirst: [Int64] = [1, 180, 170, 160, 150, 140]
        #expect(place(of: 130, among: newestFirst) == .beyond)
        #expect(place(of: 155, among: newestFirst) == .inside)
        let oldestFirst: [Int64] = [140, 150, 160, 170, 180, 1]
        #expect(place(of: 130, among: oldestFirst) == .beyond)
        #expect(place(of: 155, among: oldestFirst) == .inside)
    }

    /// One item out of order does not make another order; without any, the oldest is where the window ends.
    @Test func mostItemsSayWhatTheOrderIs() {
        let newestFirst: [Int64] = [1, 220, 210, 200, 190, 195, 180, 170, 160, 150, 140]
        #expect(place(of: 130, among: newestFirst) == .beyond)
        #expect(place(of: 130, among: newestFirst.reversed()) == .beyond)
        #expect(place(of: 130, among: [1, 180, 140, 170, 150, 160]) == .doubtful(usualGap: 10 * Self.day))
    }

    /// Items of one date are in any order.
    @Test func equalDatesAreInEitherOrder() {
        #expect(place(of: 130, among: [1, 180, 180, 180, 150, 140]) == .beyond)
        #expect(place(of: 130, among: [140, 150, 180, 180, 180, 1]) == .beyond)
    }

    @Test func severalMissingInARowAbovePinnedOnesAreAWindowThatSlides() {
        #expect(place(of: 130, among: [180, 170, 160, 150, 140, 1], missing: [120]) == .beyond)
        #expect(place(of: 130, among: [180, 170, 160, 150, 140, 1]) == .doubtful(usualGap: 10 * Self.day))
    }

    /// Three items after a long gap may be pinned, but not four.
    @Test func aFewBehindALongGapMayBePinned() {
        #expect(place(of: 130, among: [160, 150, 140, 3, 2, 1]) == .doubtful(usualGap: 10 * Self.day))
        #expect(place(of: 130, among: [160, 150, 140, 4, 3, 2, 1]) == .inside)
        // Of items at one moment no gap is long.
        #expect(place(of: 130, among: [140, 140, 140, 140, 2, 1]) == .inside)
    }

    /// Where a show pauses, the last one before it stands alone like a pinned one: what has slid out is older.
    @Test func whatHasSlidOutAboveATrailerStaysSoThroughAPause() {
        let listed: [Int64] = [260, 250, 240, 230, 220, 210, 130, 1]
        #expect(place(of: 120, among: listed, missing: [100, 110]) == .beyond)
        #expect(place(of: 120, among: listed) == .doubtful(usualGap: 10 * Self.day))
    }

    /// One that is missing between so few is hardly the end of a window.
    @Test func amongThreeNothingIsDoubtful() {
        #expect(place(of: 130, among: [150, 140, 1]) == .inside)
        #expect(place(of: 130, among: [150, 140]) == .beyond)
        #expect(place(of: 130, among: [130]) == .beyond)
        #expect(place(of: 130, among: []) == .beyond)
    }
}
