import Operations
import Persistence
import PodcastModel
import TestSupport
import Testing

@testable import FeedImporting

struct RefreshSchedulerTests {
    @Test func handsOutWhatIsDueLongestDueFirstAndSleepsUntilTheNextIs() async throws {
        // Given feeds due since two minutes, one minute, and in ten minutes
        let bed = try await SchedulerTestBed()
        try await bed.follow(1...3) { [-60, -120, 600][$0 - 1] }
        let scheduler = bed.scheduler { $0.newestPerBatch = 0 }
        let start = bed.now

        // When
        var asked: [(name: String, after: Int64)] = []
        for _ in 0..<3 {
            let request = try #require(await scheduler.next())
            asked.append((request.name, bed.now.seconds(since: start)))
            try await bed.answer(request, nextDueIn: 3600, scheduler)
        }

        // Then
        #expect(asked.map(\.name) == [2, 1, 3].map(SchedulerTestBed.url))
        #expect(asked.map(\.after) == [0, 0, 600])
        #expect(scheduler.figures.refreshed == 3)
        #expect(scheduler.figures.inFlight == 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func whatIsWantedBeforeItsOutcomeIsToldIsHandedOutAfterThat() async throws {
        // Given a feed whose outcome is written, and that somebody has asked for meanwhile
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in -60 }
        let clock = StandingClock()
        let scheduler = bed.scheduler(sleepingOn: clock)
        let first = try #require(await scheduler.next())
        let id = try #require(first.refreshState?.subscriptionID)
        let (time, owner) = (bed.now, scheduler.owner)
        try await bed.save { unit throws(PersistenceError) in
            let success = RefreshSuccess(at: time, validators: HTTPValidators(), nextDueAt: time.adding(seconds: 3600))
            try unit.refreshes.recordSuccess(success, of: id)
            try unit.leases.end(id, owner: owner)
            _ = try unit.refreshes.request(of: id, at: time)
        }
        let isHandedOut = Locked(false)
        let next = Task {
            defer { isHandedOut.withLock { $0 = true } }
            return await scheduler.next()
        }
        // It is taken by now, and there is nothing else.
        await clock.untilSomebodySleeps()
        #expect(isHandedOut.withLock { !$0 })

        // When
        scheduler.finish(SchedulerTestBed.result(of: first))

        // Then it does not share the old answer, and is the scheduler's until it has its own
        let second = try #require(await next.value)
        #expect(second.name == first.name && scheduler.figures.inFlight == 1)
        scheduler.finish(SchedulerTestBed.result(of: second))
        #expect(scheduler.figures.inFlight == 0)
    }

    @Test func ofTwoFeedsThatExchangeAddressesBothComeToTheirEnd() async throws {
        // Given a feed on its way
        let bed = try await SchedulerTestBed()
        try await bed.follow([1, 2]) { $0 == 1 ? -60 : 60 }
        let scheduler = bed.scheduler()
        let first = try #require(await scheduler.next())
        let (id, time) = (try #require(first.refreshState?.subscriptionID), bed.now)
        let (here, elsewhere) = (SchedulerTestBed.url(1), "https://elsewhere.example/")

        // When somebody sends it elsewhere, and gives another one its address
        try await bed.save { unit throws(PersistenceError) in
            _ = try unit.subscriptions.move(id, to: elsewhere, cause: .user, at: time)
            let other = try unit.subscriptions.subscription(matching: SchedulerTestBed.url(2))?.id ?? 0
            _ = try unit.subscriptions.move(other, to: here, cause: .user, at: time)
            _ = try unit.refreshes.request(of: other, at: time)
        }
        let second = try #require(await scheduler.next())
        #expect(second.name == here)
        scheduler.finish(SchedulerTestBed.result(of: first))
        scheduler.finish(SchedulerTestBed.result(of: second))

        // Then neither is taken for the other
        #expect(scheduler.figures.inFlight == 0)
    }

    @Test func twoSchedulersOnOneStoreShareTheWorkAndDoubleNothing() async throws {
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<100) { Int64($0) - 200 }
        let schedulers = ["a", "b"].map { owner in bed.scheduler(owner) { $0.batchSize = 10 } }

        var asked: [String] = []
        var shares = [0, 0]
        for turn in 0..<100 {
            let request = try #require(await schedulers[turn % 2].next())
            shares[turn % 2] += 1
            asked.append(request.name)
            try await bed.answer(request, nextDueIn: 7200, schedulers[turn % 2])
        }

        #expect(Set(asked).count == 100)
        #expect(shares == [50, 50])
    }

    @Test func handsOutNewFeedsBeforeABacklog() async throws {
        // Given a backlog, of which a batch is being worked on
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<500) { Int64($0) - 5000 }
        let scheduler = bed.scheduler { $0.batchSize = 10 }
        for _ in 0..<10 { _ = await scheduler.next() }

        // When
        try await bed.follow([777]) { _ in 0 }
        scheduler.storeHasChanged()

        // Then
        #expect(await scheduler.next()?.name == SchedulerTestBed.url(777))
    }

    @Test(arguments: [1.0, 3, 8])
    func whatIsDueForLongestGetsHalfOfASlowPaceThoughTheStoreKeepsChanging(rate: Double) async throws {
        // Given a backlog that grows old
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<30) { Int64($0) - 5000 }
        let scheduler = bed.scheduler { $0.feedsPerSecond = rate }

        // When each refresh is heard of as a change of the store
        var asked: [String] = []
        for _ in 0..<16 {
            let request = try #require(await scheduler.next())
            asked.append(request.name)
            try await bed.answer(request, nextDueIn: 3600, scheduler)
            scheduler.storeHasChanged()
        }

        // Then the longest due have their turn, and so have the newest
        #expect(asked.count { (0..<8).map(SchedulerTestBed.url).contains($0) } == 8)
        #expect(asked.count { (22..<30).map(SchedulerTestBed.url).contains($0) } == 8)
    }

    @Test func aNewFeedWaitsBehindOneOtherAtMostHoweverSlowThePace() async throws {
        // Given
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<30) { Int64($0) - 5000 }
        let scheduler = bed.scheduler { $0.feedsPerSecond = 1 }

        for number in [777, 778, 779] {
            // When
            _ = await scheduler.next()
            try await bed.follow([number]) { _ in 0 }
            scheduler.storeHasChanged()

            // Then
            let next = [await scheduler.next()?.name, await scheduler.next()?.name]
            #expect(next.contains(SchedulerTestBed.url(number)))
        }
    }

    @Test func handsOutNoMoreThanItsRateAndASecondsWorthAtOnce() async throws {
        // Given a thousand feeds due at one moment, after a suspend
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<1000) { _ in -7200 }
        let scheduler = bed.scheduler { $0.feedsPerSecond = 50 }
        let start = bed.clock.now

        // When
        var perSecond: [Int64: Int] = [:]
        for _ in 0..<1000 {
            let request = try #require(await scheduler.next())
            perSecond[start.duration(to: bed.clock.now).components.seconds, default: 0] += 1
            try await bed.answer(request, nextDueIn: 3600, scheduler)
        }

        // Then
        let seconds = start.duration(to: bed.clock.now).components.seconds
        #expect((18...20).contains(seconds))
        #expect(perSecond.values.allSatisfy { $0 <= 101 })
    }

    @Test func takesUpAnotherPaceWhileItIsAtWork() async throws {
        // Given a backlog that would take minutes
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<200) { _ in -7200 }
        let scheduler = bed.scheduler { $0.feedsPerSecond = 1 }
        let start = bed.clock.now
        let first = try #require(await scheduler.next())
        try await bed.answer(first, nextDueIn: 3600, scheduler)

        // When
        scheduler.adopt(feedsPerSecond: 100)
        for _ in 1..<200 {
            let request = try #require(await scheduler.next())
            try await bed.answer(request, nextDueIn: 3600, scheduler)
        }

        // Then
        #expect(start.duration(to: bed.clock.now) < .seconds(5))
    }

    /// A commit of leases alone does (``SaveUrgency/gathering``).
    @Test func theDiskIsNotSyncedForWhatItTakes() async throws {
        // Given a store that tells of saves that wait a moment
        let store = PersistenceConfiguration(location: .memory)
        let count = Locked(0)
        let bed = try await SchedulerTestBed(store: store) { time in
            if time == store.gatheringTime { count.withLock { $0 += 1 } }
            try await Task.sleep(for: time)
        }
        try await bed.follow([1]) { _ in -60 }

        // When
        let request = await bed.scheduler().next()

        // Then
        #expect(request != nil)
        #expect(count.withLock(\.self) == 1)
    }

    @Test func givesBackWhatWasNotFinishedDueAsBefore() async throws {
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<5) { Int64($0) - 100 }
        let due = try await bed.read { [now = bed.now] unit throws(PersistenceError) in
            try unit.refreshes.dueStates(at: now).map(\.nextDueAt)
        }
        let scheduler = bed.scheduler()
        let first = try #require(await scheduler.next())
        try await bed.answer(first, nextDueIn: 3600, scheduler)
        _ = await scheduler.next()
        let taken = try await bed.read { [now = bed.now] unit throws(PersistenceError) in
            try unit.refreshes.dueSubscriptionIDs(at: now).count
        }

        // When
        scheduler.end()
        #expect(await scheduler.next() == nil)
        try await scheduler.giveBack()

        // Then
        let left = try await bed.read { [now = bed.now] unit throws(PersistenceError) in
            try unit.refreshes.dueStates(at: now)
        }
        #expect(taken == 0)
        #expect(left.count == 4)
        #expect(Set(left.map(\.nextDueAt)).isSubset(of: Set(due)))
        #expect(scheduler.figures.inFlight == 0)
    }

    @Test func aFeedWhoseProcessDiedIsNotAskedAgainAtOnce() async throws {
        // Given a process that took a feed and is gone
        let bed = try await SchedulerTestBed()
        try await bed.follow([1]) { _ in 0 }
        _ = await bed.scheduler("dead").next()
        let start = bed.now

        // When another one waits for it
        let request = await bed.scheduler("next").next()

        // Then
        #expect(request?.name == SchedulerTestBed.url(1))
        #expect(bed.now.seconds(since: start) >= RefreshPolicy().minimumInterval)
    }

    @Test func prolongsTheLeasesOfFeedsThatTakeLong() async throws {
        let bed = try await SchedulerTestBed()
        try await bed.follow([1, 2]) { _ in 0 }
        let scheduler = bed.scheduler()
        _ = await scheduler.next()
        let removed = try #require(await scheduler.next()?.refreshState?.subscriptionID)
        try await bed.save { [now = bed.now] unit throws(PersistenceError) in
            try unit.subscriptions.unsubscribe(removed, purges: true, at: now)
        }

        bed.clock.advance(by: .seconds(ImportLeases.seconds - 10))
        try await scheduler.renewLeases()
        bed.clock.advance(by: .seconds(ImportLeases.seconds - 10))

        let overview = try await bed.read { [now = bed.now] unit throws(PersistenceError) in
            try unit.subscriptions.overview(at: now)
        }
        #expect(overview.inFlight == 1)
        #expect(scheduler.figures.inFlight == 1)
    }

    @Test func endsWhenItsTaskIsCancelledWhileItSleeps() async throws {
        let bed = try await SchedulerTestBed()
        let (sleeping, continuation) = AsyncStream<Void>.makeStream()
        let scheduler = RefreshScheduler(
            owner: "a",
            persistence: bed.persistence,
            configuration: RefreshSchedulerConfiguration(),
            now: { bed.now },
            logger: .silent,
            onSleep: { _ in continuation.yield() },
            makeRequest: { FeedImportRequest(name: $0.feedURL, source: .standardInput) }
        )
        let task = Task { await scheduler.next() }
        for await _ in sleeping { break }

        task.cancel()

        #expect(await task.value == nil)
        #expect(scheduler.figures.activity == .ended)
    }

    @Test(.timeLimit(.minutes(10)))
    func leavesAStoreAloneThatCannotBeUsedAndTriesAgainLaterAndLater() async throws {
        // Given a store that was closed
        let bed = try await SchedulerTestBed()
        let scheduler = bed.scheduler()
        try await bed.persistence.close()
        let start = bed.clock.now

        // When it is tried for half an hour
        let task = Task { await scheduler.next() }
        try await until { start.duration(to: bed.clock.now) >= .seconds(1800) }
        let figures = scheduler.figures
        scheduler.end()

        // Then
        #expect(await task.value == nil)
        guard case .resting(let reason) = figures.activity else {
            Issue.record("\(figures.activity)")
            return
        }
        #expect(reason.contains("not loaded"))
    }

    @Test(.timeLimit(.minutes(10)))
    func restsFromTheEndOfATryThatTookLong() async throws {
        // Given a store that is waited for, longer than a rest is, before it turns out that it cannot be used
        let bed = try await SchedulerTestBed()
        let rests = Locked<[Duration]>([])
        let waiting = Locked<RefreshScheduler?>(nil)
        let clock = PipelineClock(bed.clock)
        let scheduler = RefreshScheduler(
            owner: "a",
            persistence: bed.persistence,
            configuration: RefreshSchedulerConfiguration(),
            clock: clock,
            now: {
                bed.clock.advance(by: .seconds(10))
                return bed.now
            },
            logger: .silent,
            onSleep: { _ in
                let until = waiting.withLock(\.self)?.state.withLock(\.restUntil)
                rests.withLock { $0.append((until ?? .zero) - clock.elapsed) }
            },
            makeRequest: { _ in throw CancellationError() }
        )
        waiting.withLock { $0 = scheduler }
        try await bed.persistence.close()

        // When
        let task = Task { await scheduler.next() }
        try await until { rests.withLock(\.count) >= 2 }
        scheduler.end()

        // Then
        #expect(await task.value == nil)
        #expect(rests.withLock(\.self).prefix(2) == [.seconds(5), .seconds(10)])
        waiting.withLock { $0 = nil }
    }

    @Test func findsItsPaceAnew() async throws {
        // Given a pace that was found for other feeds
        let bed = try await SchedulerTestBed()
        try await bed.follow(0..<2) { _ in -7200 }
        let scheduler = bed.scheduler {
            $0.feedsPerSecond = nil
            $0.batchSize = 1
        }
        let first = try #require(await scheduler.next())
        scheduler.state.withLock { $0.bucket.rate = 7 }
        try await bed.answer(first, nextDueIn: 3600, scheduler)

        // When
        scheduler.startAnew()
        _ = await scheduler.next()

        // Then
        #expect(scheduler.state.withLock(\.bucket.rate) == 50)
    }
}
