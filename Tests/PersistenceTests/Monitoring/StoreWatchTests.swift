import Foundation
import Logging
import Synchronization
import Testing

@testable import Persistence

@Suite(.timeLimit(.minutes(10)))
struct StoreWatchTests {
    /// Counts how often somebody was about to look, and waits only from a number on.
    private final class Looks: Sendable {
        private let shared = Mutex(0)
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
        /// The pauses that end when the test says so.
        let held = ManualPause()
        private let firstHeld: Int

        init(heldFrom firstHeld: Int = .max) {
            self.firstHeld = firstHeld
        }

        func pause(_ duration: Duration) async throws {
            let count = shared.withLock { count in
                count += 1
                return count
            }
            continuation.yield(count)
            if count >= firstHeld { try await held.pause(duration) } else { await Task.yield() }
        }

        var count: Int { shared.withLock(\.self) }
    }

    /// The longer rests, each of which ends when the test says so.
    private final class Rests: Sendable {
        let pause = ManualPause()
        private let shared = Mutex<[Duration]>([])

        func rest(_ duration: Duration) async throws {
            shared.withLock { $0.append(duration) }
            try await pause.pause(duration)
        }

        var durations: [Duration] { shared.withLock(\.self) }
    }

    private func watch(_ path: String, _ looks: Looks = Looks(), _ rests: Rests = Rests()) -> StoreWatch {
        StoreWatch(
            dataVersion: DataVersion(path: path, configuration: PersistenceConfiguration(location: .file(path: path))),
            interval: .milliseconds(250),
            pause: { duration in
                guard duration == .milliseconds(250) else { return try await rests.rest(duration) }
                try await looks.pause(duration)
            },
            logger: Logger(label: "test")
        )
    }

    /// A watch that has told what there is and has nothing more to look for, and what it tells.
    private func restingWatch(
        _ store: TestStore,
        _ rests: Rests
    ) async -> (watch: StoreWatch, commits: AsyncStream<Void>.Iterator) {
        let watch = watch(store.path, Looks(), rests)
        var commits = watch.listen().makeAsyncIterator()
        _ = await commits.next()
        await rests.pause.begins()
        return (watch, commits)
    }

    @Test func canTellWhileSomebodyStopsToListen() async {
        // Given somebody who tells without end, on a thread that may be lost
        let watch = StoreWatch(dataVersion: nil, interval: .zero, pause: { _ in }, logger: Logger(label: "test"))
        let (end, teller) = AsyncStream.makeStream(of: Void.self)
        let isOver = Mutex(false)
        Thread.detachNewThread {
            while !isOver.withLock(\.self) { watch.notify() }
            teller.finish()
        }

        // When others listen and are cancelled, again and again
        Thread.detachNewThread {
            let executor = ThreadOfItsOwn()
            for _ in 0..<2_000 {
                let hasHeard = DispatchSemaphore(value: 0)
                let listener = Task(executorPreference: executor) {
                    for await _ in watch.listen() { hasHeard.signal() }
                }
                hasHeard.wait()
                listener.cancel()
            }
            isOver.withLock { $0 = true }
        }

        // Then both come to an end
        for await _ in end {}
        #expect(isOver.withLock { $0 })
    }

    @Test func looksOnlyForAWhileAfterSomethingWasWritten() async throws {
        // Given somebody who listens to a store that others write
        let store = try await TestStore()
        try await store.add()
        let looks = Looks(heldFrom: StoreWatch.looksPerWrite)
        let watch = watch(store.path, looks)
        var commits = watch.listen().makeAsyncIterator()
        _ = await commits.next()
        for await number in looks.numbers where number == StoreWatch.looksPerWrite - 1 { break }

        // When time passes in which everybody only reads
        for _ in 0..<50 { _ = try await store.integers("SELECT count(*) FROM episode") }

        // Then nobody looks, until something is written
        #expect(looks.count == StoreWatch.looksPerWrite - 1)
        try await store.add(feedURL: "https://other.example/")
        // The log is written before the commit is visible, which the first look may miss.
        await looks.held.end()
        #expect(await commits.next() != nil)
        watch.finish()
    }

    @Test func looksEverMoreRarelyWhileNothingIsWritten() async throws {
        let store = try await TestStore()
        try await store.add()
        let rests = Rests()
        let watch = watch(store.path, Looks(), rests)
        var commits = watch.listen().makeAsyncIterator()
        _ = await commits.next()

        // When every rest goes by
        for _ in 0..<9 { await rests.pause.end() }
        await rests.pause.begins()

        // Then the last ones are of a minute, for a commit that took its time
        let seconds = [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60]
        #expect(rests.durations == seconds.map { .seconds($0) })
        watch.finish()
        #expect(watch.failure == nil)
    }

    @Test(arguments: [false, true])
    func noticesAtOnceThatTheFileWasReplacedOrDeleted(isReplaced: Bool) async throws {
        // Given somebody who listens, and rests that never end
        let (store, other) = (try await TestStore(), try await TestStore())
        try await store.add()
        try await other.manager.close()
        let rests = Rests()
        var (watch, commits) = await restingWatch(store, rests)

        // When
        #expect((isReplaced ? rename(other.path, store.path) : unlink(store.path)) == 0)

        // Then
        while await commits.next() != nil {}
        #expect(watch.failure == .displaced)
    }

    @Test func noticesLaterThatTheFolderWasMoved() async throws {
        // Given
        let store = try await TestStore()
        try await store.add()
        let rests = Rests()
        var (watch, commits) = await restingWatch(store, rests)

        // When: of this no event tells
        #expect(rename(store.folder, store.folder + "-moved") == 0)
        defer { TestStore.remove(store.folder + "-moved") }
        await rests.pause.end()

        // Then
        while await commits.next() != nil {}
        #expect(watch.failure == .displaced)
    }

    @Test func looksRegularlyWhereThereIsNoLogToWatch() async throws {
        // Given a store that was closed, so that its log is gone
        let store = try await TestStore()
        try await store.add()
        try await store.manager.close()
        try #require(LogEvents(path: store.path) == nil)

        // When
        let looks = Looks()
        let watch = watch(store.path + ".missing", looks)
        var commits = watch.listen().makeAsyncIterator()
        for await number in looks.numbers where number == StoreWatch.looksPerWrite * 3 { break }

        // Then it goes on, and ends when it is told to
        watch.finish()
        #expect(await commits.next() == nil)
    }

    @Test func followsALogThatWasDeletedAndMadeAnew() async throws {
        // Given
        let folder = TestStore.newFolder()
        defer { TestStore.remove(folder) }
        let log = folder + "/s-wal"
        try write("a", to: log)
        let events = try #require(LogEvents(path: folder + "/s"))
        #expect(events.isWatching)

        // When
        #expect(unlink(log) == 0)
        await events.nextWrite()

        // Then the next look begins to watch anew
        #expect(!events.isWatching)
        try write("b", to: log)
        let next = try #require(LogEvents(path: folder + "/s"))
        try write("c", to: log)
        await next.nextWrite()
        #expect(next.isWatching)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
}
