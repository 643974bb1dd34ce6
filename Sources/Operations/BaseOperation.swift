public import Foundation

/// A stage of work on an `OperationQueue` that ends with one result.
///
/// A subclass overrides `execute()`; whatever that returns or throws becomes
/// `result`. The promises, for every subclass:
///
/// - `execute()` runs at most once, and never if the operation was cancelled,
///   or was given a result with `finish(_:)`, before its queue started it.
/// - It begins on the queue's own thread: work that never suspends costs no
///   hop, and holds one of the queue's places until it returns. After its
///   first suspension it continues on the concurrency runtime's threads, and
///   still holds its place in the queue.
/// - The operation finishes exactly once, with the first result it is given,
///   and tells its queue so only after the queue has started it, as Foundation
///   demands. Cancelled operations finish too, as soon as their queue starts
///   them; an operation that is in no queue never finishes.
/// - Handlers given to `whenFinished(_:)` run exactly once, whatever the
///   result, and before the queue is told: whoever waits for the queue, or
///   depends on the operation, finds their effects done.
/// - When a dependency has failed or was cancelled, the operation ends with
///   the dependency's error and does not execute; a subclass that wants to look
///   at its dependencies itself turns `requiresDependencies` off. Cancelling
///   an operation cancels at once what requires it.
/// - A finished operation lets go of its dependencies, and so of their results.
open class BaseOperation<Success: Sendable>: Operation, Dependable, @unchecked Sendable {
    /// A closure that is told how an operation ended.
    package typealias Handler = @Sendable (Result<Success, any Error>) -> Void

    private let storage = Locked(Storage<Success>())

    /// How the operation ended; nil until that is known.
    package final var result: Result<Success, any Error>? { storage.withLock { $0.result } }

    /// Whether a failed or cancelled dependency ends this operation before it executes.
    open var requiresDependencies: Bool { true }

    open override var isAsynchronous: Bool { true }

    open override var isExecuting: Bool {
        storage.withLock { $0.state == .executing || $0.state == .finishing }
    }

    open override var isFinished: Bool { storage.withLock { $0.state == .finished } }

    /// Does the work of the stage; overridden by every subclass.
    ///
    /// Until the first suspension the surrounding task may not know yet that
    /// the operation was cancelled: long work asks the operation whether it is,
    /// not the task.
    open func execute() async throws -> Success {
        preconditionFailure("\(type(of: self)) does not override execute()")
    }

    open override func addDependency(_ operation: Operation) {
        super.addDependency(operation)
        (operation as? any Dependable)?.addDependent(self)
    }

    /// Called by the queue when the operation is ready and has a place.
    open override func start() {
        let failure = isCancelled ? CancellationError() : failureOfDependencies
        let early = storage.withLock { storage in
            precondition(storage.state == .ready, "an operation is started once, by its queue")
            storage.state = .executing
            return storage.result ?? failure.map { .failure($0) }
        }
        didChangeValue(for: \.isExecuting)
        storage.withLock { storage in
            defer { storage.startHandler = nil }
            return storage.startHandler
        }?()
        if let early {
            finish(early)
        } else {
            executeInTask()
        }
    }

    /// Cancels the work and every operation that requires it; has no effect on a finished operation.
    open override func cancel() {
        // Before the work hears of it: once that has ended, they may start and end, and forget what requires them.
        for dependent in storage.withLock({ $0.dependents }) {
            dependent.operation?.cancelBecauseOfDependency()
        }
        super.cancel()
        let task = storage.withLock { $0.task }
        task?.cancel()
    }

    /// Ends the operation with a result; only the first result given counts.
    ///
    /// What `execute()` returns or throws comes here by itself. A stage whose
    /// result is known sooner may call it, from any thread, even before its
    /// queue has started it: then it ends when started, without executing.
    package final func finish(_ result: Result<Success, any Error>) {
        // Another may have been given before, also by somebody who came between the start and its end.
        let (result, handlers): (Result<Success, any Error>, [Handler]?) = storage.withLock { storage in
            let result = storage.result ?? result
            storage.result = result
            guard storage.state == .executing else { return (result, nil) }
            storage.state = .finishing
            defer { storage.handlers = [] }
            return (result, storage.handlers)
        }
        guard let handlers else { return }
        for handler in handlers { handler(result) }

        storage.withLock { storage in
            storage.state = .finished
            storage.task = nil
            storage.dependents = []
        }
        didChangeValue(for: \.isFinished)
        // An unfinished dependency points back at this operation without
        // retaining it, so the link has to go before this operation can.
        for dependency in dependencies { removeDependency(dependency) }
    }

    /// Sets a handler that runs once, when the queue has a place for the
    /// operation; to be set before it is enqueued.
    package final func whenStarted(_ handler: @escaping @Sendable () -> Void) {
        storage.withLock { $0.startHandler = handler }
    }

    /// Adds a handler that runs once with the result: on the thread that ends the operation, or here if it has ended.
    package final func whenFinished(_ handler: @escaping Handler) {
        let result = storage.withLock { storage in
            if storage.state == .finishing || storage.state == .finished { return storage.result }
            storage.handlers.append(handler)
            return nil
        }
        if let result { handler(result) }
    }
}

extension BaseOperation {
    package final var failure: (any Error)? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    package final func addDependent(_ dependent: any Dependable) {
        storage.withLock { storage in
            if storage.state != .finished { storage.dependents.append(Dependent(operation: dependent)) }
        }
    }

    package final func cancelBecauseOfDependency() {
        if requiresDependencies { cancel() }
    }
}

extension BaseOperation {
    private var failureOfDependencies: (any Error)? {
        guard requiresDependencies else { return nil }
        for dependency in dependencies {
            if let dependency = dependency as? any Dependable {
                if let failure = dependency.failure { return failure }
            } else if dependency.isCancelled {
                return CancellationError()
            }
        }
        return nil
    }

    private func executeInTask() {
        let task = Task.immediate {
            do {
                finish(.success(try await execute()))
            } catch {
                finish(.failure(error))
            }
        }
        storage.withLock { storage in
            if storage.state == .executing { storage.task = task }
        }
        // A cancellation that came before the task was stored did not reach it.
        if isCancelled { task.cancel() }
    }
}
