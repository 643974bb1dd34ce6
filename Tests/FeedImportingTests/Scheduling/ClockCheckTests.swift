import PodcastModel
import Testing

@testable import FeedImporting

struct ClockCheckTests {
    private let start = Timestamp(epochSeconds: 1_000_000)

    @Test func saysNothingWhileTheClocksAgree() {
        var check = ClockCheck(now: start, elapsed: .zero, tolerance: 60)

        #expect(check.shift(now: start.adding(seconds: 3600), elapsed: .seconds(3600)) == nil)
        #expect(check.shift(now: start.adding(seconds: 7259), elapsed: .seconds(7200)) == nil)
        // Small differences do not add up.
        #expect(check.shift(now: start.adding(seconds: 7318), elapsed: .seconds(7200)) == nil)
    }

    @Test(arguments: [Int64(86_400), -86_400, 60, -60])
    func tellsHowFarTheClockWasSetAndWhichDatesItGaveBefore(seconds: Int64) {
        var check = ClockCheck(now: start, elapsed: .seconds(5), tolerance: 60)

        let shift = check.shift(now: start.adding(seconds: 100 + seconds), elapsed: .seconds(105))
        let back = check.shift(now: start.adding(seconds: 200), elapsed: .seconds(205))

        let moved = start.adding(seconds: seconds)
        #expect(shift?.first == start && shift?.last == start.adding(seconds: 100))
        #expect(shift?.seconds == seconds)
        #expect(shift?.uncertainSince == moved)
        #expect(back?.first == moved && back?.last == moved.adding(seconds: 200))
        #expect(back?.seconds == -seconds)
    }
}
