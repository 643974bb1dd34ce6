import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// What a server has asked for when somebody asks it all the same (http polling A2 19, A3 39).
struct EarlyRequestTests {
    private static let address = "http://show.example/feed"
    private static let day: Int64 = 86_400

    enum Request: CaseIterable {
        case retry, change
        /// While the server answers that it wants rest.
        case retryMeanwhile
        /// Before the host itself is left alone for a while.
        case retryAndPause
    }

    @Test(.timeLimit(.minutes(10)), arguments: Request.allCases)
    func aRetryAfterHoldsOnBehindAWish(wish: Request) async throws {
        let (headers, interjection) = (Locked([["Retry-After: 259200"], []]), Interjection())
        try await WebTestBed.run(
            script: { _ in
                [interjection.step] + ServerStep.response(404, headers.withLock { $0.removeFirst() })
            },
            { bed in
                // Given a feed that is not there, and whose server asks for three days of rest
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let feed = NewSubscription(feedURL: Self.address)
                    _ = try unit.subscriptions.subscribe(to: feed, at: bed.clock.timestamp)
                }
                let express: Interjection.Change = { unit, now throws(PersistenceError) in
                    try Self.express(wish, unit, at: now)
                }
                if wish == .retryMeanwhile { interjection.set(in: bed, express) }
                try await bed.importDue()
                interjection.clear()
                let end = bed.clock.timestamp.adding(seconds: 3 * Self.day)

                // When somebody wants it before that, and it is not there still
                if wish != .retryMeanwhile {
                    try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                        try express(unit, bed.clock.timestamp)
                    }
                }
                bed.clock.advance(by: .seconds(wish == .retryAndPause ? 3600 : 0))
                try await bed.importDue()

                // Then the server was asked once more, and has its rest
                #expect(bed.asked.count == 2)
                let (state, reasons) = try await bed.read { unit throws(PersistenceError) in
                    (try unit.refreshes.state(id: 1), try unit.refreshes.dueReasons(of: 1))
                }
                let due = try #require(state?.nextDueAt)
                #expect(due >= end.adding(seconds: -60))
                #expect(reasons.last?.rule == .retryAfter)
            }
        )
    }

    private static func express(
        _ wish: Request,
        _ unit: UnitOfWork,
        at now: Timestamp
    ) throws(PersistenceError) {
        switch wish {
        case .retry, .retryMeanwhile: _ = try unit.refreshes.request(of: 1, at: now)
        case .change: try unit.refreshes.retryIfFailing(1, because: "it was changed", at: now)
        case .retryAndPause:
            _ = try unit.refreshes.request(of: 1, at: now)
            let end = now.adding(seconds: 3600)
            let pause = DueReason(rule: .hostPaused, detail: "its host rests", notBefore: end)
            try unit.refreshes.postpone(1, until: end, reasons: [pause])
        }
    }
}
