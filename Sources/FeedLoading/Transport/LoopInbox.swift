/// What other threads have told the loop, for it to read when it comes round.
struct LoopInbox {
    var submitted: [Transfer] = []
    var cancelled: [Transfer] = []
    /// How the loop is to end, once it is.
    var closing: LoaderShutdown?
    /// Tasks that wait for the thread to end.
    var stopWaiters: [UnsafeContinuation<Void, Never>] = []
    /// Whether the thread has let go of the multi handle.
    var isStopped = false
    /// Whether the thread waits for the network and must be woken.
    private(set) var isAsleep = false

    /// What the thread knows of `closing`.
    private var readClosing: LoaderShutdown?

    /// Whether there is nothing to read.
    var isRead: Bool { submitted.isEmpty && cancelled.isEmpty && closing == readClosing }

    /// Wakes the thread if it sleeps: once, however much is put in before it
    /// reads.
    mutating func wake(_ bell: WakeUpPipe) {
        guard isAsleep else { return }
        isAsleep = false
        bell.ring()
    }

    /// Marks the thread as sleeping; false if there is something to read first.
    mutating func fallAsleep() -> Bool {
        isAsleep = isRead
        return isAsleep
    }

    /// Takes everything out.
    mutating func take() -> (submitted: [Transfer], cancelled: [Transfer], closing: LoaderShutdown?) {
        isAsleep = false
        readClosing = closing
        defer {
            submitted.removeAll(keepingCapacity: false)
            cancelled.removeAll(keepingCapacity: false)
        }
        return (submitted, cancelled, closing)
    }
}
