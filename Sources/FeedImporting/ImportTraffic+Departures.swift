import Operations
import PodcastModel

/// What may begin, and when.
extension ImportTraffic {
    /// Suspends until feeds may begin, and returns them; empty when nothing
    /// waits or will come, or when the traffic is closed.
    func departures() async -> [Departure] {
        while true {
            var resumed: [(HopWaiter, HostPause?)] = []
            let (step, judge) = state.withLock { state in
                (nextStep(&state, resumed: &resumed), judgeToWake(&state))
            }
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
        var hasRoom = true
        state.unseenCount = 0
        while !state.isClosed, hasRoom {
            guard let turn = state.heldBack?.turn ?? nextTurn(&state, at: elapsed) else { break }
            if state.heldBack != nil { loadMeter?.giveUp() }
            state.heldBack = nil
            if let hop = state.hops.removeValue(forKey: turn.ticket) {
                resumed.append((hop, turn.pause))
                continue
            }
            guard let waiting = state.feeds[turn.ticket] else { continue }
            let weight = turn.pause == nil ? waiting.assumedBytes(configuration) : 0
            hasRoom = state.window.hasRoom(forBytes: weight)
            guard hasRoom else {
                state.heldBack = (turn, weight)
                loadMeter?.arrive()
                break
            }
            state.feeds[turn.ticket] = nil
            state.window.enter(waiting.request.windowKey, bytes: weight)
            if let pause = turn.pause {
                departures.append(.postpone(waiting, pause))
            } else {
                departures.append(.begin(waiting, HostPass(at: turn.host, in: self)))
            }
        }
        if !departures.isEmpty || !resumed.isEmpty { state.version += 1 }
        wakeFeeder(&state)
        if !departures.isEmpty || state.isClosed || (state.isSourceDone && state.presence.isEmpty) {
            return .depart(departures)
        }
        state.wakesAt = hasRoom ? state.lines.nextTime : nil
        return .wait(version: state.version, until: state.wakesAt)
    }

    /// The next turn that no other process stands in the way of.
    private func nextTurn(_ state: inout State, at elapsed: Duration) -> HostLines.Turn? {
        while let turn = state.lines.next(at: elapsed, now: now()) {
            guard let turns, let host = turn.host, turn.pause == nil else { return turn }
            let spacing = state.lines.spacing(of: host)
            guard spacing > .zero, let rest = turns.enter(host: host, spacing: spacing) else { return turn }
            state.lines.putBack(turn, until: elapsed + rest, now: now())
        }
        return nil
    }
}
