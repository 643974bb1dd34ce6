import Dispatch
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What a user says of a feed that waits for the turn of its host.
struct ChangedWhileWaitingTests {
    private static let first = "http://show.example/1"
    private static let second = "http://show.example/2"
    private static let elsewhere = "http://other.example/2"

    @Test(.timeLimit(.minutes(10)), arguments: [SubscriptionState.paused, .unfollowed], [nil, "daemon"])
    func whatIsPausedOrLeftIsNotAsked(state: SubscriptionState, leaseOwner: String?) async throws {
        try await Self.run(leaseOwner: leaseOwner) { unit, id, now throws(PersistenceError) in
            try unit.subscriptions.setState(state, of: id, at: now)
        } then: { bed, results, asked in
            // Then it stays as it is, and nobody has it any more
            #expect(asked == [Self.first])
            #expect(results.first { $0.feed == Self.second }?.outcome == .postponed(until: nil))
            let after = try #require(try await bed.subscription(Self.second))
            #expect(after.state == state)
            let now = bed.clock.timestamp
            let holder = try await bed.read { unit throws(PersistenceError) in
                try unit.leases.holder(of: after.id, at: now)
            }
            #expect(holder == nil)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [nil, "daemon"])
    func whatIsRemovedIsNotAsked(leaseOwner: String?) async throws {
        try await Self.run(leaseOwner: leaseOwner) { unit, id, now throws(PersistenceError) in
            try unit.subscriptions.unsubscribe(id, purges: true, at: now)
        } then: { bed, results, asked in
            // Then the run has come to its end all the same
            #expect(asked == [Self.first])
            let result = try #require(results.first { $0.feed == Self.second })
            #expect(result.outcome == .postponed(until: nil) && result.warnings.map(\.kind) == [.removed])
            #expect(try await bed.subscription(Self.second) == nil)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [nil, "daemon"])
    func itsNewAddressIsAsked(leaseOwner: String?) async throws {
        try await Self.run(leaseOwner: leaseOwner) { unit, id, now throws(PersistenceError) in
            _ = try unit.subscriptions.move(id, to: Self.elsewhere, cause: .user, at: now)
        } then: { _, results, asked in
            // Then it is, in the turn of its new host and under the name that the feed had
            #expect(asked == [Self.first, Self.elsewhere])
            #expect(Set(results.map(\.feed)) == [Self.first, Self.second])
            #expect(results.allSatisfy { $0.outcome.failure == nil && $0.outcome.word != .postponed })
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func itsNewSettingsHold() async throws {
        try await Self.run(leaseOwner: nil) { unit, id, _ throws(PersistenceError) in
            try unit.subscriptions.setOverride("user-agent", to: "Wanted", of: id)
        } then: { bed, _, asked in
            #expect(asked == [Self.first, Self.second])
            #expect(bed.server.requests.last?["User-Agent"] == "Wanted")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [nil, "daemon"])
    func whatItsHostHasToldAnotherProcessHolds(leaseOwner: String?) async throws {
        try await Self.run(leaseOwner: leaseOwner) { unit, _, now throws(PersistenceError) in
            try unit.hosts.pause("show.example", until: now.adding(seconds: 600), reason: .rateLimited, at: now)
        } then: { bed, results, asked in
            // Then it is put off, and nobody has it any more
            #expect(asked == [Self.first])
            let result = try #require(results.first { $0.feed == Self.second })
            #expect(result.outcome.word == .postponed && result.warnings.map(\.kind.rawValue) == ["host-paused"])
            let (id, now) = (try #require(result.subscriptionID), bed.clock.timestamp)
            let holder = try await bed.read { unit throws(PersistenceError) in
                try unit.leases.holder(of: id, at: now)
            }
            #expect(holder == nil)
        }
    }

    @Test func whatIsAskedForAnotherSubscriptionIsNoAnswerToThisOne() async throws {
        try await WebTestBed.run(
            script: { _ in ServerStep.response(404) },
            { bed in
                // Given two subscriptions, of which the second is on its way to the address that the first has now
                let now = bed.clock.timestamp
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    for url in [Self.first, Self.second] {
                        _ = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: url), at: now)
                    }
                }
                let request = try await bed.request(Self.first)
                var (other, unknown) = (request, request)
                other.refreshState = try await bed.request(Self.second).refreshState
                unknown.refreshState = nil

                #expect(request.isAnswered(with: request) && unknown.isAnswered(with: unknown))
                #expect(!request.isAnswered(with: other) && !request.isAnswered(with: unknown))
            }
        )
    }

    /// Changes the second of two feeds of one host while the first is being asked.
    private static func run(
        leaseOwner: String?,
        change: @escaping @Sendable (UnitOfWork, Int64, Timestamp) throws(PersistenceError) -> Void,
        then check: (WebTestBed, [FeedImportResult], _ asked: [String]) async throws -> Void
    ) async throws {
        let isAtWork = Locked(false)
        let (asked, asks) = AsyncStream.makeStream(of: Void.self)
        let mayAnswer = DispatchSemaphore(value: 0)
        try await WebTestBed.run(
            script: { request in
                let answer = ServerStep.response(200, [], TestFeed.rss([TestFeed.item("a")]))
                guard isAtWork.withLock(\.self), request.path == first else { return answer }
                return [.perform { asks.finish() }, .perform { mayAnswer.wait() }] + answer
            },
            { bed in
                // Given two feeds of one host, of which the second waits for the first
                try await bed.importFeeds([first, second])
                isAtWork.withLock { $0 = true }
                let (before, now) = (bed.asked.count, bed.clock.timestamp)
                let id = try #require(try await bed.subscription(second)?.id)
                let requests = [try await bed.request(first), try await bed.request(second)]
                let template = requests[1]
                if let leaseOwner {
                    let ids = requests.compactMap(\.refreshState?.subscriptionID)
                    try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                        for id in ids {
                            _ = try unit.leases.take(
                                id,
                                owner: leaseOwner,
                                at: now,
                                until: now.adding(seconds: 86_400)
                            )
                        }
                    }
                }
                async let run = bed.run(requests, leaseOwner: leaseOwner) { state in
                    var request = FeedImportRequest(
                        name: state.feedURL,
                        source: try FeedSource(storedURL: state.feedURL),
                        options: template.options.applying(state.overrides)
                    )
                    request.provenance = template.provenance
                    request.refreshState = state
                    return request
                }
                for await _ in asked {}

                // When it is changed
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try change(unit, id, now)
                }
                mayAnswer.signal()

                // Then
                let results = try await run.results
                try await check(bed, results, Array(bed.asked.dropFirst(before)))
            }
        )
    }
}
