import Logging
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import ImporterApp

struct WatchdogServiceTests {
    private let logger = Logger.silent

    private struct NoAnswer: Error {}

    /// Looks as many times as there are answers; how many signs were given
    /// after each.
    private func signs(
        progress: [Bool],
        askStore: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> [Int] {
        let looks = Mutex(0)
        let signs = Mutex(0)
        let course = Mutex<[Int]>([])
        let service = WatchdogService(
            interval: .seconds(300),
            isProgressing: {
                looks.withLock {
                    $0 += 1; return progress[$0 - 1]
                }
            },
            askStore: askStore,
            giveSign: { signs.withLock { $0 += 1 } },
            logger: logger,
            pause: { duration in
                #expect(duration == .seconds(150))
                course.withLock { $0.append(signs.withLock { $0 }) }
                if looks.withLock({ $0 }) == progress.count { throw CancellationError() }
            }
        )
        try await service.run()
        return course.withLock { $0 }
    }

    @Test func givesASignTwiceAsOftenAsIsAskedForWhileFeedsComeToAnEnd() async throws {
        #expect(try await signs(progress: [true, true, true]) == [1, 2, 3])
    }

    @Test func givesNoneWhileNoFeedComesToAnEnd() async throws {
        #expect(try await signs(progress: [true, false, false, true]) == [1, 1, 1, 2])
    }

    @Test func takesAnErrorOfTheStoreForAnAnswer() async throws {
        #expect(try await signs(progress: [true, true]) { throw NoAnswer() } == [1, 2])
    }

    @Test func givesNoneBeforeTheStoreHasAnswered() async throws {
        // Given a store whose answer takes until the test lets it
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let (answers, answer) = AsyncStream<Void>.makeStream()
        let signs = Mutex(0)
        let service = WatchdogService(
            interval: .seconds(300),
            isProgressing: { true },
            askStore: {
                ask.yield()
                for await _ in answers { break }
            },
            giveSign: { signs.withLock { $0 += 1 } },
            logger: logger,
            pause: { _ in throw CancellationError() }
        )

        // When
        let running = Task { try await service.run() }
        for await _ in asked { break }
        let before = signs.withLock { $0 }
        answer.yield()
        try await running.value

        // Then
        #expect(before == 0)
        #expect(signs.withLock { $0 } == 1)
    }

    @Test func onlyWaitsForTheEndWhenNobodyWantsASign() async throws {
        let service = WatchdogService(
            interval: nil,
            isProgressing: { true },
            askStore: {},
            giveSign: { Issue.record("a sign was given") },
            logger: logger,
            pause: { _ in Issue.record("there is nothing to wait for") }
        )
        let group = ServiceGroup(services: [service], logger: logger)

        let running = Task { try await group.run() }
        await group.triggerGracefulShutdown()

        try await running.value
    }
}
