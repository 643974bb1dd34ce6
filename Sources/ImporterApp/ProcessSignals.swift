import Dispatch
import Foundation
import Synchronization

/// The signals that a process is sent, as they come; the second that asks it to stop ends it at once.
///
/// They are counted by a queue of their own: every thread that tasks run on may be waiting, for a log that nobody reads
/// or for a lock.
struct ProcessSignals: Sendable {
    /// Each signal but the one that ends the process.
    let arrivals: AsyncStream<Int32>

    /// From here on, until the process ends, none of these does what it does by itself.
    ///
    /// - Parameters:
    ///   - stops: ask the process to stop.
    ///   - others: mean something else.
    init(stops: [Int32], others: [Int32] = []) async {
        let (arrivals, continuation) = AsyncStream<Int32>.makeStream()
        self.arrivals = arrivals
        let queue = DispatchQueue(label: "podimport.signals")
        let stopCount = Count()
        for signal in stops + others {
            let isStop = stops.contains(signal)
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                // 128 + the signal's number, as shells report it. What is registered to be done at the end of the
                // process may wait for what hangs.
                if isStop, stopCount.next() > 1 { _exit(128 + signal) }
                continuation.yield(signal)
                // It would be gone with the last who knows of it.
                withExtendedLifetime(source) {}
            }
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
        }
    }

    private final class Count: Sendable {
        private let value = Atomic(0)

        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }
}
