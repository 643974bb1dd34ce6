import Foundation
import Operations
import Synchronization
import TestSupport
import Testing

/// Many operations at once, with every race that a busy importer meets.
struct OperationLoadTests {
    @Test(arguments: [1, 7, 2026] as [UInt64])
    func everyOneOfManyOperationsFinishesExactlyOnce(seed: UInt64) async throws {
        // Given 34 batches of a thousand operations on queues of several widths
        let (batches, size) = (34, 1_000)
        let queues = [1, 2, 8, OperationQueue.defaultMaxConcurrentOperationCount].map { width in
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = width
            return queue
        }
        var random = SeededGenerator(seed: seed)
        let tally = Locked(Tally(ends: Array(repeating: 0, count: batches * size)))

        for batch in 0..<batches {
            // When they depend on each other, throw, suspend and are cancelled at random
            let stages = makeStages(size, random: &random)
            for (index, stage) in stages.enumerated() {
                stage.whenFinished { result in
                    tally.withLock { $0.record(result, at: batch * size + index) }
                }
            }
            let cancelled = (0..<size / 5).map { _ in stages[random.next(below: size)] }
            async let cancelling: Void = Task.detached { for stage in cancelled { stage.cancel() } }.value
            for stage in stages { queues[random.next(below: queues.count)].enqueue(stage) }
            for stage in cancelled.prefix(20) { stage.cancel() }
            await cancelling
            for queue in queues { await queue.allOperationsFinished() }

            // Then each is finished, and ran only if it could
            #expect(stages.allSatisfy { $0.isFinished && !$0.isExecuting && $0.result != nil })
            #expect(stages.allSatisfy { $0.executionCount <= 1 })
            #expect(stages.allSatisfy { $0.failure != nil || $0.executionCount == 1 })
        }

        // Then none is lost and none finished twice
        let counted = tally.withLock { $0 }
        #expect(counted.ends.allSatisfy { $0 == 1 })
        #expect(counted.successes + counted.failures + counted.cancellations == batches * size)
        #expect(counted.successes > 0 && counted.failures > 0 && counted.cancellations > 0)
    }

    @Test func cancellationRacesWithStartAndEnd() async throws {
        let queue = OperationQueue()
        for round in 0..<5_000 {
            let calls = Atomic(0)
            let stage = Stage { _ in round }
            stage.whenFinished { _ in calls.add(1, ordering: .relaxed) }

            async let cancelling: Void = Task.detached { stage.cancel() }.value
            queue.enqueue(stage)
            await cancelling
            let result = await Task { try await stage.value }.result

            switch result {
            case .success(let value): #expect(value == round)
            case .failure(let error):
                #expect(error is CancellationError)
                #expect(stage.executionCount == 0)
            }
            #expect(calls.load(ordering: .relaxed) == 1)
        }
    }

    private func makeStages(_ count: Int, random: inout SeededGenerator) -> [Stage<Int>] {
        var stages: [Stage<Int>] = []
        for index in 0..<count {
            let dependencies =
                index < 4 ? [] : (0..<random.next(below: 3)).map { _ in stages[random.next(below: index)] }
            let kind = random.next(below: 10)
            stages.append(
                Stage(after: dependencies, requiresDependencies: random.next(below: 4) > 0) { _ in
                    switch kind {
                    case 0: throw StageFailure(code: index)
                    case 1, 2, 3: await Task.yield()
                    default: break
                    }
                    return index
                }
            )
        }
        return stages
    }
}

/// How often each operation ended, and how.
private struct Tally: Sendable {
    var ends: [UInt8]
    var successes = 0
    var failures = 0
    var cancellations = 0

    mutating func record(_ result: Result<Int, any Error>, at index: Int) {
        ends[index] += 1
        switch result {
        case .success: successes += 1
        case .failure(let error) where error is CancellationError: cancellations += 1
        case .failure: failures += 1
        }
    }
}
