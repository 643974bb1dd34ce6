import PodcastModel
import Testing

@testable import FeedImporting

/// What is learned of a podcast's rhythm, and what is not believed.
struct ReleaseHistoryTests {
    private static let now = DecisionTestBed.now

    private func learned(_ daysAgo: [Double]) -> ReleaseHistory? {
        ReleaseHistory(daysAgo.map { Self.now.adding(seconds: -Int64($0 * 86_400)) }, now: Self.now)
    }

    @Test func learnsTheUsualGapFromDatesInAnyOrder() throws {
        let history = try #require(learned([14, 7, 28, 21, 1, 35]))

        #expect(history.usualGap == 7 * .day)
        #expect(history.newest == Self.now.epochSeconds - .day)
        #expect(history.times == history.times.sorted())
    }

    @Test func threeReleasesSayNothing() {
        #expect(learned([1, 8, 15]) == nil)
        #expect(learned([1, 8, 15, 22]) != nil)
    }

    @Test func datesInTheFutureAreNotBelieved() throws {
        let history = try #require(learned([-3650, -7, 1, 8, 15, 22]))

        #expect(history.newest == Self.now.epochSeconds - .day)
        #expect(history.times.count == 4)
    }

    @Test func aFeedThatDatesAllItsEpisodesAnewHasNoRhythm() {
        #expect(learned((0..<32).map { 1 + Double($0) / 86_400 }) == nil)
    }

    @Test func whatWasBeforeALongBreakIsForgotten() throws {
        // Given daily episodes two years ago, and weekly ones of late
        let dates = (0..<10).map { 700 + Double($0) } + [1, 8, 15, 22, 29]

        let history = try #require(learned(dates))

        #expect(history.times.count == 5)
        #expect(history.usualGap == 7 * .day)
    }

    @Test func aBreakWithTooLittleAfterItForgetsNothing() throws {
        let history = try #require(learned((0..<10).map { 700 + Double($0) } + [1, 8]))

        #expect(history.times.count == 12)
    }

    @Test func aYearOfNoTimesIsNoHistory() {
        #expect(learned([]) == nil)
    }
}
