import Operations

/// Measures how a stage spends its time: how long it works, and how long it
/// stands still although there is work for it.
///
/// The second should be next to nothing: a stage that has work must not wait for
/// another stage.
package final class StageMeter: Sendable {
    /// What a stage has done so far.
    package struct Use: Hashable, Sendable {
        /// How long at least one piece of work was in hand.
        package fileprivate(set) var busy = Duration.zero
        /// The same for each piece, added up.
        package fileprivate(set) var work = Duration.zero
        /// How long none was, although one waited.
        package fileprivate(set) var stalled = Duration.zero
        /// How many pieces were done.
        package fileprivate(set) var count = 0
    }

    private struct State {
        var use = Use()
        var waiting = 0
        var active = 0
        var last: Duration

        mutating func pass(_ now: Duration) {
            // Two threads may get here in another order than they have read the clock in.
            let time = max(.zero, now - last)
            last = max(last, now)
            if active > 0 {
                use.busy += time
                use.work += time * active
            } else if waiting > 0 {
                use.stalled += time
            }
        }
    }

    private let clock: PipelineClock
    private let state: Locked<State>

    init(clock: PipelineClock) {
        self.clock = clock
        state = Locked(State(last: clock.elapsed))
    }

    /// What the stage has done until now.
    package var use: Use {
        change { _ in }
        return state.withLock(\.use)
    }

    /// A piece of work has come.
    func arrive() {
        change { $0.waiting += 1 }
    }

    /// One that waited has gone elsewhere.
    func giveUp() {
        change { $0.waiting -= 1 }
    }

    /// One that waited is in hand now.
    func begin() {
        change { state in
            state.waiting -= 1
            state.active += 1
        }
    }

    /// One that was in hand is done.
    func end() {
        change { state in
            state.active -= 1
            state.use.count += 1
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let now = clock.elapsed
        state.withLock { state in
            state.pass(now)
            change(&state)
        }
    }
}

/// The meters of the three stages.
package struct StageMeters: Sendable {
    /// The network.
    ///
    /// Work that waits is a feed whose turn has come, and for which the later
    /// stages leave no room.
    package let load: StageMeter
    /// The parser.
    package let parse: StageMeter
    /// The matching and the writer of the store.
    package let write: StageMeter

    init(clock: PipelineClock) {
        load = StageMeter(clock: clock)
        parse = StageMeter(clock: clock)
        write = StageMeter(clock: clock)
    }
}
