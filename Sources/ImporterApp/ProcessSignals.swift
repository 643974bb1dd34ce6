import Dispatch
import Foundation
import Synchronization

/// The signals that a process is sent, as they come; the second that asks it to stop ends it at once.
///
/// Whoever ends a program and its group, as `timeout` does, sends two at one time and means one: the first has a second
/// to be obeyed in before another ends the process.
///
/// They are counted by a queue of their own: every thread that tasks run on may be waiting, for a log that nobody reads
/// or for a lock.
struct ProcessSignals: Sendable {
    /// Each signal but the one that ends the process.
    let arrivals: AsyncStream<Int32>
    /// How long the first that asks the process to stop has in any case.
    private static let grace = DispatchTimeInterval.seconds(1)

    /// From here on, until the process ends, none of these does what it does by itself.
    ///
    /// - Parameters:
    ///   - stops: ask the process to stop.
    ///   - others: mean something else.
    init(stops: [Int32], others: [Int32] = []) async {
        let (arrivals, continuation) = AsyncStream<Int32>.makeStream()
        self.arrivals = arrivals
        let queue = DispatchQueue(label: "podimport.signals")
        let firstStop = FirstStop()
        for signal in stops + others {
            let isStop = stops.contains(signal)
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                if isStop, let time = firstStop.beforeThis() {
                    // 128 + the signal's number, as shells report it. What is registered to be done at the end of the
                    // process may wait for what hangs.
                    return queue.asyncAfter(deadline: time + Self.grace) { _exit(128 + signal) }
                }
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

    /// When the process was first asked to stop.
    private final class FirstStop: Sendable {
        private let uptime = Atomic<UInt64>(0)

        /// The time of the first; nil if this is the first, which is remembered.
        func beforeThis() -> DispatchTime? {
            let now = DispatchTime.now().uptimeNanoseconds
            let (isFirst, first) = uptime.compareExchange(expected: 0, desired: now, ordering: .relaxed)
            return isFirst ? nil : DispatchTime(uptimeNanoseconds: first)
        }
    }
}
