/// Where an operation is in its life; it only ever moves forwards.
enum OperationState {
    case ready, executing, finishing, finished
}

/// What an operation keeps under its lock.
struct Storage<Success: Sendable> {
    var state = OperationState.ready
    var result: Result<Success, any Error>?
    var task: Task<Void, Never>?
    var startHandler: (@Sendable () -> Void)?
    var handlers: [@Sendable (Result<Success, any Error>) -> Void] = []
    var dependents: [Dependent] = []
}

/// An operation that depends on another, not kept alive by it.
struct Dependent {
    weak var operation: (any Dependable)?
}

/// What operations have to know of each other, whatever their results are.
package protocol Dependable: AnyObject, Sendable {
    /// The error the operation ended with; nil if it succeeded or has not ended.
    var failure: (any Error)? { get }

    /// Remembers an operation that is to be cancelled with this one.
    func addDependent(_ dependent: any Dependable)

    /// Cancels the operation if it cannot do without the dependency that was cancelled.
    func cancelBecauseOfDependency()
}
