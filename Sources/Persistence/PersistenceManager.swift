import Dispatch
package import Logging
import Synchronization

/// Owns the store: the only type that opens the file, once per process.
///
/// Its state is visible and can be awaited. Until it is ``PersistentStoreState/loaded``
/// there are no contexts: asking for one throws; it neither crashes nor waits.
package final class PersistenceManager: Sendable {
    /// Where the store is and how it is opened.
    package let configuration: PersistenceConfiguration
    private let logger: Logger
    private let pause: Pause
    private let shared = Mutex(Shared())

    private struct Shared {
        var state = PersistentStoreState.notLoaded {
            didSet { observers.tell(state) }
        }
        var store: LoadedStore?
        let observers = StateObservers()
    }

    /// Makes a manager; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - configuration: where the store is and how it is opened.
    ///   - logger: gets what happens to the file.
    ///   - pause: how to wait while the store is watched for other processes.
    package init(
        configuration: PersistenceConfiguration,
        logger: Logger,
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) {
        self.configuration = configuration
        self.logger = logger
        self.pause = pause
    }

    // MARK: - State

    /// Whether the store can be used now.
    package var state: PersistentStoreState {
        shared.withLock { $0.state }
    }

    /// The state now and every later one, until the reader stops.
    package var states: AsyncStream<PersistentStoreState> {
        // Under the lock, so that no change can come in between.
        shared.withLock { shared in shared.observers.add(from: shared.state) }
    }

    /// Waits until the store is loaded; throws the error if loading fails, and
    /// ``PersistenceError/interrupted`` if the waiting task is cancelled.
    package func loaded() async throws(PersistenceError) {
        for await state in states {
            switch state {
            case .loaded: return
            case .failed(let error): throw error
            case .notLoaded, .loading: continue
            }
        }
        throw .interrupted
    }

    // MARK: - Loading and closing

    /// Opens the store, creating or migrating it where that is needed.
    ///
    /// Does nothing if it is loaded already; a second caller waits for the
    /// first. After a failure it may be tried again.
    ///
    /// - Parameter wait: waits before it is tried again, as long as another process has the store locked; nil to fail
    ///   then. What it throws ends the wait, and is reported as ``PersistenceError/interrupted``.
    /// - Throws: ``PersistenceError``: why the store cannot be used; ``state`` has it, too.
    package func loadPersistentStore(
        whenBusy wait: (@Sendable () async throws -> Void)? = nil
    ) async throws(PersistenceError) {
        switch state {
        case .failed(.displaced), .failed(.outgrown): try await close()
        default: break
        }
        let before = shared.withLock { shared in
            defer {
                switch shared.state {
                case .notLoaded, .failed: shared.state = .loading
                case .loading, .loaded: break
                }
            }
            return shared.state
        }
        switch before {
        case .loaded: return
        case .loading: return try await loaded()
        case .notLoaded, .failed: break
        }
        logger.debug("opening the store")
        var opened = await open()
        if case .failure(.busy) = opened, let wait {
            logger.warning("another process has the store locked; it is waited for")
            opened = await open(whenBusy: wait)
        }
        switch opened {
        case .success(let store):
            shared.withLock { shared in
                shared.store = store
                shared.state = .loaded
            }
            logger.debug("the store is loaded")
        case .failure(let error):
            shared.withLock { $0.state = .failed(error) }
            throw error
        }
    }

    /// Opens the store as soon as no other process has it locked.
    private func open(whenBusy wait: () async throws -> Void) async -> Result<LoadedStore, PersistenceError> {
        while true {
            do {
                try await wait()
            } catch {
                return .failure(.interrupted)
            }
            let opened = await open()
            guard case .failure(.busy) = opened else { return opened }
        }
    }

    /// Opening blocks on the disk and on other processes: not on a task's thread.
    private func open() async -> Result<LoadedStore, PersistenceError> {
        let (configuration, logger, pause) = (configuration, logger, pause)
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    returning: Result { () throws(PersistenceError) in
                        let opener = StoreOpener(configuration: configuration)
                        return LoadedStore(
                            writer: try opener.open(),
                            readers: opener.readers,
                            configuration: configuration,
                            logger: logger,
                            pause: pause,
                            onLoss: { [weak self] in self?.noteLoss($0) }
                        )
                    }
                )
            }
        }
    }

    /// Finishes the saves that wait and closes the file.
    ///
    /// Contexts made before throw from now on. Does nothing if the store is not
    /// loaded.
    ///
    /// - Throws: ``PersistenceError`` if closing went wrong; the store is not
    ///   loaded any more all the same.
    package func close() async throws(PersistenceError) {
        let store = shared.withLock { shared in
            defer {
                if shared.store != nil { shared.state = .notLoaded }
                shared.store = nil
            }
            return shared.store
        }
        guard let store else { return }
        let closed: Result<Void, PersistenceError> = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(returning: Result { () throws(PersistenceError) in try store.close() })
            }
        }
        logger.debug("the store is closed")
        return try closed.get()
    }

    // MARK: - Contexts

    /// The context to read and observe with; it cannot save.
    ///
    /// - Throws: ``PersistenceError/notLoaded(_:)`` unless the store is loaded, or
    ///   ``PersistenceError/displaced`` or ``PersistenceError/outgrown(found:known:)`` once its file was found to be no
    ///   longer in its place, or of a newer schema.
    package func mainContext() throws(PersistenceError) -> PersistenceContext {
        PersistenceContext(store: try loadedStore(), isMain: true)
    }

    /// A context to read and save with.
    ///
    /// - Throws: as ``mainContext()`` does.
    package func newBackgroundContext() throws(PersistenceError) -> PersistenceContext {
        PersistenceContext(store: try loadedStore(), isMain: false)
    }

    /// How the writing connection has spent its time since the store was loaded.
    ///
    /// - Throws: ``PersistenceError/notLoaded(_:)``.
    package func writerUse() throws(PersistenceError) -> WriterUse {
        try loadedStore().writerUse
    }

    /// Looks after the file: checks, figures, backups.
    ///
    /// - Throws: as ``mainContext()`` does.
    package func care() throws(PersistenceError) -> StoreCare {
        StoreCare(store: try loadedStore(), configuration: configuration)
    }

    /// Tells that something was committed, by this process or another.
    ///
    /// One element may stand for many commits. What this process commits is told
    /// at once, what others commit within
    /// ``PersistenceConfiguration/watchInterval``. The sequence ends when the
    /// store is closed, and when its file is moved, replaced or deleted, or was
    /// found at a save to be of a newer schema: ``state`` says so then.
    ///
    /// - Throws: as ``mainContext()`` does, and for a store that is read as it was found, because nothing can be made
    ///   beside it: ``PersistenceError/noPermission(path:)``, ``PersistenceError/readOnlyFileSystem(path:)`` or
    ///   ``PersistenceError/full``. Whoever listened there would wait for ever.
    package func commits() throws(PersistenceError) -> AsyncStream<Void> {
        let store = try loadedStore()
        if let deafness = store.deafness { throw deafness }
        return store.watch.listen()
    }

    func watch() throws(PersistenceError) -> StoreWatch {
        try loadedStore().watch
    }

    private func loadedStore() throws(PersistenceError) -> LoadedStore {
        let (store, state) = shared.withLock { ($0.store, $0.state) }
        switch (store, state) {
        case (let store?, .loaded): return store
        case (_?, .failed(let error)): throw error
        case (_, let state): throw .notLoaded(state)
        }
    }

    /// No context can be had any more: whoever reads would read what nobody else sees.
    private func noteLoss(_ reason: PersistenceError) {
        shared.withLock { shared in
            if shared.state == .loaded { shared.state = .failed(reason) }
        }
    }
}
