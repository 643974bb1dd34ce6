import Operations

/// How the tasks of a run wait for each other and for the feeds in flight.
extension ImportTraffic {
    /// Suspends until there is room for a feed that is not there yet; false if
    /// no feed begins any more.
    ///
    /// Feeds are taken only when none of those that wait may begin, but for a
    /// few that nobody has looked at: a long line for one host must not hide
    /// the feeds of others behind it.
    func wantsMore() async -> Bool {
        while true {
            let (answer, version) = state.withLock { state in (wantsMore(&state), state.version) }
            if let answer { return answer }
            await wait(since: version, as: .feeder)
        }
    }

    private func wantsMore(_ state: inout State) -> Bool? {
        if state.isEnding { return false }
        guard state.lines.waitingCount < configuration.maximumFeedsWaiting, state.heldBytes == nil,
            state.window.hasRoom(forBytes: 0),
            state.lines.activeCount < configuration.turnWidth,
            state.unseenCount > 0
                ? state.unseenCount < Self.feedsAhead : !state.hasNext(at: clock.elapsed, now: now())
        else { return nil }
        return true
    }

    /// How many feeds may be put in before the dispatcher has looked at the first,
    /// so that it is not woken for each.
    private static let feedsAhead = 32

    /// The feeder, if it waits and there is room for a feed.
    func feederToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.waiters[.feeder] != nil, wantsMore(&state) != nil else { return nil }
        return state.waiters.removeValue(forKey: .feeder)
    }

    func update<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, feeder, dispatcher, judge) = state.withLock { state in
            let value = change(&state)
            state.version += 1
            return (value, feederToWake(&state), dispatcherToWake(&state), judgeToWake(&state))
        }
        feeder?.resume()
        dispatcher?.resume()
        judge?.resume()
        return value
    }

    /// The dispatcher, if it waits and there is something for it to do: most of
    /// what happens to a feed on its way lets no other one begin.
    private func dispatcherToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard let waiter = state.waiters[.dispatcher] else { return nil }
        let isWanted =
            state.isClosed || state.presence.isEmpty || state.hasNext(at: clock.elapsed, now: now())
            || (state.nextTime ?? .maximum) < (state.wakesAt ?? .maximum)
        if isWanted { state.waiters[.dispatcher] = nil }
        return isWanted ? waiter : nil
    }

    private func wake(_ role: State.Role) {
        let waiter = state.withLock { state in
            state.version += 1
            return state.waiters.removeValue(forKey: role)
        }
        waiter?.resume()
    }

    /// Suspends until something has changed since a version, or until a time.
    func wait(since version: Int, until time: Duration? = nil, as role: State.Role) async {
        let alarm = time.map { time in
            Task {
                do {
                    try await clock.sleep(until: time)
                    wake(role)
                } catch {
                    // Something else happened first.
                }
            }
        }
        await withCheckedContinuation { continuation in
            let hasChanged = state.withLock { state in
                if state.version != version { return true }
                state.waiters[role] = continuation
                return false
            }
            if hasChanged { continuation.resume() }
        }
        alarm?.cancel()
    }
}

extension Duration {
    /// Longer than any run.
    fileprivate static let maximum = Duration.seconds(Int64.max)
}
