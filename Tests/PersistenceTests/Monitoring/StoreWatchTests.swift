import Foundation
import Logging
import PodcastModel
import Synchronization
import Testing

@testable import Persistence

struct StoreWatchTests {
    /// Counts how often somebody was about to look, and never waits.
    private final class Looks: Sendable {
        private let shared = Mutex(0)
        let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)

        func pause() {
            let count = shared.withLock { count in
                count += 1
                return count
            }
            continuation.yield(count)
        }

        var count: Int { shared.withLock(\.self) }
    }

    private func watch(_ path: String, _ looks: Looks) -> StoreWatch {
        StoreWatch(
            dataVersion: DataVersion(path: path, configuration: PersistenceConfiguration(location: .file(path: path))),
            interval: .milliseconds(250),
            pause: { _ in
                looks.pause()
                await Task.yield()
            },
            logger: Logger(label: "test")
        )
    }

    @Test func looksOnlyForAWhileAfterSomethingWasWritten() async throws {
        // Given somebody who listens to a store that others write
        let store = try await TestStore()
        try await store.add()
        let looks = Looks()
        let watch = watch(store.path, looks)
        var commits = watch.listen().makeAsyncIterator()
        _ = await commits.next()
        for await number in looks.numbers where number == StoreWatch.looksPerWrite - 1 { break }

        // When time passes in which everybody only reads
        for _ in 0..<50 { _ = try await store.integers("SELECT count(*) FROM episode") }

        // Then nobody looks, until something is written
        #expect(looks.count == StoreWatch.looksPerWrite - 1)
        try await store.add(feedURL: "https://other.example/")
        #expect(await commits.next() != nil)
        watch.finish()
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
