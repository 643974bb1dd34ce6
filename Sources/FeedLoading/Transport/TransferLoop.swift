/// Carries out HTTP transfers on one thread of its own, over one libcurl multi
/// handle whose connections they share.
///
/// Any task may submit; each waits without a thread. Cancelling the task ends
/// its transfer at once. When the loop is released, what is still on its way
/// is cancelled and the thread ends by itself.
final class TransferLoop: Sendable {
    private let core: LoopCore

    /// Starts the thread.
    init(configuration: TransferLoopConfiguration = TransferLoopConfiguration()) throws(FeedLoadingError) {
        core = try LoopCore(configuration: configuration)
        core.startThread()
    }

    deinit {
        core.inbox.close(.cancelling, whenStopped: nil)
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

    /// Takes no more transfers, finishes or cancels those on their way, and
    /// returns when the thread has let go of everything.
    func shutdown(_ manner: LoaderShutdown) async {
        await withUnsafeContinuation { continuation in
            core.inbox.close(manner, whenStopped: continuation)
        }
    }
}

extension Transfer {
    /// How it ended, once somebody is told; without an outcome the loop did not take it any more.
    fileprivate var end: TransferEnd { outcome ?? .cancelled() }
}

/// What becomes of the transfers on their way at a shutdown.
package enum LoaderShutdown: Sendable {
    /// They end by themselves, within their time limits.
    case finishing
    /// They end now.
    case cancelling
}

/// The knobs of the loop; what belongs to one transfer is in ``TransferOptions``.
package struct TransferLoopConfiguration: Hashable, Sendable {
    /// How many transfers are on the wire at once; more wait for their turn,
    /// and their time limits with them.
    package var maximumTransfers: Int
    /// How many connections one host may have; 0 for no limit.
    package var maximumConnectionsPerHost: Int
    /// How many idle connections are kept for the next request.
    package var cachedConnections: Int

    /// Makes a configuration; a hundred transfers at once are more than two
    /// cores can parse.
    package init(maximumTransfers: Int = 128, maximumConnectionsPerHost: Int = 0, cachedConnections: Int = 128) {
        self.maximumTransfers = maximumTransfers
        self.maximumConnectionsPerHost = maximumConnectionsPerHost
        self.cachedConnections = cachedConnections
    }
}
