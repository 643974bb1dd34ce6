@preconcurrency import Dispatch
import Foundation

/// Calls back when a descriptor can be read, without holding a thread for it;
/// owns the descriptor, and closes it at the end.
///
/// Unchecked because a dispatch source may be used from any thread, but does
/// not say so.
final class ReadEvents: @unchecked Sendable {
    private let source: any DispatchSourceRead

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - descriptor: not blocking; closed when this object ends.
    ///   - label: names the queue that calls back.
    ///   - onEvent: has to read what there is, or it is called again.
    init(
        descriptor: Int32,
        label: String,
        onEvent: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: label))
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler(handler: onEvent)
        source.activate()
    }

    deinit {
        source.cancel()
    }
}
