import BenchmarkSchedule
import FeedImporting
import Testing

/// The numbers of the rhythm decide when feeds are asked, and those that do best are found.
struct RhythmChoiceTests {
    /// A show that has come every Tuesday at five for two years.
    private static let dates = (0..<100).map { 1_672_722_000 + Int64($0) * 604_800 }

    private let comparison = ScheduleComparison(podcasts: [dates, dates.map { $0 + 86_400 }])

    private func shape(threshold: Double = 0.02, unexpected: Double = 0.3) -> RhythmShape {
        var shape = RhythmShape()
        shape.threshold = threshold
        shape.unexpected = unexpected
        return shape
    }

    private func figures(_ shape: RhythmShape) -> ScheduleComparison.Figures {
        comparison.figures("", .podimport(RhythmChoice.policy(shape)))
    }

    @Test func whoLooksAtASmallerChanceAsksMoreOften() {
        let (careful, careless) = (figures(shape(threshold: 0.002)), figures(shape(threshold: 0.05)))

        #expect(careful.requestsPerDay > careless.requestsPerDay * 1.5)
    }

    @Test func whoExpectsTheUnexpectedAsksMoreOften() {
        let (careful, careless) = (figures(shape(unexpected: 3)), figures(shape(unexpected: 0.1)))

        #expect(careful.requestsPerDay > careless.requestsPerDay * 1.5)
    }

    @Test func findsTheNumbersThatCostLeast() {
        // To look at every chance is dear.
        let candidates = [shape(threshold: 0.002), shape(), shape(unexpected: 10)]

        #expect(RhythmChoice(on: comparison, of: candidates).best == shape())
        #expect(RhythmChoice(on: comparison, of: Array(candidates.reversed())).best == shape())
    }

    @Test func triesWhatIsUsedAmongOthers() {
        #expect(RhythmChoice.candidates.count == 48)
        #expect(Set(RhythmChoice.candidates).count == 48)
        #expect(RhythmChoice.candidates.contains(RhythmShape()))
    }

    @Test func splitsByNameAlone() {
        let halves = ["a.xml", "b.xml", "harbour-lights.xml", "tides.xml"].map(RhythmChoice.half)

        #expect(halves == [1, 1, 0, 0])
        #expect(Set((0..<20).map { RhythmChoice.half(of: "feed-\($0).xml") }) == [0, 1])
    }
}
