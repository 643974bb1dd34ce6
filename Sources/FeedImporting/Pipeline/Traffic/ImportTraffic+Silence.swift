import Operations
import PodcastModel

/// Waiting until no request is under way that could still show whose fault a failure was.
extension ImportTraffic {
    /// Acts once no request is under way and none of those that wait can begin by itself; while more feeds may come, not
    /// before ten seconds have passed.
    ///
    /// All who call this want the same done, so those who call while one waits already share its wait and its act.
    ///
    /// - Parameter act: what to do; not called if somebody waits already.
    func whenSilent(_ act: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            guard state.silenceCountsFrom == nil else { return false }
            state.silenceCountsFrom = clock.elapsed + Self.patience
            return true
        }
        guard isFirst else { return }
        Task {
            await silence()
            act()
        }
    }

    /// How long the wait is at the least, while more feeds may come.
    private static let patience = Duration.seconds(10)

    private func silence() async {
        while true {
            let (alarm, version) = state.withLock { state -> (Duration?, Int?) in
                let time = state.silenceCountsFrom ?? clock.elapsed
                guard !state.isSilent(at: clock.elapsed, now: now()) else {
                    state.silenceCountsFrom = nil
                    return (nil, nil)
                }
                return (clock.elapsed < time ? time : nil, state.version)
            }
            guard let version else { return }
            await wait(since: version, until: alarm, as: .judge)
        }
    }

    /// The task that waits for silence, if there is silence now.
    func judgeToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.silenceCountsFrom != nil, state.waiters[.judge] != nil,
            state.isSilent(at: clock.elapsed, now: now())
        else { return nil }
        return state.waiters.removeValue(forKey: .judge)
    }
}

extension ImportTraffic.State {
    /// Whether it is quiet, and has been waited for long enough.
    mutating func isSilent(at elapsed: Duration, now: Timestamp) -> Bool {
        let mayMoreCome = !isSourceDone || heldBytes != nil
        return isQuiet(at: elapsed, now: now) && (!mayMoreCome || elapsed >= silenceCountsFrom ?? elapsed)
    }

    /// Whether no request is under way, and none that waits can begin by itself.
    ///
    /// A feed for which there is no room cannot until another has left, nor can those behind it.
    private mutating func isQuiet(at elapsed: Duration, now: Timestamp) -> Bool {
        lines.activeCount == 0 && !hasNext(at: elapsed, now: now)
    }
}
