import PodcastModel
import Testing

@testable import FeedImporting

struct RefreshSchedulerStateTests {
    private let feed = RefreshState(DecisionTestBed().state)
    private var state = RefreshScheduler.State(
        feedsPerSecond: nil,
        clockCheck: ClockCheck(now: DecisionTestBed.now, elapsed: .zero, tolerance: 60),
        at: .zero
    )

    @Test mutating func forgetsAFeedWhoseLeaseIsSomebodyElses() {
        state.add([feed])

        #expect(state.beginRenewing() == [feed.subscriptionID])
        state.endRenewing(held: [])

        #expect(state.outstanding.isEmpty)
        #expect(state.ready.isEmpty)
    }

    @Test mutating func aFeedThatIsTakenAnewWhileLeasesAreProlongedKeepsItsNewOne() {
        // Given a feed whose lease is prolonged
        state.add([feed])
        _ = state.beginRenewing()

        // When it ends, so that its lease is found gone, and is taken once more before that is known
        state.forget(feed.subscriptionID)
        state.add([feed])
        state.endRenewing(held: [])

        // Then it is not forgotten until the next time
        #expect(state.outstanding[feed.subscriptionID] != nil)
        #expect(state.ready.map(\.subscriptionID).contains(feed.subscriptionID))
        _ = state.beginRenewing()
        state.endRenewing(held: [])
        #expect(state.outstanding.isEmpty)
    }
}
