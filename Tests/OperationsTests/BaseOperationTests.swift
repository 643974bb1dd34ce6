import Foundation
import Operations
import Synchronization
import Testing
import TestSupport

struct BaseOperationTests {
    private let queue = OperationQueue()

    @Test(arguments: [false, true])
    func saysThatItHasBegunBeforeItEndsAlsoIfItWasCancelled(isCancelled: Bool) async {
        let events = Locked<[String]>([])
        let stage = Stage { _ in events.withLock { $0.append("executed") } }
        stage.whenStarted { events.withLock { $0.append("started") } }
        stage.whenFinished { _ in events.withLock { $0.append("finished") } }
        if isCancelled { stage.cancel() }

        let queue = OperationQueue()
        queue.enqueue(stage)
        await queue.allOperationsFinished()

        #expect(events.withLock(\.self) == ["started"] + (isCancelled ? [] : ["executed"]) + ["finished"])
    }

    @Test func everybodyIsToldTheFirstResultAlsoIfAnotherComesWhileItStarts() async throws {
        // Given a stage that has its result before its queue starts it
        let stage = Stage { _ in 0 }
        let told = Locked<[Int]>([])
        stage.whenFinished { result in
            if case .success(let number) = result { told.withLock { $0.append(number) } }
        }
        stage.finish(.success(1))

        // When it is given another as it begins
        stage.whenStarted { [unowned stage] in stage.finish(.success(2)) }
        queue.enqueue(stage)

        // Then
        #expect(try await stage.value == 1)
        #expect(told.withLock(\.self) == [1])
        #expect(try stage.result?.get() == 1)
    }

    @Test func finishesWithWhatExecuteReturns() async throws {
        let stage = Stage { _ in 42 }

        queue.enqueue(stage)

        #expect(try await stage.value == 42)
        #expect(stage.isFinished && !stage.isExecuting && !stage.isCancelled)
        #expect(stage.isAsynchronous)
    }

    @Test func finishesWithWhatExecuteThrows() async throws {
        let stage = Stage<Int> { _ in throw StageFailure(code: 7) }

        queue.enqueue(stage)

        await #expect(throws: StageFailure(code: 7)) { try await stage.value }
        #expect(stage.isFinished)
        #expect(stage.failure as? StageFailure == StageFailure(code: 7))
    }

    @Test func isExecutingUntilItsSuspendedWorkEnds() async throws {
        let gate = Gate()
        let entered = Gate()
        let stage = Stage { _ in
            entered.open()
            await gate.passed()
            return "done"
        }

        queue.enqueue(stage)
        await entered.passed()

        #expect(stage.isExecuting && !stage.isFinished && stage.result == nil)
        gate.open()
        #expect(try await stage.value == "done")
        #expect(!stage.isExecuting && stage.isFinished)
    }

    @Test func beginsOnTheQueuesThread() async throws {
        let stage = Stage { _ in OperationQueue.current }

        queue.enqueue(stage)

        #expect(try await stage.value === queue)
    }

    @Test func holdsItsPlaceInTheQueueWhileSuspended() async throws {
        // Given a queue with one place, taken by a stage that waits
        queue.maxConcurrentOperationCount = 1
        let gate = Gate()
        let order = Locked<[Int]>([])
        let first = Stage { _ in
            await gate.passed()
            order.withLock { $0.append(1) }
        }
        let second = Stage { _ in order.withLock { $0.append(2) } }

        // When another is behind it
        queue.enqueue([first, second])
        gate.open()
        try await second.value

        // Then that one runs after it
        #expect(order.withLock { $0 } == [1, 2])
    }

    @Test func executesNothingWhenGivenAResultBeforeItsStart() async throws {
        let stage = Stage { _ in 1 }

        stage.finish(.success(2))
        stage.finish(.success(3))
        #expect(!stage.isFinished)
        queue.enqueue(stage)

        #expect(try await stage.value == 2)
        #expect(stage.executionCount == 0)
    }

    @Test func keepsTheFirstResult() async throws {
        let stage = Stage { stage in
            stage.finish(.success("early"))
            stage.finish(.failure(StageFailure(code: 1)))
            return "late"
        }

        queue.enqueue(stage)
        await queue.allOperationsFinished()

        #expect(try await stage.value == "early")
        #expect(try stage.result?.get() == "early")
    }

    @Test func runsEveryHandlerOnce() async throws {
        let calls = Locked<[String]>([])
        let gate = Gate()
        let stage = Stage { _ in
            await gate.passed()
            return 5
        }
        stage.whenFinished { result in calls.withLock { $0.append("before \((try? result.get()) ?? 0)") } }

        queue.enqueue(stage)
        gate.open()
        _ = try await stage.value
        stage.whenFinished { result in calls.withLock { $0.append("after \((try? result.get()) ?? 0)") } }
        stage.finish(.success(6))
        stage.cancel()

        #expect(calls.withLock { $0 } == ["before 5", "after 5"])
    }

    @Test func hasRunItsHandlersWhenADependentStarts() async throws {
        for _ in 0..<200 {
            let handled = Atomic(false)
            let first = Stage { _ in }
            first.whenFinished { _ in handled.store(true, ordering: .sequentiallyConsistent) }
            let second = Stage(after: [first]) { _ in handled.load(ordering: .sequentiallyConsistent) }

            queue.enqueue([first, second])

            #expect(try await second.value)
        }
    }

    @Test func canBeAwaitedByManyAndAgain() async throws {
        let gate = Gate()
        let stage = Stage { _ in
            await gate.passed()
            return 9
        }
        queue.enqueue(stage)

        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await stage.value } }
            gate.open()
            return try await group.reduce(0, +)
        }

        #expect(sum == 90)
        #expect(try await stage.value == 9)
    }

    @Test(.timeLimit(.minutes(10)))
    func isReleasedWithItsDependenciesOnceFinished() async throws {
        weak var released: Stage<[UInt8]>?
        let last: Stage<Int>
        do {
            let body = Stage { _ in [UInt8](repeating: 0, count: 1_000) }
            last = Stage(after: [body]) { [weak body] _ in try body?.result?.get().count ?? -1 }
            released = body
            queue.enqueue([last, body])
        }

        #expect(try await last.value == 1_000)
        await queue.allOperationsFinished()

        #expect(last.dependencies.isEmpty)
        // The queue's own thread may still be on its way out of the operation.
        try await until { released == nil }
    }
}
