import Foundation
import Operations
import Synchronization
import Testing

struct EnqueueTests {
    @Test(.timeLimit(.minutes(10)))
    func startsAnOperationWhoseDependencyFinishesWhileItIsAdded() async throws {
        // Given an operation whose dependency finishes just after Foundation
        // has asked whether it is ready
        let (early, late) = (OperationQueue(), OperationQueue())
        let (entered, gate) = (Gate(), Gate())
        let first = Stage { _ in
            entered.open()
            await gate.passed()
        }
        let second = OvertakenOperation(dependency: first)
        early.enqueue(first)
        await entered.passed()
        second.arm()

        // When Foundation believes the answer that is no longer true
        late.enqueue(second)

        // Then it is started all the same; the time limit cancels a test that waits in vain
        while !second.isFinished && !Task.isCancelled { await Task.yield() }
        #expect(try second.result?.get() == "started")
        #expect(second.wasOvertaken)
        gate.open()
    }

    @Test func addsOperationsThatAreReady() async throws {
        let queue = OperationQueue()
        let stages = (0..<50).map { number in Stage { _ in number } }

        queue.enqueue(stages)
        await queue.allOperationsFinished()

        #expect(try stages.compactMap { try $0.result?.get() } == Array(0..<50))
    }
}

/// An operation whose answer to `isReady` is, once, out of date when it is given.
private final class OvertakenOperation: BaseOperation<String>, @unchecked Sendable {
    private let dependency: BaseOperation<Void>
    private let isArmed = Atomic(false)
    private let overtaken = Atomic(false)

    init(dependency: BaseOperation<Void>) {
        self.dependency = dependency
        super.init()
        addDependency(dependency)
    }

    var wasOvertaken: Bool { overtaken.load(ordering: .sequentiallyConsistent) }

    func arm() {
        isArmed.store(true, ordering: .sequentiallyConsistent)
    }

    override var isReady: Bool {
        let answer = super.isReady
        if isArmed.exchange(false, ordering: .sequentiallyConsistent) {
            dependency.finish(.success(()))
            overtaken.store(!answer && super.isReady, ordering: .sequentiallyConsistent)
        }
        return answer
    }

    override func execute() async throws -> String { "started" }
}
