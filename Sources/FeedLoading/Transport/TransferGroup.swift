import Dispatch

/// Transfers that were submitted together, and whose ends are told together: those of one round of the loop at a time.
///
/// A task for each, and a continuation to resume it by, cost more than an answer that says that nothing has changed.
final class TransferGroup: @unchecked Sendable {
    /// Where the ends are told: not on the loop's thread, which is to go on with the others.
    private let queue: DispatchQueue
    private let tell: @Sendable ([Transfer]) -> Void

    // MARK: - On the queue only

    /// How many have not ended.
    private var left: Int
    private var continuation: UnsafeContinuation<Void, Never>?

    // MARK: - The loop's thread only

    /// Those that have ended in this round.
    private var ended: [Transfer] = []

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - count: how many transfers belong to it.
    ///   - queue: a serial queue.
    ///   - tell: called on the queue with those that have ended.
    ///   - continuation: resumed when all have.
    init(
        of count: Int,
        queue: DispatchQueue,
        tell: @escaping @Sendable ([Transfer]) -> Void,
        whenAllEnded continuation: UnsafeContinuation<Void, Never>
    ) {
        left = count
        self.queue = queue
        self.tell = tell
        self.continuation = continuation
    }

    /// Takes a transfer that has ended; true for the first of a round, after which ``tellEnded()`` is to be called.
    func take(_ transfer: Transfer) -> Bool {
        ended.append(transfer)
        return ended.count == 1
    }

    /// Tells of those of the round.
    func tellEnded() {
        let round = ended
        ended.removeAll(keepingCapacity: true)
        tell(of: round)
    }

    /// Tells of transfers that are over; from any thread for those that the loop has never taken.
    func tell(of transfers: [Transfer]) {
        guard !transfers.isEmpty else { return }
        queue.async { [self] in
            tell(transfers)
            left -= transfers.count
            guard left == 0 else { return }
            continuation?.resume()
            continuation = nil
        }
    }
}
