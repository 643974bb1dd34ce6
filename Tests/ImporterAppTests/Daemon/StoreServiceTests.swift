import Logging
import Persistence
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import ImporterApp

struct StoreServiceTests {
    private let logger = Logger.silent

    private struct Damaged: Error {}

    /// The store is well until the end.
    private static let none: @Sendable () async -> (any Error)? = {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return nil
    }

    /// What happened, in order.
    private final class Course: Sendable {
        private let values = Mutex<[String]>([])

        var events: [String] { values.withLock { $0 } }

        func note(_ event: String) {
            values.withLock { $0.append(event) }
        }
    }

    @Test func asksForMoreTimeAsLongAsTheStoreIsLoadedAndNoLonger() async throws {
        // Given a store that takes three waits to load
        let course = Course()
        let (loaded, finishLoading) = AsyncStream<Void>.makeStream()
        let (running, run) = AsyncStream<Void>.makeStream()
        let service = StoreService(
            load: {
                for await _ in loaded { break }
                course.note("loaded")
                run.yield()
            },
            failure: Self.none,
            close: { course.note("closed") },
            askForTime: { course.note("asked") },
            pause: { duration in
                #expect(duration == .seconds(20))
                if course.events.count < 3 { return }
                finishLoading.yield()
                // Until the store is loaded.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw CancellationError()
            }
        )
        let group = ServiceGroup(services: [service], logger: logger)

        // When
        let task = Task { try await group.run() }
        for await _ in running { break }
        await group.triggerGracefulShutdown()
        try await task.value

        // Then
        #expect(course.events == ["asked", "asked", "asked", "loaded", "closed"])
    }

    @Test func endsWithWhatIsWrongWhenTheStoreFailsWhileItIsOpen() async throws {
        let course = Course()
        let service = StoreService(
            load: { course.note("loaded") },
            failure: { Damaged() },
            close: { course.note("closed") },
            askForTime: {},
            pause: { _ in throw CancellationError() }
        )

        await #expect(throws: Damaged.self) { try await ServiceGroup(services: [service], logger: logger).run() }
        #expect(course.events == ["loaded"])
    }

    @Test func endsWithWhatIsWrongWhenTheStoreCannotBeLoaded() async throws {
        let course = Course()
        let service = StoreService(
            load: { throw Damaged() },
            failure: Self.none,
            close: { course.note("closed") },
            askForTime: {},
            pause: { _ in throw CancellationError() }
        )

        await #expect(throws: Damaged.self) { try await service.run() }
        #expect(course.events.isEmpty)
    }

    @Test func aStopEndsTheWaitForALockedStore() async throws {
        // Given a store that another process has
        let course = Course()
        let (waiting, wait) = AsyncStream<Void>.makeStream()
        let service = StoreService(
            load: {
                wait.finish()
                for await _ in AsyncStream<Void>.makeStream().stream {}
                throw PersistenceError.interrupted
            },
            failure: Self.none,
            close: { course.note("closed") },
            askForTime: {},
            pause: { _ in throw CancellationError() }
        )
        let group = ServiceGroup(services: [service], logger: logger)
        let task = Task { try await group.run() }
        for await _ in waiting {}

        // When
        await group.triggerGracefulShutdown()

        // Then
        try await task.value
        #expect(course.events.isEmpty)
    }
}
