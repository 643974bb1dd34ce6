import PodcastModel
import Testing

@testable import FeedImporting

struct HostLimitsTests {
    private static let week = Duration.seconds(7 * 86_400)

    @Test(arguments: [(2.5, Duration.seconds(2.5)), (-1, .zero), (1e300, week), (.infinity, week)])
    func takesWhateverTheStoreSays(seconds: Double, spacing: Duration) {
        let host = HostState(name: "a", spacingSeconds: seconds, lastUsedAt: SteppingClock.start)
        let limits = HostLimits(host, otherwise: HostLimits(concurrency: 3))
        #expect(limits == HostLimits(spacing: spacing, concurrency: 3))
    }

    @Test func areNoneForAHostThatNothingIsSaidOf() {
        let host = HostState(name: "a", lastUsedAt: SteppingClock.start)
        #expect(HostLimits(host, otherwise: HostLimits()) == nil)
    }
}
