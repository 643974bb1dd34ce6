import Dispatch
import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

@testable import FeedImporting

/// What a user says of a feed while it is being loaded.
struct ChangedWhileLoadingTests {
    private static let address = "http://show.example/feed"
    private static let elsewhere = "http://other.example/feed"
    private static let patience: Int64 = 7 * 86_400

    private typealias Change = @Sendable (UnitOfWork, Int64, Timestamp) throws(PersistenceError) -> Void

    @Test(.timeLimit(.minutes(10)), arguments: [200, 304, 410, 500])
    func whatComesOfTheOldAddressSaysNothingOfTheNewOne(status: Int) async throws {
        try await Self.run(answering: status) { unit, id, now throws(PersistenceError) in
            _ = try unit.subscriptions.move(id, to: Self.elsewhere, cause: .user, at: now)
            try unit.subscriptions.beginAnew(id, at: now)
        } then: { bed, after in
            // Then the history has heard of it, and nobody else
            #expect(after.feed.state == .active && after.feed.failures == 0 && after.feed.lastError == nil)
            #expect(after.feed.nextDueAt == bed.clock.timestamp)
            #expect(after.reasons == [DueReason(rule: .changed, detail: "it has another address now")])
            #expect(after.fetches == 2 && after.holder == nil)
            #expect(after.feed.episodeCount == 1)
            #expect(after.validators.isEmpty)
            if status == 200 {
                #expect(after.result?.outcome == .postponed(until: nil) && after.result?.episodeCount == 1)
                // What the document lacks is not why it was left.
                #expect(after.result?.warnings.first?.kind == .changed)
            }
            // And the new one is asked at once
            try await bed.importDue()
            #expect(bed.asked.last == Self.elsewhere)
            #expect(try await Self.look(at: bed).feed.episodeCount == 2)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func itsFirstDocumentIsThatOfTheNewAddress() async throws {
        try await Self.run(answering: 200, isKnown: false) { unit, id, now throws(PersistenceError) in
            _ = try unit.subscriptions.move(id, to: Self.elsewhere, cause: .user, at: now)
            try unit.subscriptions.beginAnew(id, at: now)
        } then: { bed, after in
            #expect(after.feed.podcastID == nil && after.feed.nextDueAt == bed.clock.timestamp)
            try await bed.importDue()
            #expect(bed.asked == [Self.address, Self.elsewhere])
            #expect(try await Self.look(at: bed).feed.podcastID != nil)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func aRefusalOfTheOldCredentialsSaysNothingOfTheNewOnes(isKnown: Bool) async throws {
        try await Self.run(answering: 401, isKnown: isKnown, Self.giveCredentials) { bed, after in
            #expect(after.feed.state == .active && after.feed.failures == 0)
            #expect(after.feed.nextDueAt == bed.clock.timestamp)
            #expect(after.reasons == [DueReason(rule: .changed, detail: "it has other credentials now")])
            #expect(after.holder == nil)
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [200, 304])
    func anAnswerCountsWhateverItWasAskedWith(status: Int) async throws {
        try await Self.run(answering: status, Self.giveCredentials) { bed, after in
            #expect(after.feed.lastSuccessAt == bed.clock.timestamp)
            #expect(after.feed.nextDueAt.map { $0 > bed.clock.timestamp } == true)
            #expect(after.feed.episodeCount == (status == 200 ? 2 : 1))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func aFailureWithTheOldSettingsSaysNothingOfTheNewOnes() async throws {
        try await Self.run(answering: 403) { unit, id, now throws(PersistenceError) in
            try unit.subscriptions.setOverride("user-agent", to: "Wanted", of: id)
        } then: { bed, after in
            #expect(after.feed.failures == 0 && after.feed.nextDueAt == bed.clock.timestamp)
            #expect(after.reasons == [DueReason(rule: .changed, detail: "its settings were changed")])
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [200, 304, 500])
    func itsNewIntervalHoldsFromTheEndOfTheLoad(status: Int) async throws {
        try await Self.run(answering: status) { unit, id, now throws(PersistenceError) in
            try unit.subscriptions.setOverride("interval", to: "7d", of: id)
        } then: { bed, after in
            let due = try #require(after.feed.nextDueAt)
            #expect(due.seconds(since: bed.clock.timestamp) >= Self.patience)
            #expect(after.feed.failures == (status == 500 ? 1 : 0))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [200, 304, 500])
    func aLoadThatBeganBeforeTheWishDoesNotGrantIt(status: Int) async throws {
        try await Self.run(answering: status) { unit, id, now throws(PersistenceError) in
            #expect(try unit.refreshes.request(of: id, at: now) == .inFlight)
        } then: { bed, after in
            // Then what came of it is written, and the feed is asked once more
            #expect(after.feed.nextDueAt == bed.clock.timestamp && after.reasons.map(\.rule) == [.retry])
            #expect(after.feed.failures == (status == 500 ? 1 : 0))
            #expect(after.feed.episodeCount == (status == 200 ? 2 : 1))
            let before = bed.asked.count
            try await bed.importDue()
            try await bed.importDue()
            #expect(bed.asked.count == before + 1)
        }
    }

    /// As where a process was stopped for longer than its lease lasts, and goes on.
    @Test(.timeLimit(.minutes(10)), arguments: [200, 404, 500], [true, false])
    func whatAnotherProcessMakesOfAFeedIsNotOverwritten(status: Int, isDone: Bool) async throws {
        try await Self.run(answering: status) { unit, id, now throws(PersistenceError) in
            let end = now.adding(seconds: ImportLeases.seconds)
            #expect(try unit.leases.take(id, owner: "another", at: end, until: end.adding(seconds: 60)) == .granted)
            guard isDone else { return }
            let success = RefreshSuccess(at: end, validators: HTTPValidators(etag: "\"new\""), nextDueAt: end)
            try unit.refreshes.recordSuccess(success, of: id, endingLeaseOf: "another")
        } then: { _, after in
            // Then the history has heard of it, and nobody else
            #expect(after.feed.episodeCount == 1 && after.validators.etag == (isDone ? "\"new\"" : "\"1\""))
            #expect(after.feed.failures == 0 && after.feed.lastError == nil)
            #expect(after.fetches == 2 && after.holder == (isDone ? nil : "another"))
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func whatAnotherProcessCouldNotReadIsTaken() async throws {
        try await Self.run(answering: 200) { unit, id, now throws(PersistenceError) in
            let end = now.adding(seconds: ImportLeases.seconds)
            #expect(try unit.leases.take(id, owner: "another", at: end, until: end.adding(seconds: 60)) == .granted)
            try unit.leases.end(id, owner: "another")
        } then: { _, after in
            #expect(after.feed.episodeCount == 2 && after.validators.etag == "\"2\"")
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [200, 304, 404, 500])
    func whatIsRemovedHasNotFailed(status: Int) async throws {
        let interjection = Interjection()
        let answer: [ServerStep] =
            switch status {
            case 200: ServerStep.response(200, [], TestFeed.rss([TestFeed.item("b"), TestFeed.item("a")]))
            case 304: ServerStep.notModified(["ETag: \"1\""])
            default: ServerStep.response(status)
            }
        let isKnown = Locked(false)
        try await WebTestBed.run(
            script: { _ in
                guard isKnown.withLock(\.self) else {
                    return ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
                }
                return [interjection.step] + answer
            },
            { bed in
                // Given
                try await bed.importFeeds([Self.address])
                isKnown.withLock { $0 = true }

                // When
                interjection.set(in: bed) { unit, now throws(PersistenceError) in
                    guard try unit.subscriptions.subscription(id: 1) != nil else { return }
                    try unit.subscriptions.unsubscribe(1, purges: true, at: now)
                }
                let (results, report) = try await bed.importFeeds([Self.address])

                // Then
                #expect(results.map(\.outcome) == [.postponed(until: nil)])
                #expect(results.flatMap(\.warnings).map(\.kind) == [.removed])
                #expect(report.failed == 0 && report.notStarted == 0)
                #expect(try await bed.subscription(Self.address) == nil)
            }
        )
    }

    private static let giveCredentials: Change = { unit, id, now throws(PersistenceError) in
        try unit.subscriptions.setCredentials(FeedCredentials(user: "anna", password: "p"), of: id, at: now)
    }

    private struct After: Sendable {
        let feed: Subscription
        let reasons: [DueReason]
        let validators: HTTPValidators
        let fetches: Int
        let holder: String?
        var result: FeedImportResult?
    }

    /// Changes a feed that somebody has asked for while its server thinks of an answer.
    private static func run(
        answering status: Int,
        isKnown: Bool = true,
        _ change: @escaping Change,
        then check: (WebTestBed, After) async throws -> Void
    ) async throws {
        let isAtWork = Locked(false)
        let (asked, asks) = AsyncStream.makeStream(of: Void.self)
        let mayAnswer = DispatchSemaphore(value: 0)
        let first = ServerStep.response(200, ["ETag: \"1\""], TestFeed.rss([TestFeed.item("a")]))
        let second = ServerStep.response(200, ["ETag: \"2\""], TestFeed.rss([TestFeed.item("b"), TestFeed.item("a")]))
        try await WebTestBed.run(
            script: { request in
                guard request.path == address else { return second }
                let waits = isAtWork.withLock { isAtWork in
                    defer { isAtWork = false }
                    return isAtWork
                }
                guard waits else { return first }
                let answer: [ServerStep] =
                    switch status {
                    case 200: second
                    case 304: ServerStep.notModified(["ETag: \"1\""])
                    default: ServerStep.response(status)
                    }
                return [.perform { asks.finish() }, .perform { mayAnswer.wait() }] + answer
            },
            { bed in
                // Given a feed that is being asked
                if isKnown { try await bed.importFeeds([address]) }
                let now = bed.clock.timestamp
                let id = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    let id = try unit.subscriptions.subscribe(to: NewSubscription(feedURL: address), at: now).id
                    _ = try unit.refreshes.request(of: id, at: now)
                    return id
                }
                isAtWork.withLock { $0 = true }
                let request = try await bed.request(address)
                async let run = bed.run([request])
                for await _ in asked {}

                // When
                try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try change(unit, id, bed.clock.timestamp)
                }
                mayAnswer.signal()

                // Then
                let (results, _) = try await run
                var after = try await look(at: bed)
                after.result = results.first
                try await check(bed, after)
            }
        )
    }

    private static func look(at bed: WebTestBed) async throws -> After {
        let now = bed.clock.timestamp
        return try await bed.read { unit throws(PersistenceError) in
            guard let feed = try unit.subscriptions.subscription(matching: address),
                let state = try unit.refreshes.state(id: feed.id)
            else { throw .notFound(entity: "subscription", id: 1) }
            return After(
                feed: feed,
                reasons: try unit.refreshes.dueReasons(of: feed.id),
                validators: state.validators,
                fetches: try unit.fetches.newest(of: feed.id).count,
                holder: try unit.leases.holder(of: feed.id, at: now)?.owner
            )
        }
    }
}
