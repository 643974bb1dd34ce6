import Foundation
import Logging
import PodcastModel
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(10)))
struct FetchedResultsMonitorTests {
    private let atOnce = MonitorTiming { _ in }
    private let newest = FetchRequest<StoredEpisode>.episodes(EpisodeQuery(limit: 3))

    private func titles(_ change: FetchedResultsChange<StoredEpisode>?) -> [String]? {
        change?.results.rows.map(\.episode.title)
    }

    private func insert(_ numbers: Int..., in context: PersistenceContext) async throws {
        try await context.save { unit throws(PersistenceError) in
            for number in numbers {
                try unit.episodes.insert(
                    Samples.incoming(number),
                    podcastID: 1,
                    at: TestStore.now,
                    isBacklog: false
                )
            }
        }
    }

    private func insertAndWait(_ number: Int, in context: PersistenceContext) throws {
        try context.saveAndWait { unit throws(PersistenceError) in
            _ = try unit.episodes.insert(Samples.incoming(number), podcastID: 1, at: TestStore.now, isBacklog: false)
        }
    }

    @Test func beginsWithWhatThereIs() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2)])
        let monitor = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce)

        var changes = monitor.makeAsyncIterator()
        let first = try await changes.next()

        #expect(titles(first) == ["Episode 2", "Episode 1"])
        #expect(first?.rows.count == 2)
        #expect(first?.applied(to: .empty) == first?.results)
    }

    @Test func tellsAnEmptyResultAsAnEmptyList() async throws {
        let store = try await TestStore(inMemory: true)
        var changes = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce).makeAsyncIterator()

        let first = try await changes.next()

        #expect(first?.results.rows == [])
        #expect(first?.results.sections.map(\.name) == [""])
    }

    @Test func tellsThatThereIsNothingAlsoOfSections() async throws {
        let store = try await TestStore(inMemory: true)
        let request = FetchRequest<StoredEpisode>.episodes(EpisodeQuery(), sectionedBy: .month)
        var changes = try FetchedResultsMonitor(request, in: store.manager, timing: atOnce).makeAsyncIterator()

        let first = try await changes.next()
        try await store.add(episodes: [Samples.incoming(1)])
        let second = try await changes.next()

        #expect(first?.results == .empty)
        #expect(second?.sections == [.insert(name: "2024-02", at: 0)])
        #expect(titles(second) == ["Episode 1"])
    }

    @Test func callsBackWithNewCallbacksFromTheBeginning() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1)])
        let monitor = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce)
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)
        var iterator = calls.makeAsyncIterator()
        var heard: [String?] = []

        monitor.start { continuation.yield("old \($0.results.count)") }
        heard.append(await iterator.next())
        monitor.start { continuation.yield("new \($0.results.count)") }
        heard.append(await iterator.next())
        try await insert(2, in: store.context)
        heard.append(await iterator.next())
        monitor.stop()

        #expect(heard == ["old 1", "new 1", "new 2"])
    }

    @Test func keepsTheLimitExactly() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [1, 2, 3].map { Samples.incoming($0) })
        var changes = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce).makeAsyncIterator()
        _ = try await changes.next()

        // When a newer one comes the oldest goes, and when one goes an older one comes back
        try await insert(4, in: store.context)
        let second = try await changes.next()
        try await store.context.save { unit throws(PersistenceError) in try unit.episodes.delete(4, at: TestStore.now) }
        let third = try await changes.next()

        #expect(titles(second) == ["Episode 4", "Episode 3", "Episode 2"])
        #expect(second?.rows.count == 2)
        #expect(titles(third) == ["Episode 3", "Episode 2", "Episode 1"])
        #expect(third?.rows.count == 2)
    }

    @Test func tellsABurstOfSavesAsOneChange() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add()
        let pause = ManualPause()
        let request = FetchRequest<StoredEpisode>.episodes(EpisodeQuery())
        let timing = MonitorTiming { try await pause.pause($0) }
        let monitor = try FetchedResultsMonitor(request, in: store.manager, timing: timing)
        var changes = monitor.makeAsyncIterator()
        _ = try await changes.next()

        for number in 1...20 { try await insert(number, in: store.context) }
        async let ending: Void = pause.end()
        let change = try await changes.next()
        await ending

        #expect(change?.results.count == 20)
        #expect(change?.rows.count == 20)
    }

    @Test func isSilentWhenNothingOfItsOwnChanges() async throws {
        let store = try await TestStore(inMemory: true)
        let added = try await store.add(episodes: [Samples.incoming(1)])
        var changes = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce).makeAsyncIterator()
        _ = try await changes.next()

        try await store.context.save { unit throws(PersistenceError) in
            try unit.subscriptions.setState(.paused, of: added.subscription, at: TestStore.now)
        }
        try await insert(2, in: store.context)
        let change = try await changes.next()

        #expect(titles(change) == ["Episode 2", "Episode 1"])
        #expect(change?.rows.count == 1)
    }

    @Test func exchangesItsRequestWhileItRuns() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: (1...5).map { Samples.incoming($0) })
        let monitor = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce)
        var changes = monitor.makeAsyncIterator()
        let first = try await changes.next()

        monitor.replaceRequest(with: .episodes(EpisodeQuery(limit: 2, order: .oldestFirst)))
        let second = try await changes.next()

        #expect(titles(second) == ["Episode 1", "Episode 2"])
        #expect(second?.applied(to: first?.results ?? .empty) == second?.results)
    }

    @Test func groupsEpisodesIntoSections() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1), Samples.incoming(2), Samples.incoming(60)])
        let request = FetchRequest<StoredEpisode>.episodes(EpisodeQuery(), sectionedBy: .month)
        var changes = try FetchedResultsMonitor(request, in: store.manager, timing: atOnce).makeAsyncIterator()

        let sections = try await changes.next()?.results.sections

        #expect(
            sections?.map { [$0.name] + $0.rows.map(\.episode.title) } == [
                ["2024-04", "Episode 60"], ["2024-02", "Episode 2", "Episode 1"],
            ]
        )
    }

    @Test func tellsWhatAnotherProcessSaves() async throws {
        // Given a monitor on one store and a writer that has opened the same file for itself
        let writer = try await TestStore()
        try await writer.add()
        let pause = ManualPause()
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .file(path: writer.path)),
            logger: .init(label: "test"),
            pause: { try await pause.pause($0) }
        )
        try await manager.loadPersistentStore()
        var changes = try FetchedResultsMonitor(newest, in: manager, timing: atOnce).makeAsyncIterator()
        _ = try await changes.next()

        // When
        try await insert(1, in: writer.context)
        await pause.end()

        // Then
        #expect(titles(try await changes.next()) == ["Episode 1"])
        try await manager.close()
        #expect(try await changes.next() == nil)
    }

    @Test func failsWhenTheStoreIsReplaced() async throws {
        // Given a monitor on a store in whose place somebody puts another one
        let (store, other) = (try await TestStore(), try await TestStore())
        try await store.add(episodes: [Samples.incoming(1)])
        try await other.manager.close()
        var states = store.manager.states.makeAsyncIterator()
        _ = await states.next()
        var changes = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce).makeAsyncIterator()
        _ = try await changes.next()

        // When
        #expect(rename(other.path, store.path) == 0)

        // Then it does not wait for what will never come
        await #expect(throws: PersistenceError.displaced) { while try await changes.next() != nil {} }
        #expect(await states.next() == .failed(.displaced))
        #expect(throws: PersistenceError.displaced) { try store.manager.mainContext() }
        try await store.manager.close()
    }

    @Test func looksForOtherProcessesOnlyWhileSomebodyListens() async throws {
        let pause = ManualPause()
        let store = try await TestStore()
        let watch = StoreWatch(
            dataVersion: DataVersion(path: store.path, configuration: PersistenceConfiguration(location: .memory)),
            interval: .seconds(1),
            pause: { try await pause.pause($0) },
            logger: .init(label: "test")
        )
        try await store.add()
        #expect(pause.count == 0)

        var commits = watch.listen().makeAsyncIterator()
        // The first look, for what may have been missed.
        _ = await commits.next()
        await pause.end()

        #expect(pause.count >= 1)
        watch.finish()
        #expect(await commits.next() == nil)
    }

    // MARK: - Calling back

    @Test func callsBackWithWhatThereIsAndEveryChange() async throws {
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1)])
        let monitor = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce)
        let (calls, continuation) = AsyncStream.makeStream(of: [String].self)
        #expect(monitor.results == .empty)

        monitor.start { [weak monitor] change in
            #expect(monitor?.results == change.results)
            continuation.yield(change.results.rows.map(\.episode.title))
        }
        var iterator = calls.makeAsyncIterator()
        let first = await iterator.next()
        try await insert(2, in: store.context)
        let second = await iterator.next()
        monitor.stop()

        #expect(first == ["Episode 1"])
        #expect(second == ["Episode 2", "Episode 1"])
        #expect(monitor.results.count == 2)
    }

    @Test func newCallbacksWaitForACallThatIsUnderWay() async throws {
        // Given
        let store = try await TestStore(inMemory: true)
        try await store.add(episodes: [Samples.incoming(1)])
        let monitor = try FetchedResultsMonitor(newest, in: store.manager, timing: atOnce)
        let (calls, continuation) = AsyncStream.makeStream(of: String.self)

        // When the monitor is stopped and started anew, twice, while a callback is running, and there is more to tell
        monitor.start { [context = store.context] _ in
            monitor.stop()
            monitor.start { _ in continuation.yield("never") }
            monitor.start { continuation.yield("new \($0.results.count)") }
            do {
                for number in 2...3 { try insertAndWait(number, in: context) }
            } catch {
                Issue.record(error)
            }
            continuation.yield("old ends")
        }

        // Then nobody calls back before the first one has returned
        var iterator = calls.makeAsyncIterator()
        #expect(await iterator.next() == "old ends")
        #expect(await iterator.next() == "new 3")
        #expect(monitor.results.count == 3)
        monitor.stop()
    }

    @Test func callsBackWhenTheStoreCannotBeRead() async throws {
        let store = try await TestStore(inMemory: true)
        let broken = FetchRequest<StoredEpisode> { _ throws(PersistenceError) in throw .corrupt(detail: "page 5") }
        let monitor = try FetchedResultsMonitor(broken, in: store.manager, timing: atOnce)
        let (failures, continuation) = AsyncStream.makeStream(of: PersistenceError.self)

        monitor.start(didFail: { continuation.yield($0) }, didChange: { _ in })

        var iterator = failures.makeAsyncIterator()
        #expect(await iterator.next() == .corrupt(detail: "page 5"))
    }

    @Test func cannotBeMadeBeforeTheStoreIsLoaded() {
        let manager = PersistenceManager(
            configuration: PersistenceConfiguration(location: .memory),
            logger: .init(label: "test")
        )

        #expect(throws: PersistenceError.notLoaded(.notLoaded)) { try FetchedResultsMonitor(newest, in: manager) }
    }
}
