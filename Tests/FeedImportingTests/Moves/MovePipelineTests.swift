import FeedServer
import Operations
import Persistence
import PodcastModel
import Testing

/// Moves of feeds in whole runs, over days that pass at once.
struct MovePipelineTests {
    private static let old = "http://old.example/feed"
    private static let new = "http://new.example/feed"
    private static let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")])

    @Test func anAddressChangesAfterThreeRefreshesOverTwoDays() async throws {
        // Given a feed whose server redirects for good, all the time
        let moved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.old, moved.withLock(\.self) { return ServerStep.redirect(301, to: Self.new) }
                if request["If-None-Match"] != nil { return ServerStep.notModified() }
                return ServerStep.response(200, ["ETag: \"1\""], Self.feed)
            },
            { bed in
                try await bed.importFeeds([Self.old])
                moved.withLock { $0 = true }

                // When it is seen for less than two days
                for _ in 0..<3 {
                    bed.clock.advance(by: .seconds(20 * 3600))
                    try await bed.importFeeds([Self.old])
                }
                let pending = try #require(try await bed.subscription(Self.old))
                #expect(pending.feedURL == Self.old && pending.pendingMove == Self.new)

                // Then nothing has changed; after two days the new address is asked
                bed.clock.advance(by: .seconds(20 * 3600))
                let (results, _) = try await bed.importFeeds([Self.old])
                #expect(results.first?.warnings.last?.kind == .moved)
                let subscription = try #require(try await bed.subscription(Self.old))
                #expect(subscription.feedURL == Self.new)
                #expect(subscription.movedFrom == [Self.old] && subscription.pendingMove == nil)

                // And without validators of another address
                bed.clock.advance(by: .seconds(20 * 3600))
                try await bed.importDue()
                let last = try #require(bed.server.requests.last)
                #expect(last.path == Self.new && last["If-None-Match"] == nil)
            }
        )
    }

    @Test func aTemporaryRedirectChangesNothing() async throws {
        try await expectNoMove { request in
            request.path == Self.old ? ServerStep.redirect(302, to: Self.new) : ServerStep.response(200, [], Self.feed)
        }
    }

    @Test func theAddressThatAFeedGivesItselfChangesNothing() async throws {
        let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"self\" href=\"\(Self.new)\"/>"
        let feed = TestFeed.rss([TestFeed.item("a"), TestFeed.item("b")], channel: link)
        try await expectNoMove { _ in ServerStep.response(200, [], feed) }
    }

    @Test func aLoginPageChangesNothing() async throws {
        try await expectNoMove { request in
            request.path == Self.old
                ? ServerStep.redirect(301, to: "http://login.example/")
                : ServerStep.response(200, ["Content-Type: text/html"], "<!doctype html><title>Log in</title>")
        }
    }

    @Test func whatAnotherShowAnsweredAndWhereThatWasCanBeSeen() async throws {
        let isSold = Locked(false)
        try await WebTestBed.run(
            script: { request in
                guard isSold.withLock(\.self) else { return ServerStep.response(200, [], Self.feed) }
                if request.path == Self.old { return ServerStep.redirect(301, to: Self.new) }
                let casino = TestFeed.rss([TestFeed.item("x"), TestFeed.item("y")], title: "Casino")
                return ServerStep.response(200, ["Retry-After: 90000"], casino)
            },
            { bed in
                // Given a feed whose address was sold
                try await bed.importFeeds([Self.old])
                isSold.withLock { $0 = true }

                // When
                let result = try await bed.importFeeds([Self.old]).results.first

                // Then
                #expect(result?.httpStatus == 200 && result?.redirectedTo == Self.new)
                let fetch = try await bed.read { unit throws(PersistenceError) in
                    try unit.fetches.newest(of: 1, limit: 1).first
                }
                #expect(fetch?.errorKind == .otherShow && fetch?.status == 200)
                #expect(fetch?.redirects.map(\.status) == [301])
                let due = try #require(try await bed.subscription(Self.old)?.nextDueAt)
                #expect(due.seconds(since: bed.clock.timestamp) >= 90_000)
            }
        )
    }

    @Test func aMoveThatIsTakenBackCountsFromTheBeginning() async throws {
        let target = Locked("")
        try await WebTestBed.run(
            script: { request in
                let target = target.withLock(\.self)
                return request.path == Self.old && !target.isEmpty
                    ? ServerStep.redirect(301, to: target) : ServerStep.response(200, [], Self.feed)
            },
            { bed in
                try await bed.importFeeds([Self.old])
                for place in [Self.new, Self.new, "", Self.new, "http://third.example/", Self.new, Self.new] {
                    target.withLock { $0 = place }
                    bed.clock.advance(by: .seconds(40 * 3600))
                    try await bed.importFeeds([Self.old])
                }
                #expect(try await bed.subscription(Self.old)?.feedURL == Self.old)
                bed.clock.advance(by: .seconds(40 * 3600))
                try await bed.importFeeds([Self.old])
                #expect(try await bed.subscription(Self.old)?.feedURL == Self.new)
            }
        )
    }

    @Test func aMoveOntoAnotherSubscriptionMakesADuplicate() async throws {
        try await Self.moveOntoAnother { _, _ in
        } then: { bed, results in
            #expect(results.map(\.outcome) == [.moved(to: Self.new)])
            let old = try #require(try await bed.subscription(Self.old))
            #expect(old.feedURL == Self.old && old.nextDueAt == nil)
            let new = try #require(try await bed.subscription(Self.new))
            #expect(new.id == old.duplicateOf)
            // Who wants one copy of its episodes is told how to be rid of the other
            let told = results.first?.warnings.first { $0.kind == .duplicate }?.detail ?? ""
            #expect(told.contains("moved to that of subscription \(new.id)"), "\(told)")
            #expect(told.contains("remove --purge \(old.id)` deletes those of this one"), "\(told)")
        }
    }

    @Test func aMoveOntoAnotherSubscriptionThatFailsHasItAskedAtOnce() async throws {
        // Given a feed that was gone, and has come back without anybody having seen it
        try await Self.moveOntoAnother { bed, new in
            let now = bed.clock.timestamp
            let failure = RefreshFailure(
                at: now,
                kind: .gone,
                message: "it is gone",
                nextDueAt: now.adding(seconds: 90 * 86_400),
                dueReasons: [],
                newState: .gone
            )
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.refreshes.recordFailure(failure, of: new)
            }
        } then: { bed, results in
            // Then it is not left to wait, for it is asked in the place of both
            #expect(results.map(\.outcome) == [.moved(to: Self.new)])
            let dueAt = try await bed.subscription(Self.new)?.nextDueAt
            #expect(dueAt == bed.clock.timestamp)
        }
    }

    @Test(arguments: [SubscriptionState.unfollowed, .paused])
    func aMoveOntoASubscriptionThatIsNotAskedStopsNothing(state: SubscriptionState) async throws {
        // Given a feed that moves to the address of one that was left, or that rests
        try await Self.moveOntoAnother { bed, new in
            let now = bed.clock.timestamp
            try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                try unit.subscriptions.setState(state, of: new, at: now)
            }
        } then: { bed, _ in
            // Then one of the two is asked
            let (old, new) = (try await bed.subscription(Self.old), try await bed.subscription(Self.new))
            let asked = try await bed.read { unit throws(PersistenceError) in
                try unit.refreshes.polledSubscriptions()
            }
            #expect(asked == [state == .paused ? old?.id : new?.id])
            #expect(new?.state == (state == .paused ? .paused : .active))
        }
    }

    /// Follows both addresses of a feed whose first leads to the second for good, then changes that.
    private static func afterOneHasLedToTheOther(
        then answer: @escaping @Sendable (String) -> [ServerStep],
        _ check: (WebTestBed, _ old: Int64, _ new: Int64) async throws -> Void
    ) async throws {
        let phase = Locked(0)
        let longer = TestFeed.rss(["a", "b", "c"].map { TestFeed.item($0) })
        try await WebTestBed.run(
            script: { request in
                switch (phase.withLock(\.self), request.path) {
                case (0, _): ServerStep.response(200, [], feed)
                case (1, old): ServerStep.redirect(301, to: new)
                case (1, _): ServerStep.response(200, [], longer)
                default: answer(request.path)
                }
            },
            { bed in
                try await bed.importFeeds([old, new])
                let ids = (try await bed.subscription(old)?.id, try await bed.subscription(new)?.id)
                let (first, second) = (try #require(ids.0), try #require(ids.1))
                for number in 1...2 {
                    phase.withLock { $0 = number }
                    for _ in 0..<(number == 1 ? 5 : 10) {
                        bed.clock.advance(by: .seconds(30 * 3600))
                        let asked = try await bed.subscription("\(second)")?.feedURL
                        try await bed.importFeeds([asked ?? new])
                        if number == 1 { try await bed.importFeeds([old]) }
                    }
                    let isDuplicate = try await bed.subscription("\(first)")?.duplicateOf == second
                    #expect(isDuplicate || number == 2)
                }
                try await check(bed, first, second)
            }
        )
    }

    @Test func whereAFeedGoesBackToItsOtherAddressItsPodcastGoesOn() async throws {
        let longer = TestFeed.rss(["a", "b", "c", "d"].map { TestFeed.item($0) })
        try await Self.afterOneHasLedToTheOther { path in
            path == Self.new ? ServerStep.redirect(301, to: Self.old) : ServerStep.response(200, [], longer)
        } _: { bed, old, new in
            let (kept, other) = (try await bed.subscription("\(new)"), try await bed.subscription("\(old)"))
            #expect(kept?.feedURL == Self.old && kept?.duplicateOf == nil)
            #expect(other?.feedURL == Self.new && other?.duplicateOf == new)
            // Nobody hears of an episode twice.
            let titles = try await bed.read { unit throws(PersistenceError) in
                try unit.changes.changes(since: 0, limit: 100).filter { $0.entity == .episode && !$0.isBacklog }.map(
                    \.title
                )
            }
            #expect(titles.count { $0 == "Episode d" } == 1)
        }
    }

    @Test func whereAFeedIsGoneThoseThatLedToItAreAskedThemselves() async throws {
        let longer = TestFeed.rss(["a", "b", "c", "d"].map { TestFeed.item($0) })
        try await Self.afterOneHasLedToTheOther { path in
            path == Self.new ? ServerStep.response(410) : ServerStep.response(200, [], longer)
        } _: { bed, old, new in
            let (duplicate, holder) = (try await bed.subscription("\(old)"), try await bed.subscription("\(new)"))
            #expect(holder?.state == .gone)
            #expect(duplicate?.duplicateOf == nil && duplicate?.nextDueAt != nil)
            try await bed.importDue()
            let titles = try await bed.read { unit throws(PersistenceError) in
                try unit.changes.changes(since: 0, limit: 100).filter { $0.entity == .episode && !$0.isBacklog }.map(
                    \.title
                )
            }
            #expect(titles.contains("Episode d"))
        }
    }

    @Test func aFeedThatFailsWhereItMovedToGoesBack() async throws {
        let isDead = Locked(false)
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.new, isDead.withLock(\.self) { return ServerStep.response(404) }
                return ServerStep.response(200, [], Self.feed)
            },
            { bed in
                // Given a feed that was moved by a redirect
                try await bed.importFeeds([Self.old])
                let now = bed.clock.timestamp
                _ = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.subscriptions.move(1, to: Self.new, cause: .redirect, at: now)
                }

                // When it fails there for a week
                isDead.withLock { $0 = true }
                try await bed.importFeeds([Self.new])
                for _ in 0..<6 {
                    bed.clock.advance(by: .seconds(86_400))
                    try await bed.importFeeds([Self.new])
                }
                #expect(try await bed.subscription(Self.new)?.feedURL == Self.new)
                bed.clock.advance(by: .seconds(86_400))
                try await bed.importFeeds([Self.new])

                // Then it is asked where it was
                let back = try await bed.subscription(Self.new)
                #expect(back?.feedURL == Self.old)
                // What it failed with says nothing of how soon it may be asked there.
                #expect(back?.nextDueAt == bed.clock.timestamp)
                let (results, _) = try await bed.importFeeds([Self.old])
                #expect(results.first?.outcome.word == .imported)
            }
        )
    }

    @Test func aFeedThatFailsWhereItsFormerAddressLeadsStaysThere() async throws {
        // Given a feed that was moved, and a server that fails but for a request that follows another at once
        let requestsOfRefresh = Locked(0)
        try await WebTestBed.run(
            script: { request in
                if request.path == Self.old { return ServerStep.redirect(301, to: Self.new) }
                let count = requestsOfRefresh.withLock { count in
                    count += 1
                    return count
                }
                return count == 1 ? ServerStep.response(503) : ServerStep.response(200, [], Self.feed)
            },
            { bed in
                requestsOfRefresh.withLock { $0 = 1 }
                try await bed.importFeeds([Self.old])
                let now = bed.clock.timestamp
                _ = try await bed.persistence.newBackgroundContext().save { unit throws(PersistenceError) in
                    try unit.subscriptions.move(1, to: Self.new, cause: .redirect, at: now)
                }

                // When it fails for more than a week, and its former address redirects to where it is
                for _ in 0..<10 {
                    bed.clock.advance(by: .seconds(86_400))
                    requestsOfRefresh.withLock { $0 = 0 }
                    try await bed.importFeeds([Self.new])
                }

                // Then that is asked where it was, and is not asked twice where it is
                #expect(bed.server.requests.last?.path == Self.old)
                #expect(bed.server.requests.count { $0.path == Self.new } == 11)
                // And it has not left that: a redirect there would never be believed again
                let subscription = try #require(try await bed.subscription(Self.new))
                #expect(subscription.feedURL == Self.new && subscription.failures == 10)
            }
        )
    }

    /// Lets a feed redirect for good to where another subscription is, for as long as that takes to be believed.
    private static func moveOntoAnother(
        _ prepare: (WebTestBed, Int64) async throws -> Void,
        then check: (WebTestBed, [FeedImportResult]) async throws -> Void
    ) async throws {
        let moved = Locked(false)
        try await WebTestBed.run(
            script: { request in
                request.path == old && moved.withLock(\.self)
                    ? ServerStep.redirect(301, to: new) : ServerStep.response(200, [], feed)
            },
            { bed in
                try await bed.importFeeds([old, new])
                try await prepare(bed, try #require(try await bed.subscription(new)).id)
                moved.withLock { $0 = true }
                var results: [FeedImportResult] = []
                for _ in 0..<4 {
                    bed.clock.advance(by: .seconds(20 * 3600))
                    results = try await bed.importFeeds([old]).results
                }
                try await check(bed, results)
            }
        )
    }

    private func expectNoMove(_ script: @escaping ScriptedServer.Script) async throws {
        let isOver = Locked(false)
        try await WebTestBed.run(
            script: { request in
                isOver.withLock(\.self) ? script(request) : ServerStep.response(200, [], Self.feed)
            },
            { bed in
                try await bed.importFeeds([Self.old])
                isOver.withLock { $0 = true }
                for _ in 0..<5 {
                    bed.clock.advance(by: .seconds(30 * 3600))
                    try await bed.importFeeds([Self.old])
                }
                let subscription = try #require(try await bed.subscription(Self.old))
                #expect(subscription.feedURL == Self.old)
                #expect(subscription.pendingMove == nil && subscription.movedFrom.isEmpty)
            }
        )
    }
}
