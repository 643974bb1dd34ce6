import Foundation
import Operations
import Synchronization

/// An operation made of a closure, which counts how often it executes.
final class Stage<Success: Sendable>: BaseOperation<Success>, @unchecked Sendable {
    private let executions = Atomic<Int>(0)
    private let work: @Sendable (Stage<Success>) async throws -> Success
    private let needsDependencies: Bool

    init(
        after dependencies: [Operation] = [],
        requiresDependencies: Bool = true,
        work: @escaping @Sendable (Stage<Success>) async throws -> Success
    ) {
        self.work = work
        needsDependencies = requiresDependencies
        super.init()
        for dependency in dependencies { addDependency(dependency) }
    }

    var executionCount: Int { executions.load(ordering: .sequentiallyConsistent) }

    override var requiresDependencies: Bool { needsDependencies }

    override func execute() async throws -> Success {
        executions.add(1, ordering: .sequentiallyConsistent)
        return try await work(self)
    }
}

/// A door that stays shut until it is opened, for any number of waiters.
final class Gate: Sendable {
    private let state = Locked((isOpen: false, waiters: [CheckedContinuation<Void, Never>]()))

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func passed() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

struct StageFailure: Error, Equatable {
    var code: Int
}

/// Work that ends when it is cancelled, and not before.
func untilCancelled() async throws {
    let (never, _) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    try Task.checkCancellation()
}
