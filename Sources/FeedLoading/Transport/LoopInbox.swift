import Foundation

/// What other threads tell the loop, for it to read when it comes round; a bell ends its sleep.
///
/// Also guards the two flags of every transfer.
final class LoopInbox: @unchecked Sendable {
    /// What the loop finds in it.
    struct Content {
        var submitted: [Transfer] = []
        var cancelled: [Transfer] = []
        /// Whether the loop is to end.
        var isClosing = false
    }

    private let bell: WakeUpPipe
    /// Guards all below.
    ///
    /// Not a `Mutex`, which the thread sanitizer cannot see through.
    private let lock = NSLock()
    private var content = Content()
    /// Tasks that wait for the thread to end.
    private var stopWaiters: [UnsafeContinuation<Void, Never>] = []
    /// Whether the thread has let go of the multi handle.
    private var isStopped = false
    /// Whether the thread waits for the network and must be woken.
    private var isAsleep = false

    init(bell: WakeUpPipe) {
        self.bell = bell
    }

    /// Wakes the thread if it sleeps: once, however much is put in before it reads.
    private func wake() {
        guard isAsleep else { return }
        isAsleep = false
        bell.ring()
    }
}

// MARK: - From any thread

extension LoopInbox {
    /// Submits a transfer that a task waits for.
    func submit(_ transfer: Transfer, resuming continuation: UnsafeContinuation<Void, Never>) {
        let isAccepted = lock.withLock {
            guard !content.isClosing, !transfer.isCancelled else { return false }
            transfer.continuation = continuation
            transfer.isSubmitted = true
            content.submitted.append(transfer)
            wake()
            return true
        }
        if !isAccepted { continuation.resume() }
    }

    /// Submits transfers whose ends are told together; those that are refused have none.
    func submit(_ transfers: [Transfer], in group: TransferGroup) {
        let refused = lock.withLock {
            guard !content.isClosing else { return transfers }
            var refused: [Transfer] = []
            for transfer in transfers {
                if transfer.isCancelled {
                    refused.append(transfer)
                } else {
                    transfer.group = group
                    transfer.isSubmitted = true
                    content.submitted.append(transfer)
                }
            }
            wake()
            return refused
        }
        group.tell(of: refused)
    }

    /// Ends transfers whose tasks were cancelled.
    func cancel(_ transfers: [Transfer]) {
        lock.withLock {
            for transfer in transfers {
                transfer.isCancelled = true
                // One that was never submitted is refused when it is.
                guard transfer.isSubmitted, !isStopped else { continue }
                content.cancelled.append(transfer)
            }
            wake()
        }
    }

    /// Ends the loop, and resumes a task when that is done.
    func close(whenStopped continuation: UnsafeContinuation<Void, Never>?) {
        let isOver = lock.withLock {
            content.isClosing = true
            if isStopped { return true }
            if let continuation { stopWaiters.append(continuation) }
            wake()
            return false
        }
        if isOver { continuation?.resume() }
    }
}

// MARK: - On the loop's thread

extension LoopInbox {
    /// Takes everything out.
    func take() -> Content {
        lock.withLock {
            isAsleep = false
            defer { content = Content(isClosing: content.isClosing) }
            return content
        }
    }

    /// Marks the thread as sleeping; false if there is something to read first.
    func fallAsleep() -> Bool {
        lock.withLock {
            isAsleep = content.submitted.isEmpty && content.cancelled.isEmpty && !content.isClosing
            return isAsleep
        }
    }

    /// Notes that the thread has let go of everything; returns the tasks that wait for that.
    func stop() -> [UnsafeContinuation<Void, Never>] {
        lock.withLock {
            isStopped = true
            content.cancelled.removeAll()
            defer { stopWaiters = [] }
            return stopWaiters
        }
    }
}
