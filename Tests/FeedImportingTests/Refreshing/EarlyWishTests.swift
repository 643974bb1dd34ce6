import Dispatch
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
        /// While the server answers that it wants rest.
        case retryMeanwhile
        /// Before the host itself is left alone for a while.
        case retryAndPause
    }

    @Test(.timeLimit(.minutes(10)), arguments: Wish.allCases)
    func aRetryAfterHoldsOnBehindAWish(wish: Wish) async throws {
        let (headers, meanwhile) = (Locked([["Retry-After: 259200"], []]), Locked<@Sendable () -> Void>({}))
        try await WebTestBed.run(
            script: { _ in
                [.perform { meanwhile.withLock(\.self)() }]
                    + ServerStep.response(404, headers.withLock { $0.removeFirst() })
            },
            { bed in
                // Given a feed that is not there, and whose server asks for three days of rest
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let feed = NewSubscription(feedURL: Self.address)
                    _ = try unit.subscriptions.subscribe(to: feed, at: bed.clock.timestamp)
                }
                if wish == .retryMeanwhile { meanwhile.withLock { $0 = { Self.express(wish, bed) } } }
                try await bed.importDue()
                meanwhile.withLock { $0 = {} }
                let end = bed.clock.timestamp.adding(seconds: 3 * Self.day)

                // When somebody wants it before that, and it is not there still
                if wish != .retryMeanwhile {
                    // On a thread that may be blocked.
                    await withCheckedContinuation { done in
                        DispatchQueue.global().async {
                            Self.express(wish, bed)
                            done.resume()
                        }
                    }
                }
                bed.clock.advance(by: .seconds(wish == .retryAndPause ? 3600 : 0))
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

    private static func express(_ wish: Wish, _ bed: WebTestBed) {
        let now = bed.clock.timestamp
        do {
            try bed.persistence.newBackgroundContext().saveAndWait { unit throws(PersistenceError) in
                switch wish {
                case .retry, .retryMeanwhile: _ = try unit.subscriptions.requestRefresh(of: 1, at: now)
                case .change: try unit.subscriptions.retryIfFailing(1, because: "it was changed", at: now)
                case .retryAndPause:
                    _ = try unit.subscriptions.requestRefresh(of: 1, at: now)
                    let end = now.adding(seconds: 3600)
                    let pause = DueReason(rule: "host-paused", detail: "its host rests", notBefore: end)
                    try unit.subscriptions.postpone(1, until: end, reasons: [pause])
                }
            }
        } catch {
            Issue.record(error)
        }
    }
}
