import NIOCore

/// The parts of answers that NIO has taken and that have not gone out whole.
///
/// A connection is closed whose answers stand still: whoever does not read them would keep its place for ever. One for
/// each connection, on its event loop only.
final class UnsentParts {
    private let patience: TimeAmount
    private var count = 0
    /// Whether one has gone out since the last look.
    private var hasSent = false
    /// How many bytes were waiting at the last look.
    private var waitingBytes = Int.max
    /// Looks whether what waits still moves.
    private var look: Scheduled<Void>?

    /// Begins with none.
    ///
    /// - Parameter patience: for how long they may stand still.
    init(patience: Duration) {
        self.patience = TimeAmount(patience)
    }

    var isEmpty: Bool { count == 0 }

    /// Counts a part until it has gone out.
    ///
    /// - Parameters:
    ///   - promise: who is told of it besides.
    ///   - channel: the connection.
    ///   - whenAllSent: called when it has gone out and none is left.
    /// - Returns: the promise to write it with.
    func add(
        _ promise: EventLoopPromise<Void>?,
        on channel: any Channel,
        whenAllSent: @escaping () -> Void
    ) -> EventLoopPromise<Void> {
        let promise = promise ?? channel.eventLoop.makePromise()
        count += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.count -= 1
            self.hasSent = true
            if self.count == 0 { whenAllSent() }
        }
        lookLater(on: channel)
        return promise
    }

    /// Forgets about them, for the connection is closed.
    func stopLooking() {
        look?.cancel()
    }

    private func lookLater(on channel: any Channel) {
        guard look == nil else { return }
        look = channel.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            self.look = nil
            guard self.count > 0 else { return self.waitingBytes = .max }
            let bytes = self.bytesWaiting(in: channel)
            guard self.hasSent || bytes < self.waitingBytes else { return channel.close(promise: nil) }
            (self.hasSent, self.waitingBytes) = (false, bytes)
            self.lookLater(on: channel)
        }
    }

    private func bytesWaiting(in channel: any Channel) -> Int {
        do {
            return try channel.syncOptions?.getOption(ChannelOptions.Types.BufferedWritableBytesOption()) ?? 0
        } catch {
            // It is closed.
            return 0
        }
    }
}
