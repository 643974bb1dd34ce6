import Testing

@testable import FeedImporting

/// The seconds that results say each stage took.
struct DurationTests {
    @Test(arguments: [
        (930_664, 0.000930664), (1_028_540_817, 1.028540817), (0, 0.0), (-250_000_000, -0.25),
        (86_400_000_000_000, 86_400.0),
    ])
    func isTheNearestNumberOfSeconds(nanoseconds: Int, seconds: Double) {
        #expect(Duration.nanoseconds(nanoseconds).inSeconds == seconds)
    }
}
