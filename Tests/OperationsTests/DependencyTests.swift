import Foundation
import Operations
import TestSupport
import Testing

struct DependencyTests {
    private let queue = OperationQueue()

    @Test func aStageTakesTheResultOfTheOneBefore() async throws {
        let load = Stage { _ in [UInt8]("<rss/>".utf8) }
        let parse = Stage(after: [load]) { _ in try load.result?.get().count }

        queue.enqueue([load, parse])

        #expect(try await parse.value == 6)
    }

    @Test func aFailureEndsWhatRequiresIt() async throws {
        let load = Stage<Int> { _ in throw StageFailure(code: 404) }
        let parse = Stage(after: [load]) { _ in 1 }
        let save = Stage(after: [parse]) { _ in 1 }

        queue.enqueue([load, parse, save])

        await #expect(throws: StageFailure(code: 404)) { try await save.value }
        #expect(parse.executionCount == 0)
        #expect(save.executionCount == 0)
        #expect(!save.isCancelled)
    }

    @Test func aStageMayLookAtItsDependenciesItself() async throws {
        let load = Stage<Int> { _ in throw StageFailure(code: 500) }
        let report = Stage(after: [load], requiresDependencies: false) { _ in load.failure as? StageFailure }

        queue.enqueue([load, report])

        #expect(try await report.value == StageFailure(code: 500))
    }

    @Test func cancellingAStageCancelsEverythingThatRequiresIt() async throws {
        let entered = Gate()
        let load = Stage { _ in
            entered.open()
            try await untilCancelled()
        }
        let parse = Stage(after: [load]) { _ in }
        let save = Stage(after: [parse]) { _ in }
        let report = Stage(after: [save], requiresDependencies: false) { _ in save.isCancelled }
        queue.enqueue([report, save, parse, load])
        await entered.passed()

        load.cancel()

        #expect(parse.isCancelled && save.isCancelled && !report.isCancelled)
        #expect(try await report.value)
        await #expect(throws: CancellationError.self) { try await save.value }
        #expect(parse.executionCount + save.executionCount == 0)
    }

    @Test func whatRequiresAStageIsCancelledBeforeItsWorkHearsOfIt() async throws {
        let entered = Gate()
        let dependents = Locked<[Operation]>([])
        let wereCancelled = Locked<[Bool]>([])
        let load = Stage { _ in
            entered.open()
            try await withTaskCancellationHandler {
                try await untilCancelled()
            } onCancel: {
                let cancelled = dependents.withLock { $0.map(\.isCancelled) }
                wereCancelled.withLock { $0 = cancelled }
            }
        }
        let parse = Stage(after: [load]) { _ in }
        let save = Stage(after: [parse]) { _ in }
        dependents.withLock { $0 = [parse, save] }
        queue.enqueue([save, parse, load])
        await entered.passed()

        load.cancel()

        await #expect(throws: CancellationError.self) { try await save.value }
        #expect(wereCancelled.withLock(\.self) == [true, true])
    }

    @Test func cancellingADependentLeavesItsDependencyAlone() async throws {
        let gate = Gate()
        let load = Stage { _ in
            await gate.passed()
            return 1
        }
        let parse = Stage(after: [load]) { _ in 2 }
        queue.enqueue([load, parse])

        parse.cancel()
        await #expect(throws: CancellationError.self) { try await parse.value }
        #expect(!load.isFinished)
        gate.open()

        #expect(try await load.value == 1)
    }

    @Test func aCancelledPlainOperationEndsWhatRequiresIt() async throws {
        let plain = BlockOperation {}
        plain.cancel()
        let stage = Stage(after: [plain]) { _ in }

        queue.enqueue([plain, stage])

        await #expect(throws: CancellationError.self) { try await stage.value }
    }

    @Test func dependenciesAcrossQueuesAreHonoured() async throws {
        let other = OperationQueue()
        let gate = Gate()
        let load = Stage { _ in
            await gate.passed()
            return 20
        }
        let parse = Stage(after: [load]) { _ in try load.result?.get() }
        other.enqueue(load)
        queue.enqueue(parse)
        #expect(!parse.isReady)

        gate.open()

        #expect(try await parse.value == 20)
    }

    @Test func aReleasedDependentIsForgottenByItsDependency() async throws {
        for _ in 0..<200 {
            // Given a dependency that outlives a dependent which was cancelled
            let gate = Gate()
            let load = Stage { _ in await gate.passed() }
            queue.enqueue(load)
            do {
                let parse = Stage(after: [load]) { _ in }
                queue.enqueue(parse)
                parse.cancel()
                await #expect(throws: CancellationError.self) { try await parse.value }
            }

            // When it finishes, nothing of the dependent is touched
            gate.open()
            try await load.value
        }
    }
}
