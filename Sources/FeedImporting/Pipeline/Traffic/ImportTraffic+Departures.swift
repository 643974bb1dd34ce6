import Operations

/// What may begin, and when.
extension ImportTraffic {
    /// Suspends until feeds may begin, and returns them; empty when nothing
    /// waits or will come, or when the traffic is closed.
    func departures() async -> [Departure] {
        while true {
            var resumed: [(HopWaiter, HostPause?)] = []
            let (step, feeder, judge) = state.withLock { state in
                (nextStep(&state, resumed: &resumed), feederToWake(&state), judgeToWake(&state))
            }
            feeder?.resume()
            judge?.resume()
            for (waiter, pause) in resumed { waiter.resume(returning: pause) }
            switch step {
            case .depart(let departures): return departures
            case .wait(let version, let time): await wait(since: version, until: time, as: .dispatcher)
            }
        }
    }

    private enum Step {
        case depart([Departure])
        case wait(version: Int, until: Duration?)
    }

    private func nextStep(_ state: inout State, resumed: inout [(HopWaiter, HostPause?)]) -> Step {
        var departures: [Departure] = []
        let elapsed = clock.elapsed
        state.unseenCount = 0
        // Feeds in flight go first: until they have ended there may be no room for another.
        if !state.isClosed { resumed = nextHops(&state, at: elapsed) }
        if !state.isEnding { departures = nextFeeds(&state, at: elapsed) }
        if !departures.isEmpty || !resumed.isEmpty { state.version += 1 }
        let mayMoreBegin = !state.isSourceDone && !state.isEnding
        if !departures.isEmpty || state.isClosed || (!mayMoreBegin && state.presence.isEmpty) {
            return .depart(departures)
        }
        state.wakesAt = state.nextTime
        return .wait(version: state.version, until: state.wakesAt)
    }

    /// The feeds in flight whose turn at another host has come.
    private func nextHops(_ state: inout State, at elapsed: Duration) -> [(HopWaiter, HostPause?)] {
        var hops: [(HopWaiter, HostPause?)] = []
        while let turn = state.lines.next(.hop, at: elapsed, now: now()) {
            guard isOurs(turn, &state, at: elapsed), let hop = state.hops.removeValue(forKey: turn.ticket) else {
                continue
            }
            hops.append((hop, turn.pause))
        }
        return hops
    }

    /// The feeds that may begin.
    ///
    /// A feed for which there is no room keeps its place in the line and takes no turn at its host, for a feed in flight
    /// may have to ask that host first. No other feed is let past it, or it might wait for ever.
    private func nextFeeds(_ state: inout State, at elapsed: Duration) -> [Departure] {
        if let heldBytes = state.heldBytes {
            guard state.window.hasRoom(forBytes: heldBytes) else { return [] }
            state.heldBytes = nil
            loadMeter?.giveUp()
        }
        var departures: [Departure] = []
        while let turn = state.lines.first(at: elapsed, now: now()), let waiting = state.feeds[turn.ticket] {
            let weight = turn.pause == nil ? waiting.assumedBytes(configuration) : 0
            guard state.window.hasRoom(forBytes: weight) else {
                state.heldBytes = weight
                loadMeter?.arrive()
                break
            }
            state.lines.take(turn, at: elapsed, now: now())
            guard isOurs(turn, &state, at: elapsed) else { continue }
            state.feeds[turn.ticket] = nil
            state.window.enter(waiting.request.windowKey, bytes: weight)
            if let pause = turn.pause {
                departures.append(.postpone(waiting, pause))
            } else {
                departures.append(.begin(waiting, HostPass(at: turn.host, in: self)))
            }
        }
        return departures
    }

    /// Whether no other process stands in the way of a turn that was taken; if one does, the turn is put back.
    private func isOurs(_ turn: HostLines.Turn, _ state: inout State, at elapsed: Duration) -> Bool {
        guard let turns, let host = turn.host, turn.pause == nil else { return true }
        let spacing = state.lines.spacing(of: host)
        guard spacing > .zero, let rest = turns.enter(host: host, spacing: spacing) else { return true }
        state.lines.putBack(turn, until: elapsed + rest, now: now())
        return false
    }
}
