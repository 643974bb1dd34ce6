import Logging
import Synchronization

/// Waits for a time; throws when the waiting task is cancelled.
package typealias Pause = @Sendable (Duration) async throws -> Void

/// Notifies its listeners that the store may have changed.
///
/// Commits of this process are announced at once. Commits of other processes are
/// found by reading SQLite's data version: only while there are listeners, often
/// for some seconds after something was written to the log, then less and less
/// often. Where the kernel does not report writes to the log, the version is read
/// at regular intervals. Each time it is also checked that the file is still in
/// its place.
final class StoreWatch: Sendable {
    private let dataVersion: DataVersion?
    private let interval: Duration
    private let pause: Pause
    private let logger: Logger
    /// Called when the file is found to be no longer in its place.
    private let onDisplacement: @Sendable () -> Void
    private let shared = Mutex(Shared())

    /// How often to read the data version after something was written: a commit
    /// can take long on a busy disk, and no event reports its end.
    static let looksPerWrite = 20
    /// The longest time between two readings: the kernel reports nothing about a
    /// file that was moved away, or that is written over a network.
    static let longestRest = Duration.seconds(60)

    private struct Shared {
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var listenerCount = 0
        var looking: Task<Void, Never>?
        var isFinished = false
        var failure: PersistenceError?
    }

    /// - Parameters:
    ///   - dataVersion: what other processes change; nil for a store in memory.
    ///   - interval: how long to wait between two looks.
    ///   - pause: how to wait.
    ///   - logger: gets what went wrong when looking.
    ///   - onDisplacement: called when the file is found to be no longer in its place.
    init(
        dataVersion: DataVersion?,
        interval: Duration,
        pause: @escaping Pause,
        logger: Logger,
        onDisplacement: @escaping @Sendable () -> Void = {}
    ) {
        self.dataVersion = dataVersion
        self.interval = interval
        self.pause = pause
        self.logger = logger
        self.onDisplacement = onDisplacement
    }

    /// An element for each commit, or for several at once to a slow listener.
    ///
    /// Whatever was committed before this call is not told.
    func listen() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = shared.withLock { shared -> Int? in
            guard !shared.isFinished else { return nil }
            shared.listenerCount += 1
            shared.listeners[shared.listenerCount] = continuation
            if shared.looking == nil, let dataVersion { shared.looking = look(at: dataVersion) }
            return shared.listenerCount
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    /// Tells everybody.
    func notify() {
        // Not under the lock: `yield` waits for a task that is being cancelled, which calls `remove`, which takes it.
        let listeners = shared.withLock(\.listeners)
        listeners.values.forEach { $0.yield() }
    }

    /// Why all sequences have ended; nil if they have not, or because the store was closed.
    var failure: PersistenceError? { shared.withLock { $0.failure } }

    /// Ends all sequences: the store is being closed, or cannot be used any more.
    func finish(because failure: PersistenceError? = nil) {
        let (listeners, looking) = shared.withLock { shared in
            defer { shared = Shared(isFinished: true, failure: shared.failure ?? failure) }
            return (shared.listeners.values, shared.looking)
        }
        looking?.cancel()
        // Not under the lock: finishing a sequence calls `remove`, which takes it.
        listeners.forEach { $0.finish() }
    }

    private func remove(_ number: Int) {
        shared.withLock { shared in
            shared.listeners.removeValue(forKey: number)
            guard shared.listeners.isEmpty else { return }
            shared.looking?.cancel()
            shared.looking = nil
        }
    }

    private func look(at dataVersion: DataVersion) -> Task<Void, Never> {
        let (interval, pause, logger, onDisplacement) = (interval, pause, logger, onDisplacement)
        return Task { [weak self] in
            var known: Int64?
            var events: LogEvents?
            var looksLeft = Self.looksPerWrite
            var rest = interval
            while !Task.isCancelled {
                // Before the look, so that nothing is written unseen in between.
                if events?.isWatching != true { events = LogEvents(path: dataVersion.path) }
                if dataVersion.isDisplaced {
                    onDisplacement()
                    self?.finish(because: .displaced)
                    return
                }
                do {
                    let version = try await dataVersion.read()
                    // The first look may come after a commit that nobody was told of.
                    if version != known { self?.notify() }
                    known = version
                } catch PersistenceError.busy {
                    // Somebody recovers the log; the next look will tell.
                } catch {
                    logger.debug("looking for changes failed", metadata: ["error": "\(error)"])
                }
                looksLeft = events?.takeWritten() == true ? Self.looksPerWrite : max(0, looksLeft - 1)
                if looksLeft == 0, let events {
                    rest = min(rest * 2, Self.longestRest)
                    guard await Self.isWritten(events, within: rest, pause: pause) else { continue }
                    looksLeft = Self.looksPerWrite
                } else {
                    do { try await pause(interval) } catch { return }
                }
                rest = interval
            }
        }
    }

    /// Rests until something is written or the time is over; says which.
    private static func isWritten(_ events: LogEvents, within rest: Duration, pause: @escaping Pause) async -> Bool {
        let alarm = Task {
            do { try await pause(rest) } catch { return }
            events.wake()
        }
        defer { alarm.cancel() }
        return await events.nextWrite()
    }
}
