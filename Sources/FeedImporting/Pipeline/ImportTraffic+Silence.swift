import Operations
import PodcastModel

/// When nothing is under way any more that could tell whose fault a failure was.
extension ImportTraffic {
    /// Does something once, when no request is under way and none will be without anybody doing something; as long as
    /// something may still come, not before ten seconds have passed.
    ///
    /// For any number who want the same done: one task waits for all of them, and it is done for those who have said so
    /// before it is.
    ///
    /// - Parameter act: what to do; of those who want it while somebody waits already, that of the first.
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

    /// How long silence decides nothing, as long as something may come that does.
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

    /// Who waits for silence, if it has come.
    func judgeToWake(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard state.silenceCountsFrom != nil, state.waiters[.judge] != nil,
            state.isSilent(at: clock.elapsed, now: now())
        else { return nil }
        return state.waiters.removeValue(forKey: .judge)
    }
}

extension ImportTraffic.State {
    /// Whether silence has come that counts.
    mutating func isSilent(at elapsed: Duration, now: Timestamp) -> Bool {
        let mayMoreCome = !isSourceDone || heldBytes != nil
        return isQuiet(at: elapsed, now: now) && (!mayMoreCome || elapsed >= silenceCountsFrom ?? elapsed)
    }

    /// Whether no request is under way, and none will be without anybody doing something.
    ///
    /// A feed that is too heavy asks for nothing until another has left, nor do those behind it.
    private mutating func isQuiet(at elapsed: Duration, now: Timestamp) -> Bool {
        lines.activeCount == 0 && !hasNext(at: elapsed, now: now)
    }
}
