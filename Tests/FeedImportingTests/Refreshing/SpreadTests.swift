import PodcastModel
import Testing

@testable import FeedImporting

/// How feeds are kept from coming all at once (http polling A2 24).
struct SpreadTests {
    private let bed = DecisionTestBed()

    /// The waits of a thousand feeds with neighbouring numbers.
    private func waits(_ prepare: (inout DecisionTestBed) -> Void) -> [Int64] {
        (1...1000 as ClosedRange<Int64>).map { id in
            var bed = bed
            bed.state.subscriptionID = id
            prepare(&bed)
            return bed.success().wait
        }
    }

    /// Pearson's chi-squared over ten equal parts of an interval.
    private func chiSquared(_ values: [Int64], from start: Int64, length: Int64) -> Double {
        var counts = [Int](repeating: 0, count: 10)
        for value in values { counts[Int((value - start) * 10 / length)] += 1 }
        let expected = Double(values.count) / 10
        return counts.reduce(0) { sum, count in
            let difference = Double(count) - expected
            return sum + difference * difference / expected
        }
    }

    @Test func rule24AThousandFeedsAddedInOneSecondAreDueAllOverTheInterval() {
        let waits = waits { $0.state.lastSuccessAt = nil }

        #expect(waits.allSatisfy { (Int64.hour..<2 * .hour).contains($0) })
        // With nine degrees of freedom chance alone exceeds 27.9 once in a thousand times.
        #expect(chiSquared(waits, from: .hour, length: .hour) < 27.9)
    }

    @Test func rule24FeedsThatBecameDueWhileNobodyAskedAreSpreadAgain() {
        let waits = waits { $0.state.nextDueAt = $0.now.adding(seconds: -8 * .hour) }

        #expect(chiSquared(waits, from: .hour, length: .hour) < 27.9)
    }

    @Test(arguments: [21_600, 90_000] as [Int64], [true, false])
    func rule24FeedsOfOneRhythmThatAreNewOrLateAreSpreadOverTheirIntervalToo(gap: Int64, isNew: Bool) {
        // Given shows that are looked for as soon as the interval allows, or all after the same time
        let waits = waits { bed in
            bed.state.releaseTimes = (1...20).map { bed.now.adding(seconds: -$0 * gap) }
            if isNew { bed.state.lastSuccessAt = nil }
            bed.state.nextDueAt = bed.now.adding(seconds: -8 * .hour)
        }

        // Then they are not all asked in the same minutes, and none is asked before its interval has passed
        let minutes = Dictionary(grouping: waits) { $0 / 60 }.mapValues(\.count)
        #expect(waits.allSatisfy { (Int64.hour..<4 * .hour).contains($0) })
        #expect(minutes.count > 50 && minutes.values.allSatisfy { $0 < 50 }, "seventeen are expected in each")
    }

    @Test func rule24OtherwiseWaitsAreLengthenedByATenthAtMostAndNeverShortened() {
        let waits = waits { $0.state.nextDueAt = $0.now.adding(seconds: -60) }

        #expect(waits.allSatisfy { (Int64.hour...Int64.hour + 360).contains($0) })
        #expect(chiSquared(waits, from: .hour, length: 361) < 27.9)
    }

    @Test func rule24TheShareIsASetting() {
        let none = waits { $0.policy.jitterPercent = 0 }
        let half = waits { $0.policy.jitterPercent = 50 }

        #expect(Set(none) == [.hour])
        #expect(half.allSatisfy { (Int64.hour...Int64.hour + 1800).contains($0) })
        #expect((half.max() ?? 0) > .hour + 1700)
    }

    @Test func rule24AFeedIsSpreadAnewAtEachAttempt() {
        let dues = (0..<100 as Range<Int64>).map { hour in
            var bed = bed
            bed.now = bed.now.adding(seconds: hour * .hour)
            bed.state.nextDueAt = bed.now
            return bed.success().dueAt.seconds(since: bed.now)
        }

        #expect(Set(dues).count > 80)
    }

    @Test func decisionsRepeat() {
        #expect(bed.success() == bed.success())
        #expect(bed.failure(.transient) == bed.failure(.transient))
    }

    @Test func rule24FeedsStayApartOverDays() {
        // Given a thousand feeds that were imported in one second, and asked whenever they were due
        var minutes = [Int](repeating: 0, count: 60)
        for id in 1...1000 as ClosedRange<Int64> {
            var bed = bed
            bed.state.subscriptionID = id
            bed.state.lastSuccessAt = nil
            let end = bed.now.adding(seconds: 3 * .day)
            while bed.now < end {
                let due = bed.success().dueAt
                #expect(due.seconds(since: bed.now) >= .hour)
                bed.state.lastSuccessAt = bed.now
                bed.state.nextDueAt = due
                bed.now = due
            }
            // Then they come at any minute of the hour
            minutes[Int(bed.now.epochSeconds % 3600 / 60)] += 1
        }
        #expect(minutes.allSatisfy { $0 > 0 && $0 < 45 }, "seventeen are expected in each")
    }
}
