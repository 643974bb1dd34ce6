import Synchronization

/// The bounded window of feeds in flight (number, bytes, one of each feed).
///
/// Feeds wait in the store, or in the list they were named in, not here: the
/// one task that feeds the pipeline suspends in `admit` until there is room.
final class ImportWindow: Sendable {
    private struct State {
        /// Bytes held for each feed in flight.
        var held: [String: Int] = [:]
        var bytes = 0
        var isClosed = false
        /// Counts the changes, so that none is slept through.
        var version = 0
        /// The feeder, waiting for a change.
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let maximumFeeds: Int
    private let maximumBytes: Int
    private let state = Mutex(State())

    init(maximumFeeds: Int, maximumBytes: Int) {
        self.maximumFeeds = maximumFeeds
        self.maximumBytes = maximumBytes
    }

    /// How many feeds are in flight.
    var count: Int { state.withLock { $0.held.count } }

    /// Waits until a feed may be in flight and takes its place.
    ///
    /// Returns false if the window was closed instead. To be called by one
    /// task at a time.
    func admit(_ key: String, assumedBytes: Int) async -> Bool {
        await wait { state in
            if state.isClosed { return false }
            guard state.held[key] == nil, state.held.count < maximumFeeds else { return nil }
            // One alone is always let in, whatever it weighs.
            guard state.held.isEmpty || state.bytes + assumedBytes <= maximumBytes else { return nil }
            state.held[key] = assumedBytes
            state.bytes += assumedBytes
            return true
        }
    }

    /// Corrects what a feed weighs, once that is known.
    func weigh(_ key: String, bytes: Int) {
        update { state in
            guard let old = state.held[key] else { return }
            state.held[key] = bytes
            state.bytes += bytes - old
        }
    }

    /// Gives the place of a feed back.
    func leave(_ key: String) {
        update { state in
            state.bytes -= state.held.removeValue(forKey: key) ?? 0
        }
    }

    /// Lets nothing more in.
    func close() {
        update { $0.isClosed = true }
    }

    /// Waits until nothing is in flight.
    func drained() async {
        await wait { $0.held.isEmpty ? true : nil }
    }
}

extension ImportWindow {
    /// Suspends until the attempt gives a value; it is tried again at each change.
    @discardableResult
    private func wait(for attempt: (inout State) -> Bool?) async -> Bool {
        while true {
            let (value, version) = state.withLock { state in (attempt(&state), state.version) }
            if let value { return value }
            await withCheckedContinuation { continuation in
                let hasChanged = state.withLock { state in
                    if state.version != version { return true }
                    state.waiter = continuation
                    return false
                }
                if hasChanged { continuation.resume() }
            }
        }
    }

    private func update(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            state.version += 1
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
