import Foundation
import Operations
import Synchronization
import TestSupport
import Testing

struct CancellationTests {
    private let queue = OperationQueue()

    @Test func neverExecutesWhenCancelledBeforeItIsEnqueued() async throws {
        let stage = Stage { _ in 1 }

        stage.cancel()
        #expect(!stage.isFinished)
        queue.enqueue(stage)

        await #expect(throws: CancellationError.self) { try await stage.value }
        #expect(stage.executionCount == 0)
    }

    @Test func neverExecutesWhenCancelledWhileItWaitsInTheQueue() async throws {
        queue.isSuspended = true
        let stage = Stage { _ in 1 }
        let calls = Atomic(0)
        stage.whenFinished { _ in calls.add(1, ordering: .relaxed) }
        queue.enqueue(stage)

        stage.cancel()
        stage.cancel()
        queue.isSuspended = false

        await #expect(throws: CancellationError.self) { try await stage.value }
        #expect(stage.executionCount == 0)
        #expect(calls.load(ordering: .relaxed) == 1)
    }

    @Test func interruptsSuspendedWork() async throws {
        let entered = Gate()
        let stage = Stage { _ in
            entered.open()
            try await untilCancelled()
        }
        queue.enqueue(stage)
        await entered.passed()

        stage.cancel()

        await #expect(throws: CancellationError.self) { try await stage.value }
        #expect(stage.isFinished && stage.isCancelled)
    }

    @Test func isSeenByWorkThatDoesNotSuspend() async throws {
        let stage = Stage<String> { stage in
            guard !stage.isCancelled else { return "seen too early" }
            stage.cancel()
            if stage.isCancelled { throw CancellationError() }
            return "not seen"
        }

        queue.enqueue(stage)

        await #expect(throws: CancellationError.self) { try await stage.value }
        #expect(stage.executionCount == 1)
    }

    @Test func doesNotUndoWorkThatWasDone() async throws {
        // Given work that cannot stop any more when it is cancelled
        let entered = Gate()
        let gate = Gate()
        let stage = Stage { _ in
            entered.open()
            await gate.passed()
            return "saved"
        }
        queue.enqueue(stage)
        await entered.passed()

        // When
        stage.cancel()
        gate.open()

        // Then its result is what happened
        #expect(try await stage.value == "saved")
    }

    @Test func hasNoEffectOnceFinished() async throws {
        let first = Stage { _ in 1 }
        let gate = Gate()
        let second = Stage(after: [first]) { _ in
            await gate.passed()
            return 2
        }
        queue.enqueue([second, first])
        _ = try await first.value

        first.cancel()
        gate.open()

        #expect(!first.isCancelled)
        #expect(try await second.value == 2)
    }

    @Test func endsAllThatWaitsInTheQueue() async throws {
        let stages = (0..<100).map { _ in Stage { _ in try await untilCancelled() } }
        queue.maxConcurrentOperationCount = 3
        queue.enqueue(stages)

        async let finished: Void = queue.allOperationsFinished()
        queue.cancelAllOperations()
        await finished

        #expect(stages.allSatisfy { $0.isFinished && $0.failure is CancellationError })
    }
}
