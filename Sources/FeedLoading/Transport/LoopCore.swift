import CCurl
import Dispatch
import Foundation

/// The thread of a ``TransferLoop`` and all it owns.
///
/// The multi handle, the easy handles and every transfer on its way belong to
/// the thread; only the inbox is shared.
final class LoopCore: @unchecked Sendable {
    let clock: LoopClock
    let connections = ConnectionBook()
    /// Where the ends of transfers that were submitted together are told.
    let answers = DispatchQueue(label: "podimport.answers")
    /// What other threads want of it.
    let inbox: LoopInbox
    private let watch: SocketWatch
    private let multi: MultiHandle
    private let maximumTransfers: Int

    // MARK: - The thread only

    private var active: [Transfer] = []
    /// Transfers that wait for their turn, oldest last.
    private var waiting: [Transfer] = []
    private var idleHandles: [EasyHandle] = []
    /// Transfers that have ended but whose tasks do not know yet.
    private var ended: [Transfer] = []

    init(maximumTransfers: Int, connectionsPerCache: Int?, clock: LoopClock) throws(FeedLoadingError) {
        guard let bell = WakeUpPipe(), let multi = MultiHandle(connectionsPerCache: connectionsPerCache) else {
            throw Self.cannotStart
        }
        self.multi = multi
        self.clock = clock
        inbox = LoopInbox(bell: bell)
        watch = SocketWatch(bell: bell, clock: clock)
        self.maximumTransfers = max(1, maximumTransfers)
        guard watch.attach(to: multi) else {
            throw .internalFailure(feed: "all feeds", reason: "libcurl cannot be watched")
        }
    }

    func startThread() throws(FeedLoadingError) {
        // The thread keeps the core alive until it has cleaned up.
        guard WaitingThread(name: "feed-loading").start({ self.run() }) else { throw Self.cannotStart }
    }

    private static let cannotStart = FeedLoadingError.internalFailure(
        feed: "all feeds",
        reason: "the network loop cannot be started"
    )
}

// MARK: - On the thread

extension LoopCore {
    private func run() {
        blockSignals()
        while true {
            clock.advance()
            advanceTransfers()
            guard readInbox() else { break }
            startWaiting()
            stopIdleTransfers()
            resumeTasks()
            // New transfers are begun by a timer that is due at once; but to look for stalled ones the sockets are asked.
            if watch.timerDeadline <= clock.now, clock.nextIdleCheck > clock.now { continue }
            // Asleep only if nobody has put anything in since; from then on
            // whoever does rings the bell.
            guard inbox.fallAsleep() else { continue }
            watch.wait(milliseconds: millisecondsToSleep())
        }
        cancelEverything()
        resumeTasks()
        cleanUp()
    }

    /// Lets libcurl act on what happened, and takes what has finished.
    private func advanceTransfers() {
        while let (socket, events) = watch.takeReady() { multi.act(on: socket, events: events) }
        if watch.takeTimer() { multi.actOnTimer() }
        finishTransfers()
    }

    /// Takes in what tasks want; false if the loop is to end.
    private func readInbox() -> Bool {
        let content = inbox.take()
        if !content.submitted.isEmpty { waiting.insert(contentsOf: content.submitted.reversed(), at: 0) }
        for transfer in content.cancelled {
            if transfer.easy != nil {
                remove(transfer, endingWith: .cancelled(wasSent: transfer.connection.wasSent))
            } else {
                // Waiting, and skipped when its turn comes; or over already.
                end(transfer, with: .cancelled())
            }
        }
        return !content.isClosing
    }

    private func startWaiting() {
        while active.count < maximumTransfers, let transfer = waiting.popLast() {
            // Those cancelled meanwhile have ended.
            if transfer.outcome == nil { start(transfer) }
        }
    }

    private func start(_ transfer: Transfer) {
        if multi.renewCache(opened: connections.openedCount) { idleHandles.removeAll() }
        guard let easy = idleHandles.popLast() ?? EasyHandle() else {
            end(transfer, with: .failed(TransferFailure(code: CURLE_OUT_OF_MEMORY)))
            return
        }
        transfer.easy = easy
        if let code = easy.prepare(for: transfer, cache: multi.cache) {
            release(easy, of: transfer)
            end(transfer, with: .failed(TransferFailure(code: code)))
            return
        }
        transfer.slot = active.count
        active.append(transfer)
        guard multi.add(easy) else {
            remove(transfer, endingWith: .failed(TransferFailure(code: CURLE_FAILED_INIT)))
            return
        }
        clock.checkIdleness(by: clock.now + transfer.idleLimit)
    }

    private func finishTransfers() {
        while let (transfer, code) = multi.nextFinished() {
            guard let easy = transfer.easy else { continue }
            if transfer.connection.needsNewOne() {
                startAnew(transfer, easy)
            } else {
                remove(transfer, endingWith: transfer.end(code: code, easy: easy))
            }
        }
    }

    /// Lets a transfer whose request was not sent try again on a connection of its own.
    private func startAnew(_ transfer: Transfer, _ easy: EasyHandle) {
        multi.remove(easy)
        // Headers may have come: libcurl itself tries again where HTTP/2 has refused the stream behind them.
        let next = EasyHandle.isReusable ? easy : EasyHandle()
        guard let next, next === easy || next.prepare(for: transfer, cache: multi.cache) == nil else {
            return remove(transfer, endingWith: .failed(TransferFailure(code: CURLE_OUT_OF_MEMORY)))
        }
        transfer.easy = next
        next.openNewConnection()
        if !multi.add(next) {
            remove(transfer, endingWith: .failed(TransferFailure(code: CURLE_FAILED_INIT)))
        }
    }

    private func cancelEverything() {
        while let transfer = active.last {
            remove(transfer, endingWith: .cancelled(wasSent: transfer.connection.wasSent))
        }
        while let transfer = waiting.popLast() { end(transfer, with: .cancelled()) }
    }

    /// Takes an active transfer off the wire.
    private func remove(_ transfer: Transfer, endingWith outcome: TransferEnd) {
        guard let easy = transfer.easy else { return }
        multi.remove(easy)
        let last = active.removeLast()
        if last !== transfer {
            active[transfer.slot] = last
            last.slot = transfer.slot
        }
        if outcome.isTimeout { transfer.connection.giveUp() }
        transfer.connection.leave()
        release(easy, of: transfer)
        end(transfer, with: outcome)
    }

    private func release(_ easy: EasyHandle, of transfer: Transfer) {
        transfer.easy = nil
        easy.release()
        if EasyHandle.isReusable, easy.cache === multi.cache { idleHandles.append(easy) }
    }

    private func end(_ transfer: Transfer, with outcome: TransferEnd) {
        guard transfer.outcome == nil else { return }
        transfer.outcome = outcome
        ended.append(transfer)
    }

    /// Tells the tasks whose transfers have ended: all of a round together, so
    /// that the first does not take this thread's core from the others.
    private func resumeTasks() {
        var groups: [TransferGroup] = []
        for transfer in ended {
            if let group = transfer.group {
                transfer.group = nil
                if group.take(transfer) { groups.append(group) }
            } else {
                let continuation = transfer.continuation
                transfer.continuation = nil
                continuation?.resume()
            }
        }
        for group in groups { group.tellEnded() }
        ended.removeAll(keepingCapacity: true)
    }

    private func cleanUp() {
        idleHandles.removeAll()
        multi.cleanUp()
        for waiter in inbox.stop() { waiter.resume() }
    }
}

// MARK: - Time and signals

extension LoopCore {
    /// Ends transfers that have been silent for too long.
    ///
    /// By the time when the sockets were last asked, not by the time it is: the thread may have been held up since, and
    /// what has come meanwhile lies there unread.
    private func stopIdleTransfers() {
        let now = watch.askedAt
        guard now >= clock.nextIdleCheck else { return }
        clock.beginIdleCheck()
        // Backwards, because removing moves the last one into the gap.
        for transfer in active.reversed() {
            // Before the request is sent the connect limit is in charge.
            let start = transfer.lastActivity == 0 ? now : transfer.lastActivity
            let deadline = start + transfer.idleLimit
            guard deadline <= now, let easy = transfer.easy else {
                clock.checkIdleness(by: deadline)
                continue
            }
            transfer.stopForIdleness()
            remove(transfer, endingWith: transfer.end(code: CURLE_OPERATION_TIMEDOUT, easy: easy))
        }
    }

    private func millisecondsToSleep() -> Int32 {
        let deadline = min(clock.nextIdleCheck, watch.timerDeadline)
        guard deadline != .max else { return -1 }
        guard deadline > clock.now else { return 0 }
        // Rounded up: waking early would only mean to wait again.
        return Int32(min(60_000, (deadline - clock.now + 999_999) / 1_000_000))
    }

    /// Signals are the main thread's; above all SIGPIPE, which a TLS library
    /// raises by writing to a closed connection, must not end the process.
    private func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
