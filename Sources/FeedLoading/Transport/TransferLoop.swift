/// Carries out HTTP transfers on one thread of its own, over one libcurl multi
/// handle whose connections they share.
///
/// Any task may submit; each waits without a thread. Cancelling the task ends
/// its transfer at once. When the loop is released, what is still on its way
/// is cancelled and the thread ends by itself.
final class TransferLoop: Sendable {
    private let core: LoopCore

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - maximumTransfers: how many transfers are on the wire at once; more wait for their turn, and their time limits
    ///     with them.
    ///   - connectionsPerCache: how many connections are opened before those that are kept are left to themselves; nil if they
    ///     never are.
    ///   - clock: what the thread goes by.
    /// - Throws: ``FeedLoadingError/internalFailure(feed:reason:)`` if the system lacks the resources for it.
    init(
        maximumTransfers: Int,
        connectionsPerCache: Int? = ConnectionCache.usualConnections,
        clock: LoopClock = LoopClock()
    ) throws(FeedLoadingError) {
        core = try LoopCore(
            maximumTransfers: maximumTransfers,
            connectionsPerCache: connectionsPerCache,
            clock: clock
        )
        try core.startThread()
    }

    deinit {
        core.inbox.close(whenStopped: nil)
    }

    /// Sends a request and waits for the end of the transfer.
    func perform(_ request: HopRequest) async -> TransferEnd {
        let transfer = Transfer(request: request, clock: core.clock, connections: core.connections)
        await withTaskCancellationHandler {
            await withUnsafeContinuation { core.inbox.submit(transfer, resuming: $0) }
        } onCancel: {
            core.inbox.cancel([transfer])
        }
        return transfer.end
    }

    /// Sends requests, tells how their transfers end, those that end together at once, and returns when all have.
    ///
    /// - Parameters:
    ///   - requests: what to send.
    ///   - tell: called with ends and the places of their requests, one call at a time; it must not block.
    func perform(
        _ requests: [HopRequest],
        then tell: @escaping @Sendable ([(place: Int, end: TransferEnd)]) -> Void
    ) async {
        let transfers = requests.enumerated().map { place, request in
            Transfer(request: request, place: place, clock: core.clock, connections: core.connections)
        }
        await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let group = TransferGroup(
                    of: transfers.count,
                    queue: core.answers,
                    tell: { ended in tell(ended.map { ($0.place, $0.end) }) },
                    whenAllEnded: continuation
                )
                core.inbox.submit(transfers, in: group)
            }
        } onCancel: {
            core.inbox.cancel(transfers)
        }
    }

    /// Takes no more transfers, cancels those on their way, and returns when
    /// the thread has let go of everything.
    func shutdown() async {
        await withUnsafeContinuation { continuation in
            core.inbox.close(whenStopped: continuation)
        }
    }
}

extension Transfer {
    /// How it ended, once somebody is told; without an outcome the loop did not take it any more.
    fileprivate var end: TransferEnd { outcome ?? .cancelled() }
}
