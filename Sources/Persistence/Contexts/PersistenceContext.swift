import Dispatch
import GRDB

/// A way into the store: for reading, and unless it is the main context, for saving.
///
/// Contexts come from ``PersistenceManager``. Make one where the work is done
/// and drop it afterwards; it costs nothing and holds nothing. The closures get
/// a ``UnitOfWork``, through which the stores are reached:
///
///     let inserted = try await context.save { unit in
///         try unit.episodes.insert(incoming, podcastID: podcast, at: now, isBacklog: false)
///     }
///
/// - A save is all or nothing, and it is durable when it returns.
/// - A save sees its own writes; saves run one after another.
/// - Saves that wait at the same moment share one commit. If one of them fails,
///   the closures of the others run again: whatever they do besides using the
///   unit of work must be safe to do twice.
/// - Reads see the store as of their beginning; they never wait for a save,
///   and no save waits for them.
package final class PersistenceContext: Sendable {
    private let store: LoadedStore
    private let isMain: Bool

    init(store: LoadedStore, isMain: Bool) {
        self.store = store
        self.isMain = isMain
    }

    // MARK: - Reading

    /// The moment now, for ``UnitOfWork/episodesAreUnchanged(ofPodcast:since:)``; to be taken before episodes are read
    /// that a later unit of work is to rely on.
    package var episodeVersion: EpisodeVersion { store.versions.now }

    /// Reads, without blocking the calling task's thread.
    package func perform<Value: Sendable>(
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws(PersistenceError) -> Value {
        guard !Task.isCancelled else { throw .interrupted }
        guard !store.isClosed else { throw .notLoaded(.notLoaded) }
        let (reentrancy, logger) = (store.reentrancy, store.logger)
        let result: Result<Value, PersistenceError> = await withCheckedContinuation { continuation in
            store.writer.asyncRead { database in
                continuation.resume(
                    returning: Result { () throws(PersistenceError) in
                        let database = try translatingErrors { try database.get() }
                        return try reentrancy.guarding { () throws(PersistenceError) in
                            try body(UnitOfWork(database: database, writers: nil, logger: logger))
                        }
                    }
                )
            }
        }
        // If the store was closed meanwhile, that is the reason, whatever the connection reports.
        if case .failure = result, store.isClosed { throw .notLoaded(.notLoaded) }
        return try result.get()
    }

    /// Reads, blocking the calling thread; for operations and other code that
    /// owns its thread.
    package func performAndWait<Value: Sendable>(
        _ body: @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> Value {
        guard !store.reentrancy.isInside else { throw .nestedUse }
        guard !store.isClosed else { throw .notLoaded(.notLoaded) }
        return try translatingErrors {
            try store.writer.read { database in
                try store.reentrancy.guarding { () throws(PersistenceError) in
                    try body(UnitOfWork(database: database, writers: nil, logger: store.logger))
                }
            }
        }
    }

    // MARK: - Saving

    /// Does the work in one unit, all or nothing, and returns when it is durable.
    ///
    /// A task cancelled before the work begins throws
    /// ``PersistenceError/interrupted``; once begun, the work is finished.
    package func save<Value: Sendable>(
        urgency: SaveUrgency = .immediate,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) async throws(PersistenceError) -> Value {
        guard !isMain else { throw .readOnly }
        guard !Task.isCancelled else { throw .interrupted }
        let cancellation = CancellationFlag()
        let result: Result<Value, PersistenceError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(urgency, body, isCancelled: { cancellation.isSet }) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            cancellation.set()
        }
        return try result.get()
    }

    /// The same for a caller that waits in no task, as when feeds are polled by
    /// the thousand: it is called back once, when the unit is durable or has
    /// failed.
    ///
    /// - Parameters:
    ///   - urgency: whether it may wait for other saves to share its commit.
    ///   - count: how many saves it stands for, where many were put into one unit of work.
    ///   - body: the work; it runs again if it had to be undone because another save failed.
    ///   - completion: called once with the outcome, on a queue of the store's: it
    ///     must not block.
    package func save<Value: Sendable>(
        urgency: SaveUrgency,
        standingFor count: Int = 1,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value,
        then completion: @escaping @Sendable (Result<Value, PersistenceError>) -> Void
    ) {
        guard !isMain else { return completion(.failure(.readOnly)) }
        submit(urgency, standingFor: count, body, isCancelled: { false }, then: completion)
    }

    /// The same for a caller that owns its thread, such as an operation; blocks
    /// the thread until the unit is durable or has failed.
    ///
    /// `isCancelled` is asked once, just before the work begins.
    package func saveAndWait<Value: Sendable>(
        isCancelled: @escaping @Sendable () -> Bool = { false },
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value
    ) throws(PersistenceError) -> Value {
        guard !isMain else { throw .readOnly }
        guard !store.reentrancy.isInside else { throw .nestedUse }
        let done = DispatchSemaphore(value: 0)
        let box = SaveResult<Result<Value, PersistenceError>>()
        submit(.immediate, body, isCancelled: isCancelled) { result in
            box.set(result)
            done.signal()
        }
        done.wait()
        return try box.result(failure: nil).get().get()
    }

    private func submit<Value: Sendable>(
        _ urgency: SaveUrgency,
        standingFor count: Int = 1,
        _ body: @escaping @Sendable (UnitOfWork) throws(PersistenceError) -> Value,
        isCancelled: @escaping @Sendable () -> Bool,
        then completion: @escaping @Sendable (Result<Value, PersistenceError>) -> Void
    ) {
        let value = SaveResult<Value>()
        store.submit(
            PendingSave(
                urgency: urgency,
                count: count,
                isCancelled: isCancelled,
                run: { unit throws(PersistenceError) in value.set(try body(unit)) },
                finish: { completion(value.result(failure: $0)) }
            )
        )
    }
}
