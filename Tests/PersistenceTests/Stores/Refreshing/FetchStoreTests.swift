import PodcastModel
import Testing

@testable import Persistence

/// The history of what happened when feeds were asked.
struct FetchStoreTests {
    private let now = TestStore.now

    @Test func remembersTheLastFiftyFetches() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        var full = FetchRecord(at: now, outcome: "unchanged")
        (full.status, full.bytes) = (304, 12)
        full.sent = ["If-None-Match": "\"1\""]
        full.received = ["Cache-Control": "max-age=60"]
        full.redirects = [.init(status: 302, location: "https://cdn.example.com/")]
        full.seconds = ["connect": 0.125]
        (full.errorKind, full.errorMessage) = (.timeout, "it was slow")

        let fetches = try await store.context.save { [now, full] unit throws(PersistenceError) in
            for number in 0..<59 {
                try unit.fetches.record(
                    FetchRecord(at: now.adding(seconds: Int64(number)), outcome: "failed"),
                    of: id
                )
            }
            try unit.fetches.record(full, of: id)
            return try unit.fetches.newest(of: id, limit: 100)
        }

        #expect(fetches.count == 50)
        #expect(fetches.first == full)
        #expect(fetches.last?.at == now.adding(seconds: 10))
    }

    @Test func forgetsOldFetchesFromTimeToTime() async throws {
        let store = try await TestStore(inMemory: true)
        let ids = [
            try await store.add().subscription,
            try await store.add(feedURL: "https://example.com/2.xml").subscription,
        ]

        // When two feeds are asked in turns, a thousand times
        _ = try await store.context.save { [now] unit throws(PersistenceError) in
            for number in 0..<1000 {
                for id in ids {
                    let fetch = FetchRecord(at: now.adding(seconds: Int64(number)), outcome: "failed")
                    try unit.fetches.record(fetch, of: id)
                }
            }
        }

        // Then each has its last fifty, and not many more
        for id in ids {
            let rows = try await store.integers("SELECT at FROM fetch WHERE subscriptionId = \(id) ORDER BY id DESC")
            #expect((50...150).contains(rows.count))
            #expect(rows == (0..<rows.count).map { now.epochSeconds + 999 - Int64($0) })
        }
    }

    @Test func keepsTheLastGoodAnswerHoweverLongAgoItWas() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription

        // Given an answer that holds for a day, and then no network for long
        let freshness = try await store.context.save { [now] unit throws(PersistenceError) in
            var good = FetchRecord(at: now, outcome: "imported")
            (good.status, good.received) = (200, ["Cache-Control": "max-age=86400"])
            try unit.fetches.record(good, of: id)
            for number in 1...1000 {
                var fetch = FetchRecord(at: now.adding(seconds: Int64(number) * 300), outcome: "failed")
                (fetch.errorKind, fetch.errorMessage) = (.offline, "no route")
                try unit.fetches.record(fetch, of: id)
            }
            return try unit.fetches.lastFreshness(of: id)
        }

        // Then it is known still
        #expect(freshness.cacheControl == "max-age=86400")
    }

    @Test func countsHowOftenInARowAFeedFailedInOneWay() async throws {
        let store = try await TestStore(inMemory: true)
        let id = try await store.add().subscription
        func streak(after kinds: [ImportFailure.Kind?]) async throws -> FailureStreak {
            try await store.context.save { [now] unit throws(PersistenceError) in
                for kind in kinds {
                    let count = try unit.fetches.newest(of: id).count
                    var fetch = FetchRecord(at: now.adding(seconds: Int64(count) * 60), outcome: "x")
                    (fetch.errorKind, fetch.errorMessage) = (kind, kind?.rawValue)
                    try unit.fetches.record(fetch, of: id)
                }
                return try unit.fetches.failureStreak(of: id, kind: .gone)
            }
        }

        #expect(try await streak(after: []) == FailureStreak())
        #expect(try await streak(after: [.gone]) == FailureStreak(count: 1, since: now))
        #expect(try await streak(after: [.timeout]) == FailureStreak())
        #expect(try await streak(after: [.gone, .gone]) == FailureStreak(count: 2, since: now.adding(seconds: 120)))
        // While the network is down nothing is learned of the feed
        #expect(
            try await streak(after: [.offline, .offline, .gone])
                == FailureStreak(count: 3, since: now.adding(seconds: 120))
        )
        #expect(try await streak(after: [nil]) == FailureStreak())
    }
}
