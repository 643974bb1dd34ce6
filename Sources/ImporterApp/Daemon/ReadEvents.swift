@preconcurrency import Dispatch
import Foundation

/// Calls back when a descriptor can be read, without holding a thread for it;
/// owns the descriptor, and closes it at the end.
///
/// Unchecked because a dispatch source may be used from any thread, but does
/// not say so.
final class ReadEvents: @unchecked Sendable {
    private let source: any DispatchSourceRead
    private let queue: DispatchQueue
    private let pause: DispatchTimeInterval?
    private let onEvent: @Sendable () -> Void

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - descriptor: not blocking; closed when this object ends.
    ///   - label: names the queue that calls back.
    ///   - pause: how long after an event the call comes, so that what follows
    ///     at once counts as the same event; nil for at once.
    ///   - onEvent: has to read what there is, or it is called again.
    init(
        descriptor: Int32,
        label: String,
        pause: DispatchTimeInterval? = nil,
        onEvent: @escaping @Sendable () -> Void
    ) {
        queue = DispatchQueue(label: label)
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        self.pause = pause
        self.onEvent = onEvent
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler { [weak self] in self?.handle() }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    private func handle() {
        guard let pause else { return onEvent() }
        source.suspend()
        // The object lives until then: a suspended source must not be released.
        queue.asyncAfter(deadline: .now() + pause) {
            self.onEvent()
            self.source.resume()
        }
    }
}
