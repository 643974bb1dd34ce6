import FeedLoading
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What a server has asked for when somebody asks it all the same (http polling A2 19, A3 39).
struct EarlyWishTests {
    private static let address = "http://show.example/feed"
    private static let day: Int64 = 86_400

    enum Wish: CaseIterable {
        case retry, change
    }

    @Test(.timeLimit(.minutes(10)), arguments: Wish.allCases)
    func aRetryAfterHoldsOnBehindAWish(wish: Wish) async throws {
        let headers = Locked([["Retry-After: 259200"], []])
        try await WebTestBed.run(
            script: { _ in ServerStep.response(404, headers.withLock { $0.removeFirst() }) },
            { bed in
                // Given a feed that is not there, and whose server asks for three days of rest
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let feed = NewSubscription(feedURL: Self.address)
                    _ = try unit.subscriptions.subscribe(to: feed, at: bed.clock.timestamp)
                }
                try await bed.importDue()
                let end = bed.clock.timestamp.adding(seconds: 3 * Self.day)

                // When somebody wants it before that, and it is not there still
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    switch wish {
                    case .retry: _ = try unit.subscriptions.requestRefresh(of: 1, at: now)
                    case .change: try unit.subscriptions.retryIfFailing(1, because: "it was changed", at: now)
                    }
                }
                try await bed.importDue()

                // Then the server was asked once more, and has its rest
                #expect(bed.asked.count == 2)
                let (state, reasons) = try await bed.read { unit throws(PersistenceError) in
                    (try unit.subscriptions.refreshState(id: 1), try unit.subscriptions.dueReasons(of: 1))
                }
                let due = try #require(state?.nextDueAt)
                #expect(due >= end.adding(seconds: -60))
                #expect(reasons.last?.rule == "retry-after")
            }
        )
    }
}
